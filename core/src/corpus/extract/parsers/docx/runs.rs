//! The open paragraphs and runs of a document, and which of their text is hidden.

use super::super::styles::Styles;

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
    is_hidden: bool,
    is_counted: bool,
}

/// The open paragraphs and runs; text boxes stand within runs.
pub(super) struct Opened<'s> {
    pub open: Vec<Open>,
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
        if let Some(run) = self.run() {
            change(run);
            let style = run.style.as_deref();
            run.is_hidden = styles.hide_run(paragraph.as_deref(), style, run.itself);
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

    /// Whether text here is shown; of each hidden run the first text counts.
    pub fn shows(&mut self, text: &str, hidden: &mut u32) -> bool {
        let Some(run) = self.run().filter(|run| run.is_hidden) else {
            return true;
        };
        if !text.is_empty() && !std::mem::replace(&mut run.is_counted, true) {
            *hidden += 1;
        }
        false
    }
}
