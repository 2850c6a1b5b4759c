//! The table of promises in `docs/promises.md`: what is promised, which tests check it, and
//! their last results. `UPDATE_PROMISES=1 cargo test --test it promises` runs them and writes the
//! file.

mod registry;

use std::path::Path;
use std::process::Command;

use registry::{PROMISES, Promise};

use crate::support::SKIPPED;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    let path = root().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Rows of the tables in a Markdown text, as cells.
fn rows(markdown: &str) -> Vec<Vec<&str>> {
    let lines = markdown.lines().filter(|line| line.starts_with("| "));
    let cells = lines.map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect());
    cells.collect()
}

/// The cell with the number of passed and skipped tests of a promise.
fn result(passed: usize, skipped: usize, of: usize) -> String {
    match skipped {
        0 => format!("{passed} of {of} passed"),
        _ => format!("{passed} of {of} passed, {skipped} skipped"),
    }
}

fn named(test: &str) -> String {
    format!("`{test}`")
}

#[test]
fn every_test_that_is_named_is_there() {
    let list = Command::new(std::env::current_exe().unwrap())
        .args(["--list", "--format", "terse"])
        .output()
        .unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    let listed: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_suffix(": test"))
        .collect();
    for name in PROMISES.iter().flat_map(|promise| promise.held_by) {
        let there = match name.split_once("::") {
            Some(("it", test)) => listed.contains(&test),
            Some(("lib", test)) => is_beside_the_code(test),
            _ => false,
        };
        assert!(there, "there is no test {name}");
    }
}

/// Whether a file of this module, of either package, has a test of this name.
fn is_beside_the_code(test: &str) -> bool {
    let (module, name) = test.rsplit_once("::").unwrap_or_default();
    let module = module.replace("::", "/");
    // In the file of the code, or in one of tests, which may have parts.
    let beside = module.strip_suffix("/tests");
    let files = ["src", "core/src"].into_iter().flat_map(|src| {
        let paths = [Some(&*module), beside].into_iter().flatten();
        paths.map(move |path| root().join(src).join(format!("{path}.rs")))
    });
    let mut texts = files.filter_map(|file| std::fs::read_to_string(file).ok());
    texts.any(|text| text.contains(&format!("fn {name}(")))
}

#[test]
fn the_table_is_that_of_the_tests_and_all_of_them_passed() {
    let update = std::env::var_os("UPDATE_PROMISES").is_some();
    if update {
        std::fs::write(root().join("docs/promises.md"), table()).unwrap();
    }
    let text = read("docs/promises.md");
    let rows = rows(&text);
    assert!(PROMISES.len() <= 25, "a page of promises that one can read");
    assert_eq!(rows.len(), PROMISES.len() + 1);
    for (row, promise) in rows.iter().skip(1).zip(PROMISES) {
        let tests: Vec<String> = promise.held_by.iter().map(|test| named(test)).collect();
        let all = tests.len();
        assert_eq!(row[..2], [promise.says, &tests.join("<br>")]);
        assert_eq!(row[2], result(all, 0, all), "{}", promise.says);
    }
}

/// The document, from a run of all tests that check a promise.
fn table() -> String {
    let long = std::env::var_os("SHINGLESCOPE_LONG").is_some();
    let mut text = format!(
        "# Promises, and the tests that hold them\n\n\
         Written by `UPDATE_PROMISES=1 cargo test --test it promises`, which runs every test below; an ordinary\n\
         test fails where this page and the tests disagree. Last run: {}, version {}, {} on {}, {}.\n\n\
         | promise | held by | last result |\n|---|---|---|\n",
        today(),
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        if long {
            "the long form (`SHINGLESCOPE_LONG=1`, screens by a release build)"
        } else {
            "the ordinary form (`SHINGLESCOPE_LONG=1` runs the long one)"
        },
    );
    let ran = ran();
    for Promise { says, held_by } in PROMISES {
        let tests: Vec<String> = held_by.iter().map(|test| named(test)).collect();
        let among = |names: &[String]| {
            let has = |test: &&&str| names.iter().any(|name| name == *test);
            held_by.iter().filter(has).count()
        };
        let result = result(among(&ran.passed), among(&ran.skipped), held_by.len());
        text += &format!("| {says} | {} | {result} |\n", tests.join("<br>"));
    }
    text += "\n`it::` is a test in `tests/it`, `lib::` one beside the code. Not promised: shingles find copies, not paraphrases; a\n\
             similarity is evidence, not a verdict.\n";
    text
}

/// Names of the tests that passed, and of those that said that they were skipped.
#[derive(Default)]
struct Tests {
    passed: Vec<String>,
    skipped: Vec<String>,
}

/// Runs all tests that check a promise.
fn ran() -> Tests {
    let of = |kind: &str| -> Vec<&str> {
        let all = PROMISES.iter().flat_map(|promise| promise.held_by);
        let mut tests: Vec<&str> = all.filter_map(|test| test.strip_prefix(kind)).collect();
        tests.sort_unstable();
        tests.dedup();
        tests
    };
    let here = |tests: &[&str]| {
        let mut here = Command::new(std::env::current_exe().unwrap());
        here.arg("--exact").args(tests);
        here
    };
    // The latency measurement runs alone.
    let tests = of("it::");
    let timed = |test: &&str| test.starts_with("large::");
    let (timed, rest): (Vec<&str>, Vec<&str>) = tests.into_iter().partition(timed);
    let (mut timed, mut rest) = (here(&timed), here(&rest));
    let mut beside = Command::new(env!("CARGO"));
    beside
        .args([
            "test",
            "--quiet",
            "--lib",
            "--",
            "--exact",
            "--format=pretty",
        ])
        .args(of("lib::"));
    let mut ran = Tests::default();
    for (kind, command) in [
        ("it::", &mut timed),
        ("it::", &mut rest),
        ("lib::", &mut beside),
    ] {
        let output = command
            .env_remove("UPDATE_PROMISES")
            .current_dir(root())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let remarks = String::from_utf8_lossy(&output.stderr);
        let skipped = remarks.lines().filter_map(|line| {
            let (test, _) = line.strip_prefix(SKIPPED)?.split_once(": ")?;
            Some([kind, test].concat())
        });
        ran.skipped.extend(skipped);
        let tests = said.lines().filter_map(|line| {
            let line = line.strip_prefix("test ")?;
            let test = line.strip_suffix(" ... ok")?;
            Some([kind, test].concat())
        });
        let tests: Vec<String> = tests.filter(|test| !ran.skipped.contains(test)).collect();
        ran.passed.extend(tests);
        if !output.status.success() {
            eprintln!("{said}{}", String::from_utf8_lossy(&output.stderr));
        }
    }
    ran
}

/// Today's date, from the system's `date` command.
fn today() -> String {
    let date = Command::new("date")
        .args(["-u", "+%Y-%m-%d"])
        .output()
        .unwrap();
    String::from_utf8_lossy(&date.stdout).trim().to_owned()
}
