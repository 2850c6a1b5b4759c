//! Search snippets: excerpts around the matches, with highlighted spans. A snippet shows the part of the text
//! that contains most of the words and phrases of the query, or else the title or the path.

use std::collections::{HashMap, VecDeque};

use tantivy::Term;
use tantivy::query::{BooleanQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::Field;
use tantivy::tokenizer::{TokenStream, Tokenizer};

use super::schema::Fields;
use super::tokenizer::TermTokenizer;

/// Approximate length of a snippet in bytes.
const LENGTH: usize = 240;
/// Maximum number of bytes before the first match, so that a narrow row shows it.
const LEAD: usize = 24;
/// Bytes at the beginning of a long text that are searched first.
const HEAD: usize = 256 << 10;
/// Maximum number of words and phrases that are searched for.
const MAX_NEEDLES: usize = 64;
/// Maximum number of matches that are searched for.
const MAX_MATCHES: usize = 100_000;

/// Snippet generator for one query.
pub(super) struct Snippets {
    body: Needles,
    title: Needles,
    path: Needles,
    /// Whether the query searches for a whole id.
    has_id: bool,
}

/// A document that matches a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hit {
    /// Key of the document.
    pub key: u64,
    /// BM25 score.
    pub score: f32,
    /// Excerpt of the text around the matches, unmodified.
    pub snippet: String,
    /// Byte spans of the matches in the snippet, ascending and disjoint.
    pub marks: Vec<(usize, usize)>,
    /// Byte offset of the snippet in the text; `None` if it is the title or the path, because only these match.
    pub at: Option<usize>,
}

/// The words and phrases of a query for one field.
#[derive(Clone, Debug, Default)]
struct Needles {
    /// Each phrase as its terms; a word is a phrase of one term.
    phrases: Vec<Vec<u32>>,
    /// The number of each term that occurs in a needle.
    numbers: HashMap<String, u32>,
}

/// An occurrence of a needle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Occurrence {
    /// Byte offsets of start and end.
    span: (usize, usize),
    needle: usize,
}

impl Snippets {
    pub fn new(query: &dyn Query, fields: &Fields) -> Self {
        let needles = |field| {
            let mut needles = Needles::default();
            needles.gather(query, field);
            needles
        };
        Snippets {
            body: needles(fields.body),
            title: needles(fields.title),
            path: needles(fields.path),
            has_id: !needles(fields.id).phrases.is_empty(),
        }
    }

    /// Returns the best excerpt of a document, as a hit without key and score: an excerpt of the text if it has a
    /// match, otherwise the title or path with the matches; the beginning of the text if the query has no word.
    pub fn hit(&self, body: &str, title: &str, id: &str) -> Hit {
        let head = &body[..body.floor_char_boundary(HEAD)];
        let best = best(&self.body, head)
            .or_else(|| best(&self.body, body))
            .or_else(|| best(&self.body.words(), body));
        if let Some(window) = best {
            return excerpt(body, &window);
        }
        for (needles, name, text) in [(&self.title, "title: ", title), (&self.path, "path: ", id)] {
            let mut matches = needles.occurrences(text);
            if matches.is_empty() {
                matches = needles.words().occurrences(text);
            }
            if !matches.is_empty() {
                let spans = matches.iter().map(|occurrence| occurrence.span);
                return named(name, text, spans.collect());
            }
        }
        if self.has_id {
            return named("path: ", id, vec![(0, id.len())]);
        }
        Hit {
            snippet: body[..body.floor_char_boundary(LENGTH)].to_owned(),
            at: Some(0),
            ..Hit::default()
        }
    }
}

impl Needles {
    /// Returns the single words of the phrases, for texts in which no phrase occurs exactly, for example with a slop.
    fn words(&self) -> Self {
        let mut words: Vec<Vec<u32>> = Vec::new();
        for word in self.phrases.concat() {
            if !words.contains(&vec![word]) && words.len() < MAX_NEEDLES {
                words.push(vec![word]);
            }
        }
        Needles {
            phrases: words,
            numbers: self.numbers.clone(),
        }
    }

    /// Adds the words and phrases that `query` searches for in `field`, without excluded parts.
    fn gather(&mut self, query: &dyn Query, field: Field) {
        if let Some(boolean) = query.downcast_ref::<BooleanQuery>() {
            for (occur, clause) in boolean.clauses() {
                if *occur != Occur::MustNot {
                    self.gather(&**clause, field);
                }
            }
        } else if let Some(phrase) = query.downcast_ref::<PhraseQuery>() {
            self.add(&phrase.phrase_terms(), field);
        } else if let Some(term) = query.downcast_ref::<TermQuery>() {
            self.add(std::slice::from_ref(term.term()), field);
        } else {
            // Other kinds of queries do not show their parts; their terms are searched for one by one.
            query.query_terms(&mut |term, _| self.add(std::slice::from_ref(term), field));
        }
    }

    fn add(&mut self, terms: &[Term], field: Field) {
        let is_of_field = terms.iter().all(|term| term.field() == field);
        if terms.is_empty() || !is_of_field || self.phrases.len() == MAX_NEEDLES {
            return;
        }
        let mut phrase = Vec::with_capacity(terms.len());
        for term in terms {
            let Some(word) = term.value().as_str().map(str::to_owned) else {
                return;
            };
            let next = self.numbers.len() as u32;
            phrase.push(*self.numbers.entry(word).or_insert(next));
        }
        if !self.phrases.contains(&phrase) {
            self.phrases.push(phrase);
        }
    }

    /// The occurrences of needles, at most [`MAX_MATCHES`], in the order of their ends.
    fn occurrences(&self, text: &str) -> Vec<Occurrence> {
        let mut occurrences = Vec::new();
        let longest = self.phrases.iter().map(Vec::len).max().unwrap_or(0);
        if longest == 0 {
            return occurrences;
        }
        let mut tokenizer = TermTokenizer::default();
        let mut tokens = tokenizer.token_stream(text);
        // The last terms, as number and start.
        let mut recent: VecDeque<(Option<u32>, usize)> = VecDeque::with_capacity(longest + 1);
        while occurrences.len() < MAX_MATCHES && tokens.advance() {
            let token = tokens.token();
            let number = self.numbers.get(token.text.as_str()).copied();
            recent.push_back((number, token.offset_from));
            if recent.len() > longest {
                recent.pop_front();
            }
            for (needle, phrase) in self.phrases.iter().enumerate() {
                let from = recent.len().saturating_sub(phrase.len());
                let terms = recent.iter().skip(from).map(|(number, _)| *number);
                if number.is_some() && terms.eq(phrase.iter().copied().map(Some)) {
                    let span = (recent[from].1, token.offset_to);
                    occurrences.push(Occurrence { span, needle });
                }
            }
        }
        occurrences
    }
}

fn named(name: &str, text: &str, mut spans: Vec<(usize, usize)>) -> Hit {
    for (start, end) in &mut spans {
        *start += name.len();
        *end += name.len();
    }
    Hit {
        snippet: format!("{name}{text}"),
        marks: disjoint(spans),
        ..Hit::default()
    }
}

/// Returns the matches of the part of at most [`LENGTH`] bytes that has the most terms in different words and phrases,
/// then the most matches; of equal parts, the first.
fn best(needles: &Needles, text: &str) -> Option<Vec<Occurrence>> {
    let mut window: VecDeque<Occurrence> = VecDeque::new();
    let mut best: Option<((usize, usize, usize), Vec<Occurrence>)> = None;
    for occurrence in needles.occurrences(text) {
        let is_far = |first: &Occurrence| occurrence.span.1 - first.span.0 > LENGTH - LEAD;
        while window.front().is_some_and(is_far) {
            window.pop_front();
        }
        window.push_back(occurrence);
        let mut present: Vec<usize> = window.iter().map(|other| other.needle).collect();
        present.sort_unstable();
        present.dedup();
        let terms: usize = present.iter().map(|n| needles.phrases[*n].len()).sum();
        let score = (terms, present.len(), window.len());
        if best.as_ref().is_none_or(|(best, _)| score > *best) {
            best = Some((score, window.iter().copied().collect()));
        }
    }
    best.map(|(_, window)| window)
}

fn excerpt(text: &str, window: &[Occurrence]) -> Hit {
    let spans = window.iter().map(|occurrence| occurrence.span);
    let mut marks = disjoint(spans.collect());
    let (first, last) = (marks[0].0, marks[marks.len() - 1].1);
    let lead = text.ceil_char_boundary(first.saturating_sub(LEAD));
    // Begin and end with a whole word.
    let start = match text[lead..first].split_once(char::is_whitespace) {
        _ if lead == 0 => 0,
        Some((_, words)) => first - words.trim_start().len(),
        None => first,
    };
    let mut end = text.floor_char_boundary(start + LENGTH).max(last);
    if end < text.len() {
        let space = text[last..end].rfind(char::is_whitespace);
        end = space.map_or(end, |space| last + space);
    }
    for (from, to) in &mut marks {
        *from -= start;
        *to -= start;
    }
    Hit {
        snippet: text[start..end].to_owned(),
        marks,
        at: Some(start),
        ..Hit::default()
    }
}

/// Merges overlapping spans and sorts them.
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
