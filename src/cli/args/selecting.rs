//! Options that select the files to read, and the documents to compare.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use clap::{Args, ValueEnum};
use regex::RegexBuilder;

use super::super::ranges::named;
use crate::base::Date;
use crate::base::files::{self, whole_file};
use crate::base::small_table::{self, decoded};
use crate::corpus::{Selected, Selection, Source, decode, demo};
use crate::engine::sets::{GroupBy, Sets};
use crate::index::ComparedWith;

/// A demo corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DemoCorpus {
    /// Near-duplicates of many kinds, and documents that only look like them
    #[default]
    NearDuplicates,
    /// Answers to one task, some of them copied, and their sources
    CopiedText,
}

/// Which files are read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Reading")]
pub struct SelectionArgs {
    /// Also read the files named in a list, one per line or separated by NUL, or - for standard input
    #[arg(long, global = true, value_name = "FILE|-")]
    pub files_from: Option<PathBuf>,
    /// Read only files of the folders that match
    ///
    /// A glob with ! in front excludes files. The last glob that matches decides.
    #[arg(long, global = true, value_name = "GLOB")]
    pub glob: Vec<String>,
    /// Read only files of this type, as ripgrep names types: md, html, py …
    #[arg(long = "type", global = true, value_name = "TYPE")]
    pub types: Vec<String>,
    /// Skip files and folders whose names begin with a dot
    #[arg(long, global = true)]
    pub no_hidden: bool,
    /// Follow symbolic links in folders
    #[arg(long, global = true)]
    pub follow: bool,
}

impl SelectionArgs {
    /// Whether no option is given.
    pub fn is_empty(&self) -> bool {
        let selects = !self.glob.is_empty() || !self.types.is_empty() || self.files_from.is_some();
        !selects && !self.no_hidden && !self.follow
    }

    /// The source of these paths and options; a demo corpus if there are none.
    ///
    /// # Errors
    /// A list that cannot be read, or an invalid glob or type.
    pub fn source(&self, paths: Vec<PathBuf>, demo_corpus: DemoCorpus) -> anyhow::Result<Source> {
        let mut selection = Selection {
            globs: self.glob.clone(),
            types: self.types.clone(),
            no_hidden: self.no_hidden,
            follow: self.follow,
            listed: 0,
            beside: false,
        };
        selection.check()?;
        if self.files_from.is_none() && selection == Selection::default() {
            read_standard_input(&paths)?;
            return Ok(match demo_corpus {
                _ if !paths.is_empty() => Source::Paths(paths),
                DemoCorpus::NearDuplicates => Source::Demo,
                DemoCorpus::CopiedText => Source::CopiedTextDemo,
            });
        }
        let paths_of_list = match &self.files_from {
            Some(list) => self.read_list(list, &paths)?,
            None => Vec::new(),
        };
        read_standard_input(&paths)?;
        if paths.is_empty() && self.files_from.is_none() {
            anyhow::bail!(
                "--glob, --type, --no-hidden and --follow select files of folders: give a PATH"
            );
        }
        selection.listed = paths_of_list.len();
        Ok(Source::Selected(Arc::new(Selected {
            paths: [paths, paths_of_list].concat(),
            selection,
        })))
    }

    fn read_list(&self, list: &Path, paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
        let is_input = demo::is_standard_input(list);
        anyhow::ensure!(
            !is_input || !paths.iter().any(|path| demo::is_standard_input(path)),
            "standard input is either the corpus or the list of --files-from"
        );
        let bytes = if is_input {
            list_on_input()?
        } else {
            whole_file(list).with_context(|| format!("--files-from {}", list.display()))?
        };
        anyhow::ensure!(
            !decode::begins_wide(&bytes),
            "--files-from {}: the list is UTF-16 or UTF-32: write it as UTF-8, one path per line",
            list.display()
        );
        let paths_of_list = names(&bytes);
        anyhow::ensure!(
            !paths_of_list.is_empty(),
            "--files-from {}: the list is empty",
            list.display()
        );
        // In a list, `-` is a file.
        let as_file = |path: PathBuf| {
            if demo::is_standard_input(&path) {
                Path::new(".").join(path)
            } else {
                path
            }
        };
        Ok(paths_of_list.into_iter().map(as_file).collect())
    }
}

/// The list on standard input, which the first call reads.
fn list_on_input() -> anyhow::Result<Vec<u8>> {
    static LIST: OnceLock<Vec<u8>> = OnceLock::new();
    if let Some(bytes) = LIST.get() {
        return Ok(bytes.clone());
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin()
        .take(files::MAX_BYTES)
        .read_to_end(&mut bytes);
    read.context("cannot read standard input")?;
    Ok(LIST.get_or_init(|| bytes).clone())
}

/// The paths of a list: separated by NUL if it contains NUL, otherwise one per line.
fn names(list: &[u8]) -> Vec<PathBuf> {
    let separator = if list.contains(&0) { 0 } else { b'\n' };
    // Editors write a byte-order mark before lines.
    let mark: &[u8] = if separator == 0 { b"" } else { b"\xef\xbb\xbf" };
    let list = list.strip_prefix(mark).unwrap_or(list);
    let names = list.split(|byte| *byte == separator);
    let names = names.map(|name| match separator {
        0 => name,
        _ => name.strip_suffix(b"\r").unwrap_or(name),
    });
    let names = names.filter(|name| !name.is_empty());
    names.map(|name| OsStr::from_bytes(name).into()).collect()
}

/// Reads standard input if it is one of the paths.
fn read_standard_input(paths: &[PathBuf]) -> anyhow::Result<()> {
    let count = paths.iter();
    let count = count.filter(|path| demo::is_standard_input(path)).count();
    anyhow::ensure!(
        count < 2,
        "standard input (-) is given {count} times; it can be read once"
    );
    if count > 0 && demo::standard_input().is_none() {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        read.context("cannot read standard input")?;
        demo::keep_standard_input(bytes);
    }
    Ok(())
}

/// Values of `--against`: the documents that new documents are compared with.
const AGAINST: [(&str, ComparedWith); 3] = [
    ("all", ComparedWith::All),
    ("new", ComparedWith::New),
    ("archive", ComparedWith::Archive),
];

/// Maximum memory of a compiled expression, in bytes.
const MAX_PATTERN: usize = 1 << 20;

/// Which documents are compared.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Sets of documents")]
pub struct SetsArgs {
    /// New documents, in addition to the paths without an option
    #[arg(long, global = true, value_name = "PATH", num_args = 1..)]
    pub new: Vec<PathBuf>,
    /// The archive: new documents are compared with it, its documents are not compared with each other
    ///
    /// `index` and the screens keep its index, so later runs read only the new documents.
    #[arg(long, global = true, value_name = "PATH", num_args = 1..)]
    pub archive: Vec<PathBuf>,
    /// Which documents new documents are compared with
    ///
    /// With all, with each other only (new), or with the archive only.
    #[arg(long, global = true, value_name = "all|new|archive", value_parser = named(&AGAINST), hide_possible_values = true, requires = "archive")]
    pub against: Option<ComparedWith>,
    /// Exclude pairs within a group, for example the drafts of one author
    ///
    /// REGEX: the group is the first (group) of the match in a document's id, or the whole match. N: its first N
    /// folders (with --archive, below each path). FILE.csv: a CSV or TSV file with the columns document and group.
    #[arg(long, global = true, value_name = "REGEX|N|FILE.csv")]
    pub group_by: Option<String>,
    /// Dates of documents, in a CSV file with the columns id and date
    ///
    /// A date is written as 2024-05-01, with or without a time; without a zone it is in UTC. The screens and `clusters`
    /// (except as csv) show it, and --by-date and `keep --by newest` use it. Other documents have the date of their
    /// front matter, otherwise of their file.
    #[arg(long, global = true, value_name = "FILE")]
    pub dates: Option<PathBuf>,
}

impl SetsArgs {
    /// Whether there are no new documents, no archive and no groups.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.archive.is_empty() && self.group_by.is_none()
    }

    /// All paths of the corpus: the archive, then `paths`, then the new ones.
    pub fn paths(&self, paths: &[PathBuf]) -> Vec<PathBuf> {
        let all = self.archive.iter().chain(paths).chain(&self.new);
        all.cloned().collect()
    }

    /// The sets. `paths` are the paths without an option.
    ///
    /// # Errors
    /// A path is both new and in the archive, an archive has no new documents, or groups or dates cannot be read. The
    /// message names the cause.
    pub fn sets(&self, paths: &[PathBuf]) -> anyhow::Result<Sets> {
        // Both forms of each path, because a link and its target can be in different folders.
        let forms = |path: &PathBuf| {
            let canonical = path.canonicalize().unwrap_or_else(|_| path.clone());
            let absolute = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            [canonical, absolute]
        };
        let archive: Vec<PathBuf> = self.archive.iter().flat_map(forms).collect();
        for new in paths.iter().chain(&self.new) {
            let new_forms = forms(new);
            let overlaps_new = |root: &&PathBuf| {
                let overlaps = |new: &PathBuf| new.starts_with(root) || root.starts_with(new);
                new_forms.iter().any(overlaps)
            };
            if let Some(root) = archive.iter().find(overlaps_new) {
                anyhow::bail!(
                    "{} is given as new, and {} as the archive: one is inside the other, so its documents would be both; give folders that do not overlap",
                    new.display(),
                    root.display()
                );
            }
        }
        anyhow::ensure!(
            self.archive.is_empty() || !(paths.is_empty() && self.new.is_empty()),
            "an archive is compared with new documents, and none are given: add --new PATH"
        );
        let dates = self.dates.as_deref();
        let dates = dates.map(|path| read_table(path, ["id", "date"], date));
        Ok(Sets {
            archive: self.archive.clone(),
            against: self.against.unwrap_or(ComparedWith::All),
            group_by: self.group_by.as_deref().map(group_by).transpose()?,
            dates: dates.transpose()?.unwrap_or_default(),
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
    let extension = path.extension().map(OsStr::to_ascii_lowercase);
    if extension.is_some_and(|extension| extension == "csv" || extension == "tsv") {
        let group = |text: &str| Ok(text.to_owned());
        return read_table(path, ["document", "group"], group).map(GroupBy::Table);
    }
    let pattern = RegexBuilder::new(text).size_limit(MAX_PATTERN).build();
    let pattern = pattern.with_context(|| {
        format!(
            "--group-by {text} is not a number, a file that ends in .csv or .tsv, or a regular expression"
        )
    })?;
    Ok(GroupBy::Pattern(pattern))
}

fn date(text: &str) -> anyhow::Result<Date> {
    let message = || format!("{text:?} is not a date; write 2024-05-01 or 2024-05-01 12:30");
    Date::parse(text).with_context(message)
}

/// Reads a table as a map from its first to its second column. Rows without a second value are ignored.
///
/// # Errors
/// The file cannot be read, or `parse_value` refuses a value. The message names the file and the line.
fn read_table<T: PartialEq + Display>(
    path: &Path,
    columns: [&str; 2],
    parse_value: fn(&str) -> anyhow::Result<T>,
) -> anyhow::Result<HashMap<String, T>> {
    let name = path.display();
    let bytes = whole_file(path).with_context(|| format!("cannot read {name}"))?;
    let values = parse(bytes, columns, parse_value);
    values.with_context(|| format!("cannot use the {}s in {name}", columns[1]))
}

/// A map from the first to the second column.
///
/// # Errors
/// A column is missing, `parse_value` refuses a value, or a name has two values.
fn parse<T: PartialEq + Display>(
    bytes: Vec<u8>,
    columns: [&str; 2],
    parse_value: fn(&str) -> anyhow::Result<T>,
) -> anyhow::Result<HashMap<String, T>> {
    let text = decoded(bytes)?;
    let mut reader = small_table::reader(&text)?;
    let column_numbers = small_table::columns(reader.headers()?, columns)?;
    let mut values = HashMap::new();
    for row in reader.records() {
        let row = row?;
        let line = row.position().map_or(0, csv::Position::line);
        let [Some(name), Some(text)] = column_numbers.map(|number| row.get(number)) else {
            anyhow::bail!("line {line} has too few columns");
        };
        if text.trim().is_empty() {
            continue;
        }
        let value = parse_value(text).with_context(|| format!("line {line}"))?;
        if let Some(earlier) = values.get(name)
            && *earlier != value
        {
            let column = columns[1];
            anyhow::bail!("line {line}: {name:?} has two {column}s, {earlier} and {value}");
        }
        values.insert(name.to_owned(), value);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_a_list_are_separated_by_line_ends_or_nul() {
        let paths = |list: &[u8]| -> Vec<String> {
            let names = names(list).into_iter();
            names.map(|path| path.display().to_string()).collect()
        };
        assert_eq!(paths(b"a b\r\nc\n\nd"), ["a b", "c", "d"]);
        assert_eq!(paths(b"a\nb\0c\0"), ["a\nb", "c"]);
        assert_eq!(paths(b"\xef\xbb\xbfa\nb\n"), ["a", "b"]);
        assert!(paths(b"\n").is_empty());
    }

    #[test]
    fn dates_are_read_and_an_invalid_date_is_reported_with_its_line() {
        let parsed = |text: &str| parse(text.into(), ["id", "date"], date);
        let dates = parsed("id;date\na.txt;2024-05-01\nb.txt;\n").unwrap();
        assert_eq!(dates.len(), 1);
        assert_eq!(dates["a.txt"].to_string(), "2024-05-01");
        let message = |text: &str| format!("{:#}", parsed(text).unwrap_err());
        let soon = message("id,date\na,2024-05-01\nb,soon\n");
        assert!(
            soon.contains("line 3") && soon.contains("\"soon\""),
            "{soon}"
        );
        assert!(message("document,date\n").contains("no column \"id\""));
        assert!(message("id,date\na,2024-05-01\na,2024-05-02\n").contains("two dates"));
        assert!(message("id,date\na,\"2024-05-01\nb,2024-05-02\n").contains("never closed"));
    }
}
