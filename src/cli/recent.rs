//! The corpora opened on the screens, and where these were left: one private file in the state folder.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::app::state::visit::{LastVisit, ListedCorpus};
use crate::base::units::counted;
use crate::base::{private, sanitise};
use crate::term::panics;

/// Maximum number of corpora in the file.
const KEPT: usize = 20;

/// Longest file that is read, in bytes: it is written by the program and has some hundred bytes a corpus.
const LONGEST: u64 = 1 << 20;

/// What the file holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recent {
    /// Corpora, the last first.
    #[serde(default)]
    corpora: Vec<Corpus>,
    /// Whether the tour was shown.
    #[serde(default)]
    pub toured: bool,
}

/// A corpus opened before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Corpus {
    /// Its absolute paths.
    paths: Vec<String>,
    /// When its screens were left, in seconds since 1970.
    left: u64,
    /// Where they were left.
    visit: LastVisit,
}

impl Recent {
    /// The file; `None` if the system names no folder for it.
    #[must_use]
    pub fn place() -> Option<PathBuf> {
        panics::folder().map(|folder| folder.join("recent.json"))
    }

    /// Reads the file; what cannot be read is as if nothing were kept.
    #[must_use]
    pub fn read(place: &Path) -> Self {
        let mut options = private::options();
        let file = options.read(true).open(place);
        let text = file.and_then(|file| {
            let metadata = file.metadata()?;
            if !metadata.is_file() || metadata.len() > LONGEST {
                return Err(io::ErrorKind::InvalidData.into());
            }
            io::read_to_string(file)
        });
        let read = text.ok().and_then(|text| serde_json::from_str(&text).ok());
        read.unwrap_or_default()
    }

    /// Writes the file: whole or not at all.
    ///
    /// # Errors
    /// A folder or file that cannot be written.
    pub fn write(&self, place: &Path) -> io::Result<()> {
        let folder = place.parent().unwrap_or(Path::new("."));
        private::create_folders(folder)?;
        let mut content = serde_json::to_vec_pretty(self)?;
        content.push(b'\n');
        private::replace(place, &content)
    }

    /// Where the screens of the corpus in these folders and files were left.
    #[must_use]
    pub fn visit(&self, paths: &[PathBuf]) -> Option<&LastVisit> {
        let paths = absolute(paths)?;
        let corpus = self.corpora.iter().find(|corpus| corpus.paths == paths);
        corpus.map(|corpus| &corpus.visit)
    }

    /// Takes a visit that ends at `now`. Paths that are no Unicode are not kept.
    pub fn add(&mut self, paths: &[PathBuf], visit: LastVisit, now: SystemTime) {
        let Some(paths) = absolute(paths) else { return };
        self.corpora.retain(|corpus| corpus.paths != paths);
        let left = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        self.corpora.insert(0, Corpus { paths, left, visit });
        self.corpora.truncate(KEPT);
    }

    /// The corpora that are still there, for display at `now`, and the paths of each.
    #[must_use]
    pub fn there(&self, now: SystemTime) -> Vec<(ListedCorpus, Vec<PathBuf>)> {
        let shown = |text: &str| sanitise::line(text).into_owned();
        let there = self.corpora.iter().filter_map(|corpus| {
            let paths: Vec<PathBuf> = corpus.paths.iter().map(PathBuf::from).collect();
            if paths.is_empty() || !paths.iter().all(|path| path.exists()) {
                return None;
            }
            let last = |path: &PathBuf| {
                let name = path.file_name().unwrap_or(path.as_os_str());
                name.to_string_lossy().into_owned()
            };
            let names: Vec<String> = paths.iter().map(last).collect();
            // A time that the system cannot hold is of no run.
            let left = UNIX_EPOCH.checked_add(Duration::from_secs(corpus.left))?;
            let recent = ListedCorpus {
                name: shown(&names.join(" + ")),
                paths: shown(&corpus.paths.join(" ")),
                ago: ago(now.duration_since(left).unwrap_or_default()),
            };
            Some((recent, paths))
        });
        there.collect()
    }
}

fn absolute(paths: &[PathBuf]) -> Option<Vec<String>> {
    let text = |path: &PathBuf| path.canonicalize().ok()?.to_str().map(str::to_owned);
    paths.iter().map(text).collect()
}

/// A time span in the past, in its largest unit.
fn ago(span: Duration) -> String {
    let minutes = span.as_secs() / 60;
    match (minutes, minutes / 60, minutes / (24 * 60)) {
        (0, ..) => "just now".to_owned(),
        (n, 0, _) => format!("{} ago", counted(n, "minute", "minutes")),
        (_, n, 0) => format!("{} ago", counted(n, "hour", "hours")),
        (_, _, n) => format!("{} ago", counted(n, "day", "days")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_the_last_comes_first() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("state/recent.json");
        let corpora: Vec<PathBuf> = (0..KEPT + 3)
            .map(|i| folder.path().join(format!("corpus {i}")))
            .collect();
        let mut recent = Recent::default();
        let start = UNIX_EPOCH + Duration::from_secs(1_000_000);
        for (i, path) in (0..).zip(&corpora) {
            std::fs::create_dir(path).expect("a folder");
            let visit = LastVisit {
                threshold: 0.5,
                clusters_filter: format!("filter {i}"),
                ..LastVisit::default()
            };
            recent.add(
                std::slice::from_ref(path),
                visit,
                start + Duration::from_secs(i * 3600),
            );
        }
        recent.write(&place).expect("it is written");
        let read = Recent::read(&place);
        assert_eq!(read, recent);
        let last = corpora.last().expect("some").clone();
        let there = read.there(start + Duration::from_secs(24 * 3600));
        assert_eq!(there.len(), KEPT);
        assert_eq!(there[0].1, [last.canonicalize().expect("it exists")]);
        assert_eq!(there[0].0.ago, "2 hours ago");
        let filter = |visit: Option<&LastVisit>| visit.map(|visit| visit.clusters_filter.clone());
        assert_eq!(
            filter(read.visit(std::slice::from_ref(&last))).as_deref(),
            Some("filter 22")
        );
        assert_eq!(read.visit(&corpora[..1]), None, "the first are dropped");
        std::fs::remove_dir(&last).expect("it is removed");
        assert_eq!(
            read.there(start).len(),
            KEPT - 1,
            "what is gone is not offered"
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = place.metadata().expect("it exists").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_damaged_file_is_as_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = folder.path().join("recent.json");
        assert_eq!(Recent::read(&place), Recent::default());
        for text in ["", "{", "[]", "{\"corpora\": 3}", "\0\u{1}"] {
            std::fs::write(&place, text).expect("it is written");
            assert_eq!(Recent::read(&place), Recent::default(), "{text:?}");
        }
        let far = format!(
            "{{\"corpora\": [{{\"paths\": [\"/\"], \"left\": {}, \"visit\": {{\"threshold\": 9}}}}]}}",
            u64::MAX
        );
        std::fs::write(&place, far).expect("it is written");
        assert_eq!(Recent::read(&place).there(SystemTime::now()), []);
        std::fs::remove_file(&place).expect("it is removed");
        std::fs::create_dir(&place).expect("a folder");
        assert_eq!(Recent::read(&place), Recent::default());
        assert!(Recent::default().write(&place).is_err());
        assert_eq!(
            std::fs::read_dir(folder.path())
                .expect("it is read")
                .count(),
            1
        );
    }

    #[test]
    fn spans_are_told_in_their_largest_unit() {
        let of = |seconds| ago(Duration::from_secs(seconds));
        assert_eq!(of(59), "just now");
        assert_eq!(of(60), "1 minute ago");
        assert_eq!(of(7200), "2 hours ago");
        assert_eq!(of(3 * 86_400 + 5), "3 days ago");
    }
}
