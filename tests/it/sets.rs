//! Sets of documents: new against an archive, groups whose pairs are excluded, and many queries. Each result is
//! compared with the filtered list of all pairs.

use std::collections::BTreeSet;

use crate::support::{Work, args_of, assert_contains, assert_lacks, edited, settle};

/// Folders `new` and `old`: edited copies, and the same text more than once in each.
fn work() -> Work {
    let work = Work::new();
    for (folder, author, text) in [
        ("new", "ida_1", edited(1, 80, 0)),
        ("new", "ida_2", edited(1, 80, 29)),
        ("new", "max_1", edited(1, 80, 17)),
        ("new", "max_2", edited(1, 80, 0)),
        ("new", "ulf_1", edited(2, 80, 0)),
        ("old", "ida_0", edited(1, 80, 0)),
        ("old", "eva_1", edited(1, 80, 0)),
        ("old", "eva_2", edited(2, 80, 29)),
        ("old", "kim_1", edited(3, 80, 0)),
        ("old", "kim_2", edited(3, 80, 0)),
    ] {
        let path = work.path().join(folder);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join(format!("{author}.txt")), text).unwrap();
    }
    settle();
    work
}

type Rows = BTreeSet<(String, String, String)>;

/// The rows of `pairs` with these arguments: a, b and shared.
fn pairs(work: &Work, arguments: &[&str]) -> Rows {
    let fixed = ["--threshold", ".5", "--format", "csv", "--in-memory"];
    let all: Vec<&str> = std::iter::once(&"pairs")
        .chain(arguments)
        .chain(&fixed)
        .copied()
        .collect();
    let ran = work.done(&all);
    let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        (row[0].to_owned(), row[1].to_owned(), row[6].to_owned())
    });
    rows.collect()
}

/// All pairs of both folders for whose ids `keep` is true.
fn filtered(work: &Work, keep: impl Fn(&str, &str) -> bool) -> Rows {
    let mut rows = pairs(work, &["old", "new"]);
    assert!(rows.len() > 15, "{rows:?}");
    rows.retain(|(a, b, _)| keep(a, b));
    rows
}

fn is_old(id: &str) -> bool {
    id.starts_with("old/")
}

fn author(id: &str) -> &str {
    let name = id.split('/').nth(1).unwrap();
    name.split('_').next().unwrap()
}

#[test]
fn saved_exclusions_of_a_folder_are_offered_if_it_is_the_archive() {
    use crate::support::pty::Pty;
    let work = work();
    let choice = |by: &str, mask: &str| {
        format!(
            "{{\"when\":\"2026-11-22T19:40:01Z\",\"by\":\"{by}\",\"on\":\"mask\",\"mask\":{mask},\"masked\":true}}\n"
        )
    };
    let phrase = edited(1, 80, 0)
        .split(' ')
        .take(20)
        .collect::<Vec<_>>()
        .join(" ");
    let source = "{\"source\":{\"source\":\"kim_1.txt\",\"document\":null}}";
    let journal = "{\"shinglescope\":\"review\",\"format\":1}\n".to_owned()
        + &choice("anna", &format!("{{\"phrase\":\"{phrase}\"}}"))
        + &choice("anna", source)
        + &choice("ida", "\"quotations\"");
    std::fs::write(work.path().join("old/review.jsonl"), journal).unwrap();
    let run = |more: &[&str]| {
        let ran = work.done(
            &[
                &["pairs", "--new", "new", "--archive", "old", "--in-memory"],
                more,
            ]
            .concat(),
        );
        ran.talk
    };
    let (own, of_ida) = (
        "2 exclusions in old are off here; to use them: --kept-masks apply",
        "1 exclusion by ida in old is off: `shinglescope review accept ida old`",
    );
    let talk = run(&[]);
    assert_contains(&talk, own);
    assert_contains(&talk, of_ida);
    assert_lacks(&talk, "excluded as");
    let talk = run(&["--kept-masks", "apply"]);
    assert_contains(&talk, "excluded as phrase");
    assert_contains(&talk, "excluded as template");
    assert!(!talk.contains(own) && talk.contains(of_ida), "{talk}");
    assert!(!run(&["--kept-masks", "skip"]).contains("off"));
    assert_eq!(work.ran("review accept ida old").status, Some(0));
    assert!(run(&[]).contains("3 exclusions in old are off here"));
    let path = |folder: &str| work.path().join(folder).to_str().unwrap().to_owned();
    let arguments = ["--new", &path("new"), "--archive", &path("old")];
    let data = path("data");
    let environment = [("XDG_DATA_HOME", &*data)];
    let mut pty = Pty::start(&arguments, 120, 36, &environment);
    pty.sees(&[
        "3 exclusions in",
        "excludes source: old/kim_1.txt",
        "excludes quotations",
    ]);
    pty.press("A").sees(&["excluded"]).quits();
    // The exclusions are now saved for both folders together.
    let mut pty = Pty::start(&arguments, 120, 36, &environment);
    pty.sees(&["Clusters", "excluded"]);
    assert_lacks(&pty.text(), "Off until");
    pty.quits();
}

#[test]
fn an_archive_is_compared_with_new_documents_only() {
    let work = work();
    let pairs_with = |more: &[&str]| {
        pairs(
            &work,
            &[&["--new", "new", "--archive", "old"], more].concat(),
        )
    };
    let not_both = |a: &str, b: &str| !(is_old(a) && is_old(b));
    assert_eq!(pairs_with(&[]), filtered(&work, not_both));
    let one = |a: &str, b: &str| is_old(a) != is_old(b);
    assert_eq!(pairs_with(&["--against=archive"]), filtered(&work, one));
    let none = |a: &str, b: &str| !is_old(a) && !is_old(b);
    assert_eq!(pairs_with(&["--against=new"]), filtered(&work, none));
    for method in ["exact", "lsh", "winnow"] {
        let by = pairs_with(&["--method", method, "--against=archive"]);
        assert_eq!(by, filtered(&work, one), "{method}");
    }
    work.ran("pairs --new new --archive old --in-memory --distinct")
        .fails(1, "not with --archive");
}

#[test]
fn pairs_within_a_group_are_excluded() {
    let work = work();
    let apart = |a: &str, b: &str| author(a) != author(b);
    let wanted = filtered(&work, apart);
    let both = ["old", "new"];
    let pattern = ["--group-by", r"/([a-z]+)_"];
    assert_eq!(pairs(&work, &[both, pattern].concat()), wanted);
    let ids = filtered(&work, |_, _| true);
    let ids: BTreeSet<&str> = ids.iter().flat_map(|(a, b, _)| [&**a, &**b]).collect();
    let rows: String = ids
        .iter()
        .map(|id| format!("{id},{}\n", author(id)))
        .collect();
    let table = work.path().join("groups.csv");
    std::fs::write(&table, format!("document,group\n{rows}nobody.txt,x\n")).unwrap();
    let got = pairs(&work, &[both, ["--group-by", "groups.csv"]].concat());
    assert_eq!(got, wanted);
    // The table with semicolons, as spreadsheets save it in some languages, and as their "Unicode text".
    std::fs::write(
        &table,
        format!("document;group\n{}", rows.replace(',', ";")),
    )
    .unwrap();
    assert_eq!(
        pairs(&work, &[both, ["--group-by", "groups.csv"]].concat()),
        wanted
    );
    let tabs = format!(
        "\u{feff}document\tgroup\n{}nobody.txt\tx\n",
        rows.replace(',', "\t")
    );
    let tabs: Vec<u8> = tabs.encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(work.path().join("groups.tsv"), tabs).unwrap();
    assert_eq!(
        pairs(&work, &[both, ["--group-by", "groups.tsv"]].concat()),
        wanted
    );
    let folders = filtered(&work, |a, b| is_old(a) != is_old(b));
    assert_eq!(pairs(&work, &[both, ["--group-by", "1"]].concat()), folders);
    // Groups and an archive together.
    let new = |a: &str, b: &str| apart(a, b) && !(is_old(a) && is_old(b));
    let arguments = [["--new", "new"], ["--archive", "old"], pattern].concat();
    assert_eq!(pairs(&work, &arguments), filtered(&work, new));
    let ran = work.ran("pairs old new --in-memory --group-by groups.tsv");
    assert_contains(&ran.talk, "\"nobody.txt\"");
}

#[test]
fn clusters_are_connected_only_by_compared_pairs() {
    let work = work();
    let ran = work.done(&args_of(
        "clusters --new new --archive old --in-memory --format csv --threshold .5",
    ));
    // The two copies in the archive alone are no cluster.
    assert_lacks(&ran.out, "kim_");
    assert_contains(&ran.out, "old/eva_1.txt");
    assert_contains(&ran.out, "old/eva_2.txt");
}

#[test]
fn the_index_of_an_archive_serves_other_new_documents() {
    let work = work();
    work.done(&args_of("index --new new --archive old --index index"));
    std::fs::rename(work.path().join("new"), work.path().join("newer")).unwrap();
    let second = work.done(&args_of("index --new newer --archive old --index index"));
    assert_contains(&second.talk, "5 documents read, 5 as they were");
    let from = |options: &[&str]| {
        let fixed = args_of("pairs --new newer --archive old --format csv --threshold .5");
        let ran = work.done(&[&fixed, options].concat());
        ran.out
    };
    assert_eq!(from(&["--index", "index"]), from(&["--in-memory"]));
}

#[test]
fn sets_that_contradict_each_other_are_refused() {
    let work = work();
    for (arguments, message) in [
        ("pairs --new new --archive new", "both"),
        ("pairs --new new/ida_1.txt --archive new", "both"),
        ("pairs --archive old", "--new PATH"),
        ("pairs new --group-by (", "regular expression"),
        ("pairs new --group-by (a{1000}){1000}", "regular expression"),
        ("pairs new --group-by 0", "1 or more"),
        ("pairs new --group-by gone.csv", "gone.csv"),
        (
            "verify new --archive old",
            "compares every document with every other",
        ),
    ] {
        work.run(&[args_of(arguments), vec!["--in-memory"]].concat())
            .fails(1, message);
    }
    let ran = work.ran("pairs new --against=new --in-memory");
    assert_eq!(ran.status, Some(2), "{}", ran.talk);
    // A link in the archive would count as one of its documents.
    let link = work.path().join("old/link.txt");
    std::os::unix::fs::symlink("../new/ida_1.txt", link).unwrap();
    work.ran("pairs old/link.txt --archive old --in-memory")
        .fails(1, "both");
}

#[test]
fn one_query_takes_many_texts() {
    let work = work();
    let query = |files: &[&str], more: &[&str]| {
        let fixed = ["--in", "old", "--in-memory", "--format", "csv"];
        let ran = work.done(&[&["query"], files, &fixed, more].concat());
        ran.out
    };
    let one = query(&["new/ida_2.txt"], &["-t", "50%"]);
    let other = query(&["new/ulf_1.txt"], &["-t", ".5"]);
    let both = query(&["new/ida_2.txt", "new/ulf_1.txt"], &["-t", "50%"]);
    let named = |name: &str, rows: &str| -> String {
        rows.lines()
            .skip(1)
            .map(|row| format!("{name},{row}\n"))
            .collect()
    };
    let header = one.lines().next().unwrap();
    assert!(
        one.lines().count() > 2 && other.lines().count() == 2,
        "{one}{other}"
    );
    let want = format!(
        "query,{header}\n{}{}",
        named("new/ida_2.txt", &one),
        named("new/ulf_1.txt", &other)
    );
    assert_eq!(both, want);
    // An excerpt is contained in a document, but not similar to it.
    let words = edited(1, 80, 0);
    let excerpt: Vec<&str> = words.split_whitespace().take(25).collect();
    std::fs::write(work.path().join("excerpt.txt"), excerpt.join(" ")).unwrap();
    let alike = query(&["excerpt.txt"], &["-t", "90%"]);
    assert_eq!(alike.lines().count(), 1, "{alike}");
    let contained = query(
        &["excerpt.txt"],
        &["-t", "90%", "--measure", "containment", "--passages"],
    );
    let mut reader = csv::Reader::from_reader(contained.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2, "{contained}");
    for row in &rows {
        let got = (&row[8], &row[9], &row[10]);
        assert_eq!(got, ("25", "25", "1"), "{contained}");
    }
}

#[test]
fn a_query_says_which_documents_may_be_neighbours() {
    let work = work();
    std::fs::write(work.path().join("asked.txt"), edited(1, 80, 41)).unwrap();
    for (more, which) in [
        (&[][..], "every document may be"),
        (
            &["--against=new"],
            "every document that is not of the archive may be",
        ),
        (
            &["--against=archive"],
            "every document of the archive may be",
        ),
    ] {
        let line = "query asked.txt --in new --archive old --threshold .3 --format csv --in-memory";
        let line: Vec<&str> = line.split(' ').chain(more.iter().copied()).collect();
        let ran = work.done(&line);
        assert_contains(&ran.talk, &format!("{which} a neighbour"));
        let has_old = ran.out.contains("old/");
        assert_eq!(has_old, more != ["--against=new"], "{}", ran.out);
        let has_new = ran.out.contains("new/");
        assert_eq!(has_new, more != ["--against=archive"], "{}", ran.out);
    }
}
