//! Recipes: what a result was made with, so that the same command can be run again and the two be compared.
//!
//! The command runs in a process of this program; its standard output passes through and is counted and hashed.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use xxhash_rust::xxh3::Xxh3;

use super::config_file::ConfigFile;
use super::words::{given_by_files, is_given, takes_files, with_purpose};
use crate::base::version;
use crate::candidates::Method;
use crate::config::table;
use crate::engine::cancel::Cancel;
use crate::engine::new_file::NewFile;
use crate::engine::recipe::{Printed, Recipe, RecipeCorpus};
use crate::term::forward::Forwarding;

/// Commands whose results are the same each time and that write no file. Others have no recipe, so that one from
/// somebody else can neither write nor run anything.
const COMMANDS: [&str; 13] = [
    "pairs", "passages", "clusters", "blocks", "sources", "why", "compare", "explain", "query",
    "tune", "sweep", "marks", "mirrors",
];

/// Commands that say what corpus they read.
const DESCRIBED: [&str; 11] = [
    "pairs", "passages", "clusters", "blocks", "sources", "why", "query", "tune", "sweep", "marks",
    "mirrors",
];

/// Commands that show what the bands of LSH do, whatever the method.
const SHOW_BANDS: [&str; 2] = ["tune", "why"];

/// Options that write files, or name what a recipe does not hold.
const REFUSED: [&str; 9] = [
    "--svg",
    "--out",
    "--force",
    "--resume",
    "--scratch",
    "--meta",
    "--index",
    "--config",
    "--recipe",
];

/// Runs a command line that names a recipe with `--recipe`, and writes the recipe; returns the exit status.
///
/// # Errors
/// A command without recipe; the file exists; errors of the system.
pub fn record(words: &[OsString], configs: &[ConfigFile], file: &Path) -> anyhow::Result<i32> {
    let command = command(words, configs)?;
    check(&command)?;
    crate::engine::new_file::check_new("--recipe", file)?;
    let recipe = Recipe::of(command)?;
    let (result, corpus) = run(&recipe.command, &recipe.folder, &Cancel::default())?;
    let status = result.status;
    if status == 0 {
        let recipe = Recipe {
            result: Some(result),
            corpus,
            ..recipe
        };
        let mut out = NewFile::begin(file, false)?;
        let written = recipe.write(&mut out);
        written.with_context(|| file.display().to_string())?;
        out.finish()?;
    }
    Ok(status)
}

/// Reads the recipe of a command that has one.
///
/// # Errors
/// A recipe that cannot be read or is of another kind.
pub fn read(file: &Path) -> anyhow::Result<Recipe> {
    let recipe = Recipe::read(file).with_context(|| file.display().to_string())?;
    check(&recipe.command).with_context(|| file.display().to_string())?;
    Ok(recipe)
}

/// Runs the command of a recipe again, in another folder if one is given; its result goes to standard output. A
/// sentence on how it compares, and whether it is the same.
///
/// # Errors
/// The folder is not there; a cancellation; errors of the system.
pub fn repeat(
    recipe: &Recipe,
    folder: Option<&Path>,
    cancel: &Cancel,
) -> anyhow::Result<(bool, String)> {
    let folder = folder.unwrap_or(&recipe.folder);
    ensure!(
        folder.is_dir(),
        "the folder {} of the recipe is not here; --in DIR names another",
        folder.display()
    );
    let (result, corpus) = run(&recipe.command, folder, cancel)?;
    // What was ended is no other result.
    cancel.check()?;
    let mut said = Vec::new();
    let same_corpus = corpus == recipe.corpus;
    let is_same = match &recipe.result {
        Some(before) => result == *before,
        None => result.status == 0 && same_corpus,
    };
    match &recipe.result {
        Some(before) if is_same => said.push(format!(
            "the same result: {} bytes, xxh3 {}",
            before.bytes, before.xxh3
        )),
        Some(before) => said.push(format!(
            "another result: {} bytes, xxh3 {}, status {}, where the recipe has {} bytes, xxh3 {}, status {}",
            result.bytes, result.xxh3, result.status, before.bytes, before.xxh3, before.status,
        )),
        None => said.push(format!(
            "{} bytes, xxh3 {}; the recipe has settings and no result to compare with",
            result.bytes, result.xxh3
        )),
    }
    if !is_same || recipe.result.is_none() {
        match (&corpus, &recipe.corpus) {
            (Some(now), Some(then)) if now != then => said.push(format!(
                "the corpus is another: {} documents ({}), where the recipe has {} ({})",
                now.documents, now.fingerprint, then.documents, then.fingerprint
            )),
            (Some(_), Some(_)) => said.push("the corpus is the same".to_owned()),
            _ => {}
        }
        let own = (version::NUMBER, version::COMMIT);
        if own != (&recipe.version, &recipe.commit) {
            said.push(format!(
                "this is version {} {}, the recipe is of {} {}",
                own.0, own.1, recipe.version, recipe.commit
            ));
        }
    }
    Ok((is_same, said.join("; ")))
}

/// The words of a command line without its recipe, and with what config files give.
fn command(words: &[OsString], configs: &[ConfigFile]) -> anyhow::Result<Vec<String>> {
    let words = with_purpose(configs, words);
    let mut command = Vec::new();
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        let word = word
            .to_str()
            .context("a recipe holds UTF-8 only; a word of the command line is not")?;
        match word {
            "--recipe" => drop(rest.next()),
            _ if word.starts_with("--recipe=") => {}
            // The command is run without config files in any case.
            "--no-config" => {}
            _ => command.push(word.to_owned()),
        }
    }
    // An option of a method has no effect for another one, but where it is shown what bands would do.
    let shows_bands = command
        .first()
        .is_some_and(|name| SHOW_BANDS.contains(&name.as_str()));
    let method = method(&command, configs);
    let of_another = |long: &str| {
        // Bands and rows are one setting with two options.
        let long = if long == "rows" { "bands" } else { long };
        let mut rows = table::on_screen();
        let row = rows.find(|row| row.option.long() == long);
        row.is_some_and(|row| {
            let is_shown = shows_bands && row.methods.contains(&Method::Lsh);
            !row.methods.is_empty() && !row.methods.contains(&method) && !is_shown
        })
    };
    let mut decided = HashSet::new();
    for option in given_by_files(configs, &words).rev() {
        if !decided.insert(&*option.long) {
            continue;
        }
        let known = [
            "light",
            "dark",
            "ascii",
            "no-mouse",
            "threads",
            "reduced-motion",
        ];
        if is_given(&words, &option.long)
            || of_another(&option.long)
            || known.contains(&&*option.long)
            || !takes(&command, &option.long)
        {
            continue;
        }
        if option.values.is_empty() || option.values == ["false"] {
            continue;
        }
        let is_flag = option.values == ["true"];
        let values = option.values.join(",");
        command.push(if is_flag {
            format!("--{}", option.long)
        } else {
            format!("--{}={values}", option.long)
        });
    }
    Ok(command)
}

/// The method that a command takes: that of its words, or of the files.
fn method(command: &[String], configs: &[ConfigFile]) -> Method {
    let mut words = command.iter();
    let given = words.find_map(|word| word.strip_prefix("--method"));
    let given = match given {
        Some("") => words.next().map(String::as_str),
        given => given.and_then(|rest| rest.strip_prefix('=')),
    };
    let of_files = || configs.iter().rev().find_map(|file| file.option("method"));
    let name = given.or_else(of_files);
    let mut known = Method::ALL.into_iter();
    let known = known.find(|(known, _)| Some(*known) == name);
    known.map_or(Method::Auto, |(_, method)| method)
}

/// Whether the command takes an option from config files: its own, or one of masks, which all commands have.
fn takes(command: &[String], long: &str) -> bool {
    let definition = <super::Cli as clap::CommandFactory>::command();
    let name = command.first().map_or("", String::as_str);
    let Some(inner) = definition.find_subcommand(name) else {
        return false;
    };
    let is_it = |arg: &clap::Arg| arg.get_long() == Some(long);
    let is_own = takes_files(name) && inner.get_arguments().any(is_it);
    is_own || table::of_masks().any(|row| row.option.long() == long)
}

/// Refuses what has no recipe.
fn check(command: &[String]) -> anyhow::Result<()> {
    let name = command.first().map_or("", String::as_str);
    if !COMMANDS.contains(&name) {
        bail!(
            "{name:?} has no recipe; these have: {}",
            COMMANDS.join(", ")
        );
    }
    let words = ["shinglescope"].into_iter().map(OsString::from);
    let parsed = super::words::read(words.chain(command.iter().map(OsString::from)));
    if parsed.as_ref().is_ok_and(|cli| cli.common.verbose > 0) {
        bail!("a recipe has no --verbose, which writes a log");
    }
    if let Ok(cli) = parsed
        && let Some(super::args::Command::Sweep(sweep)) = cli.command
        && sweep.is_measured()
    {
        bail!(
            "a recipe has no sweep of methods: what they cost is another at each run; give neither --method, --bands nor --target-recall, and one value each of --permutations, --bits and --recall"
        );
    }
    let is_refused = |word: &&String| REFUSED.contains(&word.split('=').next().unwrap_or_default());
    match command.iter().find(is_refused) {
        Some(word) => bail!("a recipe has no {word}"),
        None => Ok(()),
    }
}

/// Runs the program with these words in a folder; standard output passes through.
fn run(
    command: &[String],
    folder: &Path,
    cancel: &Cancel,
) -> anyhow::Result<(Printed, Option<RecipeCorpus>)> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut temporary = tempfile::Builder::new();
    #[cfg(unix)]
    temporary.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let temporary = temporary
        .tempdir()
        .context("no folder for temporary files")?;
    let meta = temporary.path().join("meta.json");
    let (name, rest) = command.split_first().context("the recipe has no command")?;
    let mut asked = Command::new(program);
    asked.arg(name).arg("--no-config");
    if DESCRIBED.contains(&name.as_str()) {
        asked.arg("--meta").arg(&meta);
    }
    // Last, since paths may stand after `--`.
    asked.args(rest).current_dir(folder).stdout(Stdio::piped());
    let mut child = asked.spawn().context("cannot start this program again")?;
    // The child ends at a signal; this process then removes the temporary folder.
    let forwarding = Forwarding::to(&child).context("cannot listen for signals")?;
    // A signal that came before was not passed on.
    if cancel.stopped() {
        let _ = child.kill();
    }
    let (mut hash, mut bytes) = (Xxh3::new(), 0);
    let mut out = io::stdout().lock();
    if let Some(mut printed) = child.stdout.take() {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let n = match printed.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            if n == 0 {
                break;
            }
            hash.update(&buffer[..n]);
            bytes += n as u64;
            out.write_all(&buffer[..n])?;
        }
    }
    out.flush()?;
    drop(forwarding);
    let status = child
        .wait()?
        .code()
        .unwrap_or(crate::exit::INTERRUPTED.into());
    let result = Printed {
        bytes,
        xxh3: format!("{:032x}", hash.digest128()),
        status,
    };
    Ok((result, described(&meta)))
}

/// The corpus in a file of `--meta`.
fn described(meta: &Path) -> Option<RecipeCorpus> {
    let text = std::fs::read_to_string(meta).ok()?;
    let value: Value = serde_json::from_str(&text).ok()?;
    let corpus = value.get("corpus")?;
    Some(RecipeCorpus {
        documents: corpus.get("documents")?.as_u64()?,
        fingerprint: corpus.get("fingerprint")?.as_str()?.to_owned(),
    })
}
