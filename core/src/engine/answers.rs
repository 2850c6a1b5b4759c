//! Answers requests of the screens from the current results.

use std::sync::Arc;

use super::excluded::{self, PairListing};
use super::lane::{Lane, Order};
use super::masking::survey;
use super::measured::Measured;
use super::message::{LectureTexts, Request, SearchHit, SearchResult, Update};
use super::shared::{Current, Shared};
use super::why::{self, WhySubject};
use super::{blocks, lecture, mirrors, pair_order, views};
use crate::base::{Cancel, DocNo, lock};
use crate::candidates::{self, Identical};
use crate::config::Purpose;
use crate::evidence::BlocksConfig;
use crate::index::Collection;
use crate::mask::Mask;
use crate::mirrors::MirrorsConfig;
use crate::review::ReviewState;
use crate::settings::KEPT_FROM;

/// Number of terms in a corpus from which counting a document's neighbours takes long enough that its
/// text is sent first.
const MANY_TERMS: u64 = 4_000_000;

/// Maximum number of hits a search returns; the total number of matches is reported separately.
const MAX_HITS: usize = 200;

/// Returns the part of the answer to `request` that is available at once, and whether it is complete; [`answer`]
/// computes the rest.
pub fn at_once(shared: &Shared, request: &Request, cancel: &Cancel) -> (Option<Update>, bool) {
    let current = shared.current();
    match request {
        Request::Threshold(threshold) => {
            let is_covered = threshold_moved(shared, *threshold);
            (None, is_covered)
        }
        Request::Document(doc) => {
            let is_large = |collection: &Arc<Collection>| collection.terms_in_all() >= MANY_TERMS;
            let Some(collection) = current.collection.as_ref().filter(|c| is_large(c)) else {
                return (answer(shared, request, &|_| {}, cancel), true);
            };
            if doc.index() >= collection.len() {
                return (None, true);
            }
            let uncounted = |text: &Measured| {
                let view = views::uncounted(collection, *doc, text);
                Some(Update::Document(Arc::new(view)))
            };
            let update = with_text(shared, collection, *doc, uncounted);
            let is_failed = matches!(update, Some(Update::Failed(_)));
            (update, is_failed)
        }
        Request::Slides(slides) if !lecture::is_race(slides) => {
            (None, lecture::send(shared, slides, &mut None, cancel))
        }
        Request::Matrix(_)
        | Request::Dates(_)
        | Request::Aliases
        | Request::Compare(..)
        | Request::Seams(_)
        | Request::PairList
        | Request::MirrorTrees(..)
        | Request::ArrangePairs(_)
        | Request::CopiedDocuments(_)
        | Request::Search(_)
        | Request::LectureTexts(..) => (answer(shared, request, &|_| {}, cancel), true),
        _ => (None, false),
    }
}

/// Computes the answer to `request`. Returns `None` if no results exist yet, the request was cancelled or
/// another lane serves it. Partial answers go to `send_partial`. Call on a rayon pool.
pub fn answer(
    shared: &Shared,
    request: &Request,
    send_partial: &dyn Fn(Update),
    cancel: &Cancel,
) -> Option<Update> {
    let current = shared.current();
    let bridging = shared.shown().bridging;
    let collection = current.collection.as_ref();
    let is_present = |doc: &DocNo| collection.is_some_and(|c| doc.index() < c.len());
    match request {
        Request::Threshold(threshold) => {
            search_pairs(shared, *threshold, cancel);
            None
        }
        Request::Matrix(members) => {
            let (collection, edges) = (collection?, current.edges.as_ref()?);
            members.iter().all(is_present).then_some(())?;
            let matrix = views::matrix(collection, edges, members.clone());
            Some(Update::Matrix(Arc::new(matrix)))
        }
        Request::Dates(documents) => {
            let (collection, sets) = (collection?, &shared.options.sets);
            documents.iter().all(is_present).then_some(())?;
            let dated = |doc: &DocNo| {
                cancel.proceed()?;
                Some((*doc, sets.dated(collection, *doc)))
            };
            let dates = documents.iter().map(dated).collect::<Option<_>>()?;
            Some(Update::Dates(dates))
        }
        Request::Aliases => {
            let collection = collection?;
            let aliases = crate::html_report::aliases(collection).into();
            Some(Update::Aliases(collection.clone(), aliases))
        }
        Request::Document(doc) => {
            let collection = collection.filter(|_| is_present(doc))?;
            with_text(shared, collection, *doc, |text| {
                let view = views::document(collection, *doc, text, cancel)?;
                Some(Update::Document(Arc::new(view)))
            })
        }
        Request::Sources(doc) => {
            let collection = collection.filter(|_| is_present(doc))?;
            with_text(shared, collection, *doc, |text| {
                let journal = lock(&shared.journal).clone();
                let review = ReviewState::new(journal, collection);
                let by = (&bridging, &review);
                let view = views::sources(collection, *doc, text, by, cancel)?;
                Some(Update::Sources(Arc::new(view)))
            })
        }
        Request::Compare(left, right) => {
            let collection = collection.filter(|_| is_present(left) && is_present(right))?;
            let settings = collection.settings();
            with_text(shared, collection, *left, |l| {
                with_text(shared, collection, *right, |r| {
                    let comparison =
                        views::comparison((*left, l), (*right, r), settings, &bridging);
                    Some(Update::Comparison(Arc::new(comparison)))
                })
            })
        }
        Request::LectureTexts(doc, other) => {
            let collection =
                collection.filter(|_| is_present(doc) && other.iter().all(is_present))?;
            let pairs = current.pairs.as_deref();
            let documents = lecture::documents(pairs, collection, *doc, *other).into_iter();
            let texts = documents.map(|doc| Ok(shared.text(collection, doc)?.text.to_string()));
            Some(match texts.collect::<anyhow::Result<_>>() {
                Ok(texts) => Update::LectureTexts(Arc::new(LectureTexts {
                    documents: (*doc, *other),
                    texts,
                })),
                Err(error) => Update::failed(&error),
            })
        }
        Request::Why(a, b) => {
            (is_present(a) && is_present(b) && a != b).then_some(())?;
            let subject = subject(&current)?;
            let banding = why::banding(&subject, &shared.search_config().analysis.method_config);
            let why = why::why(&subject, banding, *a, *b);
            Some(Update::Why(Arc::new(why)))
        }
        Request::Seams(doc) => {
            is_present(doc).then_some(())?;
            let seams = views::seams(&subject(&current)?, *doc)?;
            Some(Update::Seams(Arc::new(seams)))
        }
        Request::ArrangePairs(arrangement) => {
            let arranged = pair_order::arrange(collection?, arrangement, &bridging, cancel)?;
            Some(Update::ArrangedPairs(Arc::new(arranged)))
        }
        Request::CopiedDocuments(documents) => {
            let list = pair_order::documents(collection?, documents)?;
            Some(Update::CopiedDocuments(Arc::new(list)))
        }
        Request::Masks(rows) => {
            let masks = shared.shown().masks;
            let survey = survey(collection?, &masks, rows, cancel)?;
            Some(Update::Masks(Arc::new(survey)))
        }
        Request::Blocks => {
            let collection = collection?;
            let config = BlocksConfig {
                most: blocks::MAX_SHOWN,
                ..BlocksConfig::default()
            };
            let text = |doc| shared.text(collection, doc);
            let list = blocks::blocks(collection, config, text, cancel)?;
            Some(Update::Blocks(Arc::new(list)))
        }
        Request::Excluded(mask, only_mask) => {
            let collection = collection?;
            let text = |unmasked: &Arc<Collection>, doc| shared.text(unmasked, doc);
            let rule = (mask, &**only_mask);
            let mut list = excluded::excluded(collection, rule, excluded::MAX_SHOWN, text, cancel)?;
            let shown = shared.shown();
            if Mask::all(&shown.masks).contains(mask) {
                send_partial(Update::Blocks(Arc::new(list.clone())));
                let search_config = shared.search_config();
                let threshold = search_config.threshold;
                let is_copied = shown.purpose == Purpose::CopiedText;
                let listing = PairListing {
                    method_config: &search_config.analysis.method_config,
                    threshold,
                    copied: is_copied.then(|| shown.copied_text(threshold)),
                };
                let rule = (mask, shown.masks.clone());
                let pairs = excluded::hidden_pairs(collection, rule, &listing, cancel)?;
                if let Some(excluded) = &mut list.excluded {
                    excluded.pairs = Some(pairs);
                }
            }
            Some(Update::Blocks(Arc::new(list)))
        }
        Request::Mirrors => {
            let threshold = subject(&current)?.clustering.threshold;
            let (collection, pairs) = (collection?, current.pairs.as_ref()?);
            let config = MirrorsConfig::default();
            let sets = &shared.options.sets;
            let list = mirrors::mirrors(collection, pairs, threshold, config, sets, cancel)?;
            Some(Update::Mirrors(Arc::new(list)))
        }
        Request::MirrorTrees(list, at) => {
            let trees = mirrors::trees(list, *at)?;
            Some(Update::MirrorTrees(Arc::new(trees)))
        }
        Request::Search(query) => search(&current, collection?, query),
        _ => None,
    }
}

/// Returns the result of `make` for the text of a document, or the error of reading it.
fn with_text(
    shared: &Shared,
    collection: &Collection,
    doc: DocNo,
    make: impl FnOnce(&Measured) -> Option<Update>,
) -> Option<Update> {
    match shared.text(collection, doc) {
        Ok(text) => make(&text),
        Err(error) => Some(Update::failed(&error)),
    }
}

/// The current clusters with their documents and edges; `None` until all three belong to one
/// collection.
fn subject(current: &Current) -> Option<WhySubject<'_>> {
    let subject = WhySubject {
        collection: current.collection.as_ref()?,
        pairs: current.edges.as_ref()?,
        clustering: current.clustering.as_ref()?,
    };
    let documents = subject.collection.len();
    let is_consistent = subject.pairs.representative.len() == documents
        && subject.clustering.cluster_of.len() == documents;
    is_consistent.then_some(subject)
}

/// Rebuilds the clusters at the new threshold, as far as the pairs cover it. Returns whether they cover it.
fn threshold_moved(shared: &Shared, threshold: f64) -> bool {
    shared.set_threshold(threshold);
    // The list of pairs depends on the threshold.
    shared.jobs.tell(Lane::Answer, Order::ResultsChanged);
    let Some(pairs) = shared.current().pairs else {
        return true;
    };
    if threshold >= pairs.info.floor {
        shared.send_clusters();
    }
    pairs.info.serves(threshold)
}

/// Searches the pairs that cover the current threshold. Call on a rayon pool.
pub(super) fn search_pairs(shared: &Shared, threshold: f64, cancel: &Cancel) {
    let current = shared.current();
    let (Some(collection), Some(pairs)) = (&current.collection, &current.pairs) else {
        return;
    };
    let identical = Identical::from_representatives(collection, pairs.representative.clone());
    let method = shared.search_config().analysis.method_config;
    let floor = KEPT_FROM.min(threshold);
    let pairs = candidates::find(collection, &identical, &method, threshold, floor, cancel);
    if !cancel.stopped() {
        shared.set_pairs(collection, &method, Arc::new(pairs));
    }
}

fn search(current: &Current, collection: &Collection, query: &str) -> Option<Update> {
    let index = current.full_text.as_ref()?;
    let results = match index.search(query, MAX_HITS) {
        Ok(results) => results,
        Err(error) => return Some(Update::Failed(format!("cannot search: {error}"))),
    };
    let numbers = collection.numbers_by_key();
    let hits = results.hits.into_iter().filter_map(|hit| {
        let doc = *numbers.get(&hit.key)?;
        Some(SearchHit {
            doc,
            score: hit.score,
            snippet: hit.snippet,
            marks: hit.marks,
            at: hit.at,
        })
    });
    Some(Update::Search(Arc::new(SearchResult {
        query: query.to_owned(),
        hits: hits.collect(),
        total: results.total,
        ignored: results.ignored,
        searched: index.documents(),
    })))
}
