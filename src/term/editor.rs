//! Opens a file at a line in the user's editor. The file name is passed as a separate argument, never
//! through a shell, and as an absolute path, so that no editor takes it for an option, a command (`+!`)
//! or an address. Documents are evidence: editors are told to open them read-only and to ignore editor
//! directives inside them.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::editors::{self, LineSyntax};

/// Editor command line: `$VISUAL`, else `$EDITOR`, else `vi` (`notepad` on Windows).
pub fn chosen(variable: impl Fn(&str) -> Option<String>) -> String {
    ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| variable(name).filter(|v| !v.trim().is_empty()))
        .unwrap_or_else(|| if cfg!(windows) { "notepad" } else { "vi" }.into())
}

/// Program and arguments that open `path` at `line` in `editor`, read-only where the editor can be told so.
/// Arguments of its own in `editor` (`vim -f`, `code --wait`) are kept. `behind` resolves a program name that
/// is a link to another program. `None` if `editor` has unbalanced quotes or is empty.
pub fn command(
    editor: &str,
    path: &Path,
    line: u64,
    behind: impl Fn(&str) -> Option<PathBuf>,
) -> Option<(String, Vec<OsString>)> {
    let words = shell_words::split(editor).ok()?;
    let (program, own) = words.split_first()?;
    let options = editors::options(program, own.iter(), behind(program).as_deref());
    let mut arguments: Vec<OsString> = own.iter().map(OsString::from).collect();
    arguments.extend(options.read_only.iter().map(OsString::from));
    arguments.extend(options.obey_nothing.iter().map(OsString::from));
    let path = unmistakable(path);
    // Editors that take `name:line` would read `name:7:12` as line 7 of `name`.
    let has_colon = path.as_os_str().as_encoded_bytes().contains(&b':');
    match options.at {
        LineSyntax::Plus => arguments.extend([format!("+{line}").into(), path.into()]),
        LineSyntax::Colon(option) if !has_colon => {
            arguments.extend(option.map(OsString::from));
            let mut both = path.into_os_string();
            both.push(format!(":{line}"));
            arguments.push(both);
        }
        LineSyntax::Colon(_) | LineSyntax::Nowhere => arguments.push(path.into()),
    }
    Some((program.clone(), arguments))
}

/// The program of an editor that cannot be told to open files read-only; `None` if it can, or is no command
/// line.
pub fn may_write(editor: &str, behind: impl Fn(&str) -> Option<PathBuf>) -> Option<String> {
    let words = shell_words::split(editor).ok()?;
    let (program, own) = words.split_first()?;
    let options = editors::options(program, own.iter(), behind(program).as_deref());
    options.read_only.is_empty().then(|| program.clone())
}

/// The name of the user's editor if it cannot be told to open files read-only.
pub fn unsafe_editor() -> Option<String> {
    let program = may_write(&chosen(|name| std::env::var(name).ok()), behind)?;
    let name = Path::new(&program).file_name();
    Some(name.map_or(program.clone(), |name| name.to_string_lossy().into_owned()))
}

/// Path in a form that cannot be taken for an option or a command.
fn unmistakable(path: &Path) -> PathBuf {
    // Without a working directory there is no absolute path.
    std::path::absolute(path).unwrap_or_else(|_| Path::new(".").join(path))
}

/// The executable that `name` starts, found on `PATH` with symbolic links resolved; `vim` for a Vim that is itself called
/// `vi` or `view`, as some systems install it.
fn behind(name: &str) -> Option<PathBuf> {
    let search = std::env::var_os("PATH")?;
    let executable = match Path::new(name).components().nth(1) {
        Some(_) => PathBuf::from(name),
        None => std::env::split_paths(&search)
            .map(|folder| folder.join(name))
            .find(|path| path.is_file())?,
    };
    let executable = executable.canonicalize().ok()?;
    let is_vi = |path: &Path| {
        path.file_stem()
            .is_some_and(|stem| stem == "vi" || stem == "view")
    };
    if is_vi(&executable) && is_vim(&executable) {
        Some(PathBuf::from("vim"))
    } else {
        Some(executable)
    }
}

/// What Vim says first.
const VIM: [u8; 17] = *b"VIM - Vi IMproved";

/// Longest time for a program to say what it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether a program says that it is Vim.
fn is_vim(program: &Path) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null());
    let Ok(mut child) = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn() else {
        return false;
    };
    let begun = Instant::now();
    let ended = loop {
        match child.try_wait() {
            Ok(None) if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(2)),
            ended => break ended,
        }
    };
    if !matches!(ended, Ok(Some(_))) {
        let _ = child.kill();
        let _ = child.wait();
        return false;
    }
    let mut output = [0; VIM.len()];
    let read = child
        .stdout
        .take()
        .map(|mut out| out.read_exact(&mut output));
    matches!(read, Some(Ok(()))) && output == VIM
}

/// Opens `path` at `line` (1-based) and waits for the editor to exit. The terminal must have been
/// released.
///
/// # Errors
/// If the editor cannot be started or exits with an error; the message names it.
pub fn open(path: &Path, line: u64) -> io::Result<()> {
    let editor = chosen(|name| std::env::var(name).ok());
    let (program, arguments) = command(&editor, path, line, behind).ok_or_else(|| {
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

    const NO_MODELINES: &str = "--cmd|set nomodeline|--cmd|augroup shinglescope\
        |--cmd|autocmd BufReadPre * setlocal nomodeline|--cmd|augroup END";

    fn opened(editor: &str, path: &str, behind: Option<&str>) -> String {
        let behind = |_: &str| behind.map(PathBuf::from);
        let (program, arguments) = command(editor, Path::new(path), 7, behind).unwrap();
        let arguments: Vec<_> = arguments.iter().map(|a| a.to_string_lossy()).collect();
        format!("{program}|{}", arguments.join("|"))
    }

    #[test]
    fn each_editor_is_told_the_line_and_not_to_write_in_its_own_way() {
        let line = |editor| opened(editor, "/a b.txt", None);
        assert_eq!(line("vim"), format!("vim|-R|{NO_MODELINES}|+7|/a b.txt"));
        assert_eq!(line("nano"), "nano|-v|+7|/a b.txt");
        assert_eq!(line("kak"), "kak|-ro|+7|/a b.txt");
        assert_eq!(line("micro"), "micro|-readonly|true|+7|/a b.txt");
        assert_eq!(line("joe"), "joe|-rdonly|+7|/a b.txt");
        assert_eq!(line("hx"), "hx|/a b.txt:7");
        assert_eq!(line("my-editor"), "my-editor|/a b.txt");
        let emacs = line("emacs");
        assert!(emacs.contains("enable-local-variables nil"), "{emacs}");
        assert!(emacs.contains("vc-handled-backends nil"), "{emacs}");
        assert!(emacs.contains("read-only-mode"), "{emacs}");
        assert!(emacs.ends_with("|+7|/a b.txt"), "{emacs}");
        // With `--eval`, `emacsclient` would take the file name for an expression.
        assert_eq!(line("emacsclient"), "emacsclient|+7|/a b.txt");
    }

    #[test]
    fn an_editor_with_arguments_keeps_them_and_is_told_not_to_write() {
        let line = |editor| opened(editor, "/a.txt", None);
        let vim = line("/usr/bin/nvim -f");
        assert_eq!(vim, format!("/usr/bin/nvim|-f|-R|{NO_MODELINES}|+7|/a.txt"));
        assert_eq!(line("code --wait"), "code|--wait|-g|/a.txt:7");
        assert_eq!(line("'my editor' -x"), "my editor|-x|/a.txt");
        assert!(command("vim 'x", Path::new("a"), 1, |_| None).is_none());
        // One that hands its arguments to an editor that runs already takes files only.
        for remote in [
            "nvim --server /tmp/nv.sock --remote",
            "gvim --remote-tab-silent",
            "vim --servername X --remote-wait",
        ] {
            let words = remote.replace(' ', "|");
            assert_eq!(line(remote), format!("{words}|/a.txt"));
        }
    }

    #[test]
    fn editors_that_may_write_are_known_by_name() {
        let may = |editor| may_write(editor, |_| None);
        for safe in [
            "vim -f",
            "vi",
            "view",
            "nano",
            "emacs -nw",
            "kak",
            "micro",
            "joe",
        ] {
            assert_eq!(may(safe), None, "{safe}");
        }
        for unsafe_one in [
            "code --wait",
            "hx",
            "emacsclient -t",
            "gedit",
            "my-editor",
            "nvim --server /tmp/nv.sock --remote",
        ] {
            let program = unsafe_one.split(' ').next().map(str::to_owned);
            assert_eq!(may(unsafe_one), program, "{unsafe_one}");
        }
    }

    #[test]
    fn a_vi_that_is_a_vim_obeys_no_modeline() {
        let plain = opened("vi", "a.txt", Some("/usr/bin/nvi"));
        assert!(plain.starts_with("vi|-R|+7|"), "{plain}");
        for vim in ["/usr/bin/vim.tiny", "/usr/bin/vim", "/opt/nvim"] {
            let line = opened("vi", "a.txt", Some(vim));
            let begin = format!("vi|-R|{NO_MODELINES}|+7|");
            assert!(line.starts_with(&begin), "{line}");
        }
    }

    #[test]
    fn a_vim_that_is_called_vi_is_known_by_what_it_says() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("vi");
        let behind_of = |says: &str| {
            std::fs::write(&path, format!("#!/bin/sh\n{says}\n")).unwrap();
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            std::fs::set_permissions(&path, mode).unwrap();
            behind(path.to_str().unwrap()).unwrap()
        };
        let vim = "[ \"$*\" = --version ] && echo 'VIM - Vi IMproved 9.1'";
        // A process that another test starts meanwhile may hold the script open for a moment, so that it cannot be run.
        assert!((0..100).any(|_| behind_of(vim) == Path::new("vim")));
        let own = path.canonicalize().unwrap();
        assert_eq!(behind_of("echo usage: vi file; exit 1"), own);
        assert_eq!(behind_of("exec sleep 60"), own);
    }

    #[test]
    fn no_name_of_a_file_reads_as_anything_else() {
        let here = std::env::current_dir().unwrap();
        for name in [
            "+!touch PWNED",
            "-x",
            "!ls",
            "a b",
            "a:12",
            "a\nb",
            "term:x",
            ">x",
        ] {
            for editor in ["vi", "vim", "emacs", "joe", "code", "hx", "ed", "kate -n"] {
                let (_, arguments) = command(editor, Path::new(name), 7, |_| None).unwrap();
                let last = arguments.last().unwrap().to_string_lossy().into_owned();
                let absolute = here.join(name).to_string_lossy().into_owned();
                let with_line = format!("{absolute}:7");
                let may = [absolute, with_line];
                assert!(may.contains(&last), "{editor}: {last}");
                assert!(!name.contains(':') || last == may[0], "{editor}: {last}");
            }
        }
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
