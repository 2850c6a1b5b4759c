//! Blocks of pages: `--set blocks` compares pages as if the other blocks had been cut out.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use shinglescope::corpus::html;
use shinglescope::corpus::limits::Clock;
use shinglescope::mask::PageBlocks;
use shinglescope::settings::{Reading, Settings};
use shinglescope::text::Normaliser;

use crate::support::{Ran, Work, assert_contains, words};

fn trees() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pages")
}

fn page(source: &str) -> html::HtmlPage {
    let reading = Reading::default();
    html::page(
        source,
        html::Syntax::Html,
        &reading,
        &Clock::start(&reading),
    )
    .unwrap()
}

/// The hashes of the terms of a page that are compared.
fn compared(source: &str, blocks: PageBlocks) -> Vec<u64> {
    let page = page(source);
    let normaliser = Normaliser::new(&Settings::default().normalisation).unwrap();
    let left_out = |at: usize| {
        let mut spans = page.blocks.iter();
        spans.any(|span| (span.start..span.end).contains(&at) && blocks.leaves_out(span.block))
    };
    let terms = normaliser.terms(&page.text).into_iter();
    let terms = terms.filter(|term| !left_out(term.start as usize));
    terms.map(|term| term.hash).collect()
}

/// A part of a page, by what excludes it: both `body` and `main` exclude frames, `main` excludes what is outside the
/// main part, and nothing excludes the main part.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Frame(String),
    Outside(String),
    Main(String),
}

/// Frames in several markups, around some words.
const FRAMES: [(&str, &str); 12] = [
    ("<nav>", "</nav>"),
    ("<nav><ul><li>one<li>", "</ul></nav>"),
    ("<aside><h2>more</h2><p>", "</aside>"),
    ("<div class=\"site-nav\"><div>", "</div></div>"),
    ("<div role='navigation'>", "</div>"),
    ("<section class='ad-slot'>", "</section>"),
    ("<div id=sidebar><article>", "</article></div>"),
    (
        "<ul><li><a href=1>",
        "</a><li><a href=2>x y</a><li><a href=3>z</a></ul>",
    ),
    (
        "<p><a href=1>a</a> | <a href=2>b</a> | <a href=3>",
        "</a></p>",
    ),
    ("<table><tr><td class=menu>", "<td class='promo'>y</table>"),
    ("<aside><nav>x</nav>", "<div class=content>z</div></aside>"),
    ("<div role=complementary><main>", "</main></div>"),
];

const TEXTS: [(&str, &str); 5] = [
    ("<p>", "</p>"),
    ("<h2>", "</h2>"),
    (
        "<section><header>x</header>",
        "<footer>y</footer></section>",
    ),
    (
        "<p>see <a href=1>",
        "</a> and what else there is to see here</p>",
    ),
    ("<div class='post-header'>", "</div>"),
];

fn parts() -> impl Strategy<Value = Vec<Part>> {
    // A frame that is recognised only by its class must have less than half of the text of the page.
    let part_of = move |list: &'static [(&'static str, &'static str)], length| {
        let wrapped = move |(around, seed): ((&str, &str), u64)| {
            format!("{}{}{}", around.0, words(seed, length).join(" "), around.1)
        };
        (prop::sample::select(list), 0..50_u64).prop_map(wrapped)
    };
    let part = prop_oneof![
        part_of(&FRAMES, 4).prop_map(Part::Frame),
        part_of(&TEXTS, 40).prop_map(Part::Outside),
        part_of(&TEXTS, 40).prop_map(Part::Main),
    ];
    prop::collection::vec(part, 1..9)
}

/// The page with the parts that are `kept`. Its main parts are wrapped in `main`.
fn made(parts: &[Part], main: Option<(&str, &str)>, kept: impl Fn(&Part) -> bool) -> String {
    let mut page = String::from("<html><body>");
    for part in parts.iter().filter(|part| kept(part)) {
        match (part, main) {
            (Part::Main(text), Some((start, end))) => page += &format!("{start}{text}{end}"),
            (Part::Main(text) | Part::Frame(text) | Part::Outside(text), _) => page += text,
        }
    }
    page + "</body></html>"
}

proptest! {
    #[test]
    fn excluding_blocks_gives_the_terms_of_a_page_without_them(
        parts in parts(),
        main in prop::option::of(prop::sample::select(vec![
            ("<main>", "</main>"),
            ("<div role=main>", "</div>"),
            ("<article>", "</article>"),
            ("<div class='page-content'>", "</div>"),
        ])),
    ) {
        let has_main = main.is_some() && parts.iter().any(|part| matches!(part, Part::Main(_)));
        // A page that consists only of frames keeps them.
        prop_assume!(parts.iter().any(|part| !matches!(part, Part::Frame(_))));
        let full = made(&parts, main, |_| true);
        let body = made(&parts, main, |part| !matches!(part, Part::Frame(_)));
        let only = made(&parts, main, |part| match part {
            Part::Frame(_) => false,
            Part::Outside(_) => !has_main,
            Part::Main(_) => true,
        });
        for (blocks, cut) in [(PageBlocks::Body, &body), (PageBlocks::Main, &only)] {
            let want = compared(cut, PageBlocks::All);
            prop_assert_eq!(compared(&full, blocks), want, "{:?} {}", blocks, full);
        }
    }
}

/// Pages that share one of two frames; every fifth is an edited copy of the one before, in the other frame.
fn site(work: &Work, with_frames: bool) {
    for i in 0..50_u64 {
        let copy = i % 5 == 4;
        let mut text = words(1_000 + i - u64::from(copy), 80);
        if copy {
            text[40] = "edited".into();
        }
        let side = i % 5 / 4;
        let frame = |part: u64, markup: (&str, &str)| {
            if with_frames {
                let words = words(7 + 10 * side + part, 60).join(" ");
                format!("{}{words}{}", markup.0, markup.1)
            } else {
                String::new()
            }
        };
        let page = format!(
            "<html><body>{}{}<main><h1>Page</h1><p>{}</p>{}</main>{}</body></html>",
            frame(0, ("<header>", "</header>")),
            frame(1, ("<div class='main-menu'>", "</div>")),
            text.join(" "),
            frame(2, ("<aside>", "</aside>")),
            frame(3, ("<footer>", "</footer>")),
        );
        work.write(&format!("{i:02}.html"), page);
    }
}

fn pairs(work: &Work, folder: &str, more: &[&str]) -> Ran {
    let args = [
        "pairs", "--method", "exact", "-t", "0.1", "--format", "csv", folder,
    ];
    work.done(&[&args[..], more].concat())
}

#[test]
fn pairs_of_main_parts_are_those_of_pages_without_frames() {
    let (with, without) = (Work::new(), Work::new());
    site(&with, true);
    site(&without, false);
    let want = pairs(&without, "corpus", &["--in-memory"]);
    assert_eq!(want.rows().len(), 10);
    let all = pairs(&with, "corpus", &["--in-memory"]);
    // Pages with the same frame are similar, and so are copies and their originals.
    assert_eq!(all.rows().len(), 40 * 39 / 2 + 10 * 9 / 2 + 10);
    let got = pairs(&with, "corpus", &["--in-memory", "--set", "blocks=main"]);
    assert_eq!(got.out, want.out);
    assert_contains(
        &got.talk,
        "excluded as navigation: 3,000 words in 50 spans of 50 documents",
    );
    // From an index, which stores the blocks.
    crate::support::settle();
    let index = ["--index", "index"];
    with.done(&[&["index", "corpus"][..], &index].concat());
    for blocks in ["main", "body"] {
        let indexed = pairs(
            &with,
            "corpus",
            &[&["--set", &format!("blocks={blocks}")][..], &index].concat(),
        );
        assert_eq!(indexed.out, want.out, "{blocks}");
    }
    let again = pairs(
        &with,
        "corpus",
        &[&["--set", "blocks=all"][..], &index].concat(),
    );
    assert_eq!(again.out, all.out);
}

#[test]
fn main_parts_pair_a_page_with_its_copy_and_not_with_pages_of_the_same_frame() {
    let work = Work::new();
    for (tree, copies) in [
        ("harbour", ["moved/tides.html", "tides.html"]),
        ("garden", ["copied/heap.htm", "heap.htm"]),
    ] {
        let folder = trees().join(tree);
        let folder = folder.to_str().unwrap();
        let above = |blocks: &str, threshold: f64| -> Vec<[String; 2]> {
            let ran = pairs(
                &work,
                folder,
                &["--in-memory", "--set", &format!("blocks={blocks}")],
            );
            let jaccard = ran
                .out
                .lines()
                .next()
                .unwrap()
                .split(',')
                .collect::<Vec<_>>();
            let column = jaccard.iter().position(|name| *name == "jaccard").unwrap();
            let rows = ran.rows().into_iter();
            let rows = rows.filter(|row| row[column].parse::<f64>().unwrap() >= threshold);
            rows.map(|row| [row[0].clone(), row[1].clone()]).collect()
        };
        let copies = copies.map(str::to_owned);
        let all = above("all", 0.4);
        assert!(!all.contains(&copies), "{tree}: the frames differ: {all:?}");
        assert_eq!(all.len(), 3, "{tree}: three pages share a frame: {all:?}");
        for blocks in ["main", "body"] {
            let found = above(blocks, 0.1);
            assert_eq!(found, std::slice::from_ref(&copies), "{tree} {blocks}");
            let found = above(blocks, 1.0);
            assert_eq!(found, std::slice::from_ref(&copies), "{tree} {blocks}");
        }
    }
}

mod on_the_screens {
    use shinglescope::app::Effect;
    use shinglescope::engine::Request;

    use super::*;
    use crate::keys::typed;
    use crate::world::{self, World};

    #[test]
    fn the_list_of_masks_chooses_the_blocks() {
        let world = World::new();
        let mut app = world::app(&world, (120, 36));
        let requested = |effects: &[Effect]| -> Vec<PageBlocks> {
            let blocks = effects.iter().filter_map(|effect| match effect {
                Effect::Ask(Request::Settings(analysis_config)) => {
                    Some(analysis_config.masks.blocks)
                }
                _ => None,
            });
            blocks.collect()
        };
        typed(&world, &mut app, "Enter");
        let got = requested(&typed(&world, &mut app, "g e G Space"));
        assert_eq!(got, [PageBlocks::Main]);
        assert_eq!(requested(&typed(&world, &mut app, "d")), [PageBlocks::All]);
        assert_eq!(requested(&typed(&world, &mut app, "d")), []);
        assert_eq!(requested(&typed(&world, &mut app, "z")), [PageBlocks::Main]);
    }
}
