//! The colours and characters that different terminals receive, taken from the output of the real
//! program while its screens are visited.

use std::collections::BTreeSet;

use crate::support::pty::Pty;
use crate::support::{Work, edited, skip};

const ESC: &str = "\x1b";

/// The SGR parameters of every colour and attribute that is set.
#[derive(Default)]
struct Numbers(BTreeSet<Vec<u16>>);

impl vte::Perform for Numbers {
    fn csi_dispatch(&mut self, parameters: &vte::Params, _: &[u8], _: bool, action: char) {
        if action != 'm' {
            return;
        }
        let flat: Vec<u16> = parameters.iter().flatten().copied().collect();
        let mut rest = &flat[..];
        while let Some(&first) = rest.first() {
            let length = match (first, rest.get(1)) {
                (38 | 48 | 58, Some(5)) => 3,
                (38 | 48 | 58, Some(2)) => 5,
                _ => 1,
            };
            let (number, more) = rest.split_at(length.min(rest.len()));
            self.0.insert(number[..number.len().min(2)].to_vec());
            rest = more;
        }
    }
}

fn numbers(raw: &[u8]) -> BTreeSet<Vec<u16>> {
    let (mut parser, mut numbers) = (vte::Parser::new(), Numbers::default());
    parser.advance(&mut numbers, raw);
    numbers.0
}

/// Visits every screen with a corpus whose text and names are ASCII; returns the output.
fn walked(args: &[&str], environment: &[(&str, &str)]) -> Vec<u8> {
    let work = Work::new();
    for family in 0..5 {
        for copy in 0..4 {
            let text = edited(family, 120, copy * 29).replace(" z", ".\nz");
            work.write(&format!("folder-{family}/{copy}.txt"), text);
        }
    }
    work.write("empty.txt", "");
    let corpus = work.corpus();
    let mut all = vec![corpus.to_str().unwrap(), "--in-memory", "-t", "0.5"];
    all.extend(args);
    let mut pty = Pty::start(&all, 150, 44, environment);
    pty.sees(&["Clusters 5", "compared"]).press("jlk");
    pty.press("\r").sees(&["Neighbours 3"]);
    pty.press("\r").sees(&["passage"]);
    pty.press("m").press("m").sees(&["[words]"]);
    pty.press("m").press("m");
    pty.press("q").sees(&["Neighbours"]);
    pty.press("q").sees(&["Clusters 5"]);
    pty.press("5").sees(&["LSH would miss"]);
    for key in ["\r", "\t", "\t", "\t", "\t", "\t", "\t"] {
        pty.press(key);
    }
    pty.press("s").sees(&["Esc"]);
    pty.press("\r").sees(&["take its settings"]);
    pty.press("1").sees(&["Clusters 5"]);
    pty.press("/").press("a").sees(&["hits in"]);
    pty.press(ESC).sees(&["q quit"]);
    pty.press("1").sees(&["Clusters 5"]);
    pty.press("gs").sees(&["Settings that decide"]).press(ESC);
    pty.until("no dialog", |text| !text.contains("Settings that decide"));
    pty.press("gk").sees(&["empty.txt"]);
    pty.press("q").sees(&["Clusters 5"]);
    pty.press("ga").sees(&["About"]);
    pty.press("q").sees(&["Clusters 5"]);
    pty.press("?").sees(&["Help"]).press(ESC);
    pty.until("no help", |text| !text.contains("Help"));
    pty.press("f").press("nosuch").sees(&["Esc"]);
    pty.press("\x03").press("\x03");
    pty.ended();
    pty.raw.clone()
}

/// Whether an SGR parameter list is allowed on a terminal with so many colours.
fn allowed(colours: u32, number: &[u16]) -> bool {
    match number {
        // Attributes and the default colours; nothing ever blinks.
        [0 | 1 | 2 | 3 | 4 | 7 | 9] => true,
        [39 | 49 | 30..=37 | 40..=47 | 90..=97 | 100..=107] => colours >= 16,
        [38 | 48, 5] => colours >= 256,
        [38 | 48, 2] => colours > 256,
        _ => false,
    }
}

#[test]
fn each_terminal_gets_the_colours_it_has() {
    let full = ("COLORTERM", "truecolor");
    for (environment, colours) in [
        (&[("NO_COLOR", "1"), full][..], 0),
        (&[("TERM", "vt100")], 0),
        (&[("TERM", "linux")], 16),
        (&[("TERM", "tmux-256color")], 256),
        (&[full], 1 << 24),
    ] {
        let used = numbers(&walked(&["--set", "background=dark"], environment));
        let wrong: Vec<_> = used.iter().filter(|n| !allowed(colours, n)).collect();
        assert!(wrong.is_empty(), "{environment:?}: {wrong:?}");
        // And the available colours are used.
        let own = |n: &&Vec<u16>| match colours {
            0 => n[0] == 1,
            16 => (90..=97).contains(&n[0]),
            256 => n[..] == [38, 5],
            _ => n[..] == [48, 2],
        };
        assert!(used.iter().any(|n| own(&n)), "{environment:?}: {used:?}");
    }
}

#[test]
fn ascii_mode_sends_only_ascii() {
    for environment in [&[][..], &[("TERM", "linux")], &[("NO_COLOR", "1")]] {
        let raw = walked(&["--set", "ascii=true"], environment);
        let odd = raw.iter().position(|byte| !byte.is_ascii());
        let around = odd
            .map(|at| String::from_utf8_lossy(&raw[at.saturating_sub(60)..at + 30]).into_owned());
        assert_eq!(around, None);
    }
    // A locale without Unicode has the same effect.
    let raw = walked(&[], &[("LC_ALL", "de_DE.ISO-8859-1")]);
    assert!(raw.is_ascii());
}

#[test]
fn a_terminal_without_cursor_positioning_gets_plain_lines() {
    let mut pty = Pty::start(&["demo"], 100, 30, &[("TERM", "dumb")]);
    pty.sees(&["22 clusters with 53 of 80 documents", "> "]);
    pty.press("cluster 1\r").sees(&["Cluster 1:"]);
    pty.press("quit\r");
    assert!(pty.ended().success());
    assert!(!pty.raw.contains(&0x1b));
    pty.assert_restored();
}

/// Runs a tmux command on a separate server.
fn tmux(socket: &str, args: &[&str]) -> Option<String> {
    let run = std::process::Command::new("tmux")
        .args(["-f", "/dev/null", "-L", socket])
        .args(args)
        .env_remove("TMUX")
        .output()
        .ok()?;
    Some(String::from_utf8_lossy(&run.stdout).into_owned())
}

#[test]
fn the_screens_work_in_a_terminal_multiplexer() {
    let socket = format!("shinglescope-{}", std::process::id());
    let program = format!("{} demo --in-memory", env!("CARGO_BIN_EXE_shinglescope"));
    let new = ["new-session", "-d", "-x", "100", "-y", "30", "/bin/sh"];
    if tmux(&socket, &new).is_none() {
        return skip("tmux", "there is no tmux here");
    }
    let run = |args: &[&str]| tmux(&socket, args).unwrap();
    let sees = |words: &[&str]| {
        let begun = std::time::Instant::now();
        loop {
            let shown = run(&["capture-pane", "-p"]);
            if words.iter().all(|word| shown.contains(word)) {
                return;
            }
            assert!(
                begun.elapsed() < crate::support::pty::PATIENCE,
                "no {words:?} in\n{shown}"
            );
            std::thread::yield_now();
        }
    };
    run(&["send-keys", "PS1='pro''mpt$ '", "Enter"]);
    sees(&["prompt$"]);
    run(&["send-keys", &program, "Enter"]);
    sees(&["Clusters 22", "compared"]);
    run(&["send-keys", "Enter"]);
    sees(&["neighbour 1 of 3"]);
    run(&["resize-window", "-x", "80", "-y", "24"]);
    sees(&["neighbour 1 of 3"]);
    run(&["send-keys", "q"]);
    sees(&["Clusters 22"]);
    run(&["send-keys", "q"]);
    // The main screen is restored with its former content.
    sees(&["prompt$", "demo --in-memory"]);
    let modes = "#{alternate_on} #{cursor_flag} #{mouse_any_flag}";
    assert_eq!(run(&["display-message", "-p", modes]).trim(), "0 1 0");
    run(&["kill-server"]);
}

#[test]
fn the_colours_follow_the_background_that_the_terminal_reports() {
    let mut pty = Pty::start(&["demo"], 100, 30, &[]);
    pty.sees(&["Clusters 22", "compared in"]).settles();
    assert!(String::from_utf8_lossy(&pty.raw).contains("\x1b]11;?\x1b\\"));
    let (text, neutral) = (pty.text(), pty.colours());
    pty.press("\x1b]11;rgb:1010/1010/1010\x1b\\").settles();
    let dark = pty.colours();
    assert_ne!(neutral, dark);
    pty.press("\x1b]11;rgb:ffff/ffff/e0e0\x1b\\").settles();
    let light = pty.colours();
    assert_ne!(dark, light);
    assert_eq!(pty.text(), text, "the answer is not read as keys");
    // When the window gets the focus, the terminal is asked again. It is dark now.
    let before = pty.raw.len();
    pty.press("\x1b[I").settles();
    assert!(String::from_utf8_lossy(&pty.raw[before..]).contains("\x1b]11;?"));
    pty.press("\x1b]11;rgb:1010/1010/1010\x07").settles();
    assert_eq!(pty.colours(), dark);
    // The background may change while the window has the focus, so a redraw asks too.
    let before = pty.raw.len();
    pty.press("\x0c").settles();
    assert!(String::from_utf8_lossy(&pty.raw[before..]).contains("\x1b]11;?"));
    pty.press("\x1b]11;rgb:ffff/ffff/e0e0\x1b\\").settles();
    assert_eq!(pty.colours(), light);
    pty.press("q");
    assert!(pty.ended().success());
    // The terminal is not asked if the background is configured.
    let mut pty = Pty::start(&["demo", "--set", "background=dark"], 100, 30, &[]);
    pty.sees(&["Clusters 22", "compared in"]).settles();
    assert!(!String::from_utf8_lossy(&pty.raw).contains("\x1b]11;?"));
    pty.press(ESC).press("q");
    assert!(pty.ended().success());
}
