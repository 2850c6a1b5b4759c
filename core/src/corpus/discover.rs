//! Discovery of input files: walks folders and lists files to read and entries to skip, with reasons.

use std::collections::HashMap;
use std::fs::Metadata;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use walkdir::WalkDir;

use super::entry::{Entry, Location, VERSION_CONTROL};
use super::selection::{PathFilter, Selected, Selection};
use super::{SkipReason, Skipped, demo, job_folder};
use crate::base::files::special;
use crate::base::unique_names::UniqueNames;
use crate::base::{Stamp, journal};
use crate::settings::Reading;

/// Origin of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Folders and files, as given by the user.
    Paths(Vec<PathBuf>),
    /// Folders and files, and a selection of the files in the folders.
    Selected(Arc<Selected>),
    /// The demo corpus of near-duplicates compiled into the program.
    Demo,
    /// The demo corpus of copied text compiled into the program.
    CopiedTextDemo,
}

impl Source {
    /// Whether this is a corpus inside the program, which has no files and no index.
    pub fn is_demo(&self) -> bool {
        matches!(self, Source::Demo | Source::CopiedTextDemo)
    }

    /// The folders and files; `None` for a corpus inside the program.
    pub fn paths(&self) -> Option<&[PathBuf]> {
        match self {
            Source::Paths(paths) => Some(paths),
            Source::Selected(selected) => Some(&selected.paths),
            Source::Demo | Source::CopiedTextDemo => None,
        }
    }

    /// Which files of the folders are read; all of them unless the user selected some.
    pub fn selection(&self) -> Selection {
        match self {
            Source::Selected(selected) => selected.selection.clone(),
            Source::Paths(_) | Source::Demo | Source::CopiedTextDemo => Selection::default(),
        }
    }
}

/// Result of discovery.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Files to read, in the byte order of their ids.
    pub entries: Vec<Entry>,
    /// Entries that will not be read, with reasons; sorted by id.
    pub skipped: Vec<Skipped>,
}

/// Lists the content of `source`. Walks folders to any depth, follows symbolic links on the way only with `--follow`,
/// and omits version-control folders. A file inside two of the given paths is listed under the first. `progress`
/// receives the number of files so far and returns whether to continue.
///
/// # Errors
/// A path that does not exist or cannot be accessed, and an empty corpus; the message suggests a remedy.
pub fn discover(
    source: &Source,
    reading: &Reading,
    mut progress: impl FnMut(usize) -> bool,
) -> anyhow::Result<Listing> {
    let mut listing = Listing::default();
    let Some(roots) = source.paths() else {
        let files = match source {
            Source::CopiedTextDemo => demo::copied_text_files(),
            _ => demo::files(),
        };
        let entries = files.into_iter();
        let entries = entries.map(|(id, bytes)| Entry::in_program(id, bytes));
        listing.entries.extend(entries);
        return Ok(listing);
    };
    let selection = source.selection();
    let listed = selection.listed;
    let filter = selection.filter()?;
    let names = root_names(roots, listed);
    let mut known_files = KnownFiles::new(roots);
    for (index, (root, name)) in roots.iter().zip(names).enumerate() {
        let counts = (listing.entries.len(), listing.skipped.len());
        if demo::is_standard_input(root) {
            listing.take_standard_input();
            continue;
        }
        let metadata = match root_metadata(root) {
            Ok(metadata) => metadata,
            // A missing file of a list does not end the run.
            Err(_) if index + listed >= roots.len() => {
                let why = "no such file, which the list of --files-from names".to_owned();
                listing.skip(name, SkipReason::Unreadable(why));
                continue;
            }
            Err(error) => return Err(error),
        };
        if metadata.is_dir()
            && let Some(entries) = job_folder::entries(root, &name, reading)?
        {
            let keeps = |entry: &Entry| filter.keeps(Path::new(&entry.id), false);
            listing.entries.extend(entries.into_iter().filter(keeps));
        } else if metadata.is_dir() {
            let options = (&filter, selection.follow);
            walk(root, &name, reading, options, &mut listing, &mut progress)?;
        } else {
            let name = if name.is_empty() {
                last_name(root)
            } else {
                name
            };
            listing.take(name, root.clone(), &metadata, reading);
        }
        if roots.len() == 1 {
            continue;
        }
        if known_files.is_within_earlier(index) {
            listing.skipped.truncate(counts.1);
        }
        for entry in listing.entries.split_off(counts.0) {
            let path = entry.path().unwrap_or(root);
            match known_files.before(index, root, path, &entry.id) {
                Some(id) => listing.skip(entry.id, SkipReason::Again(id)),
                None => listing.entries.push(entry),
            }
        }
    }
    listing.make_absolute();
    listing
        .entries
        .sort_by(|a, b| a.id.cmp(&b.id).then_with(|| a.path().cmp(&b.path())));
    listing.make_unique();
    listing.skipped.sort_by(|a, b| a.id.cmp(&b.id));
    if listing.entries.is_empty() && listing.skipped.is_empty() {
        let problem = match roots {
            [one] if one.is_file() => "is a journal of decisions, not a document; give its corpus",
            _ if selection.may_exclude() => {
                "has no file that matches --glob, --type and --no-hidden"
            }
            _ => "is empty",
        };
        bail!("nothing to read: {} {problem}", describe(source));
    }
    Ok(listing)
}

/// Metadata of a path given by the user.
///
/// # Errors
/// A path that does not exist or cannot be accessed; the message suggests a remedy.
pub fn root_metadata(root: &Path) -> anyhow::Result<Metadata> {
    std::fs::metadata(root).with_context(|| {
        let root = root.display();
        format!("cannot open {root}: give a folder, a file or a .jsonl file")
    })
}

/// Short description of the corpus: its path, or the first path and the number of others.
pub fn describe(source: &Source) -> String {
    match source {
        Source::Demo | Source::CopiedTextDemo => "the demo corpus".to_owned(),
        Source::Paths(_) | Source::Selected(_) => match source.paths().unwrap_or_default() {
            [one] if demo::is_standard_input(one) => "standard input".to_owned(),
            [one] => one.display().to_string(),
            [first, rest @ ..] => format!("{} and {} more", first.display(), rest.len()),
            [] => "no path".to_owned(),
        },
    }
}

/// Prefix of the ids of each root: empty for a single root, otherwise the last path component, with a numeric suffix if
/// two are equal. The last `listed` roots keep their names as written.
pub fn root_names(roots: &[PathBuf], listed: usize) -> Vec<String> {
    if roots.len() == 1 && listed == 0 {
        return vec![String::new()];
    }
    let mut names = UniqueNames::default();
    let each = roots.iter().enumerate().map(|(index, root)| {
        let name = if index + listed >= roots.len() {
            written_name(root)
        } else {
            last_name(root)
        };
        names.give(name)
    });
    each.collect()
}

/// Converts a path of a list to an id: with `/`, without a root and without `.`.
fn written_name(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy()),
        Component::ParentDir => Some("..".into()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir => None,
    });
    let name = parts.collect::<Vec<_>>().join("/");
    if name.is_empty() {
        last_name(path)
    } else {
        name
    }
}

fn last_name(path: &Path) -> String {
    let canonical = path.canonicalize();
    let path = canonical.as_deref().unwrap_or(path);
    let name = path.file_name().unwrap_or("root".as_ref());
    name.to_string_lossy().into_owned()
}

fn walk(
    root: &Path,
    name: &str,
    reading: &Reading,
    (filter, follow): (&PathFilter, bool),
    listing: &mut Listing,
    progress: &mut impl FnMut(usize) -> bool,
) -> anyhow::Result<()> {
    let walker = WalkDir::new(root).follow_links(follow);
    let mut walker = walker.sort_by_file_name().into_iter();
    while let Some(step) = walker.next() {
        let entry = match step {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().unwrap_or(root);
                let unreadable = || SkipReason::Unreadable(error.to_string());
                let reason = error
                    .io_error()
                    .map_or_else(unreadable, SkipReason::from_io_error);
                // If file descriptors run out, a partial listing must not be taken for the complete corpus, nor an
                // unreadable root for an empty corpus.
                if reason.ends_the_run() || error.depth() == 0 {
                    bail!("{}: {reason}", path.display());
                }
                listing.skip(id(root, name, path), reason);
                continue;
            }
        };
        // The root folder itself, which may be given as a link.
        if entry.depth() == 0 {
            continue;
        }
        let id = id(root, name, entry.path());
        let kind = entry.file_type();
        let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
        if !filter.keeps(relative, kind.is_dir()) {
            if kind.is_dir() {
                walker.skip_current_dir();
            }
            continue;
        }
        if kind.is_dir() {
            let reason = if VERSION_CONTROL
                .iter()
                .any(|name| entry.file_name() == *name)
            {
                SkipReason::VersionControl
            } else if is_index(entry.path()) {
                SkipReason::Index
            } else {
                continue;
            };
            walker.skip_current_dir();
            listing.skip(id, reason);
        } else if kind.is_symlink() {
            listing.skip(id, SkipReason::Link);
        } else {
            match entry.metadata() {
                Ok(metadata) => listing.take(id, entry.path().to_owned(), &metadata, reading),
                Err(error) => listing.skip(id, SkipReason::Unreadable(error.to_string())),
            }
            if listing.entries.len().is_multiple_of(256) && !progress(listing.entries.len()) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Whether a folder inside the corpus is an index of this program. Symbolic links do not count, because
/// any document folder could contain them.
fn is_index(folder: &Path) -> bool {
    let kind = |name: &str| folder.join(name).symlink_metadata().ok();
    kind("shinglescope.toml").is_some_and(|m| m.is_file())
        && kind("segments").is_some_and(|m| m.is_dir())
}

fn id(root: &Path, name: &str, path: &Path) -> String {
    let relative = path.strip_prefix(root).unwrap_or(path);
    let parts = relative
        .components()
        .map(|part| part.as_os_str().to_string_lossy());
    let prefix = (!name.is_empty()).then(|| name.into());
    let parts: Vec<_> = prefix.into_iter().chain(parts).collect();
    parts.join("/")
}

/// Whether a file may contain many documents, by its name or content.
fn may_have_rows(entry: &Entry, reading: &Reading) -> bool {
    let form = super::content::form_of_entry(entry, reading);
    form.is_ok_and(|form| form.format.has_rows())
}

impl Listing {
    fn skip(&mut self, id: String, reason: SkipReason) {
        self.skipped.push(Skipped::new(id, reason));
    }

    /// Lists a file: as an entry, or as skipped. A journal of decisions is neither.
    fn take(&mut self, id: String, path: PathBuf, metadata: &Metadata, reading: &Reading) {
        if journal::is_journal(&path, metadata) {
            return;
        }
        let entry = Entry::file(id, path, Stamp::from_metadata(metadata));
        let (bytes, limit) = (metadata.len(), reading.max_bytes);
        let reason = if !metadata.is_file() {
            SkipReason::NotRegular(special(metadata).to_owned())
        } else if bytes == 0 {
            SkipReason::Empty
        } else if bytes > limit && !may_have_rows(&entry, reading) {
            SkipReason::TooLarge(bytes, limit)
        } else {
            return self.entries.push(entry);
        };
        self.skip(entry.id, reason);
    }

    /// Lists the saved content of standard input.
    fn take_standard_input(&mut self) {
        let name = demo::STANDARD_INPUT.to_owned();
        match demo::standard_input() {
            Some((_, [])) => self.skip(name, SkipReason::Empty),
            Some((id, bytes)) => self.entries.push(Entry::in_program(id.to_owned(), bytes)),
            None => self.skip(name, SkipReason::Unreadable("it was not read".to_owned())),
        }
    }

    /// Makes paths absolute, so that stored paths of documents are valid from any folder.
    fn make_absolute(&mut self) {
        let cwd = std::env::current_dir().ok();
        for entry in &mut self.entries {
            if let (Location::Disk(path), Some(cwd)) = (&mut entry.location, &cwd)
                && path.is_relative()
            {
                *path = cwd.join(path.strip_prefix(".").unwrap_or(path));
            }
        }
    }

    /// Makes ids unique. Two non-UTF-8 file names can have the same lossy representation.
    fn make_unique(&mut self) {
        let mut names = UniqueNames::default();
        for entry in &mut self.entries {
            entry.id = names.give(std::mem::take(&mut entry.id));
        }
        self.entries.sort_by(|a, b| a.id.cmp(&b.id));
    }
}

/// The files that the given paths have reached so far, by canonical path.
///
/// Without `--follow`, no link is followed below a given path, so the canonical path of a file follows from the
/// canonical given path. Hard links are different files.
#[derive(Debug)]
pub(super) struct KnownFiles {
    /// Canonical paths of the given paths; a path without a canonical form is unchanged.
    roots: Vec<PathBuf>,
    /// Id of each file.
    ids: HashMap<PathBuf, String>,
}

impl KnownFiles {
    /// Creates an empty set for the given paths `roots`.
    pub fn new(roots: &[PathBuf]) -> Self {
        let canonical = |root: &PathBuf| root.canonicalize().unwrap_or_else(|_| root.clone());
        KnownFiles {
            roots: roots.iter().map(canonical).collect(),
            ids: HashMap::new(),
        }
    }

    /// Whether a root is inside an earlier root, which already lists its skipped entries.
    pub fn is_within_earlier(&self, index: usize) -> bool {
        let root = &self.roots[index];
        self.roots[..index]
            .iter()
            .any(|earlier| root.starts_with(earlier))
    }

    /// The id of the file at `path` below `root`, the given path with this index, if an earlier given path has already
    /// listed the file. Otherwise the file is recorded as `id`.
    pub fn before(&mut self, index: usize, root: &Path, path: &Path, id: &str) -> Option<String> {
        let file = self.roots[index].join(path.strip_prefix(root).ok()?);
        let earlier_id = self.ids.get(&file).cloned();
        if earlier_id.is_none() {
            self.ids.insert(file, id.to_owned());
        }
        earlier_id
    }
}
