//! The Lecture screen: every stage as a picture, steps forward and back, votes, text B, bad texts, and the real
//! program in a terminal.

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use shinglescope::app::{Action, App, Effect, Page, Screen, StartupOptions, update};
use shinglescope::base::DocNo;
use shinglescope::engine::{Request, Update};
use shinglescope::lecture::{Lecture, Setup, StageKind, Staged, glossary, shipped};
use shinglescope::screens::lecture::state::LectureState;
use shinglescope::ui::theme::{Depth, Theme};

use crate::keys::typed;
use crate::screens::{colours, draw, marked, text};
use crate::support::assert_contains;
use crate::support::engine::Running;
use crate::support::pty::Pty;
use crate::world::{self, World};

const LECTURE: &str = "forty-five-minutes";

fn act(world: &World, app: &mut App, action: Action) {
    let effects = update(app, action);
    world::answer(world, app, effects);
}

/// An app that shows this lecture and has no documents.
fn app_with_lecture(world: &World, lecture: Lecture, size: (u16, u16)) -> App {
    let start = StartupOptions {
        lecture: Some(Box::new(lecture)),
        ..world::start()
    };
    let mut app = App::new(start);
    act(world, &mut app, Action::Resize(size.0, size.1));
    app
}

fn lecture(name: &str) -> Lecture {
    shipped(name).unwrap()
}

fn picture(app: &mut App, theme: Theme) -> Buffer {
    draw(app, theme).0
}

/// The screen without its last two rows, in which messages appear.
fn slide(app: &mut App) -> String {
    let all = text(&picture(app, colours()));
    let rows: Vec<&str> = all.lines().collect();
    rows[..rows.len() - 2].join("\n")
}

/// The state of the lecture in front.
fn state(app: &App) -> &LectureState {
    match app.pages.last() {
        Some(Page::Lecture(state)) => state,
        other => panic!("no lecture in front: {other:?}"),
    }
}

/// The number of the stage, and the step that is shown.
fn stage_and_step(app: &App) -> (usize, usize, usize) {
    let state = state(app);
    let shown = state.shown().unwrap();
    (state.position.stage, shown.step.0, shown.step.1)
}

/// The screens of all steps, each under the number of its stage.
fn steps(world: &World, app: &mut App, theme: Theme) -> Vec<(usize, Buffer)> {
    let mut all = Vec::new();
    loop {
        let before = stage_and_step(app);
        all.push((before.0, picture(app, theme)));
        typed(world, app, "Space");
        if stage_and_step(app) == before {
            return all;
        }
    }
}

#[test]
fn every_stage() {
    let world = World::new();
    let mut app = app_with_lecture(&world, lecture(LECTURE), (80, 24));
    let all = steps(&world, &mut app, colours());
    for (at, stage) in lecture(LECTURE).stages.iter().enumerate() {
        let steps = all.iter().filter(|(stage, _)| *stage == at);
        let shown: Vec<String> = steps.map(|(_, buffer)| text(buffer)).collect();
        let name = format!("lecture_{:?}", stage.kind).to_lowercase();
        insta::assert_snapshot!(name, shown.join(&format!("{}\n", "=".repeat(20))));
    }
}

#[test]
fn without_colour_and_in_ascii() {
    let world = World::new();
    let theme = Theme::new(Depth::None, false).with_ascii(true);
    let mut app = app_with_lecture(&world, lecture("ten-minutes"), (80, 24));
    let all = steps(&world, &mut app, theme);
    for (at, (_, buffer)) in all.iter().enumerate() {
        for cell in buffer.content() {
            assert!(cell.symbol().is_ascii(), "{at}: {:?}", cell.symbol());
            assert_eq!(cell.fg, ratatui::style::Color::Reset, "{at}");
        }
    }
    let few: Vec<String> = [0, 6, 9, 17, 23, 24].map(|at| marked(&all[at].1)).into();
    insta::assert_snapshot!("lecture_ascii", few.join("\n"));
}

#[test]
fn typed_texts_replace_those_of_the_lecture_and_esc_restores_them() {
    let world = World::new();
    let mut app = app_with_lecture(&world, lecture("ten-minutes"), (80, 24));
    // The stage "The race" has no text to change.
    typed(&world, &mut app, "b");
    assert!(app.dialogs.is_empty());
    typed(&world, &mut app, ": j Enter");
    let before = slide(&mut app);
    let pasted = Action::Paste("a rose\u{1b}[31m is a rose\r\nis a rose".into());
    act(&world, &mut app, pasted);
    let pasted = text(&picture(&mut app, colours()));
    assert_contains(&pasted, "Text B");
    assert_contains(&pasted, "9 words");
    assert!(!pasted.chars().any(|c| c.is_control() && c != '\n'));
    typed(&world, &mut app, "Esc");
    assert_eq!(slide(&mut app), before);
    typed(&world, &mut app, "b ctrl-x x y Enter a ctrl-x z Enter");
    assert!(app.dialogs.is_empty());
    let after = slide(&mut app);
    let is_new = after.contains("B   xy") || after.contains("B has 1 word");
    assert!(is_new, "{after}");
    // All stages with texts use the new ones.
    let pairs: Vec<Vec<String>> = state(&app).pairs().into_iter().flatten().collect();
    assert_eq!(pairs, vec![["z", "xy"].map(String::from).to_vec(); 4]);
}

#[test]
fn one_key_shows_the_words_of_the_stage_or_the_list_of_stages() {
    let world = World::new();
    let mut app = app_with_lecture(&world, lecture("ten-minutes"), (80, 24));
    typed(&world, &mut app, ": j Enter ?");
    insta::assert_snapshot!("lecture_words", text(&picture(&mut app, colours())));
    typed(&world, &mut app, "Esc :");
    insta::assert_snapshot!("lecture_stages", text(&picture(&mut app, colours())));
    typed(&world, &mut app, "Esc Esc");
    assert_eq!(app.screen(), Screen::Clusters);
}

#[test]
fn a_question_leaves_for_tune_and_comes_back_to_the_same_step() {
    let world = World::new();
    let mut app = world::app(&world, (100, 30));
    // The stage on shingles: three votes on its question, then `l` increases its number.
    typed(&world, &mut app, "2 Down g l : j Enter 2 2 1 l");
    let before = (stage_and_step(&app), slide(&mut app));
    typed(&world, &mut app, "T");
    assert_eq!(app.screen(), Screen::Tune);
    typed(&world, &mut app, "Esc");
    assert_eq!((stage_and_step(&app), slide(&mut app)), before);
}

#[test]
fn help_lists_words_and_enter_opens_the_stage_of_a_word() {
    let world = World::new();
    let mut app = world::app(&world, (80, 24));
    typed(&world, &mut app, "? Tab Down");
    insta::assert_snapshot!("words", text(&picture(&mut app, colours())));
    let term = glossary(&app.first_terms()).swap_remove(1);
    typed(&world, &mut app, "Enter");
    assert_eq!(state(&app).stage().unwrap().staged.kind, term.stage);
    assert!(state(&app).shown().is_some());
    // The second Tab returns to the keys, and Esc closes the help.
    let mut app = world::app(&world, (80, 24));
    typed(&world, &mut app, "? Tab Tab");
    assert!(text(&picture(&mut app, colours())).contains("Help: Clusters"));
    typed(&world, &mut app, "Esc");
    assert!(app.dialogs.is_empty());
}

#[test]
fn the_lecture_opens_on_the_selected_documents_and_esc_leads_back() {
    let world = World::new();
    for (keys, screen) in [
        ("Down", Screen::Clusters),
        ("2 Down", Screen::Pairs),
        ("Down Tab Enter", Screen::Document),
        ("Down w Enter", Screen::Compare),
    ] {
        let mut app = world::app(&world, (100, 30));
        typed(&world, &mut app, keys);
        assert_eq!(app.screen(), screen);
        let effects = typed(&world, &mut app, "g l");
        let is_request = |effect: &Effect| matches!(effect, Effect::Ask(Request::LectureTexts(..)));
        assert!(effects.iter().any(is_request), "{screen:?}");
        assert_eq!(app.screen(), Screen::Lecture);
        assert!(state(&app).shown().is_some());
        typed(&world, &mut app, "Esc");
        assert_eq!(app.screen(), screen);
    }
    // Without documents, the built-in lecture opens.
    let mut empty = App::new(world::start());
    typed(&world, &mut empty, "g l");
    assert_eq!(stage_and_step(&empty).0, 0);
}

/// Pairs of texts with little or nothing to show: a name, the texts, and k.
fn bad_texts() -> Vec<(&'static str, [String; 2], usize)> {
    let long = |salt: usize| {
        let words = (0..100_000).map(|at| format!("w{}", (at * 7 + at / 90 * salt) % 5_000));
        words.collect::<Vec<_>>().join(" ")
    };
    let five = "one two three four five";
    let control = ["\u{1b}[2J a \u{7} b\u{9b} c d e f", "\0 \u{202e} x"];
    let short = [
        ("empty", ["", ""], 4),
        ("one word", ["one", "one two three four five six"], 4),
        ("k longer than the text", [five, "two three"], 20),
        ("identical", [five, five], 4),
        ("nothing in common", [five, "six seven eight nine ten"], 4),
        ("control characters", control, 4),
    ];
    let short = short.map(|(name, texts, k)| (name, texts.map(str::to_owned), k));
    let long = ("100,000 words", [long(0), long(1)], 4);
    short.into_iter().chain([long]).collect()
}

#[test]
fn bad_texts_leave_no_stage_blank() {
    let world = World::new();
    for (name, [a, b], k) in bad_texts() {
        let texts = [a, b];
        let mut lecture = Lecture::on_texts(&texts);
        lecture
            .stages
            .iter_mut()
            .for_each(|s| s.setup.sketching.k = k);
        let setup = Setup::with_texts(texts.to_vec());
        lecture
            .stages
            .push(Staged::new(StageKind::Chain, "", setup));
        let mut app = app_with_lecture(&world, lecture, (80, 24));
        for (stage, buffer) in steps(&world, &mut app, colours()) {
            let rendered = text(&buffer);
            let body: String = rendered.lines().skip(2).take(20).collect();
            let shown = body.trim().chars().count();
            assert!(shown > 10, "{name}, stage {stage}:\n{rendered}");
            assert!(
                !rendered.chars().any(|c| c.is_control() && c != '\n'),
                "{name}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// From any state, a step forward and a step back give the same picture, and so do a step back and a step forward.
    #[test]
    fn a_step_and_one_back_give_the_same_picture(walk in prop::collection::vec(0_usize..9, 1..40)) {
        let world = World::new();
        let mut app = app_with_lecture(&world, lecture("ten-minutes"), (80, 24));
        const KEYS: [&str; 9] = ["Space", "Space", "Space", "Left", "l", "h", "r", "1", ": j j Enter"];
        for key in walk {
            typed(&world, &mut app, KEYS[key]);
            let (before, at) = (slide(&mut app), stage_and_step(&app));
            typed(&world, &mut app, "Space");
            if stage_and_step(&app) != at {
                typed(&world, &mut app, "Backspace");
                prop_assert_eq!(slide(&mut app), before.clone());
            }
            typed(&world, &mut app, "Left");
            if stage_and_step(&app) != at {
                typed(&world, &mut app, "Right");
                prop_assert_eq!(slide(&mut app), before);
            }
        }
    }
}

#[test]
fn outdated_slides_are_ignored() {
    let world = World::new();
    let mut app = app_with_lecture(&world, lecture("ten-minutes"), (80, 24));
    typed(&world, &mut app, ": j Enter");
    let before = slide(&mut app);
    let late = update(&mut app, Action::Key("l".parse().unwrap()));
    // The old slides stay until the new ones arrive.
    assert_eq!(slide(&mut app).lines().nth(4), before.lines().nth(4));
    typed(&world, &mut app, "h");
    world::answer(&world, &mut app, late);
    typed(&world, &mut app, "Space Left");
    assert_eq!(slide(&mut app), before);
}

#[test]
fn the_engine_reads_the_texts_of_the_most_similar_documents_and_makes_slides() {
    let running = Running::demo();
    let request = Request::LectureTexts(DocNo(0), None);
    let read = running.ask(request, |update| match update {
        Update::LectureTexts(read) => Some(read.clone()),
        _ => None,
    });
    assert!((2..=6).contains(&read.texts.len()));
    let mut lengths = read
        .texts
        .iter()
        .map(|text| text.split_whitespace().count());
    assert!(lengths.all(|words| words > 5));
    assert_ne!(read.texts[0], read.texts[1]);
    let on_texts = Lecture::on_texts(&read.texts);
    let request = shinglescope::engine::message::AskedSlides {
        lecture: 1,
        stage: 2,
        revision: 7,
        staged: on_texts.stages[2].clone(),
    };
    let made = running.ask(Request::Slides(request.into()), |update| match update {
        Update::Slides(made) => Some(made.clone()),
        _ => None,
    });
    assert_eq!((made.lecture, made.stage, made.revision), (1, 2, 7));
    let slides = made.slides.as_deref().unwrap();
    assert_eq!(slides, on_texts.stages[2].slides().unwrap());
}

#[test]
fn in_a_terminal_votes_are_counted_and_text_b_is_typed() {
    let mut pty = Pty::start(&["lecture", "ten-minutes"], 80, 24, &[]);
    pty.sees(&[" The race  ", "How long do all pairs", "1/3"]);
    pty.press("444441");
    pty.until("the bar of votes", |text| {
        let ends = |n: &str| {
            let mut lines = text.lines().filter(|line| line.contains('█'));
            lines.any(|line| line.trim_end().ends_with(n))
        };
        ends("█ 5 votes") && ends(" 1 vote")
    });
    pty.press(" ").sees(&["2/3", "✓"]);
    // From a question to Tune and back to it.
    let question = "After how many is";
    pty.press(":").sees(&["Go to a stage"]).press("jjj\r");
    pty.sees(&[" The estimate  ", question]);
    pty.press("T").sees(&["missed by LSH?", "Settings"]);
    pty.press("\x1b").sees(&[" The estimate  ", question]);
    pty.press(":").sees(&["Go to a stage"]).press("kk\r");
    pty.sees(&[" Shingles  ", "that is it"]);
    pty.press("b").sees(&["Text B: type or paste"]);
    pty.press("\x18a rose is a rose is a tulip");
    pty.sees(&["8 words", "a tulip"]);
    pty.press("\r");
    pty.until("the dialog closed", |text| {
        !text.contains("Text B:") && text.contains("tulip")
    });
    pty.press("?");
    pty.sees(&["Words: Shingles", "k words in a row", "[rose is a]"]);
    pty.press("q");
    pty.press("\x1b").sees(&["Clusters 22"]);
    pty.press("q");
    let status = pty.ended();
    assert!(status.success(), "{status:?}\n{}", pty.text());
    pty.assert_restored();
}
