//! Opens a file at a line in the user's editor. The file name is passed as a separate argument, never
//! through a shell, and as an absolute path, so that no editor takes it for an option, a command (`+!`)
//! or an address. Documents are evidence, so editors open them read-only and ignore editor directives
//! inside them (vim modelines, emacs local variables).

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Line-number syntax of an editor.
#[derive(Clone, Copy)]
enum LineSyntax {
    /// `+7 name`
    Plus,
    /// `name:7`, after the given option if there is one.
    Colon(Option<&'static str>),
    /// Not supported.
    Nowhere,
}

/// Arguments that open a file read-only and disable directives inside it; none if the editor has no read-only option in
/// all its versions. They precede the file name, because the file is read as soon as it is named.
type ReadOnly = &'static [&'static str];

// The first `--cmd` applies until the user's settings are read, the others to each file after that. A separate group
// survives an `autocmd!` in the user's settings.
const VIM: ReadOnly = &[
    "-R",
    "--cmd",
    "set nomodeline",
    "--cmd",
    "augroup shinglescope",
    "--cmd",
    "autocmd BufReadPre * setlocal nomodeline",
    "--cmd",
    "augroup END",
];
const EMACS: ReadOnly = &[
    "--eval",
    "(add-hook 'find-file-hook #'read-only-mode)",
    "--eval",
    // Otherwise emacs would run the version control of the folder, which obeys settings of that folder.
    "(setq enable-local-variables nil enable-local-eval nil vc-handled-backends nil)",
];

fn stem(path: &Path) -> &str {
    let stem = path.file_stem().and_then(|name| name.to_str());
    stem.unwrap_or_default()
}

/// Conventions of the editor `program` with these arguments; `target` is the executable that the name resolves to.
fn conventions(
    program: &str,
    arguments: &[String],
    target: Option<&Path>,
) -> (LineSyntax, ReadOnly) {
    use LineSyntax::{Colon, Nowhere, Plus};
    // With this argument, a running editor opens all later arguments as files.
    let is_remote = arguments.iter().any(|word| word.starts_with("--remote"));
    let is_vim = |path| ["vim", "nvim"].contains(&stem(path));
    match stem(Path::new(program)) {
        "vim" | "nvim" | "gvim" if is_remote => (Nowhere, &[]),
        "vim" | "nvim" | "gvim" => (Plus, VIM),
        // Usually Vim. Other implementations of vi would reject `--cmd`; they have no modelines or disable them.
        "vi" | "view" if target.is_some_and(is_vim) => (Plus, VIM),
        "vi" | "view" => (Plus, &["-R"]),
        "nano" | "pico" => (Plus, &["-v"]),
        "emacs" => (Plus, EMACS),
        "kak" => (Plus, &["-ro"]),
        "micro" => (Plus, &["-readonly", "true"]),
        "joe" => (Plus, &["-rdonly"]),
        // With `--eval`, emacsclient would evaluate file names as expressions. Emacs asks before it applies directives
        // of a file.
        "emacsclient" | "jed" | "mg" | "ne" | "kate" | "gedit" => (Plus, &[]),
        "hx" | "helix" | "subl" | "zed" => (Colon(None), &[]),
        "code" | "code-insiders" | "codium" | "cursor" => (Colon(Some("-g")), &[]),
        _ => (Nowhere, &[]),
    }
}

/// The user's editor: its program, its own arguments (`vim -f`, `code --wait`), and its conventions.
pub struct Editor {
    program: String,
    flags: Vec<String>,
    line: LineSyntax,
    read_only: ReadOnly,
}

impl Editor {
    /// The editor of `$VISUAL`, otherwise of `$EDITOR`, otherwise `vi`.
    ///
    /// # Errors
    /// The value is not a command line.
    pub fn of_user() -> io::Result<Self> {
        let variable = |name: &&str| std::env::var(name).ok().filter(|v| !v.trim().is_empty());
        let line = ["VISUAL", "EDITOR"].iter().find_map(variable);
        let line = line.unwrap_or_else(|| "vi".into());
        Editor::parsed(&line, executable).ok_or_else(|| {
            io::Error::other(format!("$VISUAL or $EDITOR is not a command line: {line}"))
        })
    }

    /// Parses a command line; `None` if it is empty or has unbalanced quotes. `target` resolves the name of a program
    /// that is a link to another one.
    fn parsed(line: &str, target: impl Fn(&str) -> Option<PathBuf>) -> Option<Self> {
        let mut words = shell_words::split(line).ok()?.into_iter();
        let program = words.next()?;
        let flags: Vec<String> = words.collect();
        let (line, read_only) = conventions(&program, &flags, target(&program).as_deref());
        Some(Editor {
            program,
            flags,
            line,
            read_only,
        })
    }

    /// Whether the editor may write, because it has no read-only option.
    pub fn may_write(&self) -> bool {
        self.read_only.is_empty()
    }

    /// The name of its program.
    pub fn name(&self) -> String {
        let name = Path::new(&self.program).file_name();
        name.unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Arguments that open `path` at `line`, read-only if the editor supports it.
    fn arguments(&self, path: &Path, line: u64) -> Vec<OsString> {
        let options = self.read_only.iter().copied();
        let words = self.flags.iter().map(String::as_str).chain(options);
        let mut arguments: Vec<OsString> = words.map(OsString::from).collect();
        // Without a working directory there is no absolute path.
        let path = std::path::absolute(path).unwrap_or_else(|_| Path::new(".").join(path));
        // Editors that take `name:line` would read `name:7:12` as line 7 of `name`.
        let has_colon = path.as_os_str().as_encoded_bytes().contains(&b':');
        match self.line {
            LineSyntax::Plus => arguments.extend([format!("+{line}").into(), path.into()]),
            LineSyntax::Colon(option) if !has_colon => {
                arguments.extend(option.map(OsString::from));
                let mut argument = path.into_os_string();
                argument.push(format!(":{line}"));
                arguments.push(argument);
            }
            LineSyntax::Colon(_) | LineSyntax::Nowhere => arguments.push(path.into()),
        }
        arguments
    }

    /// Opens `path` at `line` (1-based) and waits for the editor to exit. The terminal must have been
    /// released.
    ///
    /// # Errors
    /// If the editor cannot be started or exits with an error; the message names it.
    pub fn open(&self, path: &Path, line: u64) -> io::Result<()> {
        let program = &self.program;
        let result = Command::new(program)
            .args(self.arguments(path, line))
            .status();
        let status = result.map_err(|error| {
            let text =
                format!("the editor {program} did not start: {error} (set $VISUAL or $EDITOR)");
            io::Error::new(error.kind(), text)
        })?;
        if status.success() {
            Ok(())
        } else {
            let text = format!("the editor {program} ended with {status}");
            Err(io::Error::other(text))
        }
    }
}

/// The executable that `name` starts, found on `PATH` with symbolic links resolved.
fn executable(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Path::new(name).canonicalize().ok();
    }
    let search = std::env::var_os("PATH")?;
    let mut candidates = std::env::split_paths(&search).map(|folder| folder.join(name));
    candidates.find(|path| path.is_file())?.canonicalize().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_MODELINES: &str = "--cmd|set nomodeline|--cmd|augroup shinglescope\
        |--cmd|autocmd BufReadPre * setlocal nomodeline|--cmd|augroup END";

    fn opened(line: &str, path: &str, target: Option<&str>) -> String {
        let editor = Editor::parsed(line, |_| target.map(PathBuf::from)).unwrap();
        let arguments = editor.arguments(Path::new(path), 7);
        let arguments: Vec<_> = arguments.iter().map(|a| a.to_string_lossy()).collect();
        format!("{}|{}", editor.program, arguments.join("|"))
    }

    #[test]
    fn each_editor_gets_its_own_syntax_for_line_and_read_only() {
        for (editor, expected) in [
            ("vim", format!("vim|-R|{NO_MODELINES}|+7|/a b.txt")),
            (
                "/usr/bin/nvim -f",
                format!("/usr/bin/nvim|-f|-R|{NO_MODELINES}|+7|/a b.txt"),
            ),
            ("nano", "nano|-v|+7|/a b.txt".into()),
            ("kak", "kak|-ro|+7|/a b.txt".into()),
            ("micro", "micro|-readonly|true|+7|/a b.txt".into()),
            ("joe", "joe|-rdonly|+7|/a b.txt".into()),
            ("hx", "hx|/a b.txt:7".into()),
            ("code --wait", "code|--wait|-g|/a b.txt:7".into()),
            ("'my editor' -x", "my editor|-x|/a b.txt".into()),
            // With `--eval`, `emacsclient` would take the file name for an expression.
            ("emacsclient", "emacsclient|+7|/a b.txt".into()),
            // With `--remote`, a running editor takes only files.
            (
                "vim --servername X --remote-wait",
                "vim|--servername|X|--remote-wait|/a b.txt".into(),
            ),
        ] {
            assert_eq!(opened(editor, "/a b.txt", None), expected);
        }
        let emacs = opened("emacs", "/a b.txt", None);
        for part in [
            "enable-local-variables nil",
            "vc-handled-backends nil",
            "read-only-mode",
        ] {
            assert!(emacs.contains(part), "{emacs}");
        }
        assert!(Editor::parsed("vim 'x", |_| None).is_none());
    }

    #[test]
    fn editors_that_may_write_are_known_by_name() {
        for (line, may) in [
            ("vim -f", false),
            ("view", false),
            ("nano", false),
            ("emacs -nw", false),
            ("code --wait", true),
            ("emacsclient -t", true),
            ("my-editor", true),
            ("nvim --server /tmp/nv.sock --remote", true),
        ] {
            let got = Editor::parsed(line, |_| None).unwrap().may_write();
            assert_eq!(got, may, "{line}");
        }
    }

    #[test]
    fn a_vi_that_is_vim_ignores_modelines() {
        let plain = opened("vi", "a.txt", Some("/usr/bin/nvi"));
        assert!(plain.starts_with("vi|-R|+7|"), "{plain}");
        for vim in ["/usr/bin/vim.tiny", "/opt/nvim"] {
            let line = opened("vi", "a.txt", Some(vim));
            assert!(
                line.starts_with(&format!("vi|-R|{NO_MODELINES}|+7|")),
                "{line}"
            );
        }
    }

    #[test]
    fn a_file_name_is_never_an_option_or_a_command() {
        let here = std::env::current_dir().unwrap();
        for name in ["+!touch PWNED", "-x", "!ls", "a:12", "a\nb", "term:x", ">x"] {
            for editor in ["vi", "vim", "emacs", "joe", "code", "hx", "ed", "kate -n"] {
                let editor = Editor::parsed(editor, |_| None).unwrap();
                let last = editor.arguments(Path::new(name), 7).pop().unwrap();
                let absolute = here.join(name);
                let with_line = format!("{}:7", absolute.display());
                let may_have_line = !name.contains(':') && *last == *with_line;
                assert!(last == *absolute || may_have_line, "{last:?}");
            }
        }
    }
}
