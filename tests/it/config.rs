//! Config files: what they set, which setting takes precedence, and how their errors are reported.

use crate::support::{Ran, Work, args_of, assert_contains, assert_lacks};

/// Two documents of 40 words, one of which differs.
fn corpus() -> Work {
    let work = Work::new();
    let text: Vec<String> = (0..40).map(|i| format!("word{i}")).collect();
    let mut other = text.clone();
    other[20] = "edited".into();
    work.write("one.txt", text.join(" "));
    work.write("two.txt", other.join(" "));
    work
}

fn user_file(work: &Work, text: &str) {
    let folder = work.path().join("config/shinglescope");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), text).unwrap();
}

/// Exact Jaccard of the pair, as `pairs` prints it.
fn jaccard(work: &Work, more: &[&str]) -> String {
    let args = args_of("pairs corpus --in-memory -t 0.1 --format csv");
    let ran: Ran = work.run(&[&args[..], more].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    ran.rows()[0][3].clone()
}

#[test]
fn options_override_the_user_file_which_overrides_the_defaults() {
    let work = corpus();
    // With k, one changed word changes k of 41 - k shingles on either side.
    let of_k = |k: u32| (f64::from(41 - 2 * k) / f64::from(41)).to_string();
    assert_eq!(jaccard(&work, &[]), of_k(4));
    user_file(&work, "[settings]\nk = 3\n");
    assert_eq!(jaccard(&work, &[]), of_k(3));
    // A file in the corpus is ignored: it may come from somebody else.
    work.write(".shinglescope.toml", "[settings]\nk = 2\n");
    assert_eq!(jaccard(&work, &[]), of_k(3));
    assert_eq!(jaccard(&work, &["--k", "1"]), of_k(1));
    assert_eq!(jaccard(&work, &["--no-config"]), of_k(4));
    // The environment names a file that replaces the user file.
    std::fs::write(work.path().join("other.toml"), "[settings]\nk = 5\n").unwrap();
    let of_environment = |name: &str| {
        let mut program = work.program();
        program.env("SHINGLESCOPE_CONFIG", name);
        let shown = program.args(["config", "show"]).output();
        Ran::from_output(&shown.expect("the program runs"))
    };
    let shown = of_environment("other.toml");
    assert_contains(&shown.out, "k = 5  # other.toml");
    let missing = of_environment("missing.toml");
    assert_contains(&missing.talk, "missing.toml");
    assert_ne!(missing.status, Some(0));
    let shown = work.run(&["config", "show"]);
    let line = shown.out.lines().find(|line| line.starts_with("k = "));
    assert!(line.unwrap().starts_with("k = 3  # "), "{}", shown.out);
    assert!(shown.out.contains("threshold = 0.8  # default"));
}

#[test]
fn no_config_file_is_written() {
    let work = corpus();
    work.done(&["pairs", "corpus", "--in-memory"]);
    work.done(&["config", "show"]);
    assert!(!work.path().join("config").exists());
}

#[test]
fn errors_in_a_config_file_are_reported_with_a_remedy() {
    let work = corpus();
    user_file(&work, "[settings]\ntreshold = 0.7\n");
    let ran = work.run(&["pairs", "corpus", "--in-memory"]);
    assert_eq!(ran.status, Some(2));
    for part in ["config.toml", "the nearest is threshold", "--no-config"] {
        assert!(ran.talk.contains(part), "{part}: {}", ran.talk);
    }
    // `doctor` succeeds and reports the error.
    let ran = work.done(&["doctor", "corpus"]);
    assert_contains(&ran.out, "the nearest is threshold");
    let screens = |theme: &str| format!("[keys]\nsort = \"x\"\n[screens]\ntheme = \"{theme}\"\n");
    user_file(&work, &screens("papper"));
    let ran = work.run(&["config", "show"]);
    assert_eq!(ran.status, Some(1), "{}", ran.out);
    assert_contains(&ran.talk, "no theme is called papper");
    user_file(&work, &screens("paper"));
    work.done(&["config", "show"]);
}

#[test]
fn every_command_uses_the_config_file() {
    let work = Work::new();
    work.write("1.txt", "a b c d e").write("2.txt", "a b c d f");
    user_file(&work, "[settings]\nk = 1\nthreshold = 0.3\n");
    work.write("../query/q.txt", "a b c d e");
    for command in [
        &["pairs", "corpus"][..],
        &["pairs", "--new", "corpus"],
        &["clusters", "corpus", "--why", "1.txt", "2.txt"],
        &["compare", "1.txt", "2.txt", "--in", "corpus"],
        &["query", "query/q.txt", "--in", "corpus"],
    ] {
        let ran = work.run(&[command, &["--in-memory"]].concat());
        assert_eq!(ran.status, Some(0), "{command:?}: {}", ran.talk);
        // Four of six words, at k 1.
        assert!(ran.out.contains(".667"), "{command:?}: {}", ran.out);
    }
}

#[test]
fn a_purpose_in_the_file_sets_the_same_defaults_as_the_option() {
    let work = Work::new();
    let ten = |name: &str| -> String { (0..10).map(|i| format!("{name}{i} ")).collect() };
    work.write("1.txt", ten("a") + &ten("s"));
    work.write("2.txt", ten("s") + &ten("b"));
    let output = |file: &str, more: &[&str]| {
        std::fs::write(work.path().join("f.toml"), format!("[settings]\n{file}")).unwrap();
        let args = ["pairs", "corpus", "--in-memory", "--config", "f.toml"];
        let ran = work.done(&[&args[..], more].concat());
        ran.talk
    };
    let purpose = "for = \"copied-text\"\n";
    let own = "k = 5\nthreshold = 0.6\nfor = \"copied-text\"\n";
    for (file, more, expected) in [
        (
            "",
            &["--for", "copied-text"][..],
            "10 % or more of the sequences of 3 ",
        ),
        (purpose, &[], "10 % or more of the sequences of 3 "),
        (own, &[], "60 % or more of the sequences of 5 "),
        (
            purpose,
            &["--k=2", "-t.2"],
            "20 % or more of the sequences of 2 ",
        ),
    ] {
        assert_contains(&output(file, more), expected);
    }
    let shown = work.run(&["config", "show", "--no-config"]).out;
    assert_contains(&shown, "# k = 4  ");
    std::fs::write(work.path().join("f.toml"), format!("[settings]\n{purpose}")).unwrap();
    let shown = work.run(&["config", "show", "--config", "f.toml"]).out;
    assert_contains(&shown, "\nk = 3  # ");
    let jaccard = output(purpose, &["--for", "near-duplicates"]);
    assert_contains(&jaccard, "pair");
    assert_lacks(&jaccard, "of one text");
}

#[test]
fn options_are_combined_with_those_of_the_file() {
    let work = Work::new();
    work.write("1.txt", "a b c d e a b")
        .write("2.txt", "a b c d f");
    let file = "[settings]\nk = 1\nbag = true\ndrop-stopwords = [\"en\"]\nmethod = \"exact\"\n";
    user_file(&work, file);
    // Without "a": b, c, d, e, b against b, c, d, f.
    assert_eq!(jaccard(&work, &[]), "0.5");
    let plain = jaccard(&work, &["--no-config", "--k", "1"]);
    assert_eq!(plain, (4.0 / 6.0).to_string());
    // An option overrides an option of the file that implies it.
    std::fs::write(work.path().join("a.toml"), "[settings]\naltavista = true\n").unwrap();
    let line =
        "pairs corpus --in-memory --method super-shingles --set super-width=3 --config a.toml";
    assert_lacks(&work.ran(line).talk, "two of six");
    // `verify` checks all methods, whichever method the file names.
    let methods = |more: &[&str]| {
        let args = ["verify", "corpus", "--in-memory", "--format", "csv"];
        let ran = work.done(&[&args[..], more].concat());
        let lines = ran.out.lines().filter(|line| line.starts_with("method,"));
        lines.count()
    };
    assert_eq!(methods(&["--method", "lsh"]), 1);
    assert!(methods(&[]) > 8);
}

#[test]
fn no_control_character_of_a_config_file_reaches_the_terminal() {
    for text in [
        "[settings]\n\"\\u009b31m\\u202e\\rx\" = 1\n",
        "\"\\u009d0;x\\u0007\" = 1\n",
        "[\u{9b}31m\n# \u{202e}\r\n",
    ] {
        let work = corpus();
        user_file(&work, text);
        let ran = work.run(&["pairs", "corpus", "--in-memory"]);
        assert_eq!(ran.status, Some(2), "{text}: {}", ran.talk);
        let is_control = |c: &char| *c != '\n' && (c.is_control() || *c == '\u{202e}');
        let control = ran.talk.chars().find(is_control);
        assert_eq!(control, None, "{text}: {}", ran.talk);
    }
}

#[test]
fn the_default_file_and_the_list_of_themes_are_printed() {
    let work = Work::new();
    let default = work.run(&["config", "default"]);
    for part in "[settings]|# k = 4|# threshold = 0.8|# sort = [\"s\"]".split('|') {
        assert_contains(&default.out, part);
    }
    let themes = work.run(&["config", "themes"]);
    assert_eq!(themes.out.lines().count(), 8, "{}", themes.out);
    user_file(&work, "[screens]\ntheme = \"absent\"\n");
    let own = work.path().join("config/shinglescope/themes");
    std::fs::create_dir(&own).expect("a folder");
    std::fs::write(own.join("mine.toml"), "").expect("a file");
    // For every command, an unknown theme is an error of the file that names it.
    let ran = work.run(&["config", "show"]);
    assert_ne!(ran.status, Some(0), "{}", ran.out);
    assert_contains(&ran.talk, "no theme is called absent");
    assert_contains(&ran.talk, ", mine");
    std::fs::remove_file(work.path().join("config/shinglescope/config.toml")).expect("a file");
    let themes = work.run(&["config", "themes"]);
    assert_contains(&themes.out, "\nmine ");
}

#[test]
fn doctor_reports_version_terminal_and_index() {
    let work = corpus();
    let ran = work.done(&["doctor", "corpus"]);
    assert_contains(&ran.out, env!("CARGO_PKG_VERSION"));
    for part in "Program|Terminal|System|open files|not made yet".split('|') {
        assert_contains(&ran.out, part);
    }
    assert_eq!(work.run(&["index", "corpus"]).status, Some(0));
    let ran = work.run(&["doctor", "corpus"]);
    assert_contains(&ran.out, "whole");
    let long = work.run(&["--version"]);
    let short = work.run(&["-V"]);
    assert!(long.out.len() > short.out.len() && long.out.starts_with(short.out.trim()));
}

#[test]
fn the_log_file_has_what_was_done_and_no_text() {
    let work = Work::new();
    for (name, end) in [("a.txt", "dawn"), ("b.txt", "dusk")] {
        let text = "one unmistakable sentence about a heron on the weir at ".to_owned();
        work.write(name, text + end);
    }
    let corpus = work.corpus();
    work.done(&["-v", "pairs", corpus.to_str().unwrap(), "--threshold", ".3"]);
    let ran = work.run(&["pairs", "no-such-folder", "-vv"]);
    assert_eq!(ran.status, Some(1));
    let file = work.path().join("state/shinglescope/log.txt");
    let log = std::fs::read_to_string(&file).expect("it is written");
    let parts = "INFO|Pairs|exit status 0|ERROR|no-such-folder|exit status 1";
    for part in parts.split('|') {
        assert_contains(&log, part);
    }
    assert_lacks(&log, "heron");
    let doctor = work.run(&["doctor"]);
    assert_contains(&doctor.out, "log.txt");
    // `--in-memory` writes no file, so it allows no log.
    let ran = work.run(&["-v", "pairs", corpus.to_str().unwrap(), "--in-memory"]);
    assert_eq!(ran.status, Some(2), "{}", ran.talk);
}

#[test]
fn the_screens_start_without_a_config_file_that_has_an_error() {
    use crate::support::pty::Pty;
    let work = corpus();
    user_file(&work, "[settings]\nthreshhold = 0.5\n");
    let config = work.path().join("config");
    let environment = [("XDG_CONFIG_HOME", config.to_str().expect("Unicode"))];
    let mut pty = Pty::start(&["demo"], 120, 30, &environment);
    pty.sees(&["no config file is in use", "the nearest is threshold"]);
    pty.press("go").sees(&["no config file is in use"]);
    pty.press("\x03");
    assert!(pty.ended().success());
    // Commands fail, and so do screens with `--config`.
    let ran = work.run(&["pairs", "corpus", "--in-memory"]);
    assert_eq!(ran.status, Some(2), "{}", ran.talk);
    let file = config.join("shinglescope/config.toml");
    let named = ["demo", "--config", file.to_str().expect("Unicode")];
    let mut pty = Pty::start(&named, 120, 30, &[]);
    assert!(!pty.ended().success());
}
