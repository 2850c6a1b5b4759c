//! The table of promises in `docs/promises.md`: what is promised, and which tests check it.
//! `UPDATE_PROMISES=1 cargo test --test it promises` writes the page.

mod registry;

use std::path::Path;
use std::process::Command;

use registry::{PROMISES, Promise};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The cell with the modules of the tests of a promise, each once: the first two names of their paths.
fn modules(promise: &Promise) -> String {
    let mut modules: Vec<String> = Vec::new();
    for test in promise.held_by {
        let names: Vec<&str> = test.split("::").take(2).collect();
        let module = format!("`{}`", names.join("::"));
        if !modules.contains(&module) {
            modules.push(module);
        }
    }
    modules.join(", ")
}

#[test]
fn every_named_test_exists() {
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
    // The tests are in the file of the code, or in a file of their own below it.
    let beside = module.strip_suffix("/tests");
    let files = ["src", "core/src"].into_iter().flat_map(|src| {
        let paths = [Some(&*module), beside].into_iter().flatten();
        paths.map(move |path| root().join(src).join(format!("{path}.rs")))
    });
    let mut texts = files.filter_map(|file| std::fs::read_to_string(file).ok());
    texts.any(|text| text.contains(&format!("fn {name}(")))
}

#[test]
fn the_page_is_made_of_the_table_of_promises() {
    let path = root().join("docs/promises.md");
    let rows = PROMISES.iter().map(|promise| {
        let tests = promise.held_by.len();
        format!("| {} | {} | {tests} |\n", promise.says, modules(promise))
    });
    let page = format!(
        "# Promises, and the tests that hold them\n\n\
         Made of `tests/it/promises/registry.rs`, which names every test, by `UPDATE_PROMISES=1 cargo test --test it promises`. `it::`\n\
         is a module of `tests/it`, `lib::` a module of unit tests. CI runs all of them on each change.\n\n\
         | promise | held by | tests |\n|---|---|---|\n{}\n\
         Not promised: shingles find copies, not paraphrases; a similarity is evidence, not a verdict.\n",
        rows.collect::<String>(),
    );
    if std::env::var_os("UPDATE_PROMISES").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert!(PROMISES.len() <= 25, "a page of promises that one can read");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
}
