//! The demo corpus, compiled into the program.

use include_dir::{Dir, DirEntry, include_dir};

static DOCS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/demo-corpus/docs");

/// All files of the demo corpus as (path with `/`, content), sorted by path.
#[must_use]
pub fn files() -> Vec<(String, &'static [u8])> {
    fn gather(dir: &Dir<'static>, out: &mut Vec<(String, &'static [u8])>) {
        for entry in dir.entries() {
            match entry {
                DirEntry::Dir(dir) => gather(dir, out),
                DirEntry::File(file) => {
                    let path = file.path().to_string_lossy().replace('\\', "/");
                    out.push((path, file.contents()));
                }
            }
        }
    }
    let mut out = Vec::new();
    gather(&DOCS, &mut out);
    out.sort();
    out
}

/// Content of one file of the demo corpus.
#[must_use]
pub fn bytes(path: &str) -> Option<&'static [u8]> {
    let file = files().into_iter().find(|(name, _)| name == path);
    file.map(|(_, bytes)| bytes)
}
