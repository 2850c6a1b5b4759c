//! The content of a stage, independent of drawing: slides consist of blocks, and the ink of a text names its meaning.

use crate::base::{sanitise, units};
use crate::cluster::merge_tree::TreeMerge;
use crate::plot::PlotFigure;

/// The meaning of a piece of text or a mark; renderers choose colours and glyphs by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Ordinary text.
    #[default]
    Plain,
    /// Less important.
    Dim,
    /// To be noticed.
    Strong,
    /// A number that the stage's parameter changes.
    StageParameter,
    /// One of the first six shingles, from 0: it keeps letter and colour through all stages.
    Shingle(u8),
    /// Only in text A.
    OnlyA,
    /// Only in text B.
    OnlyB,
    /// In both texts.
    Both,
    /// Two things are equal: minima, sketch values, bands.
    Equal,
}

/// A piece of text with one meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The text, without control characters.
    pub text: String,
    /// Its meaning.
    pub ink: Ink,
}

impl Span {
    /// A piece of text; control characters in it are replaced by visible marks.
    pub fn new(text: impl AsRef<str>, ink: Ink) -> Self {
        Span {
            text: sanitise::line(text.as_ref()).into_owned(),
            ink,
        }
    }

    /// Ordinary text.
    pub fn plain(text: impl AsRef<str>) -> Self {
        Span::new(text, Ink::Plain)
    }

    /// A number that the stage's parameter changes.
    pub fn setting(value: impl std::fmt::Display) -> Self {
        Span::new(value.to_string(), Ink::StageParameter)
    }

    /// Text to be noticed.
    pub fn strong(text: impl AsRef<str>) -> Self {
        Span::new(text, Ink::Strong)
    }
}

impl From<&str> for Span {
    fn from(text: &str) -> Self {
        Span::plain(text)
    }
}

impl From<String> for Span {
    fn from(text: String) -> Self {
        Span::plain(text)
    }
}

/// A count, with separators of thousands.
impl From<u64> for Span {
    fn from(n: u64) -> Self {
        Span::plain(units::count(n))
    }
}

/// A count, with separators of thousands.
impl From<u32> for Span {
    fn from(n: u32) -> Self {
        Span::from(u64::from(n))
    }
}

/// A count, with separators of thousands.
impl From<usize> for Span {
    fn from(n: usize) -> Self {
        Span::from(n as u64)
    }
}

/// Text in pieces, without line breaks.
pub type LectureLine = Vec<Span>;

/// A [`LectureLine`]: a sentence with a `{}` for each value, which is text, a count, or a [`Span`].
macro_rules! line {
    ($sentence:literal $(, $value:expr)* $(,)?) => {
        $crate::lecture::slide::filled($sentence, [$($crate::lecture::slide::Span::from($value)),*])
    };
}
pub(crate) use line;

/// A [`SlideBlock::Text`] with the line of `line!`.
macro_rules! text {
    ($($sentence:tt)*) => {
        $crate::lecture::slide::SlideBlock::Text($crate::lecture::slide::line!($($sentence)*))
    };
}
pub(crate) use text;

/// Replaces each `{}` of a sentence by one of `values`.
pub fn filled<const N: usize>(sentence: &str, values: [Span; N]) -> LectureLine {
    let mut values = values.into_iter();
    let mut line = LectureLine::new();
    for (at, part) in sentence.split("{}").enumerate() {
        if at > 0 {
            line.extend(values.next());
        }
        if !part.is_empty() {
            line.push(Span::plain(part));
        }
    }
    debug_assert!(
        values.next().is_none(),
        "a value has no place in {sentence:?}"
    );
    line
}

/// A line of one piece.
pub fn one(text: impl AsRef<str>, ink: Ink) -> LectureLine {
    vec![Span::new(text, ink)]
}

/// Cells of plain text.
pub fn cells<const N: usize>(texts: [impl AsRef<str>; N]) -> Vec<LectureLine> {
    texts.map(|text| one(text, Ink::Plain)).to_vec()
}

/// The text of a line without its inks.
pub fn plain_text(line: &[Span]) -> String {
    line.iter().map(|span| span.text.as_str()).collect()
}

/// One step of a stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slide {
    /// Its blocks, from top to bottom.
    pub blocks: Vec<SlideBlock>,
    /// A question to be answered before the next slide is shown, which reveals the answer. The sheet of an exam
    /// consists of the slides with questions.
    pub question: Option<Question>,
}

impl Slide {
    /// A slide without a question.
    pub fn new(blocks: Vec<SlideBlock>) -> Self {
        Slide {
            blocks,
            question: None,
        }
    }

    /// The slide with a question.
    pub fn asking(self, question: impl Into<Option<Question>>) -> Self {
        Slide {
            question: question.into(),
            ..self
        }
    }
}

/// A question with up to four answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question.
    pub text: LectureLine,
    /// One to four answers, all different.
    pub answers: Vec<LectureLine>,
    /// Index of the right answer.
    pub right: usize,
}

impl Question {
    /// A question with these answers without duplicates, at most four; one of them is `right`.
    pub fn choice(text: LectureLine, answers: Vec<String>, right: &str) -> Self {
        let mut distinct: Vec<String> = Vec::new();
        for answer in answers {
            if !distinct.contains(&answer) {
                distinct.push(answer);
            }
        }
        distinct.truncate(4);
        let at = distinct.iter().position(|answer| answer == right);
        let answers = distinct.iter().map(|answer| one(answer, Ink::Plain));
        Question {
            text,
            answers: answers.collect(),
            right: at.unwrap_or(0),
        }
    }

    /// A question with these numbers as answers, ascending.
    pub fn of_numbers(text: LectureLine, mut numbers: Vec<u64>, right: u64) -> Self {
        numbers.sort_unstable();
        let answers = numbers.into_iter().map(units::count).collect();
        Question::choice(text, answers, &units::count(right))
    }

    /// A question whose answer is yes or no.
    pub fn yes_no(text: LectureLine, is_yes: bool) -> Self {
        let answers = ["yes", "no"].map(String::from).to_vec();
        Question::choice(text, answers, if is_yes { "yes" } else { "no" })
    }
}

/// A part of a slide.
#[derive(Clone, Debug, PartialEq)]
pub enum SlideBlock {
    /// A sentence or paragraph.
    Text(LectureLine),
    /// The large number of a slide, with its meaning.
    Big {
        /// The number, such as `2/6`.
        value: String,
        /// Its meaning.
        says: LectureLine,
    },
    /// Rows and columns of text.
    Table {
        /// Names of the columns; empty for none.
        head: Vec<LectureLine>,
        /// The rows, each with the same number of cells.
        rows: Vec<Vec<LectureLine>>,
    },
    /// Horizontal bars.
    Bars(Vec<Bar>),
    /// A plot with axes.
    Plot(Box<PlotFigure>),
    /// Items that merge at similarities.
    Tree(Tree),
}

impl SlideBlock {
    /// The large number of a slide, with its meaning.
    pub fn big(value: impl Into<String>, says: LectureLine) -> Self {
        SlideBlock::Big {
            value: value.into(),
            says,
        }
    }

    /// A table with names of columns.
    pub fn table(head: Vec<LectureLine>, rows: impl IntoIterator<Item = Vec<LectureLine>>) -> Self {
        SlideBlock::Table {
            head,
            rows: rows.into_iter().collect(),
        }
    }

    /// A table without names of columns.
    pub fn rows(rows: impl IntoIterator<Item = Vec<LectureLine>>) -> Self {
        SlideBlock::table(Vec::new(), rows)
    }

    /// A table whose rows have a name and a short value in each column.
    pub fn matrix(
        columns: impl IntoIterator<Item = LectureLine>,
        rows: impl IntoIterator<Item = (LectureLine, LectureLine)>,
    ) -> Self {
        let head = std::iter::once(LectureLine::new()).chain(columns);
        let rows = rows.into_iter().map(|(name, values)| {
            let values = values.into_iter().map(|value| vec![value]);
            std::iter::once(name).chain(values).collect()
        });
        SlideBlock::table(head.collect(), rows)
    }
}

/// A horizontal bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// Name on its left.
    pub name: LectureLine,
    /// Length, 0..=1.
    pub length: f64,
    /// Value on its right.
    pub value: String,
    /// Its meaning.
    pub ink: Ink,
}

impl Bar {
    /// A similarity or share, followed by its value.
    pub fn share(name: impl Into<Span>, share: f64, ink: Ink) -> Self {
        Bar {
            name: vec![name.into()],
            length: share,
            value: units::share(share),
            ink,
        }
    }
}

/// Items that merge at similarities: a dendrogram.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Names of the items, in drawing order.
    pub items: Vec<LectureLine>,
    /// Merges, similarity descending.
    pub merges: Vec<TreeMerge>,
    /// The threshold: merges at or above it are clusters.
    pub threshold: f64,
}
