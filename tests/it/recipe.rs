//! Recipes: a result is made again and compared, and a recipe can neither write nor run anything else.

use crate::support::Work;
use crate::support::pty::Pty;

fn corpus() -> Work {
    let work = Work::new();
    let text: Vec<String> = (0..60).map(|i| format!("w{i}")).collect();
    let mut other = text.clone();
    other[30] = "x".into();
    work.write("a.txt", text.join(" "));
    work.write("b.txt", other.join(" "));
    work
}

const PAIRS: [&str; 6] = ["pairs", "corpus", "-t", "0.5", "--format", "csv"];

#[test]
fn a_result_is_made_again_byte_for_byte() {
    let work = corpus();
    let plain = work.run(&PAIRS);
    let recorded = work.run(&[&PAIRS[..], &["--recipe", "run.toml"]].concat());
    assert_eq!(recorded.status, Some(0), "{}", recorded.talk);
    assert_eq!(recorded.out, plain.out);
    let again = work.run(&["run", "run.toml"]);
    assert_eq!(again.status, Some(0), "{}", again.talk);
    assert_eq!(again.out, plain.out);
    assert!(again.talk.contains("the same result"), "{}", again.talk);
    let recipe = std::fs::read_to_string(work.path().join("run.toml")).unwrap();
    for part in [
        "version = ",
        "command = ",
        "xxh3 = ",
        "fingerprint = ",
        "folder = ",
    ] {
        assert!(recipe.contains(part), "{part}: {recipe}");
    }
    // It is made without config files in any case.
    let bare = ["--recipe", "bare.toml", "--no-config"];
    let recorded = work.run(&[&PAIRS[..], &bare].concat());
    assert_eq!(recorded.status, Some(0), "{}", recorded.talk);
    assert_eq!(recorded.out, plain.out);
    assert_eq!(work.run(&["run", "bare.toml"]).status, Some(0));
    // An existing recipe is left alone.
    let recorded = work.run(&[&PAIRS[..], &["--recipe", "run.toml"]].concat());
    assert_eq!(recorded.status, Some(1));
}

#[test]
fn another_corpus_gives_another_result_and_that_is_said() {
    let work = corpus();
    work.run(&[&PAIRS[..], &["--recipe", "run.toml"]].concat());
    work.write(
        "b.txt",
        "something else altogether, which shares nothing with the first",
    );
    let again = work.run(&["run", "run.toml"]);
    assert_eq!(again.status, Some(1));
    for part in ["another result", "the corpus is another"] {
        assert!(again.talk.contains(part), "{part}: {}", again.talk);
    }
}

#[test]
fn settings_of_config_files_are_in_the_recipe() {
    let work = corpus();
    let folder = work.path().join("config/shinglescope");
    std::fs::create_dir_all(&folder).unwrap();
    let config = folder.join("config.toml");
    std::fs::write(&config, "[settings]\nk = 2\n").unwrap();
    work.run(&[&PAIRS[..], &["--recipe", "run.toml"]].concat());
    let recipe = std::fs::read_to_string(work.path().join("run.toml")).unwrap();
    assert!(recipe.contains("--k=2"), "{recipe}");
    std::fs::remove_file(&config).unwrap();
    let again = work.run(&["run", "run.toml"]);
    assert_eq!(again.status, Some(0), "{}", again.talk);
}

#[test]
fn what_files_say_has_the_effect_that_it_has_without_a_recipe() {
    let work = corpus();
    let folder = work.path().join("config/shinglescope");
    std::fs::create_dir_all(&folder).unwrap();
    let config = folder.join("config.toml");
    let text = std::fs::read_to_string(work.corpus().join("a.txt")).unwrap();
    work.write("c.txt", text.to_uppercase());
    let page = format!("<nav>{text}</nav><main>{text} and more of it</main>");
    work.write("d.html", page);
    work.write(
        ".shinglescope.toml",
        "[settings]\nkeep-case = false\nbands = \"auto\"\ndrop-stopwords = []\n",
    );
    for (file, args) in [
        (
            "threshold = 0.6\nmeasure = \"containment\"\nmethod = \"lsh\"",
            &["sweep", "corpus", "--k", "2"][..],
        ),
        ("threshold = 0.6", &["pairs", "corpus", "-t", "0.2"]),
        (
            "modulus = 3\nsuper-width = 2\npassage = 9",
            &["pairs", "corpus"],
        ),
        ("modulus = 3", &["pairs", "corpus", "--method", "mod-p"]),
        (
            "bands = \"10x2\"",
            &["pairs", "corpus", "--method", "exact"],
        ),
        ("recall = 0.9", &["pairs", "corpus", "--method", "winnow"]),
        ("blocks = \"main\"", &["pairs", "corpus", "-t", "0.1"]),
        ("blocks = \"main\"", &["sweep", "corpus", "--k", "1"]),
        // The bands that would be shown for any method.
        ("recall = 0.5\nmethod = \"exact\"", &["tune", "corpus"]),
        (
            "bands = \"10x2\"",
            &[
                "why", "a.txt", "b.txt", "--in", "corpus", "--method", "exact",
            ],
        ),
        ("for = \"copied-text\"\nk = 5", &["pairs", "corpus"]),
        (
            "for = \"copied-text\"\nk = 5",
            &["compare", "corpus/a.txt", "corpus/b.txt"],
        ),
        (
            "for = \"copied-text\"",
            &["compare", "corpus/a.txt", "corpus/b.txt"],
        ),
        (
            "for = \"copied-text\"\nthreshold = 0.2",
            &["explain", "corpus/a.txt", "corpus/b.txt"],
        ),
        ("k = 1", &["pairs", "corpus", "--for", "copied-text"]),
        // What the file of the corpus takes back.
        (
            "keep-case = true\nbands = \"10x2\"\ndrop-stopwords = [\"en\"]",
            &["pairs", "corpus", "--method", "lsh"],
        ),
    ] {
        std::fs::write(&config, format!("[settings]\n{file}\n")).unwrap();
        let more = ["--in-memory", "--format", "csv"];
        let args = [args, &more].concat();
        let plain = work.run(&args);
        assert_eq!(plain.status, Some(0), "{args:?} {file}: {}", plain.talk);
        let recorded = work.run(&[&args[..], &["--recipe", "effect.toml"]].concat());
        assert_eq!(
            recorded.status,
            Some(0),
            "{args:?} {file}: {}",
            recorded.talk
        );
        assert_eq!(recorded.out, plain.out, "{args:?} {file}");
        std::fs::remove_file(work.path().join("effect.toml")).unwrap();
    }
}

#[test]
fn a_recipe_writes_and_runs_nothing_else() {
    let work = corpus();
    work.run(&[&PAIRS[..], &["--recipe", "run.toml"]].concat());
    let recipe = std::fs::read_to_string(work.path().join("run.toml")).unwrap();
    let with = |name: &str, from: &str, to: &str| {
        std::fs::write(work.path().join(name), recipe.replacen(from, to, 1)).unwrap();
        let ran = work.run(&["run", name]);
        assert_eq!(ran.status, Some(1), "{to}: {}", ran.talk);
        ran.talk
    };
    assert!(with("report.toml", "\"pairs\"", "\"report\"").contains("has no recipe"));
    assert!(
        with("meta.toml", "\"--format\"", "\"--meta=x\", \"--format\"")
            .contains("a recipe has no --meta")
    );
    assert!(with("log.toml", "\"--format\"", "\"-qv\", \"--format\"").contains("no --verbose"));
    assert!(with("new.toml", "version = \"0", "version = \"99").contains("which is older"));
    assert!(with("none.toml", "version", "wersion").contains("not a recipe"));
    for command in [
        &["keep", "corpus"][..],
        &["index", "corpus"],
        &["overlap", "corpus"],
        &["sweep", "corpus", "--k", "2", "--method", "lsh"],
        &["sweep", "corpus", "--k", "2", "--bits", "8,16"],
    ] {
        let ran = work.run(&[command, &["--recipe", "other.toml"]].concat());
        assert_eq!(ran.status, Some(1), "{command:?}");
        let why = ["has no recipe", "a recipe has no sweep of methods"];
        assert!(why.iter().any(|why| ran.talk.contains(why)), "{}", ran.talk);
    }
    assert!(!work.path().join("other.toml").exists());
    // No option has a recipe overwritten.
    std::fs::write(work.path().join("mine.toml"), "mine").unwrap();
    let ran = work.run(&["pairs", "corpus", "--recipe", "mine.toml"]);
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    let said = "mine.toml exists and was left as it is: give another name";
    assert!(ran.talk.contains(said), "{}", ran.talk);
    assert!(!ran.talk.contains("--force"), "{}", ran.talk);
}

#[test]
fn the_settings_of_the_tune_screen_become_a_recipe() {
    let work = corpus();
    let folder = work.path().to_str().unwrap().to_owned();
    let corpus = work.corpus();
    let corpus = corpus.to_str().unwrap();
    let words = [
        corpus,
        "--in-memory",
        "--k",
        "3",
        "--glob",
        "*.txt",
        "--threshold",
        "0.6",
    ];
    let mut pty = Pty::start(&words, 120, 36, &[]);
    pty.sees(&["Clusters 1", "done in"]);
    pty.press("T").sees(&["missed?"]);
    // Another threshold and another k than those of the command line.
    pty.press("-").sees(&["0.59"]);
    let file = format!("{folder}/run.toml");
    pty.press("n").sees(&["Name these settings", "recipe"]);
    pty.press("\x1b[B").press(&file).press("\r");
    pty.sees(&["shinglescope run"]);
    pty.press("\x11");
    assert!(pty.ended().success());
    let recipe = std::fs::read_to_string(&file).unwrap();
    for part in [
        "--k=3",
        "--threshold=0.59",
        "--glob=*.txt",
        "\"tune\"",
        "documents = 2",
    ] {
        assert!(recipe.contains(part), "{part}: {recipe}");
    }
    let ran = work.run(&["run", "run.toml"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    for part in ["no result to compare with", "the corpus is the same"] {
        assert!(ran.talk.contains(part), "{part}: {}", ran.talk);
    }
    let asked = ["tune", corpus, "--k", "3", "-t", "0.59", "--glob", "*.txt"];
    assert_eq!(ran.out, work.run(&asked).out);
    work.write("b.txt", "something else");
    let ran = work.run(&["run", "run.toml"]);
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert!(ran.talk.contains("the corpus is another"), "{}", ran.talk);
}

#[test]
fn what_tune_does_not_compute_has_no_recipe_of_its_screen() {
    let work = corpus();
    let folder = work.path().to_str().unwrap().to_owned();
    let corpus = work.corpus();
    let corpus = corpus.to_str().unwrap();
    let file = format!("{folder}/run.toml");
    for (options, why) in [
        (["--linkage", "complete"], "single linkage only"),
        (["--group-by", "1"], "every document with every other"),
    ] {
        let words = [&[corpus, "--in-memory", "-t", "0.6"][..], &options].concat();
        let mut pty = Pty::start(&words, 120, 36, &[]);
        pty.sees(&["done in"]);
        pty.press("T").sees(&["missed?"]);
        pty.press("n").sees(&["Name these settings", "recipe"]);
        pty.press("\x1b[B").press(&file).press("\r");
        pty.sees(&[why]);
        pty.press("\x11");
        assert!(pty.ended().success());
        assert!(!std::path::Path::new(&file).exists());
    }
}
