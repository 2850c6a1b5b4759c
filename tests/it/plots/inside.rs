//! A plot stays within its area: whatever it shows and however small the area is, no cell outside
//! it changes.

use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use shinglescope::plot::PlotFigure;
use shinglescope::ui::theme::{Depth, Theme};
use shinglescope::ui::widgets::plot;

use super::all;

/// Screens of which a plot gets a part.
const SMALL: Rect = Rect::new(0, 0, 32, 18);
const LARGE: Rect = Rect::new(0, 0, 130, 50);

fn themes() -> Vec<Theme> {
    let depths = [Depth::None, Depth::Sixteen, Depth::Indexed, Depth::True];
    let each = depths
        .into_iter()
        .flat_map(|depth| [false, true].map(|ascii| Theme::new(depth, ascii).with_ascii(ascii)));
    each.collect()
}

/// A cell content that no plot would write.
fn untouched() -> Cell {
    let mut cell = Cell::new("§");
    cell.set_style(Style::new().fg(Color::Indexed(201)).bg(Color::Indexed(77)));
    cell.modifier = Modifier::ITALIC;
    cell
}

/// Draws into `area` of `screen`; returns the changed cells outside it.
fn outside(
    screen: Rect,
    figure: &PlotFigure,
    cursor: Option<f64>,
    theme: &Theme,
    area: Rect,
) -> Vec<(u16, u16)> {
    let blank = Buffer::filled(screen, untouched());
    let mut terminal = Terminal::new(TestBackend::new(screen.width, screen.height)).unwrap();
    let draw = |frame: &mut ratatui::Frame<'_>| {
        *frame.buffer_mut() = blank.clone();
        frame
            .buffer_mut()
            .set_style(area.intersection(screen), Style::reset());
        plot::draw(figure, cursor, theme, area, frame);
    };
    terminal.draw(draw).unwrap();
    let drawn = terminal.backend().buffer();
    let beside = screen.positions().filter(|at| !area.contains(*at));
    let changed = beside.filter(|at| drawn[*at] != blank[*at]);
    changed.map(|at| (at.x, at.y)).collect()
}

fn cursors(figure: &PlotFigure) -> [Option<f64>; 4] {
    let (low, high) = figure.x.range;
    [None, Some(low), Some(high), Some(figure.moved(0.74, 0))]
}

#[test]
fn plots_stay_within_the_smallest_areas() {
    let figures = all();
    // Colour depths differ in colours, not in layout, except that only `None` adds marks to lines.
    for theme in [themes()[0], themes()[1], themes()[4]] {
        for (name, figure) in &figures {
            for cursor in [None, Some(figure.moved(0.74, 0))] {
                for width in 1..=24 {
                    for height in 1..=12 {
                        let area = Rect::new(5, 4, width, height);
                        let wrong = outside(SMALL, figure, cursor, &theme, area);
                        assert!(wrong.is_empty(), "{name} {area}: {wrong:?}");
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn plots_stay_within_any_area(
        x in 0u16..129, y in 0u16..49, width in 1u16..130, height in 1u16..50,
        theme in 0usize..8, cursor in 0usize..4,
    ) {
        // Includes areas that extend beyond the screen.
        let (theme, area) = (themes()[theme], Rect::new(x, y, width, height));
        for (name, figure) in FIGURES.with(Clone::clone) {
            let cursor = cursors(&figure)[cursor];
            let wrong = outside(LARGE, &figure, cursor, &theme, area);
            prop_assert!(wrong.is_empty(), "{name} {area} {cursor:?}: {wrong:?}");
        }
    }
}

thread_local! {
    static FIGURES: Vec<(&'static str, PlotFigure)> = all();
}
