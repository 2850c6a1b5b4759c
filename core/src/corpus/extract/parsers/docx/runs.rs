//! The open paragraphs and runs of a document, and which of their text is hidden.

use super::super::styles::{Look, Styles};

/// A paragraph or a run that is open.
pub(super) enum Open {
    Paragraph(Paragraph),
    Run(Run),
}

/// Properties of a paragraph.
#[derive(Default)]
pub(super) struct Paragraph {
    pub style: Option<String>,
    /// Whether the next one goes on where it ends.
    pub is_joined: bool,
}

/// Properties of a run.
#[derive(Default)]
pub(super) struct Run {
    pub style: Option<String>,
    /// Whether it says itself that it is hidden or not.
    pub itself: Option<bool>,
    /// What it says itself of how its letters look.
    pub look: Look,
    is_hidden: bool,
    /// What stands for its text, if nobody can see that.
    unseen: Option<&'static str>,
    is_counted: bool,
}

/// Stands in a text for what is of no width, and for what is of some; no character of XML.
const GONE: &str = "\u{1}";
const WHITE: &str = "\u{2}";

/// Most places of hidden text that are kept.
const MOST_PLACES: usize = 10_000;

/// A text without the signs for what is hidden in it, and the places of these. A blank stands where a reader sees one.
pub(super) fn places(text: &str) -> (String, Vec<usize>) {
    let (mut out, mut places) = (String::with_capacity(text.len()), Vec::new());
    let is_sign = |c: &char| GONE.contains(*c) || WHITE.contains(*c);
    let mut left = text.chars();
    while let Some(c) = left.next() {
        if !is_sign(&c) {
            out.push(c);
            continue;
        }
        let next = left.clone().find(|c| !is_sign(c));
        let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        if WHITE.contains(c) && !is_blank(out.chars().next_back()) && !is_blank(next) {
            out.push(' ');
        }
        if places.last() != Some(&out.len()) && places.len() < MOST_PLACES {
            places.push(out.len());
        }
    }
    (out, places)
}

/// The open paragraphs and runs; text boxes stand within runs.
pub(super) struct Opened<'s> {
    pub open: Vec<Open>,
    /// Of the page and of each open table, cell, text box and paragraph whether another colour than white is behind it.
    pub shaded: Vec<bool>,
    pub styles: &'s Styles,
}

impl Opened<'_> {
    /// The run, if it is the innermost.
    fn run(&mut self) -> Option<&mut Run> {
        match self.open.last_mut() {
            Some(Open::Run(run)) => Some(run),
            _ => None,
        }
    }

    /// Changes the properties of the run that is the innermost.
    pub fn change(&mut self, change: impl FnOnce(&mut Run)) {
        let mut around = self.open.iter().rev();
        let paragraph = around.find_map(|open| match open {
            Open::Paragraph(paragraph) => Some(paragraph.style.clone()),
            Open::Run(_) => None,
        });
        let (paragraph, styles) = (paragraph.flatten(), self.styles);
        let is_around = self.shaded.contains(&true);
        if let Some(run) = self.run() {
            change(run);
            let style = run.style.as_deref();
            run.is_hidden = styles.hide_run(paragraph.as_deref(), style, run.itself);
            let look = styles.look_of_run(paragraph.as_deref(), style, run.look);
            let is_shaded = look.shaded == Some(true) || is_around;
            run.unseen = match (look.white, look.tiny) {
                (_, Some(true)) => Some(GONE),
                (Some(true), _) if !is_shaded => Some(WHITE),
                _ => None,
            };
        }
    }

    /// Lets the paragraph that is the innermost go on in the next one.
    pub fn join_paragraph(&mut self) {
        if let Some(Open::Paragraph(paragraph)) = self.open.last_mut() {
            paragraph.is_joined = true;
        }
    }

    /// Whether what stands here is part of a hidden run.
    pub fn is_hidden_run(&mut self) -> bool {
        self.run().is_some_and(|run| run.is_hidden)
    }

    /// Whether text here is shown as part of a run.
    pub fn is_shown_run(&mut self) -> bool {
        self.run().is_some_and(|run| !run.is_hidden)
    }

    /// What stands in place of text here that nobody sees; `None` if it is shown. Of each hidden run the first text counts.
    pub fn hidden(&mut self, text: &str, hidden: &mut u32) -> Option<&'static str> {
        let run = self.run()?;
        let sign = match run.is_hidden {
            true => GONE,
            false => run.unseen.filter(|_| !text.trim().is_empty())?,
        };
        if text.is_empty() || std::mem::replace(&mut run.is_counted, true) {
            return Some("");
        }
        *hidden += 1;
        Some(sign)
    }
}
