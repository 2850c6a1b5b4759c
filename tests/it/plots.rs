//! Plots in cells and as SVG: snapshots of each, and invariants of all of them.

mod demo;
mod heat;
mod inside;
mod made;

use std::fmt::Write as _;

use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::{Frame, Terminal};
use shinglescope::plot::PlotFigure;
use shinglescope::plot::figures::{self, HeatMapQuantity};
use shinglescope::ui::theme::{Depth, Theme};
use shinglescope::ui::widgets::plot;

use crate::screens;

/// Every plot of the lab, by its name.
fn all() -> Vec<(&'static str, PlotFigure)> {
    let tuning = made::tuning();
    let banded = made::banded(&tuning);
    let curve = made::curve();
    let grid = made::grid();
    let rows = made::rows(&grid);
    let chosen = tuning.accuracy.outliers.first();
    vec![
        (
            "s_curve",
            figures::s_curve(&tuning, made::BANDING, 32, Some(&banded), 0.8),
        ),
        ("scatter", figures::scatter(&tuning, made::LAYOUT, chosen)),
        ("landscape", figures::landscape(&tuning, 0.8)),
        ("by_k", figures::by_k(&made::by_k(), 0.8)),
        (
            "curve",
            figures::curve(&curve, curve.best_interval(1.0), 0.8),
        ),
        (
            "sweep",
            figures::sweep(&grid, &rows, HeatMapQuantity::F1, Some(40)),
        ),
    ]
}

/// A plot as the screens show it.
fn drawn(figure: &PlotFigure, cursor: Option<f64>, theme: Theme, size: (u16, u16)) -> Buffer {
    drawn_with_area(figure, cursor, theme, size).0
}

/// A plot, and the area between its axes.
fn drawn_with_area(
    figure: &PlotFigure,
    cursor: Option<f64>,
    theme: Theme,
    size: (u16, u16),
) -> (Buffer, Rect) {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    let mut area = Rect::default();
    let draw = |frame: &mut Frame<'_>| {
        area = plot::draw(figure, cursor, &theme, frame.area(), frame);
    };
    terminal.draw(draw).unwrap();
    (terminal.backend().buffer().clone(), area)
}

fn colours() -> Theme {
    Theme::new(Depth::Indexed, false)
}

fn none() -> Theme {
    Theme::new(Depth::None, false)
}

/// The value of the series `name` of `figure` at `x`.
fn read_off(figure: &PlotFigure, x: f64, name: &str) -> String {
    let read = figure.read(x);
    let value = read.iter().find(|(series, _)| series == name);
    let value = value.unwrap_or_else(|| panic!("no {name} at {x} in {read:?}"));
    value.1.clone()
}

/// The screen text; below it a letter for each cell with a style, and the legend of the letters.
fn styled(buffer: &Buffer) -> String {
    let mut out = screens::text(buffer);
    let mut styles: Vec<Style> = Vec::new();
    for row in buffer.area.rows() {
        let mut line = String::new();
        for at in row.columns() {
            let cell = &buffer[(at.x, at.y)];
            let style = cell.style();
            let plain = style.fg == Some(Color::Reset)
                && style.bg == Some(Color::Reset)
                && style.add_modifier.is_empty();
            if plain {
                line.push(' ');
                continue;
            }
            let index = styles.iter().position(|s| *s == style).unwrap_or_else(|| {
                styles.push(style);
                styles.len() - 1
            });
            let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9');
            line.push(letters.clone().nth(index).unwrap_or('?'));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    for (letter, style) in ('a'..='z').chain('A'..='Z').chain('0'..='9').zip(&styles) {
        let colour = |colour: Option<Color>| colour.map(|c| c.to_string()).unwrap_or_default();
        let (fg, bg) = (colour(style.fg), colour(style.bg));
        let _ = writeln!(out, "{letter} {fg} on {bg} {:?}", style.add_modifier);
    }
    out
}

#[test]
fn plots_with_colour_and_without() {
    for (name, figure) in all() {
        for size in [(40, 10), (80, 24)] {
            // A cursor in one of the sizes, so that the values at the cursor are shown as well.
            let cursor = (size.0 == 80).then(|| figure.moved(0.74, 0));
            let size_name = format!("{}x{}", size.0, size.1);
            let picture = styled(&drawn(&figure, cursor, colours(), size));
            insta::assert_snapshot!(format!("plot_{name}_{size_name}"), picture);
            let buffer = drawn(&figure, cursor, none(), size);
            assert!(!picture.contains('…'), "{name} is cut: {picture}");
            for cell in buffer.content() {
                assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{name}");
            }
            let picture = screens::marked(&buffer);
            insta::assert_snapshot!(format!("plot_{name}_{size_name}_no_colour"), picture);
        }
    }
}

#[test]
fn plots_in_ascii() {
    for (name, figure) in all() {
        let ascii = none().with_ascii(true);
        let buffer = drawn(&figure, Some(figure.moved(0.74, 0)), ascii, (80, 24));
        for cell in buffer.content() {
            assert!(cell.symbol().is_ascii(), "{name}: {}", cell.symbol());
        }
    }
}

/// With thousands of pairs in one bar and five in another, both are visible.
#[test]
fn five_pairs_are_seen_beside_thousands() {
    let tuning = made::tuning();
    let at = |hundredth: usize| tuning.counts.of_texts[hundredth];
    assert!(at(30) > 1000 && (1..=5).contains(&(at(90) + at(91))));
    let figure = figures::s_curve(&tuning, made::BANDING, 32, None, 0.8);
    for size in [(40, 10), (80, 24), (200, 50)] {
        let (buffer, area) = drawn_with_area(&figure, None, colours(), size);
        let column = |x: f64| area.x + (x * f64::from(area.width)) as u16;
        let inked = |column: u16| {
            let rows = area.top()..area.bottom();
            let bar = |row: &u16| "▁▂▃▄▅▆▇█".contains(buffer[(column, *row)].symbol());
            rows.filter(bar).count()
        };
        assert!(inked(column(0.91)) >= 1, "{size:?}");
        assert!(inked(column(0.33)) > inked(column(0.91)), "{size:?}");
        assert_eq!(inked(column(0.5)), 0, "{size:?}");
    }
}
