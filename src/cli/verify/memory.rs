//! `verify --memory`: the peak memory of a method, in a process of its own, which runs `pairs` with the same words.
//!
//! Within one process memory that earlier work has freed, and the exact pairs, hide what a method takes.

use std::ffi::{OsStr, OsString};
use std::process::{Command, Stdio};

use anyhow::Context;

use crate::base::process;
use crate::candidates::Method;

/// Variable of the environment that lets a process say its peak memory at its end.
const ASKED: &str = "SHINGLESCOPE_SAY_PEAK_MEMORY";

/// What it says before the number of bytes.
const SAID: &str = "peak memory in bytes: ";

/// Options of `verify` that a search for pairs has not, or that are given otherwise here; those with a value.
const VALUED: [&str; 7] = [
    "--method",
    "--methods",
    "--missed",
    "--seeds",
    "--format",
    "--out",
    "--meta",
];

/// The same without a value.
const FLAGS: [&str; 4] = ["--memory", "--force", "--csv-safe", "--verbose"];

/// Says the peak memory of this process if its parent has asked for it.
pub fn say_if_asked() {
    if let (Some(_), Some(bytes)) = (std::env::var_os(ASKED), process::peak_memory()) {
        eprintln!("{SAID}{bytes}");
    }
}

/// The peak memory in bytes of a process that searches with `method`, by the words of the command line of `verify`; the
/// inner error says why there is none.
///
/// # Errors
/// The program cannot be started.
pub fn peak(words: &[OsString], method: Method) -> anyhow::Result<Result<u64, String>> {
    let program = std::env::current_exe().context("cannot find the program")?;
    let output = Command::new(program)
        .args(of_pairs(words, method))
        .env(ASKED, "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .context("cannot start a process to measure the memory of a method")?;
    let said = String::from_utf8_lossy(&output.stderr);
    let peak = said
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix(SAID)?.parse().ok());
    Ok(match (peak, output.status.success()) {
        (Some(peak), true) => Ok(peak),
        (None, true) => Err("the system does not say it".into()),
        (_, false) => Err(said
            .lines()
            .next()
            .unwrap_or("its process failed")
            .to_owned()),
    })
}

/// The words of a search for pairs with `method`.
fn of_pairs(words: &[OsString], method: Method) -> Vec<OsString> {
    let mut pairs: Vec<OsString> = Vec::new();
    let mut rest = words.iter().skip(1);
    let mut is_named = false;
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy();
        let name = text.split('=').next().unwrap_or_default();
        if VALUED.contains(&name) {
            if !text.contains('=') {
                rest.next();
            }
        } else if !FLAGS.contains(&name) {
            let is_command = !is_named && word == OsStr::new("verify");
            is_named |= is_command;
            pairs.push(if is_command {
                "pairs".into()
            } else {
                word.clone()
            });
        }
    }
    pairs.extend(["--method", method.name(), "--format", "csv"].map(OsString::from));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_a_search_for_pairs() {
        let words = [
            "shinglescope",
            "verify",
            "--in-memory",
            "corpus",
            "--methods",
            "lsh,exact",
            "--missed=3",
            "--memory",
            "-t",
            "0.5",
            "verify",
            "--format",
            "json",
            "--recall=0.9",
        ];
        let words = words.map(OsString::from);
        let got = of_pairs(&words, Method::SimHash);
        let want = [
            "pairs",
            "--in-memory",
            "corpus",
            "-t",
            "0.5",
            "verify",
            "--recall=0.9",
            "--method",
            "simhash",
            "--format",
            "csv",
        ];
        assert_eq!(got, want.map(OsString::from));
    }
}
