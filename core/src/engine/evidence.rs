//! The pairs with copied text, and their list.
//!
//! The pairs with copied text are counted without a request if that is affordable, and only while no request of the
//! user runs. If they are not known yet, the list of pairs is first sent without evidence. After the first request, the
//! list is sent again whenever the results for copied text change.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::message::{PairList, PairRow, Update};
use super::options::PairSearchConfig;
use super::progress::{ProgressSampler, Stage};
use super::shared::{Job, ResultsVersion, Shared};
use crate::base::{Cancel, DocNo, units};
use crate::candidates::PairSet;
use crate::config::Purpose;
use crate::evidence::copied_text::SoFar;
use crate::evidence::{CopiedText, CopiedTextConfig, CopiedTextProgress, copied_text};
use crate::index::Collection;
use crate::mask::MaskConfig;

/// Maximum number of terms of a corpus whose copied text is counted without a request.
const MAX_UNREQUESTED: u64 = 10_000_000;

/// Maximum number of rows of a list.
const MAX_ROWS: usize = 1_000_000;

/// Time before the progress of a search is sent.
const PROGRESS_DELAY: Duration = Duration::from_millis(500);

/// The last search for copied text under a purpose.
#[derive(Default)]
pub struct Memory {
    collection: Weak<Collection>,
    config: Option<CopiedTextConfig>,
    /// The result; `None` if it was stopped.
    copied: Option<Arc<CopiedText>>,
    /// The partial result of a stopped search.
    so_far: SoFar,
}

/// Counts copied text, and makes the list of pairs if it is requested: `list` has the token of the request, and whether
/// a part of the list was sent. `memories` has one entry for each purpose. Returns whether it is done.
pub fn run(
    shared: &Shared,
    list: Option<(&Cancel, bool)>,
    memories: &mut [Memory; 2],
    until: &Cancel,
) -> bool {
    // Another order follows once there are pairs.
    let Some(results) = Results::current(shared) else {
        return true;
    };
    let memory = &mut memories[results.purpose as usize];
    // The list contains copied text, so it is made only if copied text is shown.
    let list = list.filter(|_| results.purpose == Purpose::CopiedText);
    let by_user = Cancel::default();
    let cancel = shared.superseded(results.version, until).or(&by_user);
    let cancel = match list {
        Some((superseded, is_begun)) => {
            let is_known = results.is_in(memory) && memory.copied.is_some();
            if !is_begun && !is_known {
                results.send_similar(shared, false);
            }
            cancel.or(superseded)
        }
        None if results.collection.terms_in_all() > MAX_UNREQUESTED => return true,
        None => cancel.behind(&shared.jobs.foreground),
    };
    match (results.copied(shared, memory, &by_user, &cancel), list) {
        (Some(copied), Some((superseded, _))) => {
            results.send_list(shared, results.copied_list(&copied, true)) || superseded.stopped()
        }
        (Some(_), None) => true,
        (None, list) if by_user.stopped() => {
            if list.is_some() {
                results.send_similar(shared, true);
            }
            true
        }
        (None, list) => list.is_some_and(|(superseded, _)| superseded.stopped()),
    }
}

/// The current results and their parameters.
struct Results {
    version: ResultsVersion,
    collection: Arc<Collection>,
    masks: MaskConfig,
    pairs: Arc<PairSet>,
    purpose: Purpose,
    threshold: f64,
    config: CopiedTextConfig,
}

impl Results {
    /// Returns the current results; `None` until there are pairs.
    fn current(shared: &Shared) -> Option<Self> {
        let version = shared.results_version();
        let (current, masks) = shared.current_masked();
        let PairSearchConfig {
            analysis,
            threshold,
            ..
        } = shared.search_config();
        Some(Results {
            version,
            collection: current.collection?,
            masks,
            pairs: current.pairs?,
            purpose: analysis.purpose,
            threshold,
            config: analysis.copied_text(threshold),
        })
    }

    /// Whether `memory` belongs to these documents and this definition of copied text.
    fn is_in(&self, memory: &Memory) -> bool {
        std::ptr::eq(memory.collection.as_ptr(), Arc::as_ptr(&self.collection))
            && memory.config == Some(self.config)
    }

    /// Sends and returns the copied text from memory or from a search; a stopped search continues. `None` once
    /// cancelled.
    fn copied(
        &self,
        shared: &Shared,
        memory: &mut Memory,
        by_user: &Cancel,
        cancel: &Cancel,
    ) -> Option<Arc<CopiedText>> {
        if !self.is_in(memory) {
            *memory = Memory {
                collection: Arc::downgrade(&self.collection),
                config: Some(self.config),
                ..Memory::default()
            };
        }
        if let Some(copied) = &memory.copied {
            // The screens may have dropped it with the previous documents.
            self.send_copied(shared, copied);
            return Some(copied.clone());
        }
        let _running = shared.jobs.begin(Job::CopiedText, by_user);
        let sampler = ProgressSampler::new(Stage::Passages);
        let progress = |progress: CopiedTextProgress| {
            // Short work reports no progress.
            if sampler.elapsed() >= PROGRESS_DELAY && sampler.is_due() {
                let update = Update::CountingCopied(Some(progress));
                shared.send_of(self.version.epoch, update);
            }
        };
        let result = copied_text::resume(
            &self.collection,
            &self.config,
            &mut memory.so_far,
            (&progress, |partial: CopiedText| {
                if self.purpose == Purpose::CopiedText {
                    self.send_list(shared, self.copied_list(&partial, false));
                }
            }),
            cancel,
        );
        let Some(copied) = result else {
            shared.send_of(self.version.epoch, Update::CountingCopied(None));
            return None;
        };
        memory.so_far = SoFar::default();
        let copied = memory.copied.insert(Arc::new(copied));
        self.send_copied(shared, copied);
        Some(copied.clone())
    }

    fn send_copied(&self, shared: &Shared, copied: &Arc<CopiedText>) {
        let masks = Box::new(self.masks.clone());
        let update = Update::CopiedText(copied.clone(), masks);
        shared.send_of(self.version.epoch, update);
    }

    fn send_list(&self, shared: &Shared, list: PairList) -> bool {
        shared.send_of(self.version.epoch, Update::PairList(Arc::new(list)))
    }

    /// Sends the pairs at or above the threshold by similarity, without evidence; as the complete list if the count was
    /// stopped.
    fn send_similar(&self, shared: &Shared, is_stopped: bool) {
        let positions = self.collection.settings().sketching.permutations;
        let size = |doc: DocNo| self.collection.shingle_set(doc).len() as u32;
        let pairs = self.pairs.each(self.threshold, positions, size);
        let rows = pairs.map(|pair| PairRow {
            pair,
            evidence: None,
        });
        let note = if is_stopped {
            "stopped: the evidence is not counted"
        } else {
            ""
        };
        let all = self.pairs.count(self.threshold);
        self.send_list(shared, self.list(rows, all, is_stopped, note));
    }

    /// The list of copied text, or of a part of it.
    fn copied_list(&self, copied: &CopiedText, complete: bool) -> PairList {
        let rows = copied.pairs.iter().map(|copied| PairRow {
            pair: copied.pair,
            evidence: Some(copied.evidence),
        });
        self.list(rows, copied.pairs.len() as u64, complete, &copied.note)
    }

    /// A list of the first `rows` of `all` pairs.
    fn list(
        &self,
        rows: impl Iterator<Item = PairRow>,
        all: u64,
        complete: bool,
        note: &str,
    ) -> PairList {
        let rows: Vec<PairRow> = rows.take(MAX_ROWS).collect();
        let shown = rows.len() as u64;
        let limit = (all > shown).then(|| {
            let [shown, all] = [shown, all].map(units::count);
            format!("the first {shown} of {all} pairs")
        });
        let notes = limit.as_deref().into_iter().chain([note]);
        let notes: Vec<&str> = notes.filter(|note| !note.is_empty()).collect();
        PairList {
            purpose: self.purpose,
            rows,
            complete,
            note: notes.join("; "),
        }
    }
}
