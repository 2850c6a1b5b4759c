//! What a stage shows, independent of how it is drawn: slides of blocks, with text whose inks name meanings.

use crate::base::sanitise;
use crate::cluster::merge_tree::Merge;
use crate::plot::Figure;

/// What a piece of text or a mark stands for; renderers choose colours and glyphs by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Ordinary text.
    #[default]
    Plain,
    /// Less important.
    Dim,
    /// To be noticed.
    Strong,
    /// A number that the dial of the stage turns.
    Dial,
    /// One of the first six shingles, from 0: it keeps letter and colour through all stages.
    Shingle(u8),
    /// Of text A alone.
    OnlyA,
    /// Of text B alone.
    OnlyB,
    /// Of both texts.
    Both,
    /// Two things are equal: minima, sketch values, bands.
    Equal,
    /// Two things are unlike.
    Unlike,
}

/// A piece of text with one meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The text, without control characters.
    pub text: String,
    /// What it stands for.
    pub ink: Ink,
}

impl Span {
    /// A piece of text; control characters in it are replaced by visible marks.
    #[must_use]
    pub fn new(text: impl AsRef<str>, ink: Ink) -> Self {
        Span {
            text: sanitise::line(text.as_ref()).into_owned(),
            ink,
        }
    }

    /// Ordinary text.
    #[must_use]
    pub fn plain(text: impl AsRef<str>) -> Self {
        Span::new(text, Ink::Plain)
    }
}

/// Text in pieces, without line breaks.
pub type Line = Vec<Span>;

/// The text of a line without its inks.
#[must_use]
pub fn said(line: &[Span]) -> String {
    line.iter().map(|span| span.text.as_str()).collect()
}

/// One step of a stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slide {
    /// Its blocks, from top to bottom; never empty but on a sheet.
    pub blocks: Vec<Block>,
    /// A question to be answered before the next slide is shown, which reveals the answer.
    pub question: Option<Question>,
    /// What the sheet of an exam prints of it.
    pub sheet: Sheet,
}

/// What the sheet of an exam prints of a slide.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Sheet {
    /// Its blocks and its question; nothing if it does not ask.
    #[default]
    IfItAsks,
    /// These blocks, and its question if it has one.
    Blocks(Vec<Block>),
    /// Nothing.
    Nothing,
}

impl Slide {
    /// A slide without a question.
    #[must_use]
    pub fn of(blocks: Vec<Block>) -> Self {
        Slide {
            blocks,
            question: None,
            sheet: Sheet::IfItAsks,
        }
    }

    /// The slide with a question.
    #[must_use]
    pub fn asking(self, question: Option<Question>) -> Self {
        Slide { question, ..self }
    }

    /// The slide, of which a sheet prints these blocks, with its question if it has one.
    #[must_use]
    pub fn with_sheet(self, blocks: Vec<Block>) -> Self {
        let sheet = Sheet::Blocks(blocks);
        Slide { sheet, ..self }
    }

    /// The slide, which a sheet prints although it does not ask: it has what a question is about.
    #[must_use]
    pub fn given(self) -> Self {
        let blocks = self.blocks.clone();
        self.with_sheet(blocks)
    }

    /// What a sheet prints of the slide; `None` for nothing.
    #[must_use]
    pub fn on_sheet(self) -> Option<Self> {
        let blocks = match self.sheet {
            Sheet::Blocks(blocks) => blocks,
            Sheet::IfItAsks if self.question.is_some() => self.blocks,
            Sheet::IfItAsks | Sheet::Nothing => return None,
        };
        Some(Slide::of(blocks).asking(self.question))
    }
}

/// A question with up to four answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question.
    pub text: Line,
    /// One to four answers, all different.
    pub answers: Vec<Line>,
    /// Index of the right answer; `None` where the audience decides.
    pub right: Option<usize>,
}

/// A part of a slide.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A sentence or paragraph.
    Text(Line),
    /// The one large number of a slide, and what it is.
    Big {
        /// The number, such as `2/6`.
        value: String,
        /// What it is.
        says: Line,
    },
    /// Rows and columns of text.
    Table(Table),
    /// A line from one number to another, with marks.
    NumberLine(NumberLine),
    /// Rows of short values, one column a document or permutation.
    Matrix(Matrix),
    /// Horizontal bars.
    Bars(Vec<Bar>),
    /// A plot with axes.
    Plot(Box<Figure>),
    /// Items that merge at similarities.
    Tree(Tree),
    /// Buckets with their members.
    Tiles(Vec<Tile>),
}

/// Rows and columns of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns; empty for none.
    pub head: Vec<Line>,
    /// The rows, each with as many cells.
    pub rows: Vec<Vec<Line>>,
}

/// A line from one number to another, with marks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberLine {
    /// Name on its left; may be empty.
    pub name: Line,
    /// What stands at its two ends.
    pub ends: (String, String),
    /// Marks, ascending.
    pub marks: Vec<Mark>,
}

/// A mark on a number line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mark {
    /// Place, 0..=1.
    pub at: f64,
    /// Label.
    pub label: Span,
    /// Whether it is the least of its line.
    pub least: bool,
}

/// Rows of short values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// Names of the columns.
    pub columns: Vec<Line>,
    /// Names of the rows, and their values, one a column.
    pub rows: Vec<(Line, Line)>,
    /// Index of the row that is looked at.
    pub at: Option<usize>,
}

/// A horizontal bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// Name on its left.
    pub name: Line,
    /// Length, 0..=1.
    pub length: f64,
    /// Value on its right.
    pub value: String,
    /// What it stands for.
    pub ink: Ink,
}

/// Items that merge at similarities: a dendrogram.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Names of the items, in drawing order.
    pub items: Vec<Line>,
    /// Merges, similarity descending.
    pub merges: Vec<Merge>,
    /// The threshold: merges at or above it are clusters.
    pub threshold: f64,
}

/// A bucket with its members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// What the bucket belongs to, such as a band.
    pub name: Line,
    /// Its key; may be empty.
    pub key: String,
    /// Its members.
    pub members: Line,
    /// Whether two of them meet here.
    pub meet: bool,
}
