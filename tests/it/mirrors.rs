//! Mirrors: the command `mirrors`, planted mirrors, crawls, and the screen.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use shinglescope::app::{Effect, Screen};
use shinglescope::engine::Request;

use crate::keys::typed;
use crate::support::{Work, args_of, assert_contains, edited, words};
use crate::world::{self, World};

const HEADER: &str = "left,right,both,left_only,right_only,identical,near,changed,moved,share";

/// A text that is different for each number.
fn text(number: u64) -> String {
    words(1_000 + 200 * number, 120).join(" ")
}

/// Two trees of ten pages, of which one page differs, one is missing and one has moved.
fn two_trees(work: &Work) {
    for page in 0..10 {
        work.write(&format!("one/docs/p{page}.html"), text(page));
        let (path, own) = match page {
            0 => ("two/docs/p0.html".to_owned(), text(50)),
            1 => continue,
            2 => ("two/docs/elsewhere/q.html".to_owned(), text(2)),
            _ => (format!("two/docs/P{page}.md"), text(page)),
        };
        work.write(&path, &own);
    }
}

#[test]
fn pages_are_recognised_under_the_names_that_mirroring_tools_give_them() {
    let work = Work::new();
    let page = "<!DOCTYPE html>\n<html><head><script>var hidden = 1;</script></head>\
                <body><p>one two three four five six</p></body></html>";
    let names =
        args_of("page?id=3 index.html?C=N;O=D a.htm.1 index.html.orig page.aspx b.php page.doc");
    for name in &names {
        work.write(name, page);
    }
    // No pages: a `.txt` file with HTML, and a PHP program.
    let program = page.replace("one", "<?php echo 1 ?>");
    work.write("about.txt", page).write("c.php", program);
    let ran = work.ran("clusters corpus --in-memory --quiet -t 1 --format csv");
    let rows = ran.rows();
    let mut together: Vec<&str> = rows.iter().map(|row| &*row[1]).collect();
    together.sort_unstable();
    let mut names = names;
    names.sort_unstable();
    assert_eq!(together, names);
}

#[test]
fn the_figures_of_two_trees() {
    let work = Work::new();
    two_trees(&work);
    let run = ["mirrors", "corpus", "--in-memory", "--format", "csv"];
    let ran = work.done(&run);
    // 7 of 10 documents are the same at the same path. The 10 include p1, and the moved document once.
    assert_eq!(ran.out, format!("{HEADER}\none,two,8,2,1,7,0,1,1,0.7\n"));
    let as_written = work.run(&[&run[..], &["--as-written"]].concat());
    assert_eq!(as_written.out, format!("{HEADER}\n"), "{}", as_written.talk);
    let strict = work.run(&[&run[..], &["--min-share", "0.71"]].concat());
    assert_eq!(strict.out, format!("{HEADER}\n"));
    let large = work.run(&[&run[..], &["--min-documents", "10"]].concat());
    assert_eq!(large.out, format!("{HEADER}\n"));
    let json = work.run(&["mirrors", "corpus", "--in-memory", "--format", "json"]);
    let rows = json.json_rows();
    assert_eq!(rows[0]["level"], 4);
    assert_eq!(rows[0]["moved"], 1);
}

#[test]
fn invalid_numbers_are_usage_errors() {
    let work = Work::new();
    work.write("a.txt", "a text");
    for wrong in [
        ["--min-documents", "0"],
        ["--min-share", "0"],
        ["--min-share", "1.5"],
    ] {
        let ran = work.run(&[&["mirrors", "corpus"], &wrong[..]].concat());
        assert_eq!(ran.status, Some(2), "{wrong:?}: {}", ran.talk);
    }
}

#[test]
fn planted_mirrors_are_found_and_nothing_else() {
    let work = Work::new();
    work.ran_well("synth --mirrors --documents 4320 --words 120 --out m.jsonl --truth truth.csv");
    let truth = std::fs::read_to_string(work.path().join("truth.csv")).unwrap();
    let copies = truth.lines().filter(|row| row.ends_with(",true"));
    let pair = |row: &str| BTreeSet::from_iter(row.split(',').take(2).map(str::to_owned));
    let copies: BTreeSet<_> = copies.map(pair).collect();
    let ran = work.done(&args_of("mirrors m.jsonl --in-memory --format csv"));
    let listed: BTreeSet<_> = ran.out.lines().skip(1).map(pair).collect();
    assert!(listed.is_subset(&copies), "{}", ran.out);
    assert!(listed.len() * 100 >= copies.len() * 98, "{}", ran.out);
}

/// A page of a crawl as a record.
fn record(url: &str, body: &str) -> String {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{body}</p>");
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-05-31T12:00:00Z\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    )
}

#[test]
fn a_crawl_is_read_with_urls_as_ids_and_hosts_as_trees() {
    let work = Work::new();
    let mut crawl =
        "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 4\r\n\r\nx: y\r\n\r\n".to_owned();
    for page in 0..6 {
        let one = format!("http://www.one.org:80/a/{page}.html?y=2&x=1");
        let two = format!("https://two.org/a/{page}?sid=77&x=1&y=2");
        crawl += &[one, two].map(|url| record(&url, &text(page))).concat();
    }
    crawl += &record("http://bad host/", &text(90));
    work.write("crawl.warc", &crawl);
    let ran = work.run(&["mirrors", "corpus", "--in-memory", "--format", "csv"]);
    let row = "crawl.warc#one.org,crawl.warc#two.org,6,0,0,6,0,0,0,1";
    assert_eq!(ran.out, format!("{HEADER}\n{row}\n"), "{}", ran.talk);
    let id = "crawl.warc#http://www.one.org:80/a/3.html?y=2&x=1";
    let other = "crawl.warc#https://two.org/a/3?sid=77&x=1&y=2";
    // `compare` reads single records again.
    work.ran_well(&format!(
        "compare {id} {other} --in corpus --in-memory --format json"
    ));
}

#[test]
fn strict_accepts_http_errors_and_images_in_a_crawl_but_no_damage() {
    let work = Work::new();
    let (page, gone) = (record("http://h/a", &text(1)), record("http://h/b", "x"));
    let gone = gone.replace("200 OK", "404 No");
    let image = record("http://h/c", "x").replace("text/html", "image/png");
    let crawl = [&*page, &gone, &image, &record("http://h/d", &text(2))].concat();
    work.write("crawl.warc", &crawl);
    work.done(&args_of("pairs corpus --in-memory --strict --format csv"));
    let skipped = work.run(&["skipped", "corpus", "--in-memory", "--format", "csv"]);
    assert_contains(&skipped.out, "HTTP status 404");
    assert_contains(&skipped.out, "content type image/png");
    // If a request is longer than the file, the records after it are reported as not read.
    let request = "WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 999999\r\n\r\nGET /";
    let behind = record("http://h/e", &text(1));
    work.write("crawl.warc", [&page, request, "\r\n\r\n", &behind].concat());
    let ran = work.ran("pairs corpus --in-memory --strict --format csv");
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    let skipped = work.run(&["skipped", "corpus", "--in-memory"]);
    for message in ["the record ends early", "was not read"] {
        assert_contains(&skipped.out, message);
    }
}

#[test]
fn skipped_records_of_a_crawl_stay_listed_when_it_is_not_read_again() {
    let work = Work::new();
    let image = record("http://h/c", "x").replace("text/html", "image/png");
    work.write("crawl.warc", record("http://h/a", &text(1)) + &image);
    for _ in 0..2 {
        let ran = work.run(&["skipped", "corpus", "--format", "csv"]);
        assert_contains(&ran.out, "content type image/png");
        assert_eq!(work.run(&["index", "corpus"]).status, Some(0));
    }
}

#[test]
fn sets_of_documents_are_refused_rather_than_counted_as_changed() {
    let work = Work::new();
    two_trees(&work);
    for sets in [["--group-by", "^(.)"], ["--archive", "corpus/one"]] {
        let ran = work.run(&[&["mirrors", "corpus", "--in-memory"], &sets[..]].concat());
        assert_eq!(ran.status, Some(1), "{}", ran.talk);
        assert_contains(&ran.talk, "compares every document with every other");
        assert!(ran.out.is_empty(), "{}", ran.out);
    }
}

#[test]
fn two_thousand_directories_of_one_file_and_invalid_urls_are_no_mirrors() {
    let work = Work::new();
    let mut rows = String::new();
    for n in 0..2_000 {
        let id = match n % 4 {
            0 => format!("http://[h{n}/a"),
            1 => format!("http://h {n}:99999999/a"),
            _ => format!("d{n}/a.html"),
        };
        let row = serde_json::json!({"id": id, "text": text(n % 3)});
        writeln!(rows, "{row}").unwrap();
    }
    work.write("ids.jsonl", &rows);
    let ran = work.ran_well("mirrors corpus --in-memory --format csv");
    assert_eq!(ran.out, format!("{HEADER}\n"), "{}", ran.talk);
}

#[test]
fn the_screen_asks_once_and_shows_two_trees() {
    let world = World::mirrored();
    let mut app = world::app(&world, (120, 36));
    typed(&world, &mut app, "g m");
    assert_eq!(app.screen(), Screen::Mirrors);
    assert_eq!(app.mirrors.rows(), 1);
    let effects = typed(&world, &mut app, "Esc g m");
    let asks = |effect: &Effect| matches!(effect, Effect::Ask(Request::Mirrors));
    assert!(!effects.iter().any(asks), "the list is not requested again");
    typed(&world, &mut app, "Enter");
    let all = app.mirrors.trees.as_ref().expect("two trees").shown.len();
    typed(&world, &mut app, "m");
    let differ = app.mirrors.trees.as_ref().expect("two trees").shown.len();
    assert!(differ < all, "{differ} of {all}");
    typed(&world, &mut app, "m G Enter");
    assert!(matches!(app.screen(), Screen::Compare | Screen::Document));
    typed(&world, &mut app, "q q");
    assert_eq!(app.screen(), Screen::Mirrors);
    assert!(app.mirrors.trees.is_none());
    typed(&world, &mut app, "q");
    assert_eq!(app.screen(), Screen::Clusters);
}

#[test]
fn screens_of_mirrors() {
    let world = World::mirrored();
    for (name, keys) in [("mirrors", "F"), ("mirror_trees", "F Enter Down")] {
        let mut app = world::app(&world, (120, 36));
        typed(&world, &mut app, keys);
        let (buffer, _) = crate::screens::draw(&mut app, crate::screens::colours());
        insta::assert_snapshot!(name, crate::screens::text(&buffer));
    }
}

#[test]
fn the_latest_dates_of_two_trees_come_from_a_file_of_dates() {
    let work = Work::new();
    let mut list = String::from("id,date\n");
    for at in 0..6 {
        for (name, year) in [("l", 2025), ("r", 2020)] {
            work.write(&format!("{name}/p{at}.txt"), edited(at, 80, 0));
            list += &format!("{name}/p{at}.txt,{year}-05-0{}\n", at + 1);
        }
    }
    let dates = work.path().join("dates.csv");
    std::fs::write(&dates, &list).unwrap();
    let args = args_of("mirrors corpus --in-memory --format json --dates");
    let ran = work.done(&[&args[..], &[dates.to_str().unwrap()]].concat());
    let rows = ran.json_rows();
    assert_eq!(rows[0]["latest_left"], "2025-05-06");
    assert_eq!(rows[0]["latest_right"], "2020-05-06");
}
