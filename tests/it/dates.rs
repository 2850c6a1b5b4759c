//! Dates of documents: their origin, and the order of clusters and hits by date.

use shinglescope::app::{Action, update};
use shinglescope::base::Date;
use shinglescope::corpus::{DateSource, Dated};
use shinglescope::engine::Update;

use crate::keys::typed;
use crate::screens::picture;
use crate::support::{Work, args_of, assert_contains, edited, settle};
use crate::world::{self, World};

#[test]
fn clusters_by_date_list_the_oldest_first_and_name_the_origin_of_dates() {
    let work = Work::new();
    let file = |name: &str, head: &str| {
        let text = edited(1, 200, 0);
        std::fs::write(work.path().join(name), format!("{head}{text}")).unwrap();
    };
    std::fs::create_dir(work.path().join("texts")).unwrap();
    file("texts/a.md", "");
    file("texts/b.md", "---\ndate: 2020-05-01\n---\n");
    file("texts/c.md", "---\ndate: someday\n---\n");
    file("texts/d.md", "");
    let list = "id,date\nd.md,2019-12-31\ngone.md,2001-01-01\n";
    std::fs::write(work.path().join("dates.csv"), list).unwrap();
    settle();
    let fixed = ["--in-memory", "--dates", "dates.csv", "-t", "0.5"];
    let run = |more: &[&str]| {
        let all = [&["clusters", "texts"][..], more, &fixed].concat();
        work.done(&all)
    };
    let ran = run(&["--by-date", "--format", "json"]);
    assert_contains(&ran.talk, "gone.md");
    let rows = ran.json_rows();
    let field = |name: &str| -> Vec<String> {
        let field = |row: &serde_json::Value| row[name].as_str().unwrap_or("none").to_owned();
        rows.iter().map(field).collect()
    };
    assert_eq!(field("document"), ["d.md", "b.md", "a.md", "c.md"]);
    assert_eq!(field("date")[..2], ["2019-12-31", "2020-05-01"]);
    assert_eq!(field("date")[3], "none");
    let from = field("date_from");
    assert_eq!(from[..3], ["list", "front-matter", "file"]);
    assert!(from[3].contains("cannot be read"), "{from:?}");
    // The CSV has no date columns.
    let csv = run(&["--by-date", "--format", "csv"]).out;
    let header = "cluster,document,size,representative,min,mean,max";
    assert_eq!(csv.lines().next(), Some(header));
    assert!(csv.lines().nth(1).unwrap().starts_with("1,d.md,"), "{csv}");
    std::fs::write(work.path().join("dates.csv"), "id,date\na.md,soon\n").unwrap();
    let ran = work.run(&["clusters", "texts", "--dates", "dates.csv", "--in-memory"]);
    assert_eq!(ran.status, Some(1));
    assert_contains(&ran.talk, "line 2");
    assert_contains(&ran.talk, "soon");
}

/// The rows of the clusters of `corpus/t` by date. `options` selects the index.
fn by_date(work: &Work, options: &[&str]) -> Vec<serde_json::Value> {
    let line = "clusters corpus/t -t 0.2 --k 2 --set date-field=date --by-date --format json";
    work.done(&[&args_of(line), options].concat()).json_rows()
}

#[test]
fn the_origin_of_a_date_is_named_for_rows_too() {
    let work = Work::new();
    let table = "id,text,date\nx,a b c d e f,2019-01-02\ny,a b c d e g,\n";
    let row = "{\"text\": \"a b c d e h\", \"date\": \"2018-01-02\"}\n";
    work.write("t/a.csv", table).write("t/b.jsonl", row);
    let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\na b c d e i";
    let record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h/a\r\nWARC-Date: 2017-05-31T12:00:00Z\r\nContent-Length: {}\r\n\r\n{answer}\r\n\r\n",
        answer.len()
    );
    work.write("t/c.warc", &record);
    settle();
    let expected = [
        ("c.warc#http://h/a", "2017-05-31 12:00", "capture"),
        ("b.jsonl#1", "2018-01-02 00:00", "field"),
        ("a.csv#x", "2019-01-02 00:00", "field"),
    ];
    // Without an index, with a new index, from that index.
    for options in [&["--in-memory"][..], &["--index", "i"], &["--index", "i"]] {
        let rows = by_date(&work, options);
        assert_eq!(rows.len(), 4);
        for (row, (document, date, from)) in rows.iter().zip(expected) {
            assert_eq!(row["document"], document);
            assert_eq!(row["date"], date, "{document}");
            assert_eq!(row["date_from"], from, "{document}");
        }
        // A row whose date column is empty does not get the date of the file.
        let last = ["document", "date", "date_from"].map(|name| rows[3][name].as_str());
        assert_eq!(last, [Some("a.csv#y"), None, None]);
    }
}

#[test]
fn unreadable_dates_in_front_matter_are_reported() {
    let work = Work::new();
    let text = "the harbour was quiet in the morning and gulls sat";
    for (name, date) in [("a", "1.5.2024"), ("b", "2.5.2024"), ("c", "2024-02-01")] {
        let text = format!("---\ndate: {date}\n---\n{text}\n");
        work.write(&format!("{name}.md"), text);
    }
    let message = "2 documents have front matter whose date cannot be read, and come last";
    for command in [&["clusters", "--by-date"][..], &["keep", "--by", "newest"]] {
        let ran = work.done(&[command, &["corpus", "--in-memory", "-t", "0.2"]].concat());
        assert_contains(&ran.talk, message);
    }
}

/// The kept documents among the rows of `keep`.
fn kept_of(rows: &[Vec<String>]) -> Vec<&str> {
    let kept = rows.iter().filter(|row| row[1] == "kept");
    kept.map(|row| &*row[0]).collect()
}

#[test]
fn times_within_one_second_are_distinguished() {
    let work = Work::new();
    let text = "the harbour was quiet in the morning and gulls sat";
    let times = [
        ("a", "2024-12-28T00:59:30Z"),
        ("b", "2024-12-28T00:59:30.250Z"),
        ("c", "2024-12-28T00:59:30.125Z"),
        ("d", "1965-03-01T10:00:00.5Z"),
        ("e", "1965-03-01T10:00:00.25Z"),
    ];
    let lines = times
        .map(|(id, date)| format!("{{\"id\":\"{id}\",\"date\":\"{date}\",\"text\":\"{text}\"}}\n"));
    work.write("c.jsonl", lines.concat());
    let rows_of = |command: &[&str]| {
        let args = ["corpus/c.jsonl", "--in-memory", "--format", "csv"];
        let ran = work.done(&[command, &args[..], &["--set", "date-field=date"]].concat());
        ran.rows()
    };
    let kept = rows_of(&["keep", "--by", "newest"]);
    assert_eq!(kept_of(&kept), ["c.jsonl#b"]);
    let rows = rows_of(&["clusters", "--by-date"]);
    let column = |row: &Vec<String>| row.iter().find(|cell| cell.contains("jsonl#")).cloned();
    let order: Vec<String> = rows.iter().filter_map(column).collect();
    let want = ["e", "d", "a", "c", "b"].map(|id| format!("c.jsonl#{id}"));
    assert_eq!(order, want);
}

#[test]
fn rows_without_a_date_come_last_and_are_reported() {
    let work = Work::new();
    let text = "the harbour was quiet in the morning and gulls sat";
    let rows = [
        ("old", r#""2019-01-01""#),
        ("new", r#""2024-06-01""#),
        ("undated", "null"),
        ("other", r#""02.05.2021""#),
    ];
    let lines =
        rows.map(|(id, date)| format!("{{\"id\":\"{id}\",\"date\":{date},\"text\":\"{text}\"}}\n"));
    work.write("c.jsonl", lines.concat());
    let table = rows.map(|(id, date)| {
        let date = if date == "null" { "" } else { date };
        format!("{id},{date},{text}\n")
    });
    work.write("d/c.csv", "id,date,text\n".to_owned() + &table.concat());
    for corpus in ["corpus/c.jsonl --set date-field=date", "corpus/d"] {
        let line = format!("keep --by newest --in-memory --format csv {corpus}");
        let ran = work.ran_well(&line);
        let rows = ran.rows();
        let kept = kept_of(&rows);
        assert_eq!(kept.len(), 1, "{}", ran.out);
        assert!(kept[0].ends_with("#new"), "{kept:?}");
        let message = "2 rows have no date with a day (ISO 8601) in the date column, and come last";
        assert_contains(&ran.talk, message);
    }
    // Dates include the first day of 1970 and days outside the range of nanosecond timestamps.
    let rows =
        ["a,1970-01-01", "b,1600-01-01", "c,9999-12-31"].map(|row| format!("{row},{text}\n"));
    work.write("o/c.csv", "id,date,text\n".to_owned() + &rows.concat());
    let ran = work.ran("clusters corpus/o --by-date --in-memory --format json");
    let rows = ran.json_rows();
    let dates: Vec<&str> = rows.iter().filter_map(|row| row["date"].as_str()).collect();
    let days = ["1600-01-01", "1970-01-01", "9999-12-31"].map(|day| format!("{day} 00:00"));
    assert_eq!(dates, days, "{}", ran.talk);
}

#[test]
fn a_key_toggles_the_order_of_hits_by_date_and_keeps_the_cursor_on_its_hit() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    typed(&world, &mut app, "/ t i Enter j");
    let hits = app.search.documents();
    let selected = app.search.selected();
    assert!(hits.len() > 2 && selected == Some(hits[1]));
    // The less relevant a hit is, the older it is. The first has no date.
    let day = |n: usize| Date::parse(&format!("{}-01-28", 2024 - n)).unwrap();
    let dated = hits.iter().enumerate().map(|(n, doc)| match n {
        0 => (*doc, Dated::Unknown),
        n => (*doc, Dated::On(day(n), DateSource::FrontMatter)),
    });
    update(&mut app, Action::Engine(Update::Dates(dated.collect())));
    typed(&world, &mut app, "s");
    let wanted: Vec<_> = hits[1..].iter().rev().chain(&hits[..1]).copied().collect();
    assert_eq!(app.search.documents(), wanted);
    assert_eq!(app.search.selected(), selected);
    typed(&world, &mut app, "Home");
    let screen = picture(&mut app);
    assert_contains(&screen, &day(hits.len() - 1).to_string());
    typed(&world, &mut app, "s");
    assert_eq!(app.search.documents(), hits);
    assert_eq!(app.search.selected(), Some(wanted[0]));
}
