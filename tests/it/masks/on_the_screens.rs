//! Masks on the screens.

use shinglescope::app::{App, Effect};
use shinglescope::engine::message::MaskedSpan;
use shinglescope::engine::{Request, Update};
use shinglescope::mask::{COMMON, CommonBlock, MaskConfig, MaskSurvey, Reason};
use shinglescope::review::Mask;
use shinglescope::ui::theme::{Depth, Theme};

use crate::keys::typed;
use crate::screens::{draw, text};
use crate::support::Work;
use crate::support::pty::Pty;
use crate::world::{self, World};

fn fresh() -> (World, App) {
    let world = World::new();
    let app = world::app(&world, (120, 36));
    (world, app)
}

/// The masks that the effects ask for, one after the other.
fn asked(effects: &[Effect]) -> Vec<MaskConfig> {
    let masks = effects.iter().filter_map(|effect| match effect {
        Effect::Ask(Request::Settings(analysis_config)) => Some(analysis_config.masks.clone()),
        _ => None,
    });
    masks.collect()
}

fn shown(app: &mut App) -> String {
    text(&draw(app, Theme::new(Depth::Sixteen, false)).0)
}

#[test]
fn the_list_switches_each_mask_and_undo_takes_it_back() {
    let (world, mut app) = fresh();
    assert!(typed(&world, &mut app, "I").contains(&Effect::Ask(Request::Masks)));
    let [on] = &asked(&typed(&world, &mut app, "Space"))[..] else {
        panic!("one change of settings");
    };
    assert!(on.quotations && !on.references);
    let [off] = &asked(&typed(&world, &mut app, "z"))[..] else {
        panic!("one change of settings");
    };
    assert!(off.is_empty());
    let changes = asked(&typed(&world, &mut app, "j Enter j Enter j Space d"));
    assert!(changes[0].references);
    assert_eq!(
        changes[1].common,
        Some(COMMON),
        "there is no template to switch"
    );
    assert_eq!(changes[2].common, None);
    assert_eq!(changes.len(), 3);
    assert!(shown(&mut app).contains("[x] lists of references"));
    typed(&world, &mut app, "q");
    assert!(app.dialogs.is_empty());
}

#[test]
fn a_passage_is_masked_once_and_taken_out_again() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j Enter Enter");
    let changes = asked(&typed(&world, &mut app, "i"));
    let phrases = changes[0].phrases.clone();
    assert_eq!(
        phrases.len(),
        1,
        "both sides have the same words: {phrases:?}"
    );
    assert!(
        asked(&typed(&world, &mut app, "i")).is_empty(),
        "it is masked already"
    );
    typed(&world, &mut app, "I G");
    let changes = asked(&typed(&world, &mut app, "d"));
    assert!(changes[0].phrases.is_empty());
}

/// What the effects ask to keep.
fn kept(effects: &[Effect]) -> Vec<(Mask, bool)> {
    let masks = effects.iter().filter_map(|effect| match effect {
        Effect::Ask(Request::KeepMasks(masks)) => Some(masks.clone()),
        _ => None,
    });
    masks.flatten().collect()
}

#[test]
fn changes_of_masks_are_kept_and_one_key_drops_all() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j Enter Enter");
    let came = kept(&typed(&world, &mut app, "i"));
    let [(Mask::Phrase(phrase), true)] = &came[..] else {
        panic!("{came:?}");
    };
    let gone = kept(&typed(&world, &mut app, "z"));
    assert_eq!(gone, [(Mask::Phrase(phrase.clone()), false)]);
    assert_eq!(kept(&typed(&world, &mut app, "Z")), came);
    // Other settings change no mask.
    assert_eq!(
        kept(&typed(&world, &mut app, ", Down Down Right Enter")),
        []
    );
    let on = kept(&typed(&world, &mut app, "I j Space"));
    assert_eq!(on, [(Mask::References, true)]);
    let dropped = kept(&typed(&world, &mut app, "D"));
    assert_eq!(dropped.len(), 2);
    assert!(dropped.iter().all(|(_, on)| !on), "{dropped:?}");
    assert!(app.reanalysis.asked().masks.is_empty());
}

#[test]
fn common_text_is_offered_and_left_out_by_a_command() {
    let (world, mut app) = fresh();
    let survey = |block| {
        Update::Masks(std::sync::Arc::new(MaskSurvey {
            documents: 100,
            block,
            ..MaskSurvey::default()
        }))
    };
    let block = CommonBlock {
        words: 170,
        documents: 100,
    };
    let send = |app: &mut App, update| {
        shinglescope::app::update(app, shinglescope::app::Action::Engine(update));
    };
    send(&mut app, survey(None));
    assert!(!shown(&mut app).contains("a block of"));
    send(&mut app, survey(Some(block)));
    assert!(shown(&mut app).contains("a block of 170 words stands in 100 of 100 documents"));
    let keys = ": i g n o r e - c o m m o n Enter";
    let changes = asked(&typed(&world, &mut app, keys));
    assert_eq!(changes[0].common, Some(COMMON));
    assert!(
        asked(&typed(&world, &mut app, keys)).is_empty(),
        "it is on already"
    );
}

#[test]
fn what_ends_by_itself_does_not_take_the_place_of_an_answer() {
    use shinglescope::app::{Action, update};
    let (_, mut app) = fresh();
    let clock = |app: &mut App, seconds| {
        update(app, Action::Clock(std::time::Duration::from_secs(seconds)));
    };
    clock(&mut app, 100);
    update(
        &mut app,
        Action::Engine(Update::Notice("1 pair in p.md".into())),
    );
    let finished = Update::Finished {
        stopped: false,
        elapsed: std::time::Duration::from_secs(1),
    };
    update(&mut app, Action::Engine(finished));
    assert!(shown(&mut app).contains("1 pair in p.md"));
    clock(&mut app, 107);
    assert!(shown(&mut app).contains("everything done"));
}

#[test]
fn counts_of_masks_that_are_no_longer_asked_for_say_nothing() {
    let (world, mut app) = fresh();
    let masks = asked(&typed(&world, &mut app, "I Space"));
    assert!(!masks.is_empty() && !app.reanalysis.asked().masks.is_empty());
    // They were counted before the key, and come after it.
    let late = Update::Masks(std::sync::Arc::new(MaskSurvey {
        documents: 100,
        block: Some(CommonBlock {
            words: 170,
            documents: 100,
        }),
        ..MaskSurvey::default()
    }));
    shinglescope::app::update(&mut app, shinglescope::app::Action::Engine(late));
    let history = Vec::from_iter(app.notices.history().map(|notice| notice.text.clone()));
    assert!(
        history.iter().all(|said| !said.contains("a block of")),
        "{history:?}"
    );
}

#[test]
fn masked_text_is_named_with_its_reason_beside_the_figures_before() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j Enter Enter");
    let Some(shinglescope::app::Page::Compare(state)) = app.pages.last() else {
        panic!("the comparison is open");
    };
    let (a, b) = state.wanted();
    let mut comparison = world.comparison(a, b);
    let mut before = comparison.measures.overlap;
    before.shared = 1;
    comparison.before = Some(before);
    comparison.left.masked = vec![MaskedSpan {
        start: 0,
        end: 9,
        words: 2,
        reason: Reason::Quotation,
    }];
    let update = Update::Comparison(std::sync::Arc::new(comparison));
    shinglescope::app::update(&mut app, shinglescope::app::Action::Engine(update));
    let screen = shown(&mut app);
    assert!(screen.contains("unmasked"), "{screen}");
    assert!(screen.contains("2 left out (quotation)"), "{screen}");
}

#[test]
fn masks_of_the_start_take_nothing_apart_that_anybody_has_seen() {
    const ONE: &str = "The boat to the island leaves the quay at eight and comes back at six, but not when \
        the wind stands in the north.";
    let work = Work::new();
    work.write("a.txt", ONE)
        .write("b.txt", ONE.replace("eight", "nine"));
    let corpus = work.corpus();
    let corpus = corpus.to_str().expect("Unicode");
    let template = work.path().join("task.txt");
    std::fs::write(&template, ONE).expect("written");
    let template = template.to_str().expect("Unicode");
    let arguments = [corpus, "--threshold", ".5", "--ignore", template];
    let mut pty = Pty::start(&arguments, 120, 30, &[]);
    pty.sees(&["Clusters 0", "masks on"]).settles();
    pty.press("M").sees(&["left out: 1 template"]);
    assert!(!pty.text().contains("fell apart"), "{}", pty.text());
    // A lecture has settings of its own, and masks nothing.
    pty.press("\x1b");
    pty.until("the clusters", |text| !text.contains("Messages"));
    pty.press("L").sees(&["The race", "Esc leave"]).settles();
    pty.press(" ").sees(&["2/3"]).settles();
    assert!(!pty.text().contains("masks on"), "{}", pty.text());
    pty.press("\x11");
    assert!(pty.ended().success());
}
