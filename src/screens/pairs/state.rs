//! State of the Pairs screen: the list, its filter and order, the cursor, and the preview of the pair under
//! it. The engine filters and orders; the cursor follows its pair.

use std::sync::Arc;

use crate::app::{Scroll, TextField};
use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::engine::message::{Comparison, PairList, PairRow};
use crate::engine::pair_order::{ArrangedPairs, PairArrangement, PairColumn};
use crate::filter::{Filter, FilterClasses, FilterError, Target};
use crate::review::ReviewState;
use crate::screens::compare::state::CompareState;
use crate::similarity::BridgedPassage;

/// State of the Pairs screen.
#[derive(Clone, Debug, Default)]
pub struct PairsState {
    /// Column that orders the list.
    pub column: PairColumn,
    /// Filter text.
    pub filter: TextField,
    /// Whether the filter is being edited.
    pub filtering: bool,
    /// Cursor in the list.
    pub scroll: Scroll,
    /// The filter in force.
    read: Filter,
    /// Why the filter text cannot be read.
    pub wrong: Option<FilterError>,
    /// The newest list; `None` until one has arrived.
    pub list: Option<Arc<PairList>>,
    /// The list as it is shown; it may be of an older list, order or filter.
    shown: Option<Arc<ArrangedPairs>>,
    /// The clusters that the newest list was requested for.
    listed_for: Option<Arc<Clustering>>,
    /// The arrangement last requested.
    arranging: Option<PairArrangement>,
    /// The pair that the cursor returns to when a list arrives.
    anchor: Option<(DocNo, DocNo)>,
    /// The texts of the pair under the cursor, at their longest passage.
    pub(super) preview: Option<Box<CompareState>>,
}

impl PairsState {
    /// The rows shown, in order.
    pub fn shown(&self) -> Option<&ArrangedPairs> {
        self.shown.as_deref()
    }

    /// Number of rows shown.
    pub fn len(&self) -> usize {
        self.shown.as_ref().map_or(0, |shown| shown.len())
    }

    /// Whether no row is shown.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The row under the cursor.
    pub fn selected(&self) -> Option<&PairRow> {
        self.shown.as_ref()?.row(self.scroll.selected)
    }

    /// The documents of the row under the cursor.
    pub fn pair(&self) -> Option<(DocNo, DocNo)> {
        self.selected().map(|row| (row.pair.a, row.pair.b))
    }

    /// Whether the displayed rows have an older list, order or filter than requested.
    pub fn arranging(&self) -> bool {
        let Some(wanted) = &self.arranging else {
            return false;
        };
        // New decisions do not make the rows wrong; they are shown as they are at once.
        let is = |shown: &PairArrangement| {
            Arc::ptr_eq(&shown.list, &wanted.list) && shown.is_ordered_as(wanted)
        };
        let shown = self.shown.as_ref();
        !shown.is_some_and(|shown| is(&shown.arrangement))
    }

    /// The preview, if it is that of the pair under the cursor.
    pub fn preview(&self) -> Option<&CompareState> {
        let pair = self.pair()?;
        self.preview.as_deref().filter(|p| p.wanted() == pair)
    }

    /// Parses the filter text. If it is invalid, the part before the invalid term applies. `classes` are the groups and
    /// sets of the documents.
    pub fn read_filter(&mut self, classes: &FilterClasses) {
        let text = self.filter.text();
        (self.read, self.wrong) = Filter::parse_typed(text, Target::Pairs, classes);
    }

    /// Whether a list must be requested for `clustering`; it is then taken for requested.
    pub fn wants_list(&mut self, clustering: &Arc<Clustering>) -> bool {
        let same = |previous: &Arc<Clustering>| Arc::ptr_eq(previous, clustering);
        let wanted = !self.listed_for.as_ref().is_some_and(same);
        self.listed_for = Some(Arc::clone(clustering));
        wanted
    }

    /// The arrangement that must be requested, if any; it is then taken for requested.
    pub fn wants_arrangement(
        &mut self,
        review: Option<Arc<ReviewState>>,
    ) -> Option<PairArrangement> {
        let wanted = PairArrangement {
            list: Arc::clone(self.list.as_ref()?),
            column: self.column,
            filter: self.read.clone(),
            review,
        };
        let is_new = self.arranging.as_ref() != Some(&wanted);
        self.arranging = Some(wanted.clone());
        is_new.then_some(wanted)
    }

    /// The pair whose comparison must be requested for the preview, if any; it is then taken for requested.
    pub fn wants_preview(&mut self) -> Option<(DocNo, DocNo)> {
        let (a, b) = self.pair()?;
        if self.preview().is_none() {
            let other = self.preview.as_ref().map(|p| p.for_other_pair(a, b));
            let state = other.unwrap_or_else(|| CompareState::new(a, vec![b], 0));
            self.preview = Some(Box::new(state));
        }
        self.preview.as_mut()?.wants_comparison()
    }

    /// Stores an arrangement of the newest list; the cursor stays on its pair if that is shown.
    pub fn set_shown(&mut self, arranged: Arc<ArrangedPairs>) {
        let newest = &arranged.arrangement.list;
        let is_newest = |list: &Arc<PairList>| Arc::ptr_eq(list, newest);
        if !self.list.as_ref().is_some_and(is_newest) {
            return;
        }
        let pair = self.pair().or(self.anchor.take());
        let (is, was) = (&arranged.arrangement, self.shown.as_ref());
        let sorted = was.is_none_or(|was| was.arrangement.column == is.column);
        // The first row of a list that was not whole yet, or of another question, was not chosen.
        let unchosen = self.scroll.selected == 0
            && was.is_some_and(|was| {
                let was = &was.arrangement.list;
                !was.complete || was.purpose != newest.purpose
            });
        // Another order shows its first rows. Under another filter, and in other rows, the cursor stays on
        // its pair; without it, in its place, or in the first row of another filter.
        let pair = pair.filter(|_| sorted && !unchosen);
        let position = pair.and_then(|pair| index_of(&arranged, pair));
        let is_same = |shown: &Arc<ArrangedPairs>| shown.arrangement.is_ordered_as(is);
        let same = was.is_none_or(is_same);
        let at = position.unwrap_or(if same { self.scroll.selected } else { 0 });
        self.scroll.select(at, arranged.len());
        self.shown = Some(arranged);
    }

    /// Stores a comparison as preview if it is that of the pair under the cursor; it begins at the longest passage.
    pub fn set_comparison(&mut self, comparison: &Arc<Comparison>) {
        let is_longer = |passage: &&BridgedPassage| passage.same();
        let longest = comparison.bridged.iter().rev().max_by_key(is_longer);
        if let Some(preview) = &mut self.preview {
            preview.start = longest.and_then(|longest| {
                let first = comparison.left.spans.get(longest.left.0 as usize)?;
                Some(first.0 as usize)
            });
            preview.set_comparison(Arc::clone(comparison));
        }
    }

    /// Drops what refers to documents of the collection before; the cursor returns to its pair in the new
    /// one when its list arrives. If documents kept their numbers, the old list is shown until then.
    pub fn renumber(&mut self, same: bool, map: &dyn Fn(DocNo) -> Option<DocNo>) {
        if same {
            self.listed_for = None;
            if let Some(preview) = &mut self.preview {
                preview.renumber(map);
            }
            return;
        }
        let pair = self.pair().or(self.anchor);
        self.anchor = pair.and_then(|(a, b)| Some((map(a)?, map(b)?)));
        (self.list, self.shown, self.listed_for) = (None, None, None);
        (self.arranging, self.preview) = (None, None);
    }
}

/// The place of a pair in an order.
fn index_of(arranged: &ArrangedPairs, pair: (DocNo, DocNo)) -> Option<usize> {
    let is_pair = |row: &PairRow| (row.pair.a, row.pair.b) == pair;
    (0..arranged.len()).find(|at| arranged.row(*at).is_some_and(is_pair))
}
