//! Known editors: how each takes a line number, opens a file read-only, and ignores directives in the
//! file (vim modelines, emacs local variables).

use std::path::Path;

/// Line-number syntax of an editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineSyntax {
    /// `+7 name`
    Plus,
    /// `name:7`, after the given option if there is one.
    Colon(Option<&'static str>),
    /// Not supported.
    Nowhere,
}

/// Command-line conventions of an editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EditorOptions {
    pub(super) at: LineSyntax,
    /// Arguments that open the file read-only.
    pub(super) read_only: &'static [&'static str],
    /// Arguments that disable directives inside the file. They precede the file name, because the file
    /// is read as soon as it is named.
    pub(super) obey_nothing: &'static [&'static str],
}

const fn plus(
    read_only: &'static [&'static str],
    obey_nothing: &'static [&'static str],
) -> EditorOptions {
    EditorOptions {
        at: LineSyntax::Plus,
        read_only,
        obey_nothing,
    }
}

const fn colon(option: Option<&'static str>) -> EditorOptions {
    EditorOptions {
        at: LineSyntax::Colon(option),
        read_only: &[],
        obey_nothing: &[],
    }
}

// The first holds until the user's own settings are read, the others for each file after them. A group of its own
// outlives an `autocmd!` in those.
const VIM: EditorOptions = plus(
    &["-R"],
    &[
        "--cmd",
        "set nomodeline",
        "--cmd",
        "augroup shinglescope",
        "--cmd",
        "autocmd BufReadPre * setlocal nomodeline",
        "--cmd",
        "augroup END",
    ],
);
const EMACS: EditorOptions = plus(
    &["--eval", "(add-hook 'find-file-hook #'read-only-mode)"],
    &[
        "--eval",
        // A version control is asked about a file, and obeys the settings of the folder that the file is in.
        "(setq enable-local-variables nil enable-local-eval nil vc-handled-backends nil)",
    ],
);

/// What takes a file and nothing else.
const FILE_ALONE: EditorOptions = EditorOptions {
    at: LineSyntax::Nowhere,
    read_only: &[],
    obey_nothing: &[],
};

/// Conventions of the editor started as `program` with these arguments; `behind` is the executable it resolves to.
pub(super) fn options(
    program: &str,
    mut arguments: impl Iterator<Item = impl AsRef<str>>,
    behind: Option<&Path>,
) -> EditorOptions {
    let named = of_program(program, behind);
    // What follows is for one that runs already, which takes all of it for files.
    let is_remote = arguments.any(|argument| argument.as_ref().starts_with("--remote"));
    if is_remote && named.obey_nothing == VIM.obey_nothing {
        FILE_ALONE
    } else {
        named
    }
}

fn of_program(program: &str, behind: Option<&Path>) -> EditorOptions {
    let stem = |path: &Path| {
        let stem = path.file_stem().and_then(|name| name.to_str());
        stem.unwrap_or_default().to_owned()
    };
    let is_vim = |path| ["vim", "nvim"].contains(&stem(path).as_str());
    match stem(Path::new(program)).as_str() {
        "vim" | "nvim" | "gvim" => VIM,
        // Usually Vim. Other implementations of vi would reject `--cmd`; they have no modelines or disable them.
        "vi" | "view" if behind.is_some_and(is_vim) => VIM,
        "vi" | "view" => plus(&["-R"], &[]),
        "nano" | "pico" => plus(&["-v"], &[]),
        "emacs" => EMACS,
        "kak" => plus(&["-ro"], &[]),
        "micro" => plus(&["-readonly", "true"], &[]),
        "joe" => plus(&["-rdonly"], &[]),
        // These have no read-only option that all versions support. With `--eval`, emacsclient takes
        // files for expressions; emacs asks before it applies directives of a file.
        "emacsclient" | "jed" | "mg" | "ne" | "kate" | "gedit" => plus(&[], &[]),
        "hx" | "helix" | "subl" | "zed" => colon(None),
        "code" | "code-insiders" | "codium" | "cursor" => colon(Some("-g")),
        _ => FILE_ALONE,
    }
}
