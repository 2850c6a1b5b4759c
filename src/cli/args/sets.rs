//! Options that say which documents are compared with each other.

mod dates;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use regex::RegexBuilder;

use crate::base::files::whole_file;
use crate::base::small_table;
use crate::base::small_table::decoded;
use crate::collection::ComparedWith;
use crate::engine::sets::{GroupBy, Sets};

/// Bytes of memory that a compiled expression may take.
const PATTERN: usize = 1 << 20;

/// Which documents are compared.
#[derive(Clone, Debug, Default, Args)]
pub struct SetsArgs {
    /// New documents, beside the paths given without an option
    #[arg(long, global = true, value_name = "PATH", num_args = 1.., help_heading = "Sets of documents")]
    pub new: Vec<PathBuf>,
    /// The archive: new documents are compared with it, its documents never with each other. `index`
    /// and the screens keep its index, so that other new documents cost only their own reading
    #[arg(long, global = true, value_name = "PATH", num_args = 1.., help_heading = "Sets of documents")]
    pub archive: Vec<PathBuf>,
    /// Compare new documents with each other only
    #[arg(
        long,
        global = true,
        requires = "archive",
        help_heading = "Sets of documents"
    )]
    pub new_only: bool,
    /// Compare new documents with the archive only
    #[arg(
        long,
        global = true,
        requires = "archive",
        conflicts_with = "new_only",
        help_heading = "Sets of documents"
    )]
    pub archive_only: bool,
    /// Leave out pairs within a group, for example the drafts of one author. REGEX: the first (group) of
    /// the match in a document's id, or the whole match; a number N: its first N folders (with --archive, below each path); a CSV or
    /// TSV file with the columns document and group
    #[arg(
        long,
        global = true,
        value_name = "REGEX|N|FILE.csv",
        help_heading = "Sets of documents"
    )]
    pub group_by: Option<String>,
    /// Dates of documents: a CSV file with the columns id and date (2024-05-01, also with a time; UTC where
    /// it names no zone). The screens show them, `clusters` does (but in csv), and --by-date and `keep --by
    /// newest` go by them. Without one a document has the date of its front matter, else that of its file
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        help_heading = "Sets of documents"
    )]
    pub dates: Option<PathBuf>,
}

impl SetsArgs {
    /// Whether no such option is given.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.archive.is_empty() && self.group_by.is_none()
    }

    /// Whether dates are given for no document.
    pub fn is_undated(&self) -> bool {
        self.dates.is_none()
    }

    /// All paths of the corpus: the archive, then `paths`, then the new ones.
    pub fn paths(&self, paths: &[PathBuf]) -> Vec<PathBuf> {
        let all = self.archive.iter().chain(paths).chain(&self.new);
        all.cloned().collect()
    }

    /// The sets. `paths` are those given without an option.
    ///
    /// # Errors
    /// A path that is new and of the archive, no new document, and a group that cannot be read. The message
    /// names it.
    pub fn sets(&self, paths: &[PathBuf]) -> anyhow::Result<Sets> {
        // A link lies where it is written, and what it leads to elsewhere.
        let places = |path: &PathBuf| {
            let real = path.canonicalize().unwrap_or_else(|_| path.clone());
            let written = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            [real, written]
        };
        let archive: Vec<PathBuf> = self.archive.iter().flat_map(places).collect();
        for new in paths.iter().chain(&self.new) {
            let new_places = places(new);
            let lies_in = |root: &&PathBuf| {
                let both = |new: &PathBuf| new.starts_with(root) || root.starts_with(new);
                new_places.iter().any(both)
            };
            let both = archive.iter().find(lies_in);
            if let Some(root) = both {
                anyhow::bail!(
                    "{} is given as new, and {} as the archive: one lies in the other, so its documents would be both; give folders that do not overlap",
                    new.display(),
                    root.display()
                );
            }
        }
        anyhow::ensure!(
            self.archive.is_empty() || !(paths.is_empty() && self.new.is_empty()),
            "an archive is compared with new documents, and none are given: add --new PATH"
        );
        let against = match (self.new_only, self.archive_only) {
            (true, _) => ComparedWith::New,
            (_, true) => ComparedWith::Archive,
            _ => ComparedWith::All,
        };
        Ok(Sets {
            archive: self.archive.clone(),
            against,
            group_by: self.group_by.as_deref().map(group_by).transpose()?,
            dates: self
                .dates
                .as_deref()
                .map(dates::read)
                .transpose()?
                .unwrap_or_default(),
        })
    }
}

/// Parses the value of `--group-by`.
fn group_by(text: &str) -> anyhow::Result<GroupBy> {
    if let Ok(depth) = text.parse::<usize>() {
        anyhow::ensure!(depth > 0, "--group-by 0: give 1 or more folders");
        return Ok(GroupBy::Folders(depth));
    }
    let path = Path::new(text);
    if path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("csv") || e.eq_ignore_ascii_case("tsv"))
    {
        return table(path).map(GroupBy::Table);
    }
    let pattern = RegexBuilder::new(text).size_limit(PATTERN).build();
    let pattern = pattern.with_context(|| {
        format!(
            "--group-by {text} is no number, no file that ends in .csv or .tsv, and no regular expression"
        )
    })?;
    Ok(GroupBy::Pattern(pattern))
}

/// Reads a table with the columns `document` and `group`.
fn table(path: &Path) -> anyhow::Result<HashMap<String, String>> {
    let name = path.display();
    let bytes = whole_file(path).with_context(|| format!("cannot read {name}"))?;
    groups(bytes).with_context(|| format!("cannot use the groups in {name}"))
}

fn groups(bytes: Vec<u8>) -> anyhow::Result<HashMap<String, String>> {
    let text = decoded(bytes)?;
    let mut reader = small_table::reader(&text)?;
    let [document, group] = small_table::columns(reader.headers()?, ["document", "group"])?;
    let mut groups = HashMap::new();
    for row in reader.records() {
        let row = row?;
        let line = row.position().map_or(0, csv::Position::line);
        let (Some(document), Some(group)) = (row.get(document), row.get(group)) else {
            anyhow::bail!("line {line} has too few columns");
        };
        if group.is_empty() {
            continue;
        }
        let known = groups.insert(document.to_owned(), group.to_owned());
        if let Some(known) = known.filter(|known| known != group) {
            anyhow::bail!(
                "line {line}: {document:?} stands in two groups, {known:?} and {group:?}"
            );
        }
    }
    Ok(groups)
}
