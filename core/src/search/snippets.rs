//! Search snippets: excerpts around the matches, with highlighted spans. A snippet shows what matched: the
//! part of the text with most of the words and phrases of the query, or else the title or the path.

use std::collections::VecDeque;

use tantivy::query::Query;

use super::needles::{NeedlePlace, Needles};
use super::schema::Fields;

/// Approximate length of a snippet in bytes.
const LENGTH: usize = 240;
/// Maximum number of bytes before the first match, so that a narrow row shows it.
const LEAD: usize = 24;
/// Bytes at the beginning of a long text that are searched in any case; the rest only as far as the
/// snippet of the first match.
const HEAD: usize = 256 << 10;

/// Snippet generator for one query.
pub(super) struct Snippets {
    body: Needles,
    title: Needles,
    path: Needles,
    id: Needles,
}

/// An excerpt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Snippet {
    /// The excerpt.
    pub text: String,
    /// Byte spans of the matches in it, ascending and disjoint.
    pub marks: Vec<(usize, usize)>,
    /// Byte offset of the excerpt in the text of the document; `None` if it is the title or the path.
    pub at: Option<usize>,
}

impl Snippets {
    pub fn new(query: &dyn Query, fields: &Fields) -> Self {
        Snippets {
            body: Needles::from_query(query, fields.body),
            title: Needles::from_query(query, fields.title),
            path: Needles::from_query(query, fields.path),
            id: Needles::from_query(query, fields.id),
        }
    }

    /// Best excerpt of a document: of its text if that has a match, else its title or its path with the
    /// matches; the beginning of the text if the query names no word.
    pub fn snippet(&self, body: &str, title: &str, id: &str) -> Snippet {
        let words = self.body.words();
        let best = best(&self.body, body).or_else(|| best(&words, body));
        if let Some(window) = best {
            return excerpt(body, &window);
        }
        for (needles, name, text) in [(&self.title, "title: ", title), (&self.path, "path: ", id)] {
            let mut places = all(needles, text);
            if places.is_empty() {
                places = all(&needles.words(), text);
            }
            if !places.is_empty() {
                return named(name, text, &places);
            }
        }
        if !self.id.is_empty() {
            return named("path: ", id, &[(0, id.len())]);
        }
        Snippet {
            text: body[..body.floor_char_boundary(LENGTH)].to_owned(),
            marks: Vec::new(),
            at: Some(0),
        }
    }
}

fn all(needles: &Needles, text: &str) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    needles.find(text, |occurrence| {
        places.push((occurrence.start, occurrence.end));
        places.len() < 1_000
    });
    places
}

fn named(name: &str, text: &str, places: &[(usize, usize)]) -> Snippet {
    let shift = |(start, end): (usize, usize)| (start + name.len(), end + name.len());
    Snippet {
        text: format!("{name}{text}"),
        marks: disjoint(places.iter().map(|range| shift(*range)).collect()),
        at: None,
    }
}

/// The matches of the stretch of at most [`LENGTH`] bytes with the longest phrase, then the most different
/// words and phrases, then the most matches; of equals the first.
fn best(needles: &Needles, text: &str) -> Option<Vec<NeedlePlace>> {
    let mut window: VecDeque<NeedlePlace> = VecDeque::new();
    let mut counts = vec![0usize; 64];
    let (mut different, mut terms) = (0, 0);
    let mut best: Option<((usize, usize, usize), Vec<NeedlePlace>)> = None;
    let mut until = None;
    needles.find(text, |occurrence| {
        while let Some(first) = window.front().copied() {
            if occurrence.end.saturating_sub(first.start) <= LENGTH - LEAD {
                break;
            }
            window.pop_front();
            counts[first.needle] -= 1;
            if counts[first.needle] == 0 {
                different -= 1;
                terms -= needles.length(first.needle);
            }
        }
        window.push_back(occurrence);
        counts[occurrence.needle] += 1;
        if counts[occurrence.needle] == 1 {
            different += 1;
            terms += needles.length(occurrence.needle);
        }
        let score = (terms, different, window.len());
        if best
            .as_ref()
            .is_none_or(|(best_score, _)| score > *best_score)
        {
            best = Some((score, window.iter().copied().collect()));
        }
        occurrence.end < *until.get_or_insert(HEAD.max(occurrence.start + LENGTH))
    });
    best.map(|(_, window)| window)
}

fn excerpt(text: &str, window: &[NeedlePlace]) -> Snippet {
    let first = window.iter().map(|f| f.start).min().unwrap_or(0);
    let last = window.iter().map(|f| f.end).max().unwrap_or(first);
    let lead = text.ceil_char_boundary(first.saturating_sub(LEAD));
    // Begin with a whole word.
    let start = match (lead, text[lead..first].find(char::is_whitespace)) {
        (0, _) => 0,
        (_, Some(blank)) => {
            let rest = &text[lead + blank..first];
            first - rest.trim_start().len()
        }
        (_, None) => first,
    };
    let end = text.floor_char_boundary((start + LENGTH).min(text.len()));
    let end = match text[last.min(end)..end].rfind(char::is_whitespace) {
        Some(blank) if end < text.len() => last + blank,
        _ => end.max(last),
    };
    let places = window.iter().map(|f| (f.start - start, f.end - start));
    Snippet {
        text: text[start..end].to_owned(),
        marks: disjoint(places.collect()),
        at: Some(start),
    }
}

/// Overlapping spans merged, ascending.
fn disjoint(mut spans: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    spans.sort_unstable();
    let mut out: Vec<(usize, usize)> = Vec::with_capacity(spans.len());
    for span in spans {
        match out.last_mut() {
            Some(last) if span.0 < last.1 => last.1 = last.1.max(span.1),
            _ => out.push(span),
        }
    }
    out
}
