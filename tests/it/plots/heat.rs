//! Heat maps have text in all cells or in none.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shinglescope::plot::{Cells, Layer, Marks, PlotAxis, PlotFigure, Tone};
use shinglescope::ui::theme::{Depth, Theme};
use shinglescope::ui::widgets::plot;

const ROWS: usize = 5;
const COLUMNS: usize = 4;

/// Values that differ from row to row, one of them with three digits.
fn figure() -> PlotFigure {
    let values: Vec<f64> = (0..ROWS * COLUMNS)
        .map(|at| {
            if at == 3 {
                140.0
            } else {
                (at / COLUMNS * 20) as f64
            }
        })
        .collect();
    let cells = Cells {
        columns: COLUMNS,
        shades: PlotAxis::counts("clusters", values.iter().copied()),
        values: values.into_iter().map(Some).collect(),
        best: None,
        chosen: None,
    };
    PlotFigure {
        title: "clusters".into(),
        x: PlotAxis::ratio("threshold"),
        y: PlotAxis::ratio("k"),
        right: None,
        layers: vec![Layer::new("clusters", Tone::First, Marks::Cells(cells))],
        notes: Vec::new(),
    }
}

fn drawn(width: u16, height: u16) -> Buffer {
    let theme = Theme::new(Depth::True, false);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let area = Rect::new(0, 0, width, height);
    let figure = figure();
    terminal
        .draw(|frame| {
            plot::draw(&figure, None, &theme, area, frame);
        })
        .unwrap();
    terminal.backend().buffer().clone()
}

#[test]
fn all_cells_have_text_or_none_has() {
    let digits = |buffer: &Buffer| -> usize {
        let cells = buffer.content().iter();
        // The axes and the legend have no background.
        let cells = cells.filter(|cell| cell.bg != ratatui::style::Color::Reset);
        cells
            .filter(|cell| cell.symbol().starts_with(|c: char| c.is_ascii_digit()))
            .count()
    };
    // Rows of 0, 20, 40, 60 and 80, except for one value of 140.
    assert_eq!(digits(&drawn(60, 24)), 3 + 3 + 4 * 4 * 2);
    let narrow = drawn(14, 24);
    assert_eq!(digits(&narrow), 0, "{narrow:?}");
}
