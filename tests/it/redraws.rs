//! Terminal output: hundreds of resizes end in the right screen, nothing is sent while nothing
//! changes, and little if little changes. Also the calm mode without animation.

use std::time::Duration;

use shinglescope::app::{Action, App, update};
use shinglescope::engine::{Stage, Update};
use shinglescope::ui::theme::{Depth, Theme};

use crate::keys::typed;
use crate::screens::{draw, text};
use crate::support::pty::Pty;
use crate::support::{Work, edited};
use crate::world::{self, World};

const ESC: &str = "\x1b";

/// The demo in its own terminal, after `keys`, once the screen shows `words`.
fn opened(keys: &str, words: &[&str], size: (u16, u16)) -> Pty {
    let args = ["demo", "--in-memory", "--reduced-motion"];
    let mut pty = Pty::start(&args, size.0, size.1, &[]);
    // These lines appear when they have been counted.
    pty.sees(&["Clusters 22", "compared", "61 pairs"]);
    // Messages state durations, which differ in every run.
    pty.press("j").sees(&["drowned-bell/version"]);
    pty.press("k").sees(&["stuck six"]);
    pty.until("no message", |text| !text.contains("read and compared"));
    pty.press(keys).sees(words).frame(0);
    pty
}

/// The screen without trailing blanks, which may or may not have been written.
fn rows(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

#[test]
fn a_storm_of_resizes_ends_in_the_picture_of_the_last_size() {
    for (keys, words) in [
        ("", &["Clusters 22", "help", "words the same"][..]),
        ("\r", &["neighbour 1 of 3", "line 1"]),
        ("5", &["missed by LSH?", "16.4", "in vain"]),
        ("gs", &["Settings that decide"]),
    ] {
        let calm = opened(keys, words, (97, 31));
        let want = rows(&calm.text());
        let mut pty = opened(keys, words, (120, 36));
        let mut random = 7_u64;
        for _ in 0..400 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let (columns, rows) = ((random >> 33) % 220, (random >> 45) % 70);
            pty.resize(columns as u16 + 1, rows as u16 + 1);
        }
        // After a resize to another size and back, the terminal has lost its content although the size is the same.
        pty.resize(97, 31).resize(40, 10).resize(97, 31);
        let what = format!("what {keys:?} shows there:\n{}\n", want.join("\n"));
        pty.until(&what, |text| rows(text) == want);
        pty.press("\x03");
        pty.ended();
    }
}

#[test]
fn a_key_and_a_resize_at_the_same_time_both_take_effect() {
    let mut pty = opened("", &["Clusters 22"], (120, 36));
    for i in 0..150 {
        let narrow = i % 2 == 0;
        let (columns, rows) = if narrow { (90, 30) } else { (120, 36) };
        // A program that is stopped meanwhile sees the resize and the key at once.
        let stop = i % 3 == 0;
        if stop {
            pty.signal("STOP");
        }
        pty.resize(columns, rows)
            .press(if narrow { "?" } else { ESC });
        if stop {
            pty.signal("CONT");
        }
        pty.until("help where it was asked for", |text| {
            text.contains("Help") == narrow
        });
        let frame = |text: &str| {
            text.lines().any(|line| {
                (columns as usize - 1..=columns as usize).contains(&line.chars().count())
            })
        };
        pty.until("a picture of that size", frame);
    }
}

#[test]
fn nothing_is_sent_while_nothing_changes() {
    let mut pty = opened("", &["Clusters 22"], (120, 36));
    let sent = |pty: &mut Pty, keys: &str| {
        let before = pty.raw.len();
        pty.press(keys).frame(before);
        pty.raw.len() - before
    };
    let cycle = |pty: &mut Pty| {
        let before = pty.raw.len();
        pty.press("?").sees(&["Help"]).frame(before).press(ESC);
        pty.until("no help", |text| !text.contains("Help"));
        pty.frame(before);
        pty.raw.len() - before
    };
    cycle(&mut pty);
    // On a busy machine a response may still be on its way; it arrives once.
    let mut quiet = (0..20).map(|_| pty.idle(Duration::from_secs(1)) == 0);
    assert!(quiet.any(|quiet| quiet), "something is sent for ever");
    // If a key arrives while a screen is sent, it is sent in two pieces, which takes at least as many bytes.
    let least = |pty: &mut Pty| (0..5).map(|_| cycle(pty)).min();
    let alone = least(&mut pty);
    // The cursor is at the top, so Up changes nothing, and neither does an unbound key.
    for _ in 0..30 {
        pty.press("k").press("Z").press("\x1b[A");
    }
    assert_eq!(
        least(&mut pty),
        alone,
        "keys that change nothing cost nothing"
    );
    let _to_the_members = sent(&mut pty, "\x1b[C");
    let (full, one) = (sent(&mut pty, "\x0c"), sent(&mut pty, "\x1b[C"));
    assert!(full > 3_000 && one < full / 2, "{one} of {full} bytes");
}

/// Progress updates as the engine sends them: ten per second.
fn samples(app: &mut App, mut seen: impl FnMut(&mut App)) {
    for done in 0..=1000 {
        let sample = shinglescope::engine::Progress {
            done,
            total: 1000,
            elapsed: Duration::from_millis(100 * done),
            ..world::progress(Stage::Sketch, done)
        };
        update(app, Action::Engine(Update::Progress(sample)));
        seen(app);
    }
}

#[test]
fn without_motion_progress_comes_in_steps() {
    let pictures = |calm: bool| {
        let start = shinglescope::app::StartupOptions {
            calm,
            ..world::start()
        };
        let mut app = App::new(start);
        let mut all = Vec::new();
        samples(&mut app, |app| {
            let (buffer, _) = draw(app, Theme::new(Depth::Indexed, false));
            all.push(text(&buffer));
        });
        all.dedup();
        all
    };
    let (moving, calm) = (pictures(false), pictures(true));
    assert!(moving.len() > 500, "{}", moving.len());
    assert_eq!(calm.len(), 11);
    assert!(calm[4].contains("40 %") && !calm[4].contains("/s") && !calm[4].contains("left"));
}

#[test]
fn without_motion_messages_stay_until_a_key_is_pressed() {
    let world = World::new();
    let start = shinglescope::app::StartupOptions {
        calm: true,
        ..world::start()
    };
    let mut app = App::new(start);
    for message in world::finished(&world) {
        world::act(&world, &mut app, Action::Engine(message));
    }
    assert_eq!(app.wakes_at(), None, "nothing changes by itself");
    update(&mut app, Action::Clock(Duration::from_secs(3600)));
    assert!(app.notices.current(app.now).is_some());
    typed(&world, &mut app, "Down");
    assert!(app.notices.current(app.now).is_none());
    // The About screen shows that motion is reduced.
    typed(&world, &mut app, "g a");
    let (buffer, _) = draw(&mut app, Theme::new(Depth::None, false));
    assert!(text(&buffer).contains("reduced: progress in steps"));
}

#[test]
fn without_motion_a_command_prints_its_progress_line_by_line() {
    let work = Work::new();
    for n in 0..600 {
        work.write(&format!("{n:03}.txt"), edited(n, 200, 0));
    }
    let corpus = work.corpus();
    let corpus = corpus.to_str().unwrap();
    let args = ["index", corpus, "--in-memory"];
    let calm = [&args[..], &["--reduced-motion"]].concat();
    let variable = [("SHINGLESCOPE_REDUCED_MOTION", "1")];
    for (args, environment) in [
        (&calm[..], &[][..]),
        (&args, &variable),
        (&args, &[("TERM", "dumb")]),
    ] {
        let mut pty = Pty::start(args, 100, 30, environment);
        assert!(pty.ended().success());
        let raw = String::from_utf8_lossy(&pty.raw).into_owned();
        assert!(
            raw.contains("sketching") && raw.contains("comparing: 100 %"),
            "{raw}"
        );
        assert!(!raw.contains('\x1b'), "{raw:?}");
        let back = raw.replace("\r\n", "\n");
        assert!(!back.contains('\r'), "{raw:?}");
    }
}

#[test]
fn the_cursor_of_the_terminal_follows_the_selection() {
    let cursor = |pty: &Pty| pty.cursor();
    let mut pty = Pty::start(&["demo", "--set", "cursor=true"], 120, 36, &[]);
    pty.sees(&["Clusters 22", "compared in"]).settles();
    let (row, column) = cursor(&pty).expect("a cursor");
    pty.press("j").settles();
    assert_eq!(cursor(&pty), Some((row + 1, column)));
    let line = rows(&pty.text())[usize::from(row + 1)].clone();
    assert!(line.contains("The drowned bell of Saltby"), "{line}");
    pty.press("5").sees(&["missed by LSH?"]).settles();
    let slider = cursor(&pty).expect("a cursor");
    pty.press("j").settles();
    assert_eq!(cursor(&pty), Some((slider.0 + 1, slider.1)));
    pty.press("\x03");
    assert!(pty.ended().success());
    // Without the option it is hidden.
    let mut pty = Pty::start(&["demo"], 120, 36, &[]);
    pty.sees(&["Clusters 22", "compared in"]).settles();
    assert_eq!(cursor(&pty), None);
    pty.quits();
}
