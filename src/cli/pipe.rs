//! Output files that are pipes are refused: opening one waits for a reader, whatever signals come.

use std::path::Path;

/// Checks that the output file that `option` names is no pipe. One that does not exist is none.
///
/// # Errors
/// It is a pipe.
pub fn refuse(option: &str, path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = std::fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo());
    anyhow::ensure!(
        !is_pipe,
        "{option} {} is a pipe: give the name of a file",
        path.display()
    );
    Ok(())
}
