//! A lecture as sentences and small tables, for a terminal without screens, a screen reader, or paper.

use crate::base::width::Width;

use super::setup::Setup;
use super::slide::{Block, Line, Question, Slide, Table, said};
use super::stage::{StageKind, dial, slides};
use super::teller::{Teller, one};

/// Width of a line of sentences, in cells.
const WIDTH: usize = 78;

/// Whether answers are printed with the questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answers {
    /// Every slide and every answer.
    #[default]
    Shown,
    /// The sheet of an exam: the questions and what they are about, without the answers.
    Hidden,
}

/// The slides that are shown with the answers, or of which an exam has a sheet.
#[must_use]
pub fn shown(slides: Vec<Slide>, answers: Answers) -> Vec<Slide> {
    match answers {
        Answers::Shown => slides,
        Answers::Hidden => slides.into_iter().filter_map(Slide::on_sheet).collect(),
    }
}

/// One stage in plain text, ending with a line break.
///
/// # Errors
/// As [`slides`].
pub fn stage(kind: StageKind, setup: &Setup, answers: Answers) -> anyhow::Result<String> {
    Ok(of_slides(kind, setup, slides(kind, setup)?, answers))
}

/// The slides of a stage in plain text, below its title and its dial.
#[must_use]
pub fn of_slides(kind: StageKind, setup: &Setup, slides: Vec<Slide>, answers: Answers) -> String {
    let t = Teller::new(setup);
    let mut title = format!("{} {}", kind.number(), kind.title(setup));
    let turned = dial(kind, setup).said(setup);
    if !turned.is_empty() {
        title += &format!("   [{turned}]");
    }
    let rule = "=".repeat(title.width().min(WIDTH));
    let mut out = format!("{title}\n{rule}\n");
    let mut asked: Option<Question> = None;
    for slide in shown(slides, answers) {
        out.push('\n');
        if let Some(question) = asked.take()
            && answers == Answers::Shown
        {
            out.push_str(&answer(&question, t));
        }
        out.push_str(&self::slide(&slide, t));
        asked = slide.question;
    }
    if let (Some(question), Answers::Shown) = (asked, answers) {
        out.push_str(&answer(&question, t));
    }
    out
}

/// One slide with its question, without the answer.
#[must_use]
pub fn slide(slide: &Slide, t: Teller) -> String {
    let mut out = String::new();
    for block in &slide.blocks {
        for line in lines(block, t) {
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    if let Some(question) = &slide.question {
        let asked = said(&question.text);
        for line in wrapped(&asked, 0).iter().filter(|_| !asked.is_empty()) {
            out.push_str(line);
            out.push('\n');
        }
        for (at, answer) in question.answers.iter().enumerate() {
            out.push_str(&format!("  {}  {}\n", at + 1, said(answer)));
        }
    }
    out
}

fn answer(question: &Question, t: Teller) -> String {
    let Some(right) = question.right else {
        return String::new();
    };
    let values = [
        ("number", (right + 1).into()),
        ("answer", said(&question.answers[right]).into()),
    ];
    format!("{}\n", said(&t.line("plain-answer", &values)))
}

/// The lines of a block.
#[must_use]
pub fn lines(block: &Block, t: Teller) -> Vec<String> {
    match block {
        Block::Text(line) => wrapped(&said(line), 0),
        Block::Big { value, says } => wrapped(&format!("{value}   {}", said(says)), 0),
        Block::Table(table) => columns(table),
        Block::Matrix(matrix) => {
            let mut head = vec![Line::new()];
            head.extend(matrix.columns.iter().cloned());
            let rows = matrix.rows.iter().map(|(name, values)| {
                let mut cells = vec![name.clone()];
                cells.extend(values.iter().map(|value| vec![value.clone()]));
                cells
            });
            let rows = rows.collect();
            columns(&Table { head, rows })
        }
        Block::NumberLine(line) => {
            let marks = line.marks.iter().map(|mark| {
                let least = match mark.least {
                    true => format!(" {}", said(&t.line("plain-least", &[]))),
                    false => String::new(),
                };
                format!("{} {}{least}", mark.label.text, t.share(mark.at))
            });
            let marks: Vec<String> = marks.collect();
            let name = match said(&line.name) {
                name if name.is_empty() => name,
                name => format!("{name}: "),
            };
            let (from, to) = &line.ends;
            wrapped(&format!("{name}{from} … {to}: {}", marks.join(", ")), 4)
        }
        Block::Bars(bars) => {
            const LONGEST: f64 = 24.0;
            let rows = bars.iter().map(|bar| {
                let cells = (bar.length.clamp(0.0, 1.0) * LONGEST).round() as usize;
                let drawn = "#".repeat(cells.max(usize::from(bar.length > 0.0)));
                vec![
                    bar.name.clone(),
                    one(drawn, bar.ink),
                    one(&bar.value, bar.ink),
                ]
            });
            let rows = rows.collect();
            let head = Vec::new();
            columns(&Table { head, rows })
        }
        Block::Plot(figure) => {
            let mut lines = vec![format!("[{}]", figure.title)];
            let (low, high) = figure.x.ends();
            let quarters = (0..=4).map(|quarter| low + (high - low) * f64::from(quarter) / 4.0);
            let mut read: Vec<_> = quarters.map(|x| figure.read(x)).collect();
            // Lines that are level all along are said once, without a place.
            if read
                .windows(2)
                .all(|pair| pair[0].get(1..) == pair[1].get(1..))
            {
                read.truncate(1);
                read.iter_mut()
                    .for_each(|values| drop(values.drain(..values.len().min(1))));
            }
            for values in read {
                let values = values
                    .iter()
                    .map(|(name, value)| format!("{name} {}", t.with_numbers(value)));
                let values = values.collect::<Vec<_>>().join(", ");
                lines.extend(wrapped(&format!("  {values}"), 4));
            }
            lines.extend(
                figure
                    .notes
                    .iter()
                    .flat_map(|note| wrapped(&t.with_numbers(note), 2)),
            );
            lines
        }
        Block::Tree(tree) => {
            let group = |items: &[usize]| {
                let names = items.iter().filter_map(|item| tree.items.get(*item));
                let names: Vec<String> = names.map(|name| said(name)).collect();
                format!("{{{}}}", names.join(" "))
            };
            let merges = tree.merges.iter().map(|merge| {
                let values = [
                    ("left", group(&merge.left).into()),
                    ("right", group(&merge.right).into()),
                    ("at", t.share(merge.similarity).into()),
                ];
                let key = match merge.similarity >= tree.threshold {
                    true => "plain-merge",
                    false => "plain-merge-below",
                };
                said(&t.line(key, &values))
            });
            merges.flat_map(|merge| wrapped(&merge, 2)).collect()
        }
        Block::Tiles(tiles) => {
            let rows = tiles.iter().map(|tile| {
                let meet = match tile.meet {
                    true => t.line("plain-meet", &[]),
                    false => Line::new(),
                };
                vec![
                    tile.name.clone(),
                    one(&tile.key, super::slide::Ink::Dim),
                    tile.members.clone(),
                    meet,
                ]
            });
            let rows = rows.collect();
            let head = Vec::new();
            columns(&Table { head, rows })
        }
    }
}

/// A table in columns of their widest cell, two cells apart and indented by two; numbers to the right.
fn columns(table: &Table) -> Vec<String> {
    let head = (!table.head.is_empty()).then_some(&table.head);
    let all: Vec<Vec<String>> = head
        .into_iter()
        .chain(&table.rows)
        .map(|row| row.iter().map(|cell| said(cell)).collect())
        .collect();
    let count = all.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|column| {
            let cells = all.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.width()).max().unwrap_or(0)
        })
        .collect();
    let body = usize::from(head.is_some());
    let is_number = |column: usize| {
        let mut cells = all[body.min(all.len())..]
            .iter()
            .filter_map(|row| row.get(column));
        cells.all(|cell| {
            cell.chars()
                .all(|c| c.is_ascii_digit() || ".,∞ ".contains(c))
        })
    };
    let right: Vec<bool> = (0..count).map(is_number).collect();
    let write = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let space = " ".repeat(widths[column] - cell.width());
            match right[column] {
                true => format!("{space}{cell}"),
                false => format!("{cell}{space}"),
            }
        });
        let cells: Vec<String> = cells.collect();
        format!("  {}", cells.join("  ")).trim_end().to_owned()
    };
    all.iter().map(write).collect()
}

/// A sentence in lines of at most [`WIDTH`] cells where its words allow it; lines after the first are indented.
fn wrapped(text: &str, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.trim().is_empty() && line.width() + 1 + word.width() > WIDTH {
            lines.push(line.trim_end().to_owned());
            line = " ".repeat(indent) + word;
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.push(line);
    lines
}
