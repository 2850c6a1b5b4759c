//! Plots in cells and as SVG: pictures of each, and what must hold of all of them.

mod made;

use std::fmt::Write as _;

use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use ratatui::{Frame, Terminal};
use shinglescope::plot::figures::{self, Shown};
use shinglescope::plot::{Figure, svg};
use shinglescope::ui::theme::{Depth, Theme};
use shinglescope::ui::widgets::plot;

/// From the least to the most that screens have.
const SIZES: [(u16, u16); 4] = [(40, 10), (80, 24), (120, 36), (200, 50)];

/// Every plot of the lab, by its name.
fn all() -> Vec<(&'static str, Figure)> {
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
        ("histogram", figures::histogram(&tuning, 0.8)),
        ("by_k", figures::by_k(&made::by_k(), 0.8)),
        (
            "curve",
            figures::curve(&curve, curve.best_interval(200, 1), 0.8),
        ),
        ("precision_recall", figures::precision_recall(&curve, 0.8)),
        ("roc", figures::roc(&curve, 0.8)),
        ("sweep", figures::sweep(&grid, &rows, Shown::F1, Some(40))),
    ]
}

/// A plot in a panel, as screens show it.
fn drawn(figure: &Figure, cursor: Option<f64>, theme: Theme, size: (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    let draw = |frame: &mut Frame<'_>| {
        plot::draw(figure, cursor, &theme, frame.area(), frame);
    };
    terminal.draw(draw).unwrap();
    terminal.backend().buffer().clone()
}

fn colours() -> Theme {
    Theme::new(Depth::Indexed, false)
}

/// The picture with the sequences that a terminal shows it by.
fn ansi(buffer: &Buffer) -> String {
    let mut out = String::new();
    let colour = |colour: Color, ground: bool| match (colour, ground) {
        (Color::Reset, _) => String::new(),
        (Color::Rgb(r, g, b), ground) => {
            format!("\x1b[{};2;{r};{g};{b}m", if ground { 48 } else { 38 })
        }
        (Color::Indexed(i), ground) => format!("\x1b[{};5;{i}m", if ground { 48 } else { 38 }),
        (other, ground) => {
            let names = [
                Color::Black,
                Color::Red,
                Color::Green,
                Color::Yellow,
                Color::Blue,
                Color::Magenta,
                Color::Cyan,
                Color::Gray,
                Color::DarkGray,
                Color::LightRed,
                Color::LightGreen,
                Color::LightYellow,
                Color::LightBlue,
                Color::LightMagenta,
                Color::LightCyan,
                Color::White,
            ];
            let i = names.iter().position(|name| *name == other).unwrap();
            let first = if i < 8 { 30 } else { 82 } + if ground { 10 } else { 0 };
            format!("\x1b[{}m", first + i)
        }
    };
    for row in buffer.area.rows() {
        for at in row.columns() {
            let cell = &buffer[(at.x, at.y)];
            out.push_str("\x1b[0m");
            for (modifier, code) in [
                (Modifier::BOLD, 1),
                (Modifier::DIM, 2),
                (Modifier::UNDERLINED, 4),
                (Modifier::REVERSED, 7),
            ] {
                if cell.modifier.contains(modifier) {
                    let _ = write!(out, "\x1b[{code}m");
                }
            }
            out.push_str(&colour(cell.fg, false));
            out.push_str(&colour(cell.bg, true));
            out.push_str(cell.symbol());
        }
        out.push_str("\x1b[0m\n");
    }
    out
}

#[test]
#[ignore = "writes files to look at, into the folder that PLOTS_OUT names"]
fn look() {
    let folder = std::path::PathBuf::from(std::env::var("PLOTS_OUT").unwrap());
    std::fs::create_dir_all(&folder).unwrap();
    for (name, figure) in all() {
        let svg = svg::render(&figure, (720, 440));
        std::fs::write(folder.join(format!("{name}.svg")), svg).unwrap();
        for size in SIZES {
            for (kind, theme) in [
                ("dark", colours()),
                ("true", Theme::new(Depth::True, false)),
                ("light", Theme::new(Depth::Indexed, true)),
                ("sixteen", Theme::new(Depth::Sixteen, false)),
                ("none", Theme::new(Depth::None, false)),
                ("ascii", Theme::new(Depth::None, false).with_ascii(true)),
            ] {
                for cursor in [None, Some(figure.moved(0.74, 0))] {
                    let picture = ansi(&drawn(&figure, cursor, theme, size));
                    let cursor = if cursor.is_some() { "_cursor" } else { "" };
                    let file = format!("{name}_{}x{}_{kind}{cursor}.ansi", size.0, size.1);
                    std::fs::write(folder.join(file), picture).unwrap();
                }
            }
        }
    }
}
