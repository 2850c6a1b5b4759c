//! The demo corpora, compiled into the program.

use include_dir::{Dir, DirEntry, include_dir};

use super::standard_input;

static DOCS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../demo-corpus/docs");
static COPIED_TEXT: Dir<'static> =
    include_dir!("$CARGO_MANIFEST_DIR/../demo-corpus/copied-text/docs");

/// All files of the demo corpus of near-duplicates as (path with `/`, content), sorted by path.
#[must_use]
pub fn files() -> Vec<(String, &'static [u8])> {
    below(&DOCS)
}

/// All files of the demo corpus of copied text as (path with `/`, content), sorted by path. No path occurs in
/// both corpora.
#[must_use]
pub fn copied_text_files() -> Vec<(String, &'static [u8])> {
    below(&COPIED_TEXT)
}

fn below(dir: &Dir<'static>) -> Vec<(String, &'static [u8])> {
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
    gather(dir, &mut out);
    out.sort();
    out
}

/// Content of one file of the demo corpora, or of standard input.
#[must_use]
pub fn bytes(path: &str) -> Option<&'static [u8]> {
    if let Some((id, bytes)) = standard_input::content()
        && id == path
    {
        return Some(bytes);
    }
    let mut files = files().into_iter().chain(copied_text_files());
    files.find(|(name, _)| name == path).map(|(_, bytes)| bytes)
}
