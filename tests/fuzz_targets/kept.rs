//! Entry points for files that the program has stored and a user may have edited: answers
//! to judged pairs, and the sweep file to resume from.

use shinglescope::cli::SweepFile;
use shinglescope::engine::annotations;

/// Each file is parsed completely or rejected; parsed values are within the limits of the settings.
pub fn kept(data: &[u8]) {
    let (choice, rest) = super::chosen(data);
    let text = String::from_utf8_lossy(rest);
    match choice % 2 {
        0 => {
            for answer in annotations::answers(&text).unwrap_or_default() {
                let _ = answer.verdict.name();
            }
        }
        _ => sweep(&text),
    }
}

/// A file that does not belong to this sweep is rejected and left unchanged; of one that does,
/// either all records are read or none.
fn sweep(text: &str) {
    thread_local!(static FOLDER: tempfile::TempDir = super::folder());
    let path = FOLDER.with(|folder| folder.path().join("sweep.jsonl"));
    std::fs::write(&path, text).expect("a file");
    let of = serde_json::json!({"corpus": "a", "threshold": [0.5, 0.8]});
    let read = SweepFile::open(&path, of);
    let now = std::fs::read_to_string(&path).expect("a file");
    match read {
        Ok(_) => assert!(now.starts_with("{\"shinglescope_sweep\":") && now.ends_with('\n')),
        Err(error) => {
            assert!(error.to_string().contains("sweep.jsonl"), "{error:#}");
            assert_eq!(now, text);
        }
    }
}
