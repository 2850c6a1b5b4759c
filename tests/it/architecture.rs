//! Checks the dependencies in `src` by reading every path: a part uses only parts before it in the table, crates are
//! used only where they belong, and files do not use each other in a circle. Test-only items are excluded.

mod circles;
mod modules;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use modules::{Modules, Written};

/// Parts that every later part may use.
const EVERYWHERE: [&str; 2] = ["base", "settings"];

/// The parts in order, each with the other parts that it may use.
#[rustfmt::skip]
const PARTS: &[(&str, &str)] = &[
    ("base", ""),
    ("settings", ""),
    ("exit", ""),
    ("text", ""),
    ("corpus", "text"),
    ("synth", "text"),
    ("sketch", "text"),
    ("similarity", "text sketch"),
    ("index", "corpus text sketch similarity"),
    ("candidates", "text sketch index similarity"),
    ("cluster", "index similarity candidates"),
    ("mirrors", "corpus index similarity candidates"),
    ("mask", "text sketch index similarity candidates"),
    ("evidence", "corpus text sketch index similarity candidates mask"),
    ("figures", "index similarity cluster evidence"),
    ("overlap", "text index similarity candidates"),
    ("config", "sketch similarity candidates cluster mask evidence"),
    ("worker", "corpus text sketch index similarity candidates"),
    ("typeset", "similarity figures"),
    ("review", "corpus index mask"),
    ("filter", "text index similarity candidates cluster evidence figures review"),
    ("lab", "text synth sketch index similarity candidates mirrors cluster mask evidence"),
    ("plot", "sketch similarity candidates typeset lab"),
    ("lecture", "corpus text synth sketch similarity candidates cluster overlap plot typeset"),
    ("report", "figures typeset"),
    ("provenance", "index similarity config"),
    ("html_report", "corpus text index similarity candidates cluster mask evidence figures config review filter typeset lab plot report provenance"),
    ("engine", "corpus text sketch index similarity candidates mirrors cluster mask evidence figures config review filter lab plot lecture provenance html_report"),
    ("app", "corpus lecture sketch index similarity candidates mirrors cluster mask evidence figures config review filter typeset lab plot html_report engine"),
    ("ui", "corpus lecture index similarity candidates mirrors cluster mask evidence figures config review filter typeset lab plot engine app"),
    ("term", "exit engine app ui"),
    ("cli", "exit lecture corpus text synth sketch index similarity candidates mirrors cluster mask evidence figures overlap config review filter typeset lab plot report html_report provenance engine app ui term worker"),
    ("main", "term cli"),
];

/// Crates that only some modules may use.
const ONLY_IN: [(&str, &[&str]); 12] = [
    ("ratatui", &["ui", "term", "app"]),
    ("ratatui_textarea", &["ui", "app"]),
    ("crossterm", &["term"]),
    ("tantivy", &["index"]),
    ("std::thread", &["engine", "term", "index"]),
    (
        "std::fs",
        &["base", "corpus", "index", "cli", "term", "engine"],
    ),
    ("clap", &["cli", "report"]),
    ("rayon::ThreadPoolBuilder", &["engine"]),
    ("html5ever", &["corpus"]),
    ("minijinja", &["html_report"]),
    ("toml", &["engine", "ui", "cli"]),
    ("strsim", &["cli", "filter"]),
];

/// Every file of both packages: its path below `src` or `core/src`, and its text. Only the first `lib.rs` is
/// included, since both are the root of the paths.
fn files() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut read = files_below(&root.join("src"));
    let core = files_below(&root.join("core/src"));
    read.extend(core.into_iter().filter(|(path, _)| path != "lib.rs"));
    read
}

fn files_below(src: &Path) -> Vec<(PathBuf, String)> {
    let files = walkdir::WalkDir::new(src).sort_by_file_name();
    let files = files.into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.path().extension().is_some_and(|e| e == "rs"));
    let read = files.map(|entry| {
        let path = entry.path().strip_prefix(src).unwrap().to_owned();
        (path, std::fs::read_to_string(entry.path()).unwrap())
    });
    read.collect()
}

/// The modules of `src`, read once for all tests.
fn sources() -> &'static Modules {
    static ALL: LazyLock<Modules> = LazyLock::new(|| Modules::read(&files()));
    &ALL
}

/// The part that a path from the root belongs to: its first name; none for `lib.rs`. The drawing code of a screen
/// belongs to `ui`, its state and keys to `app`.
fn part_of(path: &[String]) -> Option<&str> {
    let first = path.first()?.as_str();
    Some(match (first, path.get(2).map(String::as_str)) {
        ("screens", Some("view")) => "ui",
        ("screens", _) => "app",
        _ => first,
    })
}

/// The part that a module belongs to.
fn part(all: &Modules, module: usize) -> Option<&str> {
    part_of(&all.modules[module].path)
}

fn path_of(all: &Modules, written: &Written) -> String {
    let file = &all.files[all.modules[written.module].file];
    format!("{}: {}", file.display(), written.path.join("::"))
}

/// The other parts that a part may use.
fn may_use(part: &str) -> Vec<&'static str> {
    let at = PARTS.iter().position(|(name, _)| *name == part);
    let before = PARTS[..at.unwrap_or(0)].iter().map(|(name, _)| *name);
    let everywhere = before.filter(|name| EVERYWHERE.contains(name));
    let own = at.map_or("", |at| PARTS[at].1).split_whitespace();
    everywhere.chain(own).collect()
}

/// The part that a path names by `crate::` or by enough `super::`.
fn named_part<'a>(all: &Modules, written: &'a Written) -> Option<&'a str> {
    let path = &written.path;
    let depth = all.modules[written.module].path.len();
    let above = match path.first()?.as_str() {
        "crate" | "shinglescope" => 1,
        "super" => path.iter().take_while(|name| *name == "super").count(),
        _ => return None,
    };
    let from_root = path[0] != "super" || above == depth;
    from_root.then(|| part_of(&path[above..]))?
}

#[test]
fn parts_use_only_those_before_them() {
    let all = sources();
    let mut wrong = Vec::new();
    for written in &all.written {
        let (Some(part), Some(used)) = (part(all, written.module), named_part(all, written)) else {
            continue;
        };
        if used != part && !may_use(part).contains(&used) {
            wrong.push(path_of(all, written));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_every_part_after_those_that_it_uses() {
    let all = sources();
    let parts = (0..all.modules.len()).filter_map(|module| part(all, module));
    let in_table = PARTS.iter().map(|(part, _)| *part);
    let parts = parts.collect::<BTreeSet<_>>();
    assert_eq!(parts, in_table.collect::<BTreeSet<_>>());
    for (at, (part, uses)) in PARTS.iter().enumerate() {
        for used in uses.split_whitespace() {
            let earlier = PARTS[..at].iter().any(|(name, _)| *name == used);
            assert!(
                earlier,
                "{part} uses {used}, which does not stand before it"
            );
        }
    }
}

#[test]
fn crates_are_named_only_where_they_belong() {
    let all = sources();
    let mut wrong = BTreeSet::new();
    for written in &all.written {
        let path = written.path.join("::");
        for (name, allowed) in ONLY_IN {
            let named = path.strip_prefix(name);
            let named = named.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
            let part = part(all, written.module);
            if named && part.is_some_and(|part| !allowed.contains(&part)) {
                wrong.insert(path_of(all, written));
            }
        }
    }
    let wrong: Vec<_> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_do_not_use_each_other_in_circles() {
    let all = sources();
    let edges = circles::uses(all);
    let mut wrong = Vec::new();
    for circle in circles::circles(&edges) {
        for file in &circle {
            let within = edges[*file].iter().filter(|(to, _)| circle.contains(to));
            let used =
                within.map(|(to, at)| format!("{} -> {:?}", path_of(all, at), all.files[*to]));
            wrong.extend(used);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Keys get their meaning in the command table: other files of the screens never match a key.
#[test]
fn key_codes_are_named_only_where_keys_are_read() {
    let all = sources();
    let codes = |written: &&Written| written.path.windows(2).any(|two| two == ["key", "Code"]);
    let named = all.written.iter().filter(codes);
    let files: BTreeSet<_> = named
        .map(|written| all.files[all.modules[written.module].file].as_path())
        .filter(|file| *file != Path::new("app/key.rs"))
        .collect();
    assert_eq!(Vec::from_iter(files), [Path::new("term/input.rs")]);
}

#[test]
fn every_file_begins_with_a_module_comment() {
    for (path, source) in files() {
        assert!(source.starts_with("//!"), "{path:?} does not open with //!");
    }
}
