//! Phrases that several screens use, and the choice of a wording that fits.

use crate::app::{App, Command};
use crate::base::pages::page_of_line;
use crate::base::units::{count, counted};
use crate::base::{Reason, sanitise};
use crate::engine::message::MaskedSpan;
use crate::evidence::{CopiedTextProgress, CopiedTextStep};
use crate::typeset::figures::Glyphs;
use crate::ui::{Role, Theme};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// What lit text means, on all screens.
pub const LIT: &str = "found elsewhere";
/// What plain text means.
pub const PLAIN: &str = "no passage";

/// A legend: each word in its style, and what it means.
pub fn legend(theme: &Theme, entries: &[(&'static str, Style, &'static str)]) -> Line<'static> {
    let spans = entries.iter().flat_map(|(word, style, meaning)| {
        let meaning = theme.span(Role::Dim, format!(": {meaning}"));
        [Span::raw("   "), Span::styled(*word, *style), meaning]
    });
    spans.collect()
}

/// `1 document`, `2,041 documents`.
pub fn documents(n: usize) -> String {
    counted(n as u64, "document", "documents")
}

/// `3 of 2,041`.
pub fn out_of(n: u64, all: u64) -> String {
    format!("{} of {}", count(n), count(all))
}

/// The number of rows of a list: `22`, or `3 of 22` with a filter.
pub fn listed(shown: usize, all: usize) -> String {
    if shown == all {
        count(all as u64)
    } else {
        out_of(shown as u64, all as u64)
    }
}

/// The place of the item at `index` in a list of `len`: `1 of 17`.
pub fn position(index: usize, len: usize) -> String {
    out_of(index as u64 + 1, len as u64)
}

/// Where a text of `lines` lines is: the page of line `top` if it has pages, and `line`: `page 3 · line 12 of 84`; in little
/// room without the number of lines.
pub fn text_position(
    text: &str,
    top: usize,
    (line, lines): (usize, usize),
    theme: &Theme,
    is_wide: bool,
) -> String {
    let page = page_of_line(text, top);
    let page = page.map_or_else(String::new, |page| format!("page {page}{}", theme.dot()));
    match lines {
        0 => String::new(),
        _ if is_wide => format!("{page}line {}", out_of(line as u64, lines as u64)),
        _ => format!("{page}line {}", count(line as u64)),
    }
}

/// Notes that the search was stopped, the longest first; none if the pairs shown are of a complete search.
pub fn search_stopped(app: &App, dot: &str) -> Vec<String> {
    if !app.data.search_stopped() {
        return Vec::new();
    }
    let missing = "search stopped: some pairs may be missing";
    let reload = app.keymap.label(Command::Reload);
    let goes_on = (!app.data.working()).then(|| format!("{missing}{dot}{reload} goes on"));
    let shorter = [missing, "search stopped"].map(str::to_owned);
    goes_on.into_iter().chain(shorter).collect()
}

/// The first of `wordings` (the longest first) that `fits`.
pub fn first_fitting(wordings: Vec<String>, fits: impl Fn(&str) -> bool) -> Option<String> {
    wordings.into_iter().find(|wording| fits(wording))
}

/// The direction in which a list is sorted.
pub fn sort_arrow(ascending: bool, glyphs: Glyphs) -> &'static str {
    if ascending {
        glyphs.pick("▴", "^")
    } else {
        glyphs.pick("▾", "v")
    }
}

/// Why there are no `rows` to list, and what to do about it; `None` if several documents were compared.
pub fn uncompared(app: &App, rows: &str) -> Option<Vec<String>> {
    let key = |command| app.keymap.label(command);
    let (reload, quit) = (key(Command::Reload), key(Command::Back));
    let open_other =
        format!("{quit} quits; then open another: shinglescope PATH, or shinglescope demo");
    let goes_on = format!("{reload} goes on.");
    let working = app.data.working();
    let stopped = app.data.finished == Some(true);
    Some(match (&app.data.collection, &app.data.clustering) {
        (None, _) if app.data.unread.is_some() => {
            let mut why = app.data.unread.as_deref().unwrap_or_default().chars();
            let first = why.next().map(|c| c.to_uppercase().to_string());
            let why = first.unwrap_or_default() + why.as_str();
            vec![
                sanitise::line(&why).into_owned(),
                format!("{reload} reads it again, once there are documents in it."),
                open_other,
            ]
        }
        (None, _) if working => vec!["Reading the corpus …".into()],
        (None, _) if stopped => vec![
            "The corpus was not read to its end: the work was stopped.".into(),
            goes_on,
        ],
        (None, _) => vec!["No document was read.".into(), open_other],
        (Some(c), None) if working => vec![
            format!("Comparing {} …", documents(c.len())),
            format!("{rows} appear here as they are found."),
        ],
        (Some(c), None) => {
            let documents = counted(c.len() as u64, "document is", "documents are");
            let stopped = format!("The work was stopped: {documents} read, none compared.");
            vec![stopped, goes_on]
        }
        (Some(c), Some(_)) if c.is_empty() => vec![
            "The corpus holds no text.".into(),
            format!("{} shows what was not read and why.", key(Command::Skipped)),
            open_other,
        ],
        (Some(c), Some(_)) if c.len() == 1 => vec![
            "One document was read: there is nothing to compare it with.".into(),
            open_other,
        ],
        _ => return None,
    })
}

/// States that no compared pair is at the threshold `at` or above.
pub fn no_two(app: &App, at: &str) -> String {
    let missed = app.data.pairs.as_ref().filter(|pairs| !pairs.info.complete);
    if let Some(pairs) = missed {
        let method = pairs.info.method;
        return format!(
            "Of the pairs found by {method}, which may miss some, none is as similar as {at}."
        );
    }
    let collection = app.data.collection.as_ref();
    if collection.is_some_and(|collection| collection.classes().is_some()) {
        format!("No two documents that are compared are as similar as {at}.")
    } else {
        format!("No two documents are as similar as {at}.")
    }
}

/// Number of words of a text that are masked, and why: `45 excluded (quotation, phrase)`.
pub fn masked(spans: &[MaskedSpan]) -> String {
    let words: usize = spans.iter().map(|span| span.words).sum();
    let reasons = Reason::ALL
        .iter()
        .filter(|reason| spans.iter().any(|span| span.reason == **reason));
    let reasons: Vec<&str> = reasons.map(|reason| reason.name()).collect();
    format!("{} excluded ({})", count(words as u64), reasons.join(", "))
}

/// The sign before the name of a disguised document in lists.
pub fn disguise_sign(glyphs: Glyphs) -> &'static str {
    glyphs.pick("‡ ", "% ")
}

/// Progress of the search for copied text; in calm mode in steps of 10 %.
pub fn counting_copied(progress: CopiedTextProgress, calm: bool) -> String {
    let (step, what) = match progress.step {
        CopiedTextStep::Documents => (1, "documents"),
        CopiedTextStep::Pairs => (2, "pairs"),
    };
    let part = if calm {
        format!(
            "{} % of the",
            progress.done * 10 / progress.total.max(1) * 10
        )
    } else {
        out_of(progress.done, progress.total)
    };
    format!("counting copied text, step {step} of 2: {part} {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_from_one_and_the_longest_wording_that_fits_is_taken() {
        assert_eq!(position(0, 2041), "1 of 2,041");
        assert_eq!(documents(1), "1 document");
        let wordings = || vec!["long".to_owned(), "short".to_owned(), "s".to_owned()];
        let fitting = |room| first_fitting(wordings(), |text| text.len() <= room);
        assert_eq!(fitting(4).as_deref(), Some("long"));
        assert_eq!(fitting(3).as_deref(), Some("s"));
        assert_eq!(fitting(0), None);
    }
}
