//! Where a scratch folder may lie: not in a folder that is read, whose documents would then be others the next time.

use std::path::{Path, PathBuf};

use anyhow::ensure;

use crate::base::sanitise;
use crate::corpus::Source;

/// Refuses a scratch folder in a folder of the corpus.
pub(super) fn check(scratch: &Path, source: &Source) -> anyhow::Result<()> {
    let scratch = real(scratch);
    for root in source.paths().unwrap_or_default() {
        ensure!(
            !root.is_dir() || !scratch.starts_with(real(root)),
            "the scratch folder {} lies in {}, which is read; give --scratch a folder elsewhere",
            shown(&scratch),
            shown(root)
        );
    }
    Ok(())
}

/// The path without links, as far as it exists.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let real = path.ancestors().find_map(|begin| {
        let rest = path.strip_prefix(begin).ok()?;
        Some(begin.canonicalize().ok()?.join(rest))
    });
    real.unwrap_or(path)
}

fn shown(path: &Path) -> String {
    sanitise::line(&path.display().to_string()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_read_holds_no_scratch() {
        let temp = tempfile::tempdir().unwrap();
        let corpus = temp.path().join("corpus");
        std::fs::create_dir(&corpus).unwrap();
        let file = corpus.join("rows.jsonl");
        std::fs::write(&file, "").unwrap();
        let source = |path: &Path| Source::Paths(vec![path.to_owned()]);
        for inside in [corpus.clone(), corpus.join("new"), corpus.join("a/../b/c")] {
            let said = check(&inside, &source(&corpus)).unwrap_err().to_string();
            assert!(said.contains("which is read"), "{said}");
            check(&inside, &source(&file)).unwrap();
        }
        check(&temp.path().join("corpus2"), &source(&corpus)).unwrap();
        check(&temp.path().join("corpus"), &Source::Demo).unwrap();
        #[cfg(unix)]
        {
            let link = temp.path().join("link");
            std::os::unix::fs::symlink(&corpus, &link).unwrap();
            assert!(check(&link.join("new"), &source(&corpus)).is_err());
        }
    }
}
