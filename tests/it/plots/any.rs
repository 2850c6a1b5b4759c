//! Any figure whatever, drawn anywhere: nothing panics, nothing is drawn outside, nothing that a
//! terminal or a reader of XML would obey comes through.

use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use ratatui::style::Color;
use roxmltree::Document;
use shinglescope::lab::tuning::Counts;
use shinglescope::lab::{Curve, Scored};
use shinglescope::plot::figures::{self, Shown};
use shinglescope::plot::{Axis, Cells, Figure, Layer, Marks, Number, Scale, Tone, svg};
use shinglescope::ui::theme::{Depth, Theme};
use shinglescope::ui::widgets::plot;

use super::{all, made};

fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => 0.0_f64..=1.0,
        3 => -10.0_f64..5000.0,
        1 => any::<f64>(),
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 0.0]),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ]{0,30}",
        "\\PC{0,12}",
        Just("<b>&\"'\u{1b}[31m\u{202e}\u{0}\u{ffff}]]>".to_owned()),
    ]
}

fn axis() -> impl Strategy<Value = Axis> {
    let names = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(text(), 1..30)];
    (
        text(),
        value(),
        value(),
        any::<bool>(),
        any::<bool>(),
        names,
    )
        .prop_map(|(label, low, high, log, count, names)| Axis {
            label,
            range: (low, high),
            scale: if log { Scale::Log } else { Scale::Even },
            number: if count { Number::Count } else { Number::Ratio },
            names,
        })
}

fn marks() -> impl Strategy<Value = Marks> {
    let triples = || prop::collection::vec((value(), value(), value()), 0..12);
    let pairs = || prop::collection::vec((value(), value()), 0..12);
    let counted = || prop::collection::vec((value(), value(), any::<u64>()), 0..12);
    let cells = (
        0_usize..8,
        prop::collection::vec(prop::option::of(value()), 0..40),
        axis(),
        prop::option::of(0_usize..50),
        prop::option::of(0_usize..50),
    );
    prop_oneof![
        triples().prop_map(Marks::Bars),
        pairs().prop_map(Marks::Line),
        pairs().prop_map(Marks::Steps),
        counted().prop_map(Marks::Points),
        (counted(), value()).prop_map(|(squares, side)| Marks::Density(squares, side)),
        triples().prop_map(Marks::Band),
        value().prop_map(Marks::At),
        (value(), value()).prop_map(|(from, to)| Marks::Range(from, to)),
        cells.prop_map(
            |(columns, values, shades, best, chosen)| Marks::Cells(Cells {
                columns,
                values,
                shades,
                best,
                chosen,
            })
        ),
    ]
}

fn layer() -> impl Strategy<Value = Layer> {
    use Tone::*;
    let tones = prop::sample::select(vec![Plain, First, Second, Third, Good, Bad, Dim]);
    (text(), tones, any::<bool>(), marks()).prop_map(|(name, tone, right, marks)| Layer {
        name,
        tone,
        right,
        marks,
    })
}

fn figure() -> impl Strategy<Value = Figure> {
    (
        text(),
        axis(),
        axis(),
        prop::option::of(axis()),
        prop::collection::vec(layer(), 0..5),
        prop::collection::vec(text(), 0..3),
    )
        .prop_map(|(title, x, y, right, layers, notes)| Figure {
            title,
            x,
            y,
            right,
            layers,
            notes,
        })
}

fn themes() -> impl Strategy<Value = Theme> {
    let depths = [Depth::None, Depth::Sixteen, Depth::Indexed, Depth::True];
    (
        prop::sample::select(depths.to_vec()),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(depth, light, ascii)| Theme::new(depth, light).with_ascii(ascii))
}

/// Draws into `area` of a screen that is marked all over; says what is wrong.
fn wrong(figure: &Figure, cursor: Option<f64>, theme: Theme, area: Rect) -> Option<String> {
    const MARK: &str = "~";
    let mut terminal = Terminal::new(TestBackend::new(60, 30)).unwrap();
    let drawn = terminal.draw(|frame| {
        let screen = frame.area();
        for at in screen.positions() {
            if !area.contains(at) {
                frame.buffer_mut()[at].set_symbol(MARK);
            }
        }
        plot::draw(figure, cursor, &theme, area, frame);
    });
    let buffer = drawn.unwrap().buffer.clone();
    for at in buffer.area.positions() {
        let cell = &buffer[at];
        if !area.contains(at) && cell.symbol() != MARK {
            return Some(format!("{at:?} outside {area:?}: {:?}", cell.symbol()));
        }
        if cell.symbol().chars().any(char::is_control) || cell.symbol().contains('\u{202e}') {
            return Some(format!("{at:?}: {:?}", cell.symbol()));
        }
        if theme.depth() == Depth::None && (cell.fg, cell.bg) != (Color::Reset, Color::Reset) {
            return Some(format!("{at:?} is coloured"));
        }
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_figure_is_drawn_within_its_area(
        figure in figure(), cursor in prop::option::of(value()), theme in themes(),
        (x, y, width, height) in (0_u16..30, 0_u16..15, 0_u16..70, 0_u16..40),
    ) {
        let area = Rect { x, y, width, height }.intersection(Rect::new(0, 0, 60, 30));
        prop_assert_eq!(wrong(&figure, cursor, theme, area), None);
        if let Some(cursor) = cursor {
            let _ = figure.read(cursor);
            let moved = figure.moved(cursor, 3);
            let (low, high) = figure.x.ends();
            prop_assert!(moved.is_finite() && low - 1.0 <= moved && moved <= high + 1.0);
        }
    }

    #[test]
    fn any_figure_is_a_document(figure in figure(), width in 0_u32..2000, height in 0_u32..2000) {
        let svg = svg::render(&figure, (width, height));
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf"));
        let parsed = Document::parse(&svg);
        prop_assert!(parsed.is_ok(), "{:?}\n{svg}", parsed.err());
    }

    #[test]
    fn a_plot_of_the_lab_is_drawn_at_any_size(
        which in 0_usize..9, theme in themes(), cursor in prop::option::of(0.0_f64..1.0),
        width in 0_u16..60, height in 0_u16..30,
    ) {
        let plots = PLOTS.get_or_init(all);
        let area = Rect::new(0, 0, width, height);
        prop_assert_eq!(wrong(&plots[which].1, cursor, theme, area), None);
    }
}

static PLOTS: std::sync::OnceLock<Vec<(&'static str, Figure)>> = std::sync::OnceLock::new();

/// No pairs, no labels, one row: each plot still says what it would show.
#[test]
fn plots_of_nothing_are_drawn() {
    let mut tuning = made::tuning();
    tuning.counts = Counts::default();
    tuning.landscape = Default::default();
    tuning.accuracy = Default::default();
    tuning.stable = None;
    let nothing = Curve::of(&[], (0, 0));
    let one = Curve::of(
        &[Scored {
            score: 0.5,
            positive: true,
        }],
        (0, 0),
    );
    let mut grid = made::grid();
    grid.thresholds = vec![0.5];
    let figures = [
        figures::s_curve(&tuning, made::BANDING, 1, None, 0.8),
        figures::scatter(&tuning, made::LAYOUT, None),
        figures::landscape(&tuning, 0.8),
        figures::histogram(&tuning, 0.8),
        figures::by_k(&Default::default(), 0.8),
        figures::curve(&nothing, None, 0.8),
        figures::precision_recall(&nothing, 0.8),
        figures::roc(&nothing, 0.8),
        figures::curve(&one, Some((0.5, 0.5)), 0.8),
        figures::precision_recall(&one, 0.8),
        figures::roc(&one, 0.8),
        figures::sweep(&grid, &[], Shown::Pairs, None),
        figures::sweep(&grid, &made::rows(&grid), Shown::Clusters, Some(3)),
    ];
    for figure in &figures {
        for height in [1, 4, 10, 30] {
            let area = Rect::new(0, 0, 60, height);
            let theme = Theme::new(Depth::Indexed, false);
            assert_eq!(
                wrong(figure, Some(0.5), theme, area),
                None,
                "{}",
                figure.title
            );
        }
        let svg = svg::render(figure, (720, 440));
        let parsed = Document::parse(&svg);
        assert!(parsed.is_ok() && !svg.contains("NaN"), "{}", figure.title);
    }
}
