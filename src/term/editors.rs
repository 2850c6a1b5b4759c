//! What is known of editors: how each is told a line, how it opens a file to be read only, and how it is
//! kept from obeying what stands in the file (vim's modelines, emacs' local variables).

use std::path::Path;

/// How an editor is told where to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// `+7 name`
    Plus,
    /// `name:7`, after an option that says so where there is one.
    Colon(Option<&'static str>),
    /// Not at all.
    Nowhere,
}

/// The habits of an editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Habits {
    pub(super) at: At,
    /// Arguments with which it does not write the file without being told to.
    pub(super) read_only: &'static [&'static str],
    /// Arguments with which it obeys nothing that stands in the file. They come before the file: it is
    /// read as soon as it is named.
    pub(super) obey_nothing: &'static [&'static str],
}

const fn plus(read_only: &'static [&'static str], obey_nothing: &'static [&'static str]) -> Habits {
    Habits {
        at: At::Plus,
        read_only,
        obey_nothing,
    }
}

const fn colon(option: Option<&'static str>) -> Habits {
    Habits {
        at: At::Colon(option),
        read_only: &[],
        obey_nothing: &[],
    }
}

const VIM: Habits = plus(&["-R"], &["--cmd", "set nomodeline"]);
const EMACS: Habits = plus(
    &["--eval", "(add-hook 'find-file-hook #'read-only-mode)"],
    &[
        "--eval",
        "(setq enable-local-variables nil enable-local-eval nil)",
    ],
);

/// The habits of the editor started as `program`; `behind` is the program that this is a link to.
pub(super) fn habits(program: &str, behind: Option<&Path>) -> Habits {
    let stem = |path: &Path| {
        let stem = path.file_stem().and_then(|name| name.to_str());
        stem.unwrap_or_default().to_owned()
    };
    let is_vim = |path| ["vim", "nvim"].contains(&stem(path).as_str());
    match stem(Path::new(program)).as_str() {
        "vim" | "nvim" | "gvim" => VIM,
        // As a rule a link to vim. Any other vi does not know `--cmd` and would refuse to start; it has no
        // modelines, or has them turned off.
        "vi" | "view" if behind.is_some_and(is_vim) => VIM,
        "vi" | "view" => plus(&["-R"], &[]),
        "nano" | "pico" => plus(&["-v"], &[]),
        "emacs" => EMACS,
        "kak" => plus(&["-ro"], &[]),
        "micro" => plus(&["-readonly", "true"], &[]),
        "joe" => plus(&["-rdonly"], &[]),
        // No option for it that every version has. With `--eval` emacsclient takes files for programs;
        // emacs asks before it obeys what a file says.
        "emacsclient" | "jed" | "mg" | "ne" | "kate" | "gedit" => plus(&[], &[]),
        "hx" | "helix" | "subl" | "zed" => colon(None),
        "code" | "code-insiders" | "codium" | "cursor" => colon(Some("-g")),
        _ => Habits {
            at: At::Nowhere,
            read_only: &[],
            obey_nothing: &[],
        },
    }
}
