//! What a lecture asks of the engine: the slides of a stage, and texts of documents.

use super::shared_error::SharedError;
use crate::base::DocNo;
use crate::lecture::{Slide, Staged};

/// The slides that are asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedSlides {
    /// The lecture, a number that the screens count; an answer to another one is dropped.
    pub lecture: u64,
    /// Index of the stage in its lecture.
    pub stage: usize,
    /// How often the setup of the stage was changed.
    pub revision: u64,
    /// The stage with its setup.
    pub staged: Staged,
}

/// The slides of a stage.
#[derive(Clone, Debug)]
pub struct StageSlides {
    /// As asked.
    pub lecture: u64,
    /// As asked.
    pub stage: usize,
    /// As asked.
    pub revision: u64,
    /// Whether they are the last ones; those of a race come again as it advances.
    pub is_last: bool,
    /// The slides, at least one; or why there are none.
    pub slides: Result<Vec<Slide>, SharedError>,
}

/// Texts of documents for a lecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LectureTexts {
    /// The document and the other one, as asked.
    pub of: (DocNo, Option<DocNo>),
    /// The texts, those of `of` first.
    pub texts: Vec<String>,
}
