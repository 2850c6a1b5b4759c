//! Recipes: the command line of a result, and what the result was, so that it can be made again and compared.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use serde::{Deserialize, Serialize};

use crate::audit::Provenance;
use crate::base::version;

/// Longest recipe that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// What a result was made with, and what it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Version of the program.
    pub version: String,
    /// Commit that it was built from; empty if it is not known.
    pub commit: String,
    /// The folder that paths are relative to.
    pub folder: PathBuf,
    /// The words of the command line after the name of the program, those of config files among them.
    pub command: Vec<String>,
    /// The result; `None` of settings that were written down without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Printed>,
    /// The corpus, where the command says which it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corpus: Option<RecipeCorpus>,
}

/// Standard output of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// Its length.
    pub bytes: u64,
    /// XXH3 of it, 128 bits, in hexadecimal digits.
    pub xxh3: String,
    /// Exit status of the command.
    pub status: i32,
}

/// The documents of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecipeCorpus {
    /// How many there are.
    pub documents: u64,
    /// Fingerprint over all of them.
    pub fingerprint: String,
}

impl Recipe {
    /// A command line of this program, run in the current folder.
    ///
    /// # Errors
    /// There is no current folder.
    pub fn of(command: Vec<String>) -> anyhow::Result<Self> {
        Ok(Recipe {
            version: version::NUMBER.to_owned(),
            commit: version::COMMIT.to_owned(),
            folder: std::env::current_dir().context("no folder to run in")?,
            command,
            result: None,
            corpus: None,
        })
    }

    /// The same, made from the corpus that `made` names.
    #[must_use]
    pub fn from(self, made: &Provenance) -> Self {
        let corpus = made.corpus.as_ref().map(|corpus| RecipeCorpus {
            documents: corpus.documents as u64,
            fingerprint: corpus.fingerprint.clone(),
        });
        Recipe { corpus, ..self }
    }

    /// Writes it as TOML.
    ///
    /// # Errors
    /// The output fails.
    pub fn write(&self, mut out: impl Write) -> anyhow::Result<()> {
        out.write_all(toml::to_string(self)?.as_bytes())?;
        Ok(())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, is no recipe, or is one of a newer version.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let mut text = String::new();
        let opened = std::fs::File::open(file)?;
        opened.take(LONGEST).read_to_string(&mut text)?;
        let table: toml::Table = toml::from_str(&text)?;
        let made_with = table.get("version").and_then(toml::Value::as_str);
        let made_with = made_with.ok_or_else(|| anyhow!("not a recipe: it names no version"))?;
        ensure!(
            number(made_with) <= number(version::NUMBER),
            "made with version {made_with}; this is {}, which is older",
            version::NUMBER
        );
        Ok(toml::from_str(&text)?)
    }
}

/// The numbers of a version, for comparison.
fn number(version: &str) -> Vec<u64> {
    let parts = version.split('.');
    parts.map(|part| part.parse().unwrap_or(0)).collect()
}
