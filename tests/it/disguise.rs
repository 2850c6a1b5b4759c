//! Disguised copies: reported by `marks`, and found with `--fold-confusables`.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use shinglescope::base::DocNo;
use shinglescope::engine::message::Comparison;
use shinglescope::engine::views::{self, MaskedRanges, Measured};
use shinglescope::screens::compare::state::CompareState;
use shinglescope::screens::document::state::DocumentState;
use shinglescope::screens::{compare::view as compare, document::view as document};
use shinglescope::settings::Settings;
use shinglescope::similarity::Bridging;
use shinglescope::text::{Disguise, Normaliser};
use shinglescope::typeset::figures::Glyphs;
use shinglescope::ui::theme::{Depth, Theme};

use crate::document_screen::fixture;
use crate::support::{Work, assert_contains, edited};

const HONEST: &str = "the tide comes in twice a day and leaves the sand as it was before";
const DISGUISED: &str = "the t\u{456}de com\u{200b}es in twice a day and leaves the sand as it was";

/// Symbols of reversed cells, row by row.
fn reversed(buffer: &Buffer) -> String {
    let cells = buffer.content().iter();
    let reversed = cells.filter(|cell| cell.modifier.contains(Modifier::REVERSED));
    reversed.map(|cell| cell.symbol()).collect()
}

fn compared(settings: &Settings) -> Comparison {
    let normaliser = Normaliser::new(&settings.normalisation).unwrap();
    let measured = |text: &str| {
        let (text, sketching) = (Arc::<str>::from(text), &settings.sketching);
        Measured::masked(text, &normaliser, sketching, |_, _| MaskedRanges::default())
    };
    let (left, right) = (measured(HONEST), measured(DISGUISED));
    let (left, right) = ((DocNo(0), &left), (DocNo(1), &right));
    views::comparison(left, right, settings, &Bridging::default())
}

#[test]
fn side_by_side_disguises_are_marked_and_the_score_is_shown_both_ways() {
    let plain = Settings::default();
    let mut folding = Settings::default();
    folding.normalisation.fold_confusables = true;
    for (settings, name, other) in [(&plain, "as seen", 1), (&folding, "as written", 0)] {
        let comparison = compared(settings);
        let folding = comparison.folding.unwrap();
        // 15 and 14 words, so 12 and 11 shingles. As written, the two with "tide" differ.
        let written = folding.written;
        assert_eq!((written.shared, written.union()), (9, 12 + 11 - 9));
        assert_eq!((folding.seen.shared, folding.seen.union()), (11, 12));
        let ways = [folding.written, folding.seen];
        assert_eq!(comparison.measures.overlap, ways[1 - other]);
        let figure = format!("{:.3}", ways[other].jaccard());
        let mut state = CompareState::new(DocNo(0), vec![DocNo(1)], 0);
        for (width, height) in [(80, 22), (120, 34), (200, 48), (60, 12)] {
            let area = Rect::new(0, 0, width, height);
            compare::fit(&mut state, area);
            state.set_comparison(Arc::new(comparison.clone()));
            compare::fit(&mut state, area);
            let theme = Theme::new(Depth::None, false);
            let buffer = fixture::drawn(area, theme, Glyphs::Unicode, |cx| {
                compare::draw(&state, &fixture::collection(), area, cx);
            });
            let buffer = &buffer;
            let screen = fixture::rows(buffer);
            assert!(screen.contains(name), "{width}x{height}\n{screen}");
            let shown = figure.trim_start_matches('0');
            assert_contains(&screen, shown);
            if height > 12 {
                assert!(screen.contains("2 disguises"), "{width}x{height}\n{screen}");
                // The strip above is reversed at the position of the viewport.
                let reversed = reversed(buffer);
                let marked = reversed.trim_start_matches('1');
                // The legend has a sample of a difference.
                let marked = marked.trim_end_matches("tinted");
                assert_eq!(marked, "t\u{456}dem\u{b7}", "\n{screen}");
            }
        }
    }
}

#[test]
fn a_document_says_how_it_is_disguised_and_where() {
    let mut view = fixture::view(1);
    let text = view.text.replacen("tide", "t\u{456}de", 1);
    view.disguise = Disguise::new(&text, Vec::new());
    view.text = text.into();
    for (width, height, message) in [
        (46, 22, "1 disguise"),
        (80, 22, "disguised: 1 word with letters of another script"),
        (120, 34, "disguised: 1 word with letters of another script"),
    ] {
        let mut state = DocumentState::new(DocNo(1));
        let area = Rect::new(0, 0, width, height);
        state.set_view(Arc::new(view.clone()));
        document::fit(&mut state, area);
        let theme = Theme::new(Depth::None, false);
        let buffer = fixture::drawn(area, theme, Glyphs::Unicode, |cx| {
            let (collection, clustering) = (fixture::collection(), fixture::clustering());
            document::draw(&state, &collection, (Some(&clustering), None), area, cx);
        });
        let buffer = &buffer;
        let screen = fixture::rows(buffer);
        assert!(screen.contains(message), "{width}x{height}\n{screen}");
        assert_contains(&screen, "not what it seems");
        assert!(reversed(buffer).contains("t\u{456}de"), "{screen}");
    }
}

#[test]
fn disguised_copies_are_listed_and_found_by_folding() {
    let work = Work::new();
    let text = edited(1, 200, 0);
    let every_third = |with: &dyn Fn(&str) -> String| {
        let word = |(i, word): (usize, &str)| match i % 3 {
            0 => with(word),
            _ => word.to_owned(),
        };
        let words: Vec<String> = text.split(' ').enumerate().map(word).collect();
        words.join(" ")
    };
    let cyrillic = |word: &str| word.replace('a', "\u{430}").replace('e', "\u{435}");
    let letters = every_third(&|word| cyrillic(word).replace('o', "\u{43e}"));
    let apart = |word: &str| {
        word.chars()
            .map(|c| format!("{c}\u{200b}"))
            .collect::<String>()
    };
    let invisible = every_third(&apart);
    let hidden = every_third(&|word| format!("{word}<span style='display:none'>xyz</span>"));
    let hidden = format!("<html><p>{hidden}");
    let honest = "A naïve café in Łódź, вода и λόγος, ten times told and not once disguised";
    work.write("original.txt", &text)
        .write("letters.txt", &letters)
        .write("invisible.txt", &invisible)
        .write("hidden.html", &hidden)
        .write("honest.txt", honest);
    let pairs = |how: &str| {
        let ran = work.ran(&format!(
            "pairs corpus --in-memory --quiet --format csv {how}"
        ));
        let ids = |row: &Vec<String>| [0, 1, 3].map(|column| row[column].clone());
        ran.rows().iter().map(ids).collect::<Vec<_>>()
    };
    // Invisible characters are always ignored; look-alike letters are not.
    let plain = ["invisible.txt", "original.txt", "1"].map(str::to_owned);
    assert_eq!(pairs(""), [plain]);
    let folded = pairs("--fold-confusables");
    assert_eq!(folded.len(), 6, "every two of the four: {folded:?}");
    let is_same = |pair: &[String; 3]| pair[2].parse::<f64>() == Ok(1.0);
    assert!(folded.iter().all(is_same), "{folded:?}");
    let ask = ["marks", "corpus", "--in-memory", "--format", "csv"];
    let ran = work.run(&ask);
    let folded = work.run(&[&ask[..], &["--fold-confusables"]].concat());
    assert_eq!(folded.out, ran.out);
    let mut marked: Vec<(String, Vec<u64>)> = ran
        .rows()
        .iter()
        .map(|row| {
            let counts = row[1..].iter().map(|cell| cell.parse().unwrap());
            (row[0].clone(), counts.collect())
        })
        .collect();
    marked.sort();
    let thirds = text.split(' ').count().div_ceil(3) as u64;
    let names: Vec<&str> = marked.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["hidden.html", "invisible.txt", "letters.txt"]);
    assert_eq!(marked[0].1[..], [0, 0, 0, 0, 0, thirds]);
    let [invisible, letters] = [&marked[1].1, &marked[2].1];
    assert!(
        invisible[0] > thirds && invisible[1..] == [0; 5],
        "{marked:?}"
    );
    // A word of a single letter has no script of its own, so the letter cannot be foreign to it.
    assert!(letters[2] >= 10 && letters[3..] == [0; 3], "{marked:?}");
    assert_contains(&ran.talk, "3 of 5 documents are disguised");
}
