//! Copies in disguise: told by `marks`, found again with `--fold-confusables`.

use crate::support::{Work, edited};

#[test]
fn disguised_copies_are_listed_and_found_by_folding() {
    let work = Work::new();
    let text = edited(1, 200, 0);
    let every_third = |with: &dyn Fn(&str) -> String| {
        let word = |(i, word): (usize, &str)| {
            if i % 3 == 0 {
                with(word)
            } else {
                word.to_owned()
            }
        };
        text.split(' ')
            .enumerate()
            .map(word)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let letters = every_third(&|word| {
        word.replace('a', "\u{430}")
            .replace('e', "\u{435}")
            .replace('o', "\u{43e}")
    });
    let invisible = every_third(&|word| {
        word.chars()
            .map(|c| format!("{c}\u{200b}"))
            .collect::<String>()
    });
    let hidden = format!(
        "<html><p>{}",
        every_third(&|word| format!("{word}<span style='display:none'>xyz</span>"))
    );
    work.write("original.txt", &text)
        .write("letters.txt", &letters)
        .write("invisible.txt", &invisible)
        .write("hidden.html", &hidden)
        .write(
            "honest.txt",
            "A naïve café in Łódź, вода и λόγος, ten times told and not once disguised",
        );
    let pairs = |how: &[&str]| {
        let ran = work.run(
            &[
                &[
                    "pairs",
                    "corpus",
                    "--in-memory",
                    "--quiet",
                    "--format",
                    "csv",
                ],
                how,
            ]
            .concat(),
        );
        let ids = |row: &Vec<String>| (row[0].clone(), row[1].clone(), row[3].clone());
        ran.rows().iter().map(ids).collect::<Vec<_>>()
    };
    assert_eq!(pairs(&[]), [], "none is found as it stands");
    let folded = pairs(&["--fold-confusables"]);
    assert_eq!(folded.len(), 6, "every two of the four: {folded:?}");
    assert!(
        folded
            .iter()
            .all(|(_, _, jaccard)| jaccard.parse::<f64>() == Ok(1.0)),
        "{folded:?}"
    );
    let ran = work.run(&["marks", "corpus", "--in-memory", "--format", "csv"]);
    let mut marked: Vec<(String, Vec<u64>)> = ran
        .rows()
        .iter()
        .map(|row| {
            (
                row[0].clone(),
                row[1..].iter().map(|cell| cell.parse().unwrap()).collect(),
            )
        })
        .collect();
    marked.sort();
    let thirds = text.split(' ').count().div_ceil(3) as u64;
    let names: Vec<&str> = marked.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["hidden.html", "invisible.txt", "letters.txt"]);
    assert_eq!(marked[0].1[..], [0, 0, 0, 0, 0, thirds]);
    assert!(
        marked[1].1[0] > thirds && marked[1].1[1..] == [0; 5],
        "{marked:?}"
    );
    // A word of one letter alone has no script of its own to be foreign in.
    assert!(
        marked[2].1[2] >= 10 && marked[2].1[3..] == [0; 3],
        "{marked:?}"
    );
    assert!(
        ran.talk.contains("3 of 5 documents are disguised"),
        "{}",
        ran.talk
    );
}
