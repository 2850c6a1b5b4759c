//! A lecture as sentences and small tables, for a terminal without screens, a screen reader, or paper.

use crate::base::width::Width;

use super::slide::{Block, Ink, Line, Question, Slide, one, said};
use crate::base::units::share;

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

/// The slides of a stage in plain text, below its title and its dial.
#[must_use]
pub fn of_slides(mut title: String, dial: &str, slides: Vec<Slide>, answers: Answers) -> String {
    if !dial.is_empty() {
        title += &format!("   [{dial}]");
    }
    let rule = "=".repeat(title.width().min(WIDTH));
    let mut out = format!("{title}\n{rule}\n");
    let mut asked: Option<Question> = None;
    for slide in shown(slides, answers) {
        out.push('\n');
        if let Some(question) = asked.take()
            && answers == Answers::Shown
        {
            out.push_str(&answer(&question));
        }
        out.push_str(&self::slide(&slide));
        asked = slide.question;
    }
    if let (Some(question), Answers::Shown) = (asked, answers) {
        out.push_str(&answer(&question));
    }
    out
}

/// One slide with its question, without the answer.
fn slide(slide: &Slide) -> String {
    let mut out = String::new();
    for block in &slide.blocks {
        for line in lines(block) {
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

fn answer(question: &Question) -> String {
    let right = question.right;
    format!("Answer {}: {}\n", right + 1, said(&question.answers[right]))
}

/// The lines of a block.
#[must_use]
pub fn lines(block: &Block) -> Vec<String> {
    match block {
        Block::Text(line) => wrapped(&said(line), 0),
        Block::Big { value, says } => wrapped(&format!("{value}   {}", said(says)), 0),
        Block::Table(table) => columns(&table.head, &table.rows),
        Block::Matrix(matrix) => {
            let mut head = vec![Line::new()];
            head.extend(matrix.columns.iter().cloned());
            let rows = matrix.rows.iter().map(|(name, values)| {
                let mut cells = vec![name.clone()];
                cells.extend(values.iter().map(|value| vec![value.clone()]));
                cells
            });
            columns(&head, &rows.collect::<Vec<_>>())
        }
        Block::NumberLine(line) => {
            let marks = line.marks.iter().map(|mark| {
                let least = if mark.least { " (least)" } else { "" };
                format!("{} {}{least}", mark.label.text, share(mark.at))
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
            columns(&[], &rows.collect::<Vec<_>>())
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
                let values = values.iter().map(|(name, value)| format!("{name} {value}"));
                let values = values.collect::<Vec<_>>().join(", ");
                lines.extend(wrapped(&format!("  {values}"), 4));
            }
            lines
        }
        Block::Tree(tree) => {
            let group = |items: &[usize]| {
                let names = items.iter().filter_map(|item| tree.items.get(*item));
                let names: Vec<String> = names.map(|name| said(name)).collect();
                format!("{{{}}}", names.join(" "))
            };
            let merges = tree.merges.iter().map(|merge| {
                let (left, right) = (group(&merge.left), group(&merge.right));
                let at = share(merge.similarity);
                match merge.similarity >= tree.threshold {
                    true => format!("{left} and {right} join at {at}"),
                    false => {
                        format!("{left} and {right} would join at {at}, below the threshold")
                    }
                }
            });
            merges.flat_map(|merge| wrapped(&merge, 2)).collect()
        }
        Block::Tiles(tiles) => {
            let rows = tiles.iter().map(|tile| {
                let meet = if tile.meet { "meet" } else { "" };
                vec![
                    tile.name.clone(),
                    one(&tile.key, Ink::Dim),
                    tile.members.clone(),
                    one(meet, Ink::Plain),
                ]
            });
            columns(&[], &rows.collect::<Vec<_>>())
        }
    }
}

/// A table in columns of their widest cell, two cells apart and indented by two; numbers to the right.
fn columns(head: &[Line], rows: &[Vec<Line>]) -> Vec<String> {
    let texts = |row: &[Line]| row.iter().map(|cell| said(cell)).collect();
    let mut all: Vec<Vec<String>> = rows.iter().map(|row| texts(row)).collect();
    let body = usize::from(!head.is_empty());
    if body > 0 {
        all.insert(0, texts(head));
    }
    let count = all.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|column| {
            let cells = all.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.width()).max().unwrap_or(0)
        })
        .collect();
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
