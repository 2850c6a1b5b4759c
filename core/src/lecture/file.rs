//! Lectures that teachers write: TOML with texts, stages with their parameters, captions and questions. Errors name
//! the line and the fault.

mod form;

use std::path::Path;

use thiserror::Error;
use toml::Spanned;

use self::form::{Form, QuestionForm, StageForm, TextForm};
use super::dial::{PERMUTATIONS, SIZES, VALUES};
use super::plain::{self, Answers};
use super::setup::{Example, MOST_TEXTS, Setup, Text};
use super::slide::{Ink, Question, Slide, Span};
use super::stage::{StageKind, slides};
use super::stages::b_bit::BITS;
use super::teller::one;
use crate::base::sanitise;
use crate::corpus::demo;
use crate::settings::{Normalisation, Sketching};
use crate::text::Normaliser;
use crate::words::Language;

/// A lecture.
#[derive(Clone, Debug, PartialEq)]
pub struct Lecture {
    /// Its title.
    pub title: String,
    /// Whether answers are shown with the questions where nobody asks.
    pub answers: Answers,
    /// Its stages, in order.
    pub stages: Vec<Staged>,
}

/// A stage of a lecture.
#[derive(Clone, Debug, PartialEq)]
pub struct Staged {
    /// The stage.
    pub kind: StageKind,
    /// What it begins with.
    pub setup: Setup,
    /// A sentence of the lecturer above it; may be empty.
    pub caption: String,
    /// The lecturer's own questions, asked after the stage's slides.
    pub questions: Vec<Question>,
}

impl Staged {
    /// Whether the stage takes texts: not those on collections, nor those on given values.
    #[must_use]
    pub fn takes_texts(&self) -> bool {
        takes_texts(self.kind, &self.setup.example)
    }

    /// The slides of the stage, and one for each of the lecturer's questions.
    ///
    /// # Errors
    /// As [`slides`].
    pub fn slides(&self) -> anyhow::Result<Vec<Slide>> {
        let mut all = slides(self.kind, &self.setup)?;
        for question in &self.questions {
            let text = super::slide::Block::Text(question.text.clone());
            all.push(Slide::of(vec![text]).asking(Some(Question {
                text: Vec::new(),
                ..question.clone()
            })));
        }
        Ok(all)
    }
}

impl Lecture {
    /// The lecture as sentences and small tables, ending with a line break.
    ///
    /// # Errors
    /// As [`slides`].
    pub fn plain(&self, answers: Answers) -> anyhow::Result<String> {
        let mut out = format!("{}\n", sanitise::line(&self.title));
        for stage in &self.stages {
            out.push('\n');
            if !stage.caption.is_empty() {
                out.push_str(&format!("{}\n\n", sanitise::line(&stage.caption)));
            }
            let slides = stage.slides()?;
            out.push_str(&plain::of_slides(stage.kind, &stage.setup, slides, answers));
        }
        Ok(out)
    }

    /// The lecture with other texts A and B, in every stage that takes the texts of the lecture.
    #[must_use]
    pub fn with_texts(mut self, a: &Text, b: &Text) -> Self {
        for stage in &mut self.stages {
            let texts = &mut stage.setup.texts;
            if texts.len() >= 2 {
                texts[0] = a.clone();
                texts[1] = b.clone();
            }
        }
        self
    }
}

/// What is wrong with a lecture file.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {fault}")]
pub struct LectureError {
    /// Its line, from 1.
    pub line: usize,
    /// The fault: what is wrong, and the way out.
    pub fault: String,
}

/// Reads a lecture. `read` returns the text of a file that the lecture names.
///
/// # Errors
/// The first fault, with its line: what is no TOML, an unknown key or stage, a missing text, a value out of its
/// range, a `k` longer than a text.
pub fn parse(
    text: &str,
    read: &dyn Fn(&Path) -> anyhow::Result<String>,
) -> Result<Lecture, LectureError> {
    parse_in(text, read, None)
}

/// As [`parse`], in this language in place of that of the file, if one is given: sentences of the program, and of the
/// lecture those that it has in it.
///
/// # Errors
/// As there.
pub fn parse_in(
    text: &str,
    read: &dyn Fn(&Path) -> anyhow::Result<String>,
    asked: Option<Language>,
) -> Result<Lecture, LectureError> {
    let place = Place { text };
    let form: Form = toml::from_str(text).map_err(|error| LectureError {
        line: error.span().map_or(1, |span| place.line(span.start)),
        fault: error.message().trim().replace('\n', ", "),
    })?;
    let language = match &form.language {
        None => Language::English,
        Some(tag) => {
            let known = Language::ALL
                .iter()
                .find(|(known, _)| known == tag.get_ref());
            known.map(|(_, language)| *language).ok_or_else(|| {
                let tag_said = tag.get_ref();
                place.fault(
                    tag,
                    format!("no language {tag_said:?}; there are en, de, fr"),
                )
            })?
        }
    };
    let language = asked.unwrap_or(language);
    let mut texts = Vec::new();
    for text in &form.texts {
        texts.push(text_of(text, &place, read)?);
    }
    if form.stages.is_empty() {
        return Err(LectureError {
            line: 1,
            fault: "a lecture has at least one [[stages]]".into(),
        });
    }
    let base = Setup {
        texts: Vec::new(),
        language,
        names_hidden: !form.names_shown,
        ..Setup::default()
    };
    let stages = form
        .stages
        .iter()
        .map(|stage| staged(stage, &base, &texts, &place));
    Ok(Lecture {
        title: form
            .title
            .in_language(language)
            .cloned()
            .unwrap_or_default(),
        answers: if form.answers_hidden {
            Answers::Hidden
        } else {
            Answers::Shown
        },
        stages: stages.collect::<Result<_, _>>()?,
    })
}

/// Finds lines in the text of a file.
struct Place<'a> {
    text: &'a str,
}

impl Place<'_> {
    fn line(&self, byte: usize) -> usize {
        let before = self.text.as_bytes().iter().take(byte);
        before.filter(|byte| **byte == b'\n').count() + 1
    }

    fn fault<T>(&self, at: &Spanned<T>, fault: impl Into<String>) -> LectureError {
        LectureError {
            line: self.line(at.span().start),
            fault: fault.into(),
        }
    }
}

fn text_of(
    form: &Spanned<TextForm>,
    place: &Place<'_>,
    read: &dyn Fn(&Path) -> anyhow::Result<String>,
) -> Result<Text, LectureError> {
    let given = form.get_ref();
    let (from, text) = match (&given.text, &given.demo, &given.file) {
        (Some(text), None, None) => (String::new(), text.clone()),
        (None, Some(name), None) => {
            let bytes = demo::bytes(name.get_ref());
            let text = bytes.and_then(|bytes| std::str::from_utf8(bytes).ok());
            let text = text.ok_or_else(|| {
                let said = format!("no text {:?} in the demo corpora", name.get_ref());
                place.fault(name, said)
            })?;
            (name.get_ref().clone(), text.to_owned())
        }
        (None, None, Some(name)) => {
            let text = read(Path::new(name.get_ref()));
            let text = text.map_err(|error| place.fault(name, format!("{error:#}")))?;
            (name.get_ref().clone(), text)
        }
        _ => {
            let said = "a text has one of text, demo and file";
            return Err(place.fault(form, said));
        }
    };
    Ok(Text {
        document: match given.demo {
            Some(_) => from.clone(),
            None => String::new(),
        },
        name: given.name.clone().unwrap_or(from),
        text,
    })
}

/// Whether a stage takes texts, given its example.
fn takes_texts(kind: StageKind, example: &Example) -> bool {
    match kind {
        StageKind::Why | StageKind::Mirrors => false,
        StageKind::Sets => example.sets.is_empty() && example.matrix.is_empty(),
        StageKind::Signatures => example.matrix.is_empty(),
        StageKind::SimHash => example.values.is_empty(),
        _ => true,
    }
}

fn staged(
    form: &Spanned<StageForm>,
    base: &Setup,
    texts: &[Text],
    place: &Place<'_>,
) -> Result<Staged, LectureError> {
    let given = form.get_ref();
    let name = given.stage.get_ref();
    let known = StageKind::every().find(|(known, _)| known == name);
    let (_, kind) = known.ok_or_else(|| {
        let names: Vec<&str> = StageKind::every().map(|(name, _)| name).collect();
        let said = format!("no stage {name:?}; there are {}", names.join(", "));
        place.fault(&given.stage, said)
    })?;
    let mut setup = base.clone();
    setup.example = example(given, place)?;
    let chosen: Vec<usize> = match &given.texts {
        None => (1..=texts.len().min(MOST_TEXTS)).collect(),
        Some(chosen) => {
            if chosen.get_ref().len() > MOST_TEXTS {
                return Err(place.fault(chosen, format!("a stage takes up to {MOST_TEXTS} texts")));
            }
            chosen.get_ref().clone()
        }
    };
    for at in &chosen {
        let text = at.checked_sub(1).and_then(|at| texts.get(at));
        let text = text.ok_or_else(|| {
            let said = format!(
                "no text {at}: the lecture has {}, counted from 1",
                texts.len()
            );
            match &given.texts {
                Some(chosen) => place.fault(chosen, said),
                None => place.fault(form, said),
            }
        })?;
        setup.texts.push(text.clone());
    }
    let needs_texts = takes_texts(kind, &setup.example);
    if needs_texts && setup.texts.len() < 2 {
        let said = format!("the stage {name:?} takes at least two [[texts]]");
        return Err(place.fault(&given.stage, said));
    }
    parameters(given, &mut setup, place)?;
    if needs_texts {
        longer_than_texts(given, &setup, place)?;
    }
    let questions = given
        .questions
        .iter()
        .map(|question| question_of(question, place, base.language));
    Ok(Staged {
        kind,
        caption: given
            .caption
            .as_ref()
            .and_then(|caption| caption.in_language(base.language))
            .cloned()
            .unwrap_or_default(),
        questions: questions.collect::<Result<_, _>>()?,
        setup,
    })
}

/// Takes the parameters of a stage, each within its bounds.
fn parameters(given: &StageForm, setup: &mut Setup, place: &Place<'_>) -> Result<(), LectureError> {
    let within = |value: &Option<Spanned<u64>>, name: &str, least: u64, most: u64| {
        let Some(value) = value else { return Ok(None) };
        let n = *value.get_ref();
        match (least..=most).contains(&n) {
            true => Ok(Some(n as usize)),
            false => Err(place.fault(
                value,
                format!("{name} is {n}, but lies between {least} and {most}"),
            )),
        }
    };
    let set = |to: &mut usize, value: Option<usize>| *to = value.unwrap_or(*to);
    set(
        &mut setup.sketching.k,
        within(&given.k, "k", 1, Sketching::MOST_K as u64)?,
    );
    let permutation = within(&given.permutation, "permutation", 1, PERMUTATIONS as u64)?;
    set(&mut setup.permutation, permutation.map(|n| n - 1));
    set(
        &mut setup.few,
        within(&given.permutations, "permutations", 1, 12)?,
    );
    set(&mut setup.draws, within(&given.draws, "draws", 1, 1000)?);
    set(
        &mut setup.rows,
        within(&given.rows, "rows", 1, VALUES as u64)?,
    );
    set(&mut setup.sample, within(&given.sample, "sample", 1, 1000)?);
    set(&mut setup.window, within(&given.window, "window", 1, 100)?);
    if let Some(modulus) = within(&given.keep_modulus, "keep_modulus", 1, 1_000_000)? {
        setup.modulus = modulus as u64;
    }
    if let Some(bits) = &given.keep_bits {
        let n = *bits.get_ref();
        if !BITS.iter().any(|known| *known as u64 == n) {
            let said = format!("keep_bits is {n}, but one of 1, 2, 4, 8, 16, 32");
            return Err(place.fault(bits, said));
        }
        setup.keep_bits = n as u32;
    }
    let rotation = within(&given.rotation, "rotation", 0, 63)?;
    setup.rotation = rotation.map_or(setup.rotation, |n| n as u32);
    if let Some(seed) = given.seed {
        setup.sketching.seed = seed;
    }
    if let Some(threshold) = &given.threshold {
        let value = *threshold.get_ref();
        if !(0.01..=1.0).contains(&value) {
            let said = format!("threshold is {value}, but lies between 0.01 and 1");
            return Err(place.fault(threshold, said));
        }
        setup.threshold = (value * 100.0).round() as u32;
    }
    if let Some(documents) = &given.documents {
        let at = SIZES.iter().position(|size| size == documents.get_ref());
        setup.size = at.ok_or_else(|| {
            let known: Vec<String> = SIZES.iter().map(u64::to_string).collect();
            let said = format!("documents is one of {}", known.join(", "));
            place.fault(documents, said)
        })?;
    }
    Ok(())
}

/// Refuses a k longer than one of the texts: it would have one shingle, of all its words.
fn longer_than_texts(
    given: &StageForm,
    setup: &Setup,
    place: &Place<'_>,
) -> Result<(), LectureError> {
    let k = setup.sketching.k;
    let Ok(normaliser) = Normaliser::new(&Normalisation::default()) else {
        return Ok(());
    };
    for (at, text) in setup.texts.iter().enumerate() {
        let mut words = Vec::new();
        normaliser.hashes(&text.text, &mut words);
        if words.len() < k {
            let said = format!(
                "k is {k}, but text {} of the stage has {} words; give a smaller k or a longer text",
                at + 1,
                words.len()
            );
            return Err(match &given.k {
                Some(k) => place.fault(k, said),
                None => place.fault(&given.stage, said),
            });
        }
    }
    Ok(())
}

/// The given values of a stage, checked against each other.
fn example(given: &StageForm, place: &Place<'_>) -> Result<Example, LectureError> {
    let mut example = Example::default();
    if let Some(sets) = &given.sets {
        if sets.get_ref().len() != 2 {
            return Err(place.fault(sets, "sets are two lists of numbers"));
        }
        example.sets = sets.get_ref().clone();
    }
    if let Some(matrix) = &given.matrix {
        let rows = matrix.get_ref();
        let width = rows.first().map_or(0, |row| row.chars().count());
        let fits = |row: &String| {
            row.chars().count() == width && row.chars().all(|c| matches!(c, '0' | '1'))
        };
        if !(1..=12).contains(&width) || !rows.iter().all(fits) {
            let said = "matrix is a list of rows such as \"0110\", each with as many zeros and ones, up to 12";
            return Err(place.fault(matrix, said));
        }
        let bits = |row: &String| row.chars().map(|c| c == '1').collect();
        example.matrix = rows.iter().map(bits).collect();
    }
    let rows = example.matrix.len() as u64;
    for (name, lists, to) in [
        ("orders", &given.orders, &mut example.orders),
        ("visits", &given.visits, &mut example.visits),
    ] {
        let Some(lists) = lists else { continue };
        let permutes = |list: &Vec<u64>| {
            let mut sorted = list.clone();
            sorted.sort_unstable();
            sorted.into_iter().eq(1..=rows)
        };
        if !lists.get_ref().iter().all(permutes) {
            let said = format!(
                "each of {name} has the numbers 1 to {rows} once, one for each row of the matrix"
            );
            return Err(place.fault(lists, said));
        }
        to.clone_from(lists.get_ref());
    }
    if let Some(hashes) = &given.row_hashes {
        if hashes.get_ref().iter().any(|hash| hash[2] == 0) {
            return Err(place.fault(
                hashes,
                "row_hashes are [a, b, m] for a x + b mod m, with m at least 1",
            ));
        }
        example.row_hashes = hashes
            .get_ref()
            .iter()
            .map(|[a, b, m]| (*a, *b, *m))
            .collect();
    }
    if let Some(values) = &given.values {
        example.values.clone_from(values.get_ref());
    }
    if let Some(bits) = &given.bits {
        if !(1..=64).contains(bits.get_ref()) {
            return Err(place.fault(bits, "bits lie between 1 and 64"));
        }
        example.bits = *bits.get_ref() as u32;
    }
    example.modulus = given.modulus.unwrap_or(0);
    Ok(example)
}

fn question_of(
    form: &Spanned<QuestionForm>,
    place: &Place<'_>,
    language: Language,
) -> Result<Question, LectureError> {
    let given = form.get_ref();
    let answers = given.answers.in_language(language);
    let count = answers.map_or(0, Vec::len);
    if !(1..=4).contains(&count) {
        return Err(place.fault(form, "a question has one to four answers"));
    }
    if given.answers.all().any(|answers| answers.len() != count) {
        return Err(place.fault(form, "a question has as many answers in each language"));
    }
    if given
        .right
        .is_some_and(|right| !(1..=count).contains(&right))
    {
        let said = format!("right is the number of the right answer, 1 to {count}");
        return Err(place.fault(form, said));
    }
    Ok(Question {
        text: vec![Span::plain(
            given.text.in_language(language).map_or("", String::as_str),
        )],
        answers: answers
            .into_iter()
            .flatten()
            .map(|answer| one(answer, Ink::Plain))
            .collect(),
        right: given.right.map(|right| right - 1),
    })
}

#[cfg(test)]
mod tests;
