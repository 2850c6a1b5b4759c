//! The person's editor on a file, at a line. The file's name is an argument of its own and never
//! passes through a shell.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

/// The editor that the environment names: `$VISUAL`, else `$EDITOR`, else `vi`.
#[must_use]
pub fn chosen(variable: impl Fn(&str) -> Option<String>) -> String {
    ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| variable(name).filter(|v| !v.trim().is_empty()))
        .unwrap_or_else(|| if cfg!(windows) { "notepad" } else { "vi" }.into())
}

/// Program and arguments that open `path` at `line` in `editor`, which may carry arguments of its own
/// (`code --wait`). `None` where its quotes do not close.
#[must_use]
pub fn command(editor: &str, path: &Path, line: u64) -> Option<(String, Vec<OsString>)> {
    let mut words = shell_words::split(editor).ok()?.into_iter();
    let program = words.next()?;
    let mut arguments: Vec<OsString> = words.map(OsString::from).collect();
    // A relative name that begins with a dash must not read as an option.
    let path = if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(path)
    } else {
        path.to_owned()
    };
    let at_line = || {
        let mut both = path.clone().into_os_string();
        both.push(format!(":{line}"));
        both
    };
    let name = Path::new(&program).file_stem();
    let name = name.and_then(|n| n.to_str()).unwrap_or_default();
    match name {
        "vi" | "vim" | "nvim" | "view" | "gvim" | "nano" | "pico" | "emacs" | "emacsclient"
        | "micro" | "kak" | "joe" | "jed" | "mg" | "ne" | "kate" | "gedit" => {
            arguments.push(format!("+{line}").into());
            arguments.push(path.into());
        }
        "hx" | "helix" | "subl" | "zed" => arguments.push(at_line()),
        "code" | "code-insiders" | "codium" | "cursor" => {
            arguments.push("-g".into());
            arguments.push(at_line());
        }
        _ => arguments.push(path.into()),
    }
    Some((program, arguments))
}

/// Opens `path` and waits for the editor to end. The terminal must have been given back. Returns what
/// to tell the person where that is not nothing.
///
/// # Errors
/// Where the editor cannot be started or says that it failed; the message names it.
pub fn open(path: &Path, line: u64) -> io::Result<()> {
    let editor = chosen(|name| std::env::var(name).ok());
    let (program, arguments) = command(&editor, path, line).ok_or_else(|| {
        io::Error::other(format!(
            "$VISUAL or $EDITOR is not a command line: {editor}"
        ))
    })?;
    let status = Command::new(&program)
        .args(arguments)
        .status()
        .map_err(|e| {
            io::Error::new(
                e.kind(),
                format!("the editor {program} did not start: {e} (set $VISUAL or $EDITOR)"),
            )
        })?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!(
            "the editor {program} ended with {status}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(editor: &str) -> String {
        let (program, arguments) = command(editor, Path::new("a b.txt"), 7).unwrap();
        let arguments: Vec<_> = arguments.iter().map(|a| a.to_string_lossy()).collect();
        format!("{program}|{}", arguments.join("|"))
    }

    #[test]
    fn each_editor_is_told_the_line_in_its_own_way() {
        assert_eq!(line("vim"), "vim|+7|a b.txt");
        assert_eq!(line("/usr/bin/nvim -R"), "/usr/bin/nvim|-R|+7|a b.txt");
        assert_eq!(line("hx"), "hx|a b.txt:7");
        assert_eq!(line("code --wait"), "code|--wait|-g|a b.txt:7");
        assert_eq!(line("'my editor' -x"), "my editor|-x|a b.txt");
        assert!(command("vim 'x", Path::new("a"), 1).is_none());
        let (_, arguments) = command("ed", Path::new("-x"), 1).unwrap();
        assert_eq!(arguments, ["./-x"]);
    }

    #[test]
    fn visual_comes_before_editor() {
        assert_eq!(
            chosen(|_| None),
            if cfg!(windows) { "notepad" } else { "vi" }
        );
        assert_eq!(chosen(|n| Some(n.to_lowercase())), "visual");
        assert_eq!(chosen(|n| (n == "EDITOR").then(|| "nano".into())), "nano");
    }
}
