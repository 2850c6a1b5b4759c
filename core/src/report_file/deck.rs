//! A lecture as one web page: a slide a screen and, in print, a page each. It loads nothing; without scripts it is scrolled
//! and its answers are opened by hand.

use std::collections::BTreeMap;
use std::io::Write;

use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;

use super::page;
use crate::lecture::file::{Lecture, Staged};
use crate::lecture::notes::{For, answered};
use crate::lecture::plain::Answers;
use crate::lecture::{Block, Ink, Line, Slide, Span, Teller, dial, picture, plain, said};
use crate::words::Language;

const STYLE: &str = include_str!("deck/style.css");
const SCRIPT: &str = include_str!("deck/script.js");

const TEMPLATES: [(&str, &str); 1] = [("deck.html", include_str!("deck/deck.html"))];

/// Messages of the lecture that the page itself says.
const WORDS: [&str; 6] = [
    "notes-answers",
    "deck-answer",
    "deck-notes",
    "deck-next",
    "deck-back",
    "deck-keys",
];

/// A piece of text with the class of its ink.
#[derive(Serialize)]
struct Piece {
    text: String,
    ink: String,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Part {
    Text {
        line: Vec<Piece>,
    },
    Big {
        value: String,
        says: Vec<Piece>,
    },
    Table {
        head: Vec<Vec<Piece>>,
        rows: Vec<Vec<Vec<Piece>>>,
    },
    /// A picture, and its content as text.
    Picture {
        svg: String,
        text: String,
    },
}

#[derive(Serialize)]
struct Asked {
    text: Vec<Piece>,
    answers: Vec<Vec<Piece>>,
    /// The answer with the number of the question; empty where it stands at the end.
    answer: String,
}

#[derive(Serialize)]
struct Shown {
    number: usize,
    /// Number and title of the stage, and the place in it.
    stage: String,
    step: String,
    dial: String,
    caption: String,
    parts: Vec<Part>,
    asked: Option<Asked>,
}

/// Writes the lecture; where answers are hidden, for the audience a sheet. Call on the rayon pool.
///
/// # Errors
/// As the slides of its stages; output errors.
pub fn write(
    lecture: &Lecture,
    whom: For,
    answers: Answers,
    mut out: impl Write,
) -> anyhow::Result<()> {
    let seen = whom.sees(answers);
    let language = lecture
        .stages
        .first()
        .map_or(Language::English, |stage| stage.setup.language);
    let t = Teller::in_language(language);
    let mut slides: Vec<Shown> = Vec::new();
    let mut answers: Vec<String> = Vec::new();
    for stage in &lecture.stages {
        let of = plain::shown(stage.slides()?, seen);
        for (at, slide) in of.iter().enumerate() {
            let answer = slide.question.as_ref().map(|question| {
                let said = answered(question, answers.len() + 1, t);
                answers.push(said.clone());
                said
            });
            let number = slides.len() + 1;
            let step = (at, of.len());
            slides.push(shown(stage, slide, (number, step), answer, whom, t));
        }
    }
    let words: BTreeMap<String, String> = WORDS
        .iter()
        .map(|key| (key.replace('-', "_"), said(&t.line(key, &[]))))
        .collect();
    let at_end: &[String] = match whom {
        For::Speaker => &[],
        For::Audience if seen == Answers::Hidden => &[],
        For::Audience => &answers,
    };
    let environment = page::environment(&TEMPLATES)?;
    let page = environment.get_template("deck.html")?.render(context! {
        title => &lecture.title,
        lang => language.tag(),
        version => env!("CARGO_PKG_VERSION"),
        policy => page::policy(STYLE, SCRIPT),
        style => STYLE,
        script => SCRIPT,
        words => Value::from(Serde(&words)),
        slides => Value::from(Serde(&slides)),
        answers => Value::from(Serde(at_end)),
    })?;
    out.write_all(page.as_bytes())?;
    Ok(out.flush()?)
}

fn shown(
    stage: &Staged,
    slide: &Slide,
    (number, (at, steps)): (usize, (usize, usize)),
    answer: Option<String>,
    whom: For,
    t: Teller,
) -> Shown {
    let first = at == 0;
    let asked = slide.question.as_ref().map(|question| Asked {
        text: pieces(&question.text),
        answers: question.answers.iter().map(pieces).collect(),
        answer: answer.filter(|_| whom == For::Speaker).unwrap_or_default(),
    });
    Shown {
        number,
        stage: format!("{} {}", stage.kind.number(), stage.kind.title(&stage.setup)),
        step: format!("{}/{steps}", at + 1),
        dial: dial(stage.kind, &stage.setup).said(&stage.setup),
        caption: match whom {
            For::Speaker if first => stage.caption.clone(),
            _ => String::new(),
        },
        parts: slide.blocks.iter().map(|block| part(block, t)).collect(),
        asked,
    }
}

fn part(block: &Block, t: Teller) -> Part {
    match block {
        Block::Text(line) => Part::Text { line: pieces(line) },
        Block::Big { value, says } => Part::Big {
            value: value.clone(),
            says: pieces(says),
        },
        Block::Table(table) => Part::Table {
            head: table.head.iter().map(pieces).collect(),
            rows: table
                .rows
                .iter()
                .map(|row| row.iter().map(pieces).collect())
                .collect(),
        },
        drawn => Part::Picture {
            svg: picture::svg(drawn, t).unwrap_or_default(),
            text: plain::lines(drawn, t).join("\n"),
        },
    }
}

fn pieces(line: &Line) -> Vec<Piece> {
    let piece = |span: &Span| Piece {
        text: span.text.clone(),
        ink: class(span.ink),
    };
    line.iter().map(piece).collect()
}

/// The class of an ink in the style; empty for ordinary text.
fn class(ink: Ink) -> String {
    let name = match ink {
        Ink::Plain => "",
        Ink::Dim => "dim",
        Ink::Strong => "strong",
        Ink::Dial => "dial",
        Ink::Shingle(at) => return format!("shingle c{}", at % 6 + 1),
        Ink::OnlyA => "a",
        Ink::OnlyB => "b",
        Ink::Both => "both",
        Ink::Equal => "equal",
        Ink::Unlike => "unlike",
    };
    name.to_owned()
}

#[cfg(test)]
mod tests;
