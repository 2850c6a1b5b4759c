//! The purpose that a corpus was last opened for.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::load::lock;
use super::write::{Readers, replace};
use crate::config::Purpose;
use crate::store;

/// File name of the purpose.
const PURPOSE: &str = "purpose.json";

/// Longest file that is read, in bytes.
const LONGEST: u64 = 4096;

/// Contents of `purpose.json`. Another program version may add to it.
#[derive(Serialize, Deserialize)]
struct Kept {
    purpose: Purpose,
}

/// The purpose that was kept with the index in `index`; `None` if none was, or it cannot be read: a lost one
/// costs a key.
#[must_use]
pub fn last_purpose(index: &Path) -> Option<Purpose> {
    store::check_kept(index).ok()?;
    let path = store::kept_dir(index).join(PURPOSE);
    let metadata = fs::symlink_metadata(&path).ok()?;
    if !metadata.is_file() || metadata.len() > LONGEST {
        return None;
    }
    let text = fs::read_to_string(&path).ok()?;
    let kept: Kept = serde_json::from_str(&text).ok()?;
    Some(kept.purpose)
}

/// Keeps the purpose with the index, if there is one.
///
/// # Errors
/// The folder cannot be written.
pub(super) fn keep_purpose(index: Option<&Path>, purpose: Purpose) -> anyhow::Result<()> {
    let Some(folder) = index.map(store::make_kept).transpose()? else {
        return Ok(());
    };
    let _lock = lock(&folder);
    let mut text = serde_json::to_string(&Kept { purpose })?;
    text.push('\n');
    replace(&folder.join(PURPOSE), &text, Readers::Owner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_purpose_is_kept_with_the_index_and_a_damaged_file_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let index = folder.path().join("index");
        assert_eq!(last_purpose(&index), None);
        for purpose in [
            Purpose::CopiedText,
            Purpose::NearDuplicates,
            Purpose::CopiedText,
        ] {
            keep_purpose(Some(&index), purpose).unwrap();
            assert_eq!(last_purpose(&index), Some(purpose));
        }
        fs::write(store::kept_dir(&index).join(PURPOSE), "{").unwrap();
        assert_eq!(last_purpose(&index), None);
        keep_purpose(None, Purpose::CopiedText).unwrap();
    }
}
