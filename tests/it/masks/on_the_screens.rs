//! Masks on the screens.

use shinglescope::app::{Action, App, Effect, update};
use shinglescope::base::DocNo;
use shinglescope::engine::message::{
    BlockList, BlockRow, Excluded, HiddenPairs, MaskSurvey, MaskedSpan,
};
use shinglescope::engine::{Request, Update};
use shinglescope::evidence::CommonBlock;
use shinglescope::mask::{COMMON, Mask, MaskConfig, Reason};
use shinglescope::review::Choice;
use shinglescope::ui::theme::{Depth, Theme};

use crate::keys::{told, typed};
use crate::screens::{draw, text};
use crate::support::pty::Pty;
use crate::support::{Work, assert_lacks};
use crate::world::{self, World};

fn fresh() -> (World, App) {
    let world = World::new();
    let app = world::app(&world, (120, 36));
    (world, app)
}

/// The masks that the effects ask for, one after the other.
fn requested_masks(effects: &[Effect]) -> Vec<MaskConfig> {
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
    let counts = typed(&world, &mut app, "g e");
    assert!(matches!(&counts[..], [Effect::Ask(Request::Masks(rows))] if rows.len() == 5));
    let [first_masks] = &requested_masks(&typed(&world, &mut app, "Space"))[..] else {
        panic!("one change of settings");
    };
    assert!(first_masks.quotations && !first_masks.references);
    let [off] = &requested_masks(&typed(&world, &mut app, "z"))[..] else {
        panic!("one change of settings");
    };
    assert!(off.is_empty());
    let changes = requested_masks(&typed(&world, &mut app, "j Space j Space j Space d"));
    assert!(changes[0].references);
    // There is no template to switch.
    assert_eq!(changes[1].common, Some(COMMON));
    assert_eq!(changes[2].common, None);
    assert_eq!(changes.len(), 3);
    assert!(shown(&mut app).contains("[x] lists of references"));
    typed(&world, &mut app, "q");
    assert!(app.dialogs.is_empty());
}

#[test]
fn each_row_shows_the_text_that_it_excludes() {
    let (world, mut app) = fresh();
    let effects = typed(&world, &mut app, "g e j Enter");
    let excluded = effects.iter().find_map(|effect| match effect {
        Effect::Ask(Request::Excluded(mask, alone)) => Some((mask, alone.references)),
        _ => None,
    });
    assert_eq!(excluded, Some((&Mask::References, true)));
    assert!(shown(&mut app).contains("counting"));
    let blocks = |rows, pairs| {
        Action::Engine(Update::Blocks(std::sync::Arc::new(BlockList {
            collection: world.collection.clone(),
            rows,
            note: "only the first 2 passages are listed".into(),
            excluded: Some(Excluded {
                mask: Mask::References,
                all: 3,
                pairs,
            }),
        })))
    };
    let rows = vec![BlockRow {
        block: CommonBlock {
            documents: 2,
            words: 1_204,
            first: DocNo(0),
            terms: (0, 4),
            holders: vec![DocNo(0), DocNo(1)],
        },
        text: Ok("one\u{1b}[2J\n two".into()),
    }];
    let pairs = HiddenPairs {
        count: 102,
        first: vec![(DocNo(0), DocNo(1))],
        note: "estimated".into(),
    };
    update(&mut app, blocks(rows, Some(pairs)));
    let screen = shown(&mut app);
    let [a, b] = [0, 1].map(|doc| world.collection.id(DocNo(doc)));
    for message in [
        "Excluded: lists of references",
        "only the first 2 passages are listed; 102 pairs (estimated) not listed",
        "1,204 words in 2 documents",
        "two",
        "102 pairs (estimated) not listed because of the exclusion:",
        &format!("{a}  {b}"),
        "and 101 more",
    ] {
        assert!(screen.contains(message), "{message}: {screen}");
    }
    assert!(!screen.contains('\u{1b}'), "{screen}");
    update(&mut app, blocks(Vec::new(), None));
    assert!(shown(&mut app).contains("It excludes nothing."));
    // The common blocks are requested again.
    assert!(typed(&world, &mut app, "g b").contains(&Effect::Ask(Request::Blocks)));
}

#[test]
fn a_passage_is_masked_only_once_and_can_be_unmasked() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j Enter");
    let changes = requested_masks(&typed(&world, &mut app, "d i"));
    let phrases = changes[0].phrases.clone();
    // Both sides have the same words.
    assert_eq!(phrases.len(), 1, "{phrases:?}");
    let requested = requested_masks(&typed(&world, &mut app, "d i"));
    assert_eq!(requested, [], "it is masked already");
    typed(&world, &mut app, "g e G");
    let changes = requested_masks(&typed(&world, &mut app, "d"));
    assert!(changes[0].phrases.is_empty());
}

/// The changes of masks that the effects save.
fn kept(effects: &[Effect]) -> Vec<(Mask, bool)> {
    let choices = effects.iter().filter_map(|effect| match effect {
        Effect::Ask(Request::Choose(choices)) => Some(choices.clone()),
        _ => None,
    });
    let masks = choices.flatten().filter_map(|choice| match choice {
        Choice::Mask { mask, masked } => Some((mask, masked)),
        Choice::Person { .. } => None,
    });
    masks.collect()
}

#[test]
fn changes_of_masks_are_saved_and_one_key_removes_all() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j Enter");
    let came = kept(&typed(&world, &mut app, "d i"));
    let [(Mask::Phrase(phrase), true)] = &came[..] else {
        panic!("{came:?}");
    };
    let gone = kept(&typed(&world, &mut app, "z"));
    assert_eq!(gone, [(Mask::Phrase(phrase.clone()), false)]);
    assert_eq!(kept(&typed(&world, &mut app, "d i")), came);
    // Other settings change no mask.
    let others = typed(&world, &mut app, "g s Down Down Right Enter");
    assert_eq!(kept(&others), []);
    let changed = kept(&typed(&world, &mut app, "g e j Space"));
    assert_eq!(changed, [(Mask::References, true)]);
    let dropped = kept(&typed(&world, &mut app, "D"));
    assert_eq!(dropped.len(), 2);
    assert!(dropped.iter().all(|(_, is_on)| !is_on), "{dropped:?}");
    assert!(app.reanalysis.requested().masks.is_empty());
}

fn survey(block: Option<(u32, u32)>) -> Action {
    Action::Engine(Update::Masks(std::sync::Arc::new(MaskSurvey {
        documents: 100,
        block,
        ..MaskSurvey::default()
    })))
}

#[test]
fn a_hint_leads_to_the_common_blocks_where_one_can_be_excluded() {
    let (world, mut app) = fresh();
    update(&mut app, survey(None));
    assert!(!shown(&mut app).contains("recur"));
    update(&mut app, survey(Some((170, 99))));
    let hint = "170 words recur in 99 documents; g b shows common blocks";
    assert!(shown(&mut app).contains(hint));
    typed(&world, &mut app, "g b");
    let [masks] = &requested_masks(&typed(&world, &mut app, "d i"))[..] else {
        panic!("one change of settings");
    };
    assert_eq!((masks.phrases.len(), masks.common), (1, None));
}

#[test]
fn the_end_of_a_search_does_not_replace_a_recent_notice() {
    let (_, mut app) = fresh();
    let clock = |app: &mut App, seconds| {
        update(app, Action::Clock(std::time::Duration::from_secs(seconds)));
    };
    clock(&mut app, 100);
    told(&mut app, Update::Notice("1 pair in p.md".into()));
    let finished = Update::Finished {
        stopped: false,
        elapsed: std::time::Duration::from_secs(1),
    };
    update(&mut app, Action::Engine(finished));
    assert!(shown(&mut app).contains("1 pair in p.md"));
    clock(&mut app, 107);
    assert!(shown(&mut app).contains("read and compared"));
}

#[test]
fn outdated_counts_of_masks_are_ignored() {
    let (world, mut app) = fresh();
    let masks = requested_masks(&typed(&world, &mut app, "g e Space"));
    assert!(!masks.is_empty() && !app.reanalysis.requested().masks.is_empty());
    // These counts were made before the key press, and arrive after it.
    update(&mut app, survey(Some((170, 100))));
    let history: Vec<String> = app
        .notices
        .history()
        .map(|notice| notice.text.clone())
        .collect();
    assert_lacks(&history.join("\n"), "recur");
}

#[test]
fn a_comparison_shows_the_masked_words_their_reason_and_the_unmasked_figure() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j Enter");
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
    assert!(screen.contains("2 excluded (quotation)"), "{screen}");
}

#[test]
fn masks_of_the_command_line_report_no_cluster_that_fell_apart() {
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
    pty.sees(&["Clusters of near-duplicates: none", "excluded"])
        .settles();
    pty.press("go").sees(&["excluded: 1 template"]);
    assert!(!pty.text().contains("fell apart"), "{}", pty.text());
    // A lecture has settings of its own, and masks nothing.
    pty.press("\x1b");
    pty.until("the clusters", |text| !text.contains("Messages"));
    pty.press("gl").sees(&["The race", "Esc leave"]).settles();
    pty.press(" ").sees(&["2/3"]).settles();
    assert!(!pty.text().contains("excluded"), "{}", pty.text());
    pty.press("\x03");
    assert!(pty.ended().success());
}
