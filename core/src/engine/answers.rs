//! Answers requests of the screens from the current results.

use std::sync::Arc;

use super::blocks;
use super::keep::{self, KeepConfig};
use super::lane::{Lane, Order};
use super::lecture;
use super::message::{Changes, LectureTexts, Pinned, Request, SearchHit, SearchResult, Update};
use super::mirrors;
use super::pair_order;
use super::shared::{Current, Shared};
use super::views;
use super::why::{self, Subject};
use crate::base::DocNo;
use crate::candidates::{self, Identical};
use crate::collection::Collection;
use crate::evidence::BlocksConfig;
use crate::lab::changes;
use crate::mask;
use crate::mirrors::MirrorsConfig;
use crate::settings::KEPT_FROM;

/// Number of terms in a corpus from which counting a document's neighbours takes long enough that its
/// text is sent first.
const MANY_TERMS: u64 = 4_000_000;

/// Maximum number of hits a search returns; the total number of matches is reported separately.
const HITS: usize = 200;

/// Computes the answer to `request`. Returns `None` if no results exist yet or the request was
/// cancelled. Partial answers go to `early`.
pub fn answer(
    shared: &Shared,
    request: &Request,
    early: &impl Fn(Update),
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Update> {
    let current = shared.current();
    let bridging = shared.shown().bridging;
    let collection = current.collection.as_ref();
    let known = |doc: &DocNo| collection.is_some_and(|c| doc.index() < c.len());
    let text = |collection: &Collection, doc: DocNo| {
        let full_text = current.full_text.as_ref();
        let text = shared.texts.get(collection, full_text, doc);
        text.map_err(|error| Update::Failed(format!("{error:#}")))
    };
    match request {
        Request::Threshold(threshold) => {
            threshold_moved(shared, *threshold, should_continue);
            None
        }
        Request::Matrix(members) => {
            let (collection, edges) = (collection?, current.edges.as_ref()?);
            members.iter().all(known).then_some(())?;
            let matrix = views::matrix(collection, edges, members.clone());
            Some(Update::Matrix(Arc::new(matrix)))
        }
        Request::Dates(documents) => {
            let (collection, sets) = (collection?, &shared.options.sets);
            documents.iter().all(known).then_some(())?;
            let dated =
                |doc: &DocNo| should_continue().then(|| (*doc, sets.dated(collection, *doc)));
            let dates = documents.iter().map(dated).collect::<Option<_>>()?;
            Some(Update::Dates(dates))
        }
        Request::Aliases => {
            let collection = collection?;
            let aliases = crate::html_report::aliases(collection).into();
            Some(Update::Aliases(collection.clone(), aliases))
        }
        Request::KeepOne(doc, rule) => {
            known(doc).then_some(())?;
            let subject = subject(&current)?;
            let (source, sets) = (&shared.options.source, &shared.options.sets);
            let subject = keep::Subject {
                collection: subject.collection,
                pairs: subject.pairs,
                threshold: subject.clustering.threshold,
                roots: source.paths().unwrap_or_default(),
                sets,
            };
            let config = KeepConfig {
                rule: rule.clone(),
                chains: false,
            };
            let keeping = keep::keep(&subject, &config, Some(&[*doc]), should_continue);
            should_continue().then_some(())?;
            Some(match keeping {
                Ok(keeping) => Update::KeepOne(Arc::new(keeping)),
                Err(error) => Update::Failed(format!("{error:#}")),
            })
        }
        Request::Document(doc) => {
            let collection = collection.filter(|_| known(doc))?;
            let centre = match text(collection, *doc) {
                Ok(centre) => centre,
                Err(failed) => return Some(failed),
            };
            if collection.terms_in_all() >= MANY_TERMS {
                let view = views::uncounted(collection, *doc, &centre);
                early(Update::Document(Arc::new(view)));
            }
            let view = views::document(collection, *doc, &centre, should_continue)?;
            Some(Update::Document(Arc::new(view)))
        }
        Request::Sources(doc) => {
            let collection = collection.filter(|_| known(doc))?;
            let centre = match text(collection, *doc) {
                Ok(centre) => centre,
                Err(failed) => return Some(failed),
            };
            let view = views::sources(collection, *doc, &centre, &bridging, should_continue)?;
            Some(Update::Sources(Arc::new(view)))
        }
        Request::Compare(left, right) => {
            let collection = collection.filter(|_| known(left) && known(right))?;
            let (l, r) = match (text(collection, *left), text(collection, *right)) {
                (Ok(l), Ok(r)) => (l, r),
                (Err(failed), _) | (_, Err(failed)) => return Some(failed),
            };
            let settings = collection.settings();
            let comparison = views::comparison((*left, &l), (*right, &r), settings, &bridging);
            Some(Update::Comparison(Arc::new(comparison)))
        }
        Request::LectureTexts(doc, other) => {
            let collection = collection.filter(|_| known(doc) && other.iter().all(known))?;
            let documents = lecture::documents(current.pairs.as_deref(), collection, *doc, *other);
            let mut texts = Vec::new();
            for document in documents {
                match text(collection, document) {
                    Ok(read) => texts.push(read.text.to_string()),
                    Err(failed) => return Some(failed),
                }
            }
            Some(Update::LectureTexts(Arc::new(LectureTexts {
                of: (*doc, *other),
                texts,
            })))
        }
        Request::Why(a, b) => {
            (known(a) && known(b) && a != b).then_some(())?;
            let subject = subject(&current)?;
            let banding = why::banding(&subject, &shared.search_config().method_config);
            let why = why::why(&subject, banding, *a, *b);
            Some(Update::Why(Arc::new(why)))
        }
        Request::Seams(doc) => {
            known(doc).then_some(())?;
            let seams = views::seams(&subject(&current)?, *doc)?;
            Some(Update::Seams(Arc::new(seams)))
        }
        Request::ArrangePairs(asked) => {
            let arranged = pair_order::arrange(collection?, asked, should_continue)?;
            Some(Update::ArrangedPairs(Arc::new(arranged)))
        }
        Request::Masks => {
            let masks = shared.shown().masks;
            let survey = mask::survey(collection?, &masks, should_continue)?;
            Some(Update::Masks(Arc::new(survey)))
        }
        Request::Changes(Pinned(before)) => {
            let after = current.clustering.clone()?;
            if !shared.same_documents(before, &after) {
                return Some(Update::Failed(
                    "the corpus has been read again since these clusters were set aside, and its documents are others; set the clusters aside anew to compare with them".into(),
                ));
            }
            let changes = changes::changes(before, &after);
            Some(Update::Changes(Arc::new(Changes {
                before: before.clone(),
                after,
                changes,
            })))
        }
        Request::Blocks => {
            let collection = collection?;
            let config = BlocksConfig {
                most: blocks::SHOWN,
                ..BlocksConfig::default()
            };
            let full_text = current.full_text.as_ref();
            let text = |doc| shared.texts.get(collection, full_text, doc);
            let list = blocks::blocks(collection, config, text, should_continue)?;
            Some(Update::Blocks(Arc::new(list)))
        }
        Request::Mirrors(rules) => {
            let threshold = subject(&current)?.clustering.threshold;
            let (collection, pairs) = (collection?, current.pairs.as_ref()?);
            let config = MirrorsConfig {
                rules: *rules,
                ..MirrorsConfig::default()
            };
            let sets = &shared.options.sets;
            let list =
                mirrors::mirrors(collection, pairs, threshold, config, sets, should_continue)?;
            Some(Update::Mirrors(Arc::new(list)))
        }
        Request::MirrorTrees(list, at) => {
            let trees = mirrors::trees(&list.0, *at)?;
            Some(Update::MirrorTrees(Arc::new(trees)))
        }
        Request::Search { query, within } => {
            search(&current, collection?, query, within.as_deref())
        }
        _ => None,
    }
}

/// The current clusters with their documents and edges; `None` until all three belong to one
/// collection.
fn subject(current: &Current) -> Option<Subject<'_>> {
    let subject = Subject {
        collection: current.collection.as_ref()?,
        pairs: current.edges.as_ref()?,
        clustering: current.clustering.as_ref()?,
    };
    let documents = subject.collection.len();
    let fits = subject.pairs.representative.len() == documents
        && subject.clustering.cluster_of.len() == documents;
    fits.then_some(subject)
}

/// Rebuilds the clusters at the new threshold. Runs a new pair search if the known pairs do not cover
/// it.
pub(super) fn threshold_moved(
    shared: &Shared,
    threshold: f64,
    should_continue: &(dyn Fn() -> bool + Sync),
) {
    shared.set_threshold(threshold);
    // The list of pairs is of those at the threshold.
    shared.jobs.tell(Lane::Evidence, Order::ResultsChanged);
    let current = shared.current();
    let (Some(collection), Some(pairs)) = (&current.collection, &current.pairs) else {
        return;
    };
    if threshold >= pairs.info.floor {
        shared.send_clusters();
    }
    if pairs.info.serves(threshold) {
        return;
    }
    let identical = Identical::from_representatives(collection, pairs.representative.clone());
    let search_config = shared.search_config();
    let more = candidates::find(
        collection,
        &identical,
        &search_config.method_config,
        threshold,
        KEPT_FROM.min(threshold),
        should_continue,
    );
    if should_continue() {
        shared.set_pairs(collection, &search_config.method_config, Arc::new(more));
    }
}

fn search(
    current: &Current,
    collection: &Collection,
    query: &str,
    within: Option<&[DocNo]>,
) -> Option<Update> {
    let index = current.full_text.as_ref()?;
    let documents = within
        .unwrap_or_default()
        .iter()
        .filter(|doc| doc.index() < collection.len());
    let keys: Vec<u64> = documents.map(|doc| collection.row(*doc).key).collect();
    let searched = if within.is_some() {
        keys.len()
    } else {
        index.documents()
    };
    let found = match index.search(query, within.map(|_| keys.as_slice()), HITS) {
        Ok(found) => found,
        Err(error) => return Some(Update::Failed(format!("cannot search: {error}"))),
    };
    let numbers = collection.numbers_by_key();
    let hits = found.hits.into_iter().filter_map(|hit| {
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
        total: found.total,
        ignored: found.ignored,
        searched,
    })))
}
