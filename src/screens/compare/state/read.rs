//! Read access to the Compare state for drawing.

use std::sync::Arc;

use super::{CompareState, Half, Mode, PassageMarks, Text};
use crate::app::state::unmasked_parts;
use crate::base::units::count;
use crate::base::{DocNo, Reason};
use crate::engine::message::Comparison;

impl CompareState {
    /// The document in a column.
    pub fn doc(&self, half: Half) -> DocNo {
        let (fixed, neighbour) = self.wanted();
        match half {
            Half::Left => fixed,
            Half::Right => neighbour,
        }
    }

    /// 0-based index of the neighbour, and the number of neighbours.
    pub fn neighbour_of(&self) -> (usize, usize) {
        (self.at, self.neighbours.len())
    }

    /// The comparison, once it has arrived; its left side is the fixed document.
    pub fn comparison(&self) -> Option<&Comparison> {
        Some(&self.loaded.as_ref()?.comparison)
    }

    /// The comparison for another screen that shows the same pair.
    pub fn loaded(&self) -> Option<Arc<Comparison>> {
        self.loaded.as_ref().map(|l| Arc::clone(&l.comparison))
    }

    /// The text in a column, once it has arrived.
    pub fn text(&self, half: Half) -> Option<&Text> {
        self.loaded.as_ref().map(|l| &l.texts[half as usize])
    }

    /// The passages marked in a column, once the comparison has arrived: bridged or exact, by the mode.
    pub fn marks(&self, half: Half) -> Option<&PassageMarks> {
        self.text(half).map(|text| text.marks(self.mode))
    }

    /// Number of the passages that the mode marks.
    pub fn passage_count(&self) -> usize {
        self.comparison().map_or(0, |c| match self.mode {
            Mode::Shared => c.passages.len(),
            _ => c.bridged.len(),
        })
    }

    /// Length of a passage that the mode marks: "61 words, 44 the same", or "12 words" if all are the same.
    pub fn passage_words(&self, number: usize) -> Option<String> {
        let c = self.comparison()?;
        let (words, same) = match self.mode {
            Mode::Shared => {
                let length = c.passages.get(number)?.length;
                (length, length)
            }
            _ => {
                let passage = c.bridged.get(number)?;
                (passage.words(), passage.same())
            }
        };
        let passage = c.unit.counted(words.into());
        Some(if same < words {
            format!("{passage}, {} the same", count(same.into()))
        } else {
            passage
        })
    }

    /// What a passage that the mode marks is, if it is a quotation or in a list of references.
    pub fn passage_kind(&self, number: usize) -> Option<Reason> {
        match self.mode {
            Mode::Shared => None,
            _ => *self.comparison()?.kinds.get(number)?,
        }
    }

    /// 0-based number of the passage last jumped to, of those that the mode marks.
    pub fn passage(&self) -> Option<usize> {
        self.passages[self.kind()]
    }

    /// 0 where bridged passages are marked, 1 where exact ones are.
    pub(super) fn kind(&self) -> usize {
        usize::from(self.mode == Mode::Shared)
    }

    /// The passage last jumped to, else the first, as each side has it: what stands between masked parts.
    pub fn passage_texts(&self) -> Vec<String> {
        let Some(loaded) = &self.loaded else {
            return Vec::new();
        };
        let number = self.passage().unwrap_or(0);
        let c = &loaded.comparison;
        let sides = loaded.texts.iter().zip([&c.left, &c.right]);
        let texts = sides.filter_map(|(text, side)| {
            let span = *text.marks(self.mode).passages.get(number)?;
            Some(unmasked_parts(&side.text, span, &side.masked))
        });
        texts.flatten().collect()
    }

    /// 0-based index of the change last jumped to, and the number of changes.
    pub fn change(&self) -> (Option<usize>, usize) {
        let changes = self.loaded.as_ref().map_or(0, |l| l.changes.len());
        (self.change, changes)
    }

    /// Byte span in a column of the change last jumped to.
    pub fn change_span(&self, half: Half) -> Option<(usize, usize)> {
        let loaded = self.loaded.as_ref()?;
        loaded.changes.get(self.change?).map(|c| c[half as usize])
    }

    /// 1-based document line at the top of a column, for opening an editor.
    pub fn line(&self, half: Half) -> usize {
        self.text(half).map_or(1, |t| t.pane.line())
    }
}
