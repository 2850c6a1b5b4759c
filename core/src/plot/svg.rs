//! Renders plots as SVG files for papers and slides, with `plotters` on a white background. The
//! colours are distinguishable for colour-blind readers; lines have markers of different shapes for
//! print without colour.

mod colours;
mod legend;
mod marks;
mod pen;
mod text;
mod ticked_axis;

use plotters::prelude::*;

use self::colours::{FAINT, GREY, INK};
use self::pen::{FINE, Outcome, units};
pub use self::text::escaped;
use self::text::{Label, text_width, wrap};
use self::ticked_axis::TickedAxis;
use super::{Axis, Figure};

/// Minimum width and height in pixels at which a plot fits.
const LEAST: (u32, u32) = (240, 180);

/// Maximum width and height in pixels; keeps coordinates small.
const MOST: u32 = 20_000;

/// What stands in the file of a plot beside the plot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around<'a> {
    /// Whether the title is the name of the document only and not drawn.
    pub untitled: bool,
    /// A sentence below the notes, which is the description of the document too; may be empty.
    pub caption: &'a str,
    /// What the plot was made from, for programs; may be empty.
    pub metadata: &'a str,
}

/// Renders `figure` as an SVG document of `size` pixels, clamped to at least 240 × 180.
/// Deterministic.
pub fn render(figure: &Figure, size: (u32, u32)) -> String {
    render_with(figure, size, Around::default())
}

/// As [`render`], with a caption and metadata, or without a drawn title.
pub fn render_with(figure: &Figure, size: (u32, u32), around: Around<'_>) -> String {
    let size = (size.0.clamp(LEAST.0, MOST), size.1.clamp(LEAST.1, MOST));
    let mut drawn = String::new();
    {
        let fine = (units(f64::from(size.0)), units(f64::from(size.1)));
        let backend = SVGBackend::with_string(&mut drawn, (fine.0 as u32, fine.1 as u32));
        // Writing to a string in memory cannot fail.
        let done = draw(figure, around, fine, backend);
        debug_assert!(done.is_ok(), "{:?}", done.err());
    }
    let body = drawn.find('\n').map_or("", |end| &drawn[end + 1..]);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\">\n<title>{}</title>\n{}{body}",
        size.0,
        size.1,
        size.0 * FINE as u32,
        size.1 * FINE as u32,
        text::escaped(&figure.title),
        described(around),
    )
}

/// Description and metadata as elements.
fn described(around: Around<'_>) -> String {
    let element = |name: &str, value: &str| match value {
        "" => String::new(),
        value => format!("<{name}>{}</{name}>\n", text::escaped(value)),
    };
    element("desc", around.caption) + &element("metadata", around.metadata)
}

fn draw(figure: &Figure, around: Around<'_>, size: (i32, i32), backend: SVGBackend<'_>) -> Outcome {
    let root = backend.into_drawing_area();
    root.fill(&WHITE)?;
    let width = f64::from(size.0) / FINE;
    let edge = 14.0;
    let title = Label::new(14.0, INK).bold();
    let mut top = edge;
    let shown = if around.untitled { "" } else { &figure.title };
    for line in wrap(shown, width - 2.0 * edge, 14.0) {
        title.write(&root, &line, edge, top)?;
        top += 19.0;
    }
    top = legend::draw(figure, &root, edge, top + 4.0, width - edge)?;
    let notes = figure.notes.iter().map(String::as_str);
    let caption = Some(around.caption).filter(|caption| !caption.is_empty());
    let notes: Vec<String> = notes
        .chain(caption)
        .flat_map(|note| wrap(note, width - 2.0 * edge, 10.5))
        .collect();
    let foot = edge / 2.0 + 14.0 * notes.len() as f64 + if notes.is_empty() { 0.0 } else { 6.0 };
    let height = f64::from(size.1) / FINE;
    for (i, note) in (0..).zip(&notes) {
        let y = height - foot + 6.0 + 14.0 * f64::from(i);
        Label::new(10.5, GREY).write(&root, note, edge, y)?;
    }

    // Height remaining for the plot area.
    let below = 40.0;
    let tall = (height - top - 8.0 - below - foot).max(10.0);
    let rows = |axis: &Axis| {
        let gap = if axis.names.is_empty() { 8.0 } else { 2.0 };
        TickedAxis::new(axis, tall, gap, |_| 11.0)
    };
    let y = rows(&figure.y);
    let right = figure.right.as_ref().map(rows);
    let beside = |ruler: &TickedAxis| ruler.widest(11.0) + 34.0;
    let left_room = beside(&y).min(width * 0.4);
    let right_room = right.as_ref().map_or(6.0, beside).min(width * 0.3);
    let wide = (width - edge - left_room - right_room - edge / 2.0).max(10.0);
    let x = TickedAxis::new(&figure.x, wide, 8.0, |label| text_width(label, 11.0));

    let mut builder = ChartBuilder::on(&root);
    builder
        .margin_top(units(top + 8.0))
        .margin_bottom(units(foot))
        .margin_left(units(edge / 2.0))
        .margin_right(units(edge / 2.0))
        .x_label_area_size(units(below))
        .y_label_area_size(units(left_room));
    let mut chart = builder
        .right_y_label_area_size(units(right_room))
        .build_cartesian_2d(x.clone(), y.clone())?
        .set_secondary_coord(x, right.clone().unwrap_or_else(|| y.clone()));
    let named = |axis: &Axis| text::xml_safe(&axis.label);
    let label = Label::new(11.0, INK).style();
    let mut mesh = chart.configure_mesh();
    if figure.y.names.is_empty() {
        mesh.bold_line_style(FAINT.stroke_width(units(0.8) as u32));
    } else {
        mesh.disable_mesh();
    }
    mesh.light_line_style(TRANSPARENT)
        .axis_style(GREY.stroke_width(units(1.0) as u32))
        .label_style(label.clone())
        .axis_desc_style(label.clone())
        .set_all_tick_mark_size(units(4.0))
        .x_desc(named(&figure.x))
        .y_desc("")
        .draw()?;
    // `plotters` would repeat the label of the left axis next to the right one.
    let middle = top + 8.0 + tall / 2.0;
    Label::new(11.0, INK).write_upwards(&root, &named(&figure.y), edge / 2.0 + 7.0, middle)?;
    if let Some(axis) = &figure.right {
        chart
            .configure_secondary_axes()
            .axis_style(GREY.stroke_width(units(1.0) as u32))
            .label_style(label)
            .set_all_tick_mark_size(units(4.0))
            .draw()?;
        let at = width - edge / 2.0 - 7.0;
        Label::new(11.0, INK).write_upwards(&root, &named(axis), at, middle)?;
    }
    // On the whole sheet, so that marks on an axis are not clipped.
    let between = chart.plotting_area().get_pixel_range();
    marks::draw(figure, &root, between)?;
    root.present()?;
    Ok(())
}
