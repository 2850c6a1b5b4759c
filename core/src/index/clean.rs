//! Removal of index files: the files that no commit names, or all files that can be recomputed. Only plain
//! files whose names match the program's own patterns are removed.

use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::file::FileRecord;
use super::full_text::{is_index_file, is_segment_file};
use super::guard::{FULL_TEXT, SEGMENTS};
use super::manifest::Manifest;
use super::{IndexError, folder, guard};

/// Whether the name of a file in `segments` matches our pattern: `s000012.terms`, `g000003.pairs`, `g000003i.skipped` …
fn is_ours(name: &str) -> bool {
    let Some((stem, column)) = name.split_once('.') else {
        return false;
    };
    let digits = match column {
        "rows" | "starts" | "terms" | "sketches" => stem.strip_prefix('s'),
        "pairs" | "representatives" => stem.strip_prefix('g'),
        // Names of an interrupted reading have an `i`.
        "skipped" => stem.strip_suffix('i').unwrap_or(stem).strip_prefix('g'),
        _ => None,
    };
    digits.is_some_and(|n| n.len() >= 6 && n.bytes().all(|c| c.is_ascii_digit()))
}

/// Calls `remove` for each plain file in `folder` whose name `is_removed`.
fn each(
    folder: &Path,
    is_removed: impl Fn(&str) -> bool,
    remove: impl Fn(&Path) -> Result<(), IndexError>,
) -> Result<(), IndexError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(IndexError::io("read", folder)(e)),
    };
    for entry in entries {
        let entry = entry.map_err(IndexError::io("read", folder))?;
        let is_plain = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_plain && entry.file_name().to_str().is_some_and(&is_removed) {
            guard::check_folder(folder)?;
            remove(&entry.path())?;
        }
    }
    Ok(())
}

/// Removes our files that the manifest does not name, and temporary files of a killed tantivy writer. If `text_files`
/// lists the files of the full text, also removes its other segment files: after an older copy was restored over a
/// later state, tantivy would not overwrite the later files.
/// Files that cannot be removed now (for example, open in another program) remain for the next writer.
pub(super) fn sweep(dir: &Path, manifest: Option<&Manifest>, text_files: Option<&[FileRecord]>) {
    let files = manifest.iter().flat_map(|m| m.files());
    let named: HashSet<&str> = files.map(|f| f.name.as_str()).collect();
    let try_remove = |path: &Path| {
        let _ = fs::remove_file(path);
        Ok(())
    };
    let is_left_over = |name: &str| is_ours(name) && !named.contains(name);
    // An unreadable folder is also left to the next writer.
    let _ = each(&dir.join(SEGMENTS), is_left_over, try_remove);
    let is_named =
        |name: &str| text_files.is_none_or(|files| files.iter().any(|file| file.name == name));
    let is_left_over = |name: &str| {
        is_index_file(name) && name.starts_with(".tmp") || is_segment_file(name) && !is_named(name)
    };
    let _ = each(&dir.join(FULL_TEXT), is_left_over, try_remove);
}

/// Removes our files except marker and lock. The commit is removed first, so that a run that is killed
/// halfway leaves an index without a generation. Files of others and the folders that contain them stay.
pub(super) fn empty(dir: &Path) -> Result<(), IndexError> {
    let full_text = dir.join(FULL_TEXT);
    let remove = |path: &Path| match fs::remove_file(path) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(IndexError::io("remove", path)(e)),
        _ => Ok(()),
    };
    let commit = full_text.join("meta.json");
    if fs::symlink_metadata(&commit).is_ok() {
        remove(&commit)?;
        folder::sync(&full_text)?;
    }
    each(&full_text, is_index_file, remove)?;
    each(&dir.join(SEGMENTS), is_ours, remove)?;
    for inner in [full_text, dir.join(SEGMENTS)] {
        // Fails if the folder contains other files.
        let _ = fs::remove_dir(inner);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_the_programs_patterns_are_its_own() {
        for name in [
            "s000001.terms",
            "s1000000.rows",
            "g000012i.skipped",
            "g000001.pairs",
        ] {
            assert!(is_ours(name), "{name}");
        }
        for name in [
            "",
            "s",
            "s1.terms",
            "s000001.pairs",
            "g000001.terms",
            "s000001",
        ] {
            assert!(!is_ours(name), "{name}");
        }
        for name in [
            "s000001.terms.bak",
            "sé00001.terms",
            "g00001x.pairs",
            "g000001i.pairs",
        ] {
            assert!(!is_ours(name), "{name}");
        }
        let id = "0123456789abcdef0123456789abcdef";
        for rest in [".idx", ".store", ".store.temp", ".fieldnorm", ".12.del"] {
            assert!(is_index_file(&format!("{id}{rest}")), "{rest}");
        }
        for rest in ["", ".txt", ".del", ".x.del", ".idx.bak"] {
            assert!(!is_index_file(&format!("{id}{rest}")), "{rest}");
        }
        for name in [
            "meta.json",
            ".managed.json",
            ".tmpaB3dEf",
            ".tantivy-meta.lock",
        ] {
            assert!(is_index_file(name), "{name}");
        }
        for name in [
            ".tmp",
            ".tmp-mine",
            ".tmpaB3dEfg",
            "meta.json~",
            "../meta.json",
        ] {
            assert!(!is_index_file(name), "{name}");
        }
    }
}
