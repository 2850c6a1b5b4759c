//! Slides as lines of text: for the screen, which styles them, and for plain text and notes.

use super::lectures::Lecture;
use super::slide::{Bar, LectureLine, Question, Slide, SlideBlock, Span, line, plain_text};
use crate::base::sanitise;
use crate::base::units::share;
use crate::base::width::{self, Width};
use crate::typeset::wrap::{NARROWEST, row_end};

/// Width of a line of sentences in plain text, in cells.
const WIDTH: usize = 78;

/// The format of a printed lecture.
#[derive(Clone, Copy)]
struct Printed {
    is_markdown: bool,
}

/// Renders a lecture as Markdown, or as sentences and small tables, ending with a line break.
///
/// # Errors
/// A slide of a stage cannot be created.
pub fn printed(lecture: &Lecture, is_markdown: bool) -> anyhow::Result<String> {
    let format = Printed { is_markdown };
    let escaped = |line: &[Span]| format.escaped(&plain_text(line));
    let heading = |title: &str, level: usize| {
        if format.is_markdown {
            format!("{} {}", "#".repeat(level), format.escaped(title))
        } else {
            format!("{title}\n{}", "=".repeat(title.width().min(WIDTH)))
        }
    };
    let mut paragraphs = vec![heading(&lecture.title, 1)];
    for (stage, number) in lecture.stages.iter().zip(1..) {
        let title = format!("{number} {}", stage.title());
        let setting = match stage.parameter() {
            setting if setting.is_empty() => String::new(),
            setting => format!("   [{setting}]"),
        };
        paragraphs.push(heading(&(title + &setting), 2));
        let caption = &stage.caption;
        paragraphs.push(if format.is_markdown && !caption.is_empty() {
            format!("> {}", format.escaped(caption))
        } else {
            caption.clone()
        });
        for slide in stage.slides()? {
            paragraphs.push(format.blocks(&slide));
            if let Some(Question {
                text,
                answers,
                right,
            }) = &slide.question
            {
                let options = answers.iter().zip(1..);
                let options = options.map(|(answer, at)| format!("{at}. {}", escaped(answer)));
                paragraphs.push(format.wrapped(text));
                paragraphs.push(options.collect::<Vec<_>>().join("\n"));
                let mark = if format.is_markdown { "**" } else { "" };
                let answer = escaped(&answers[*right]);
                paragraphs.push(format!("{mark}Answer {}: {answer}{mark}", right + 1));
            }
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    Ok(paragraphs.join("\n\n") + "\n")
}

impl Printed {
    fn blocks(self, slide: &Slide) -> String {
        let blocks = slide.blocks.iter().map(|block| match block {
            SlideBlock::Text(line) => self.wrapped(line),
            SlideBlock::Big { value, says } => {
                if self.is_markdown {
                    format!("**{}** {}", self.escaped(value), self.wrapped(says))
                } else {
                    self.wrapped(&line!("{}   {}", value.clone(), plain_text(says)))
                }
            }
            block => {
                let rows = rows(block, usize::MAX, &Span::clone).into_iter();
                let rows = rows.map(|row| plain_text(&row).trim_end().to_owned());
                let text = rows.collect::<Vec<_>>().join("\n");
                if self.is_markdown {
                    // All lines are indented, so none of them can close the fence.
                    format!("```text\n{text}\n```")
                } else {
                    text
                }
            }
        });
        let blocks: Vec<String> = blocks.collect();
        blocks.join(if self.is_markdown { "\n\n" } else { "\n" })
    }

    /// A sentence, wrapped unless it is Markdown.
    fn wrapped(self, line: &LectureLine) -> String {
        if self.is_markdown {
            return self.escaped(&plain_text(line));
        }
        let rows = wrap(line, WIDTH, 0).into_iter();
        let rows = rows.map(|row| plain_text(&row).trim_end().to_owned());
        rows.collect::<Vec<_>>().join("\n")
    }

    /// Sanitised text; in Markdown, also with the special characters of Markdown and HTML escaped.
    fn escaped(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for c in sanitise::lines(text).chars() {
            match c {
                c if !self.is_markdown => out.push(c),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '&' => out.push_str("&amp;"),
                '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' => {
                    out.push('\\');
                    out.push(c);
                }
                _ => out.push(c),
            }
        }
        out
    }
}

/// Returns the rows of a block in `width` columns, or without a limit if `usize::MAX`; `draw` styles each span. Plots
/// and trees, which only a screen draws, become sentences; without a limit, bars have only names and values.
pub fn rows(block: &SlideBlock, width: usize, draw: &dyn Fn(&Span) -> Span) -> Vec<LectureLine> {
    let styled = |line: &LectureLine| line.iter().map(draw).collect::<LectureLine>();
    match block {
        SlideBlock::Text(line) => {
            // If the line begins with a name, further rows are indented to the text after the name.
            let name = line.first().filter(|span| span.text.ends_with("   "));
            let hang = name.map_or(0, |name| name.text.width().min(width / 3));
            wrap(&styled(line), width, hang)
        }
        SlideBlock::Big { value, says } => wrap(
            &styled(&line!("{}   {}", value.clone(), plain_text(says))),
            width,
            0,
        ),
        SlideBlock::Table { head, rows } => {
            let mut table_rows: Vec<Vec<LectureLine>> = Vec::new();
            table_rows.extend((!head.is_empty()).then(|| head.iter().map(styled).collect()));
            let heads = table_rows.len();
            table_rows.extend(rows.iter().map(|row| row.iter().map(styled).collect()));
            columns(&table_rows, heads, width, &draw(&Span::plain("…")))
        }
        SlideBlock::Bars(bars) => {
            let names = bars.iter().map(|bar| columns_of(&styled(&bar.name)));
            let name = names.max().unwrap_or(0).min(width / 2);
            let values = bars.iter().map(|bar| bar.value.width());
            let room = width.saturating_sub(name + values.max().unwrap_or(0) + 8);
            let row = |bar: &Bar| {
                let mut row = line!("  ");
                row.extend(padded(styled(&bar.name), name, false));
                row.push(Span::plain("  "));
                if width < usize::MAX {
                    let length = length(bar.length, room.min(80));
                    row.push(draw(&Span::new(length + " ", bar.ink)));
                }
                row.push(draw(&Span::plain(&bar.value)));
                row
            };
            bars.iter().map(row).collect()
        }
        SlideBlock::Plot(figure) => {
            let mut rows = vec![line!("  [{}]", &*figure.title)];
            let (low, high) = figure.x.ends();
            for quarter in 0..=4 {
                let read = figure.read(low + (high - low) * f64::from(quarter) / 4.0);
                let values = read.iter().map(|(name, value)| format!("{name} {value}"));
                rows.push(line!("  {}", values.collect::<Vec<_>>().join(", ")));
            }
            rows
        }
        SlideBlock::Tree(tree) => {
            let group = |items: &[usize]| {
                let names = items.iter().filter_map(|item| tree.items.get(*item));
                let names: Vec<String> = names.map(|name| plain_text(name)).collect();
                format!("{{{}}}", names.join(" "))
            };
            let merges = tree.merges.iter().map(|merge| {
                let join = if merge.similarity >= tree.threshold {
                    "join at"
                } else {
                    "would join, below the threshold, at"
                };
                let [left, right] = [&merge.left, &merge.right].map(|items| group(items));
                line!(
                    "  {} and {} {} {}",
                    left,
                    right,
                    join,
                    share(merge.similarity)
                )
            });
            merges.collect()
        }
    }
}

/// A bar of a length of 0..=1 in `room` columns.
pub fn length(length: f64, room: usize) -> String {
    let eighths = (length.clamp(0.0, 1.0) * room as f64 * 8.0).round() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + part
}

/// A table indented by two, each column as wide as its widest cell, numbers to the right. The widest columns are cut to
/// fit.
fn columns(rows: &[Vec<LectureLine>], heads: usize, width: usize, mark: &Span) -> Vec<LectureLine> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let gap = if (100..usize::MAX).contains(&width) {
        4
    } else {
        2
    };
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let widest = |column| {
        cells(column)
            .map(|cell| columns_of(cell))
            .max()
            .unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..count).map(widest).collect();
    let room = width.saturating_sub(2 + gap * count.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 1 => *widest -= 1,
            _ => break,
        }
    }
    let is_number = |cell: &LectureLine| {
        let is_numeric = |c: char| c.is_ascii_digit() || ".,∞ +−-×‹›".contains(c);
        plain_text(cell).chars().all(is_numeric)
    };
    let right: Vec<bool> = (0..count)
        .map(|column| cells(column).skip(heads).all(is_number))
        .collect();
    let lines = rows.iter().map(|row| {
        let mut line = line!(" ");
        for (column, cell) in row.iter().enumerate() {
            let indent = if column == 0 { 1 } else { gap };
            line.push(Span::plain(" ".repeat(indent)));
            let cell = cut(cell, widths[column], mark);
            line.extend(padded(cell, widths[column], right[column]));
        }
        line
    });
    lines.collect()
}

/// Width of a line, in cells.
pub fn columns_of(line: &[Span]) -> usize {
    line.iter().map(|span| span.text.width()).sum()
}

/// A line padded to `width` columns, aligned left or right.
pub fn padded(mut line: LectureLine, width: usize, right: bool) -> LectureLine {
    let space = " ".repeat(width.saturating_sub(columns_of(&line)));
    line.insert(if right { 0 } else { line.len() }, Span::plain(space));
    line
}

/// The longest prefix of `text` that fits `room` columns.
fn fitting(text: &str, room: usize) -> &str {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += width::of_char(c);
        if used > room {
            return &text[..at];
        }
    }
    text
}

/// A line cut to `width` columns; `mark` ends a line that was cut.
pub fn cut(line: &[Span], width: usize, mark: &Span) -> LectureLine {
    if columns_of(line) <= width {
        return line.to_vec();
    }
    let mut room = width.saturating_sub(mark.text.width());
    let mut shortened = LectureLine::new();
    for span in line {
        let text = fitting(&span.text, room);
        room -= text.width();
        shortened.push(with_text(text, span));
        if text.len() < span.text.len() {
            break;
        }
    }
    shortened.extend((width >= mark.text.width()).then(|| mark.clone()));
    shortened
}

/// A span with the ink of `span` and other text.
fn with_text(text: &str, span: &Span) -> Span {
    Span {
        text: text.to_owned(),
        ink: span.ink,
    }
}

/// A sentence wrapped to rows of at most `width` cells; rows after the first are indented by `hang` cells.
pub fn wrap(line: &[Span], width: usize, hang: usize) -> Vec<LectureLine> {
    let hang = if hang + NARROWEST <= width { hang } else { 0 };
    let text = plain_text(line);
    let (mut at, mut rows) = (0, Vec::new());
    loop {
        let indent = if at == 0 { 0 } else { hang };
        let end = row_end(&text, at, text.len(), width - indent);
        let mut row = LectureLine::new();
        row.extend((indent > 0).then(|| Span::plain(" ".repeat(indent))));
        row.extend(part(line, at, at + text[at..end].trim_end().len()));
        rows.push(row);
        if end == text.len() {
            return rows;
        }
        at = end;
    }
}

/// The spans of bytes `from..to` of a line.
fn part(line: &[Span], from: usize, to: usize) -> impl Iterator<Item = Span> {
    let mut start = 0;
    line.iter().filter_map(move |span| {
        let bounds = [from, to].map(|at| at.saturating_sub(start).min(span.text.len()));
        start += span.text.len();
        let text = &span.text[bounds[0]..bounds[1]];
        (!text.is_empty()).then(|| with_text(text, span))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lecture::shipped;

    #[test]
    fn notes_have_captions_answers_at_the_questions_and_plots_as_text() {
        let lecture = shipped("ten-minutes").unwrap();
        let notes = printed(&lecture, true).unwrap();
        assert!(notes.contains("> Read both lines aloud"));
        assert!(notes.contains("**Answer 2: 2/6**"));
        assert_eq!(notes.matches("```text\n  [").count(), 2);
    }

    #[test]
    fn text_cannot_become_markup() {
        let notes = Printed { is_markdown: true };
        assert_eq!(notes.escaped("<b>*x*</b>"), "&lt;b&gt;\\*x\\*&lt;/b&gt;");
        assert_eq!(
            notes.escaped("a\x1bc\u{9b}2J\u{202e}\nb"),
            "a␛c\u{fffd}2J⇄\nb"
        );
    }
}
