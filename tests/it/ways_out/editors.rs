//! The command lines of editors for various file names.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use portable_pty::CommandBuilder;

use crate::support::pty::{Pty, usual};
use crate::support::{Work, skip};

/// Names that have a special meaning for some editor.
const NAMES: [&str; 4] = ["+!touch PWNED", "-x", "a:12", "two words.txt"];

/// An editor of this name that runs a script.
pub fn made(work: &Work, name: &str, script: &str) -> PathBuf {
    let editor = work.path().join(name);
    std::fs::write(&editor, format!("#!/bin/sh\n{script}")).unwrap();
    std::fs::set_permissions(&editor, PermissionsExt::from_mode(0o755)).unwrap();
    editor
}

/// An editor of this name that writes its arguments to the file `arguments`, one per line.
fn fake(work: &Work, name: &str) -> PathBuf {
    let out = work.path().join("arguments");
    let script = format!("printf '%s\\n' \"$@\" > '{}'\n", out.display());
    made(work, name, &script)
}

/// The screens, started in the corpus folder on two files given by their relative names.
fn screens(work: &Work, name: &str, editor: &str) -> Pty {
    work.write(name, "one two three four five six seven");
    work.write("zz", "one two three four five six seven");
    let mut command = CommandBuilder::new(crate::support::program());
    command.args(["--in-memory", "--", name, "zz"]);
    command.cwd(work.corpus());
    command.env("VISUAL", editor);
    let mut pty = Pty::run(usual(command), 100, 30);
    // Two files are compared at once; behind that are the clusters.
    pty.sees(&["longest run"]).press("\x1b");
    pty.sees(&["Clusters 1"]).settles();
    pty
}

#[test]
fn an_editor_that_may_write_is_opened_only_if_the_keys_are_pressed_twice() {
    let work = Work::new();
    let path = fake(&work, "anything");
    let mut pty = screens(&work, "a.txt", path.to_str().unwrap());
    let opened = || work.path().join("arguments").exists();
    pty.press("gv")
        .sees(&["anything may write, and use settings", "g v again opens it"]);
    // Any other key cancels the question.
    pty.press("j").settles();
    pty.press("gv").sees(&["g v again opens it"]);
    assert!(!opened());
    pty.press("gv");
    super::until("opened", || {
        pty.idle(Duration::from_millis(20));
        opened()
    });
    leave(pty);
}

fn leave(mut pty: Pty) {
    pty.sees(&["Clusters 1"]).quits();
    pty.assert_restored();
}

#[test]
fn no_name_of_a_file_is_an_option_or_a_command_to_an_editor() {
    for name in NAMES {
        for editor in ["vim", "hx", "anything"] {
            let work = Work::new();
            let path = fake(&work, editor);
            let mut pty = screens(&work, name, path.to_str().unwrap());
            pty.press("gv");
            if editor != "vim" {
                pty.sees(&["g v again opens it"]).press("gv");
            }
            // The alternate screen is entered each time the terminal is taken over.
            let taken = |pty: &Pty| pty.raw.windows(8).filter(|w| w == b"\x1b[?1049h").count();
            super::until("taken back", || {
                pty.idle(Duration::from_millis(20));
                taken(&pty) == 2
            });
            leave(pty);
            let arguments = std::fs::read_to_string(work.path().join("arguments")).unwrap();
            let file = work.corpus().join(name).display().to_string();
            let vim = "-R\n--cmd\nset nomodeline\n--cmd\naugroup shinglescope\n--cmd\n\
                autocmd BufReadPre * setlocal nomodeline\n--cmd\naugroup END\n+1";
            let expected = match editor {
                "vim" => format!("{vim}\n{file}\n"),
                "hx" if !name.contains(':') => format!("{file}:1\n"),
                _ => format!("{file}\n"),
            };
            assert_eq!(arguments, expected, "{editor}");
        }
    }
}

#[test]
fn vim_runs_no_command_from_a_name_or_a_text_and_does_not_write() {
    let Some(vim) = ["/usr/bin/vim", "/usr/bin/vim.basic"]
        .into_iter()
        .find(|path| Path::new(path).exists())
    else {
        skip("vim", "there is no vim here");
        return;
    };
    let work = Work::new();
    let mut pty = screens(&work, "+!touch PWNED", vim);
    pty.press("gv").sees(&["one two three", "[readonly]"]);
    pty.press(":set modeline?\r").sees(&["nomodeline"]);
    pty.press(":q\r");
    leave(pty);
    assert!(!work.corpus().join("PWNED").exists());
}
