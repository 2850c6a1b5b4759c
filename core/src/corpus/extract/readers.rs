//! The user's own readers: programs that print the text of a document, one process each. Only the user's config file
//! names them, never a corpus, and no shell is involved.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use xxhash_rust::xxh3::xxh3_64;

use crate::base::Cancel;
use crate::corpus::SkipReason;
use crate::corpus::child::process;
use crate::corpus::extracted::{Extracted, Limits};
use crate::corpus::formats::FileFormat;
use crate::corpus::packing::FileForm;

/// Command lines by extension (lower case, without the dot).
pub type Readers = BTreeMap<String, String>;

/// Placeholder for the path of the file in a command line.
const FILE: &str = "{}";

/// The readers of this process, and the token that cancels them.
static IN_USE: OnceLock<(Readers, Cancel)> = OnceLock::new();

/// Sets the readers of this process, which `cancel` ends; only the first call has an effect.
pub fn set(readers: Readers, cancel: Cancel) {
    let _ = IN_USE.set((readers, cancel));
}

/// The command line for files with an extension.
pub(in crate::corpus) fn command_for(extension: Option<&str>) -> Option<&'static str> {
    let (readers, _) = IN_USE.get()?;
    readers.get(extension?).map(String::as_str)
}

/// A digest of all readers of this process; 0 without any. Other readers may give other texts.
pub fn digest() -> u32 {
    let readers = IN_USE.get().map(|(readers, _)| readers);
    let readers = readers.into_iter().flatten();
    let lines = readers.map(|(extension, command)| format!("{extension}\n{command}\n"));
    let lines: String = lines.collect();
    if lines.is_empty() {
        0
    } else {
        digest_of(&lines) as u32
    }
}

/// A digest of a command line, which is not 0.
pub(super) fn digest_of(command: &str) -> u64 {
    xxh3_64(command.as_bytes()).max(1)
}

/// The readers of one line of the config: extensions separated by spaces, and their command line.
///
/// # Errors
/// The line is invalid; the message contains the reason.
pub fn parse(extensions: &str, command: &str) -> Result<Readers, String> {
    let words = words(command)?;
    if !words.iter().skip(1).any(|word| word.contains(FILE)) {
        return Err(format!(
            "the command line needs {FILE}, which stands for the path of the file"
        ));
    }
    let reader = |extension: &str| {
        let extension = extension.trim_start_matches('.').to_ascii_lowercase();
        let form = FileForm::from_path(Path::new(&format!("file.{extension}")));
        if extension.is_empty() || !extension.chars().all(char::is_alphanumeric) {
            return Err(format!("{extension:?} is not an extension, such as pdf"));
        }
        if form.packing.is_some() || form.format != FileFormat::Document {
            return Err(format!(
                ".{extension} files contain several documents, which readers cannot read"
            ));
        }
        Ok((extension, command.to_owned()))
    };
    let readers: Readers = extensions
        .split_whitespace()
        .map(reader)
        .collect::<Result<_, _>>()?;
    if readers.is_empty() {
        Err("name an extension, such as pdf".to_owned())
    } else {
        Ok(readers)
    }
}

/// The words of a command line, split as in a shell.
fn words(command: &str) -> Result<Vec<String>, String> {
    match shell_words::split(command) {
        Ok(words) if words.is_empty() => Err("the command line is empty".to_owned()),
        words => words.map_err(|error| error.to_string()),
    }
}

/// The program of a command line, and its path: as written, or in a folder of `PATH`.
pub fn program(command: &str) -> (String, Option<PathBuf>) {
    let name = words(command)
        .ok()
        .and_then(|words| words.into_iter().next());
    let name = name.unwrap_or_default();
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let paths = if name.contains('/') {
        vec![PathBuf::from(&name)]
    } else {
        std::env::split_paths(&folders)
            .map(|folder| folder.join(&name))
            .collect()
    };
    let path = paths.into_iter().find(|path| path.is_file());
    (name, path)
}

/// The text that a reader prints for a file.
///
/// # Errors
/// [`SkipReason::ReaderFailed`], or a limit of time or size.
pub(super) fn read(command: &str, path: &Path, limits: &Limits) -> Result<Extracted, SkipReason> {
    let cancel = IN_USE.get().map(|(_, cancel)| cancel.clone());
    run(command, path, limits, &cancel.unwrap_or_default())
}

fn run(
    command: &str,
    path: &Path,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Extracted, SkipReason> {
    let words = words(command).map_err(SkipReason::Unsupported)?;
    let failed = |why: String| SkipReason::ReaderFailed(words[0].clone(), why);
    // An absolute path is never mistaken for an option.
    let path = std::path::absolute(path)?;
    let why = || failed("the path of the file is not UTF-8: rename the file".to_owned());
    let path = path.to_str().ok_or_else(why)?;
    let arguments = words[1..].iter().map(|word| word.replace(FILE, path));
    let mut process = Command::new(&words[0]);
    process.args(arguments).stderr(Stdio::piped());
    let running = process::start(process, &[]).map_err(|reason| match reason {
        SkipReason::Unreadable(why) => failed(why),
        shortage => shortage,
    })?;
    let ended = running.output(limits.max_text, limits.max_seconds, cancel)?;
    let errors = String::from_utf8_lossy(&ended.stderr);
    let line = errors.lines().map(str::trim).find(|line| !line.is_empty());
    let line: String = line.unwrap_or_default().chars().take(200).collect();
    let why = |what: &str| {
        if line.is_empty() {
            what.to_owned()
        } else {
            format!("{what}: {line}")
        }
    };
    if !ended.status.success() {
        return Err(failed(why(&ended.status.to_string())));
    }
    let text = String::from_utf8_lossy(&ended.stdout);
    // Some readers end pages with a form feed; here it begins a page.
    let text = text.trim_end_matches('\u{c}');
    if text.trim().is_empty() {
        Err(failed(why("it printed no text")))
    } else {
        Ok(Extracted::from(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::settings::Reading;

    fn of_file(
        command: &str,
        change: impl Fn(&mut Limits),
        cancel: &Cancel,
    ) -> Result<String, SkipReason> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a file; `touch x`.txt");
        std::fs::write(&path, "some words\n").unwrap();
        let mut limits = Limits::new(&Reading::default());
        change(&mut limits);
        run(command, &path, &limits, cancel).map(|extracted| extracted.text)
    }

    fn text_of(command: &str) -> Result<String, SkipReason> {
        of_file(command, |_| {}, &Cancel::default())
    }

    #[test]
    fn the_output_of_a_program_is_the_text() {
        assert_eq!(text_of("cat {}").unwrap(), "some words\n");
        let text = text_of("sh -c 'cat \"$1\"; printf \"\\f\"' x {}").unwrap();
        assert_eq!(text, "some words\n");
        assert_eq!(
            text_of("echo '$HOME' {}")
                .unwrap()
                .split_whitespace()
                .next(),
            Some("$HOME")
        );
    }

    #[test]
    fn a_failure_reports_the_first_line_of_standard_error() {
        for (command, why) in [
            (
                "sh -c 'echo; echo damaged >&2; echo more >&2; exit 3' {}",
                "exit status: 3: damaged",
            ),
            ("true {}", "it printed no text"),
            ("no-such-program-here {}", "No such file or directory"),
        ] {
            let reason = text_of(command).unwrap_err();
            assert!(
                matches!(&reason, SkipReason::ReaderFailed(_, message) if message.contains(why)),
                "{reason}"
            );
        }
    }

    #[test]
    fn a_program_has_limits_of_time_and_size_and_ends_with_the_run() {
        let sleeps = "sh -c 'sleep 600 & sleep 600' {}";
        let slow = of_file(sleeps, |limits| limits.max_seconds = 0, &Cancel::default());
        assert_eq!(slow, Err(SkipReason::TooSlow(0)));
        let large = of_file(
            "yes {}",
            |limits| limits.max_text = 1000,
            &Cancel::default(),
        );
        assert_eq!(large, Err(SkipReason::TooLarge(1001, 1000)));
        let cancel = Cancel::after(0);
        assert!(matches!(
            of_file(sleeps, |_| {}, &cancel),
            Err(SkipReason::Unreadable(_))
        ));
    }

    #[test]
    fn a_line_of_the_config_names_extensions_and_a_command_with_the_file() {
        let readers = parse("RTF .doc", "pandoc -t plain {}").unwrap();
        assert_eq!(readers.keys().collect::<Vec<_>>(), ["doc", "rtf"]);
        for (extensions, command, why) in [
            ("pdf", "pdftotext", "needs {}"),
            ("pdf", "pdftotext '{}", "missing closing quote"),
            ("pdf", "", "empty"),
            ("p/df", "cat {}", "not an extension"),
            ("", "cat {}", "name an extension"),
            ("zip", "unzip {}", "several documents"),
            ("csv", "cat {}", "several documents"),
        ] {
            let error = parse(extensions, command).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        assert_eq!(program("sh -c {}").0, "sh");
        assert!(program("sh -c {}").1.is_some());
        assert!(program("/no/such {}").1.is_none());
    }
}
