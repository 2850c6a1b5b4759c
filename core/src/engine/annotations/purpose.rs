//! The purpose that a corpus was last opened for.

use std::fs;

use serde::{Deserialize, Serialize};

use super::AnnotationsPlace;
use super::load::lock;
use super::write::replace;
use crate::config::Purpose;

/// File name of the purpose.
const PURPOSE: &str = "purpose.json";

/// Longest file that is read, in bytes.
const LONGEST: u64 = 4096;

/// Contents of `purpose.json`. Another program version may add to it.
#[derive(Serialize, Deserialize)]
struct Kept {
    purpose: Purpose,
}

/// The purpose that was kept for a corpus; `None` if none was, or it cannot be read: a lost one
/// costs a key.
#[must_use]
pub fn last_purpose(place: &AnnotationsPlace) -> Option<Purpose> {
    let path = place.folder().ok()?.join(PURPOSE);
    let metadata = fs::symlink_metadata(&path).ok()?;
    if !metadata.is_file() || metadata.len() > LONGEST {
        return None;
    }
    let text = fs::read_to_string(&path).ok()?;
    let kept: Kept = serde_json::from_str(&text).ok()?;
    Some(kept.purpose)
}

/// Keeps the purpose, if there is a place for it.
///
/// # Errors
/// The folder cannot be written.
pub(super) fn keep_purpose(
    place: Option<&AnnotationsPlace>,
    purpose: Purpose,
) -> anyhow::Result<()> {
    let Some(folder) = place.map(AnnotationsPlace::make).transpose()? else {
        return Ok(());
    };
    let _lock = lock(&folder);
    let mut text = serde_json::to_string(&Kept { purpose })?;
    text.push('\n');
    replace(&folder.join(PURPOSE), &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_purpose_is_kept_with_the_index_and_a_damaged_file_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let index = folder.path().join("index");
        let place = AnnotationsPlace::with_index(&index);
        assert_eq!(last_purpose(&place), None);
        for purpose in [
            Purpose::CopiedText,
            Purpose::NearDuplicates,
            Purpose::CopiedText,
        ] {
            keep_purpose(Some(&place), purpose).unwrap();
            assert_eq!(last_purpose(&place), Some(purpose));
        }
        fs::write(crate::store::kept_dir(&index).join(PURPOSE), "{").unwrap();
        assert_eq!(last_purpose(&place), None);
        keep_purpose(None, Purpose::CopiedText).unwrap();
    }
}
