//! Computes the views of a document, a pair or a cluster. Screens and commands call the same functions,
//! so their figures agree.

use std::collections::{HashMap, HashSet};

pub use super::measured::{Lines, MaskedRanges, Measured, TokeniserInput};
use super::message::{
    Comparison, DocumentView, Folding, Matrix, Neighbour, Seams, Side, SourcesView,
};
use super::why::WhySubject;
use crate::base::{Cancel, DocNo, units};
use crate::candidates::PairSet;
use crate::candidates::scan::{self, Scan};
use crate::cluster::{bridges, half_matrix, outside};
use crate::evidence;
use crate::evidence::pair::{detected, kind};
use crate::index::Collection;
use crate::review::ReviewState;
use crate::settings::{Normalisation, Settings};
use crate::similarity::bridge::bridged_passages;
use crate::similarity::simhash::{distance, simhash};
use crate::similarity::word_diff::word_diff;
use crate::similarity::{BridgedPassage, Bridging, Estimate, Measures, Overlap, passages};
use crate::sketch::Layout;
use crate::text::Normaliser;

/// Maximum number of bridges and of outside pairs listed for a cluster. The total number of bridges is
/// reported.
pub const SEAMS: usize = 100;

/// Maximum number of neighbours listed for a document. The number omitted is reported.
pub const NEIGHBOURS: usize = 1_000;

/// Returns at most `limit` documents of `collection` that share a shingle with `centre`, except `except`,
/// by descending Jaccard similarity, and the scan. `None` if cancelled.
pub fn neighbours(
    collection: &Collection,
    centre: &Measured,
    except: Option<DocNo>,
    limit: usize,
    cancel: &Cancel,
) -> Option<(Vec<Neighbour>, Scan)> {
    let others: Vec<DocNo> = collection.compared_with(except).collect();
    let scan = scan::scan(collection, &centre.set, &others, cancel)?;
    let fingerprint = simhash(&centre.hashes);
    let mut nearest: Vec<(DocNo, Overlap)> = scan.sharing.clone();
    nearest.sort_by(|a, b| b.1.jaccard().total_cmp(&a.1.jaccard()).then(a.0.cmp(&b.0)));
    nearest.truncate(limit);
    let layout = collection.layout();
    let neighbour = |(doc, overlap)| {
        let terms = collection.terms(doc);
        Neighbour {
            doc,
            estimate: Estimate::from_sketches(layout, &centre.sketch, collection.sketch(doc)),
            overlap,
            simhash: distance(fingerprint, simhash(&terms)),
            words: terms.len(),
            identical: terms == centre.hashes,
        }
    };
    let neighbours = nearest.into_iter().map(neighbour).collect();
    Some((neighbours, scan))
}

/// The view of `doc` before the other documents have been compared.
pub fn uncounted(collection: &Collection, doc: DocNo, centre: &Measured) -> DocumentView {
    let others = collection.compared_with(Some(doc)).count() as u64;
    let others = units::counted(others, "other document", "other documents");
    DocumentView {
        is_set_apart: collection.classes().is_some(),
        doc,
        text: centre.text.clone(),
        terms: centre.terms.len(),
        shingles: centre.set.len(),
        counted: false,
        elsewhere: 0,
        marked: Vec::new(),
        neighbours: Vec::new(),
        found_by: format!("counted exactly against {others}"),
        disguise: centre.disguise.clone(),
        masked: centre.masked.clone(),
        author: centre.author.clone(),
    }
}

/// The complete view of `doc`; `None` if cancelled.
pub fn document(
    collection: &Collection,
    doc: DocNo,
    centre: &Measured,
    cancel: &Cancel,
) -> Option<DocumentView> {
    let (neighbours, scan) = neighbours(collection, centre, Some(doc), NEIGHBOURS, cancel)?;
    let mut view = uncounted(collection, doc, centre);
    if scan.sharing.len() > neighbours.len() {
        view.found_by += &format!(
            "; the nearest {} of {} that share a shingle",
            units::count(neighbours.len() as u64),
            units::count(scan.sharing.len() as u64)
        );
    }
    Some(DocumentView {
        counted: true,
        elsewhere: scan.spread.iter().filter(|count| **count > 0).count(),
        marked: marked(centre, &scan, collection.settings().sketching.k),
        neighbours,
        ..view
    })
}

/// Finds the sources of `doc` among all other documents; `review` has the decisions about sources. `None` if cancelled.
pub fn sources(
    collection: &Collection,
    doc: DocNo,
    centre: &Measured,
    (bridging, review): (&Bridging, &ReviewState),
    cancel: &Cancel,
) -> Option<SourcesView> {
    let (hashes, is_source) = (&centre.hashes, |doc| review.is_source(collection, doc));
    let sources =
        evidence::sources::sources(collection, hashes, Some(doc), bridging, &is_source, cancel)?;
    let spans = centre.spans();
    let first = sources.list.iter().map(|source| source.doc);
    let are_first: HashSet<DocNo> = first.clone().collect();
    let rest = collection.compared_with(Some(doc));
    let others = first.chain(rest.filter(|other| !are_first.contains(other)));
    let min_words = u32::try_from(bridging.min_words).unwrap_or(u32::MAX);
    let short_sentences = evidence::sentences::short_sentences(
        collection,
        (&centre.text, &spans, &centre.hashes),
        &others.collect::<Vec<_>>(),
        min_words,
        cancel,
    )?;
    let kinds = sources.list.iter().map(|source| {
        let in_source = detected(collection, source.doc);
        let passages = source.passages.iter();
        let kind = |p: &BridgedPassage| kind((&centre.detected, p.left), (&in_source, p.right));
        passages.map(kind).collect()
    });
    Some(SourcesView {
        doc,
        text: centre.text.clone(),
        spans,
        kinds: kinds.collect(),
        min_words,
        short_sentences,
        sources,
    })
}

/// Byte spans of runs of terms whose shingles occur in other documents. Each span has the largest
/// document count of any shingle that covers it.
fn marked(centre: &Measured, scan: &Scan, k: usize) -> Vec<(usize, usize, u32)> {
    let spread = centre.set.iter().zip(&scan.spread);
    let spread: HashMap<u64, u32> = spread.map(|(hash, count)| (*hash, *count)).collect();
    let width = k.min(centre.terms.len());
    // The count of a term is the maximum over the shingles that cover it, i.e. a sliding-window maximum
    // over the shingles that begin at most `width - 1` terms earlier.
    let counts = centre.shingles.iter();
    let counts: Vec<u32> = counts
        .map(|hash| spread.get(hash).copied().unwrap_or(0))
        .collect();
    let of_term = |at: usize| {
        let from = (at + 1).saturating_sub(width).min(counts.len());
        let covering = &counts[from..(at + 1).min(counts.len())];
        covering.iter().copied().max().unwrap_or(0)
    };
    let mut out: Vec<(usize, usize, u32)> = Vec::new();
    let mut last_count = 0;
    for (at, term) in centre.terms.iter().enumerate() {
        let count = of_term(at);
        match out.last_mut() {
            Some(last) if count > 0 && last_count == count => last.1 = term.end as usize,
            _ if count > 0 => out.push((term.start as usize, term.end as usize, count)),
            _ => {}
        }
        last_count = count;
    }
    out
}

/// All figures of a pair of texts and the positions of their shared passages.
pub fn comparison(
    left: (DocNo, &Measured),
    right: (DocNo, &Measured),
    settings: &Settings,
    bridging: &Bridging,
) -> Comparison {
    let sketching = &settings.sketching;
    let side = |(doc, measured): (DocNo, &Measured)| Side {
        doc,
        text: measured.text.clone(),
        words: measured.terms.len(),
        spans: measured.spans(),
        positions: measured.positions.clone(),
        disguise: measured.disguise.clone(),
        masked: measured.masked.clone(),
    };
    let (l, r) = (left.1, right.1);
    let diff = word_diff(&l.hashes, &r.hashes);
    let bridged = bridged_passages(&l.hashes, &r.hashes, bridging);
    let kind_of = |p: &BridgedPassage| kind((&l.detected, p.left), (&r.detected, p.right));
    let kinds = bridged.iter().map(kind_of);
    Comparison {
        left: side(left),
        right: side(right),
        k: sketching.k,
        unit: settings.normalisation.unit,
        sketch: sketching.sketch,
        estimate: if l.set.is_empty() || r.set.is_empty() {
            // Empty sketches agree at every position, but the similarity of empty sets is defined as 0.
            Estimate::new(Layout::new(sketching), 0)
        } else {
            Estimate::from_sketches(Layout::new(sketching), &l.sketch, &r.sketch)
        },
        measures: Measures::new(&diff, &l.hashes, &r.hashes, sketching),
        passages: passages::passages(&l.hashes, &r.hashes, sketching),
        kinds: kinds.collect(),
        bridged,
        diff,
        folding: folding(l, r, settings),
        before: (l.unmasked.is_some() || r.unmasked.is_some())
            .then(|| Overlap::new(l.unmasked_set(), r.unmasked_set())),
    }
}

/// Overlap of the pair as written and as seen; `None` unless a text is disguised. Both exclude hidden
/// text that reading removed because folding is enabled.
fn folding(l: &Measured, r: &Measured, settings: &Settings) -> Option<Folding> {
    if l.disguise.is_none() && r.disguise.is_none() {
        return None;
    }
    let folded = settings.normalisation.fold_confusables;
    let other = Normaliser::new(&Normalisation {
        fold_confusables: !folded,
        ..settings.normalisation.clone()
    });
    let other = other.ok()?;
    let set = |text: &Measured| text.visible_set(&other, &settings.sketching);
    let (own, other) = (Overlap::new(&l.set, &r.set), Overlap::new(&set(l), &set(r)));
    let (written, seen) = if folded { (other, own) } else { (own, other) };
    Some(Folding { written, seen })
}

/// Exact similarity matrix of `members`; only pairs of `edges` merge in its tree.
pub fn matrix(collection: &Collection, edges: &PairSet, members: Vec<DocNo>) -> Matrix {
    let values = half_matrix::square(collection, edges, &members);
    // Copies of different classes are compared with different documents.
    let class = |doc: DocNo| collection.classes().map(|classes| classes.number(doc));
    let text = |doc: &DocNo| (collection.row(*doc).normalised, class(*doc));
    let texts: Vec<(u128, Option<u32>)> = members.iter().map(text).collect();
    let first = |doc: &DocNo| edges.representative[doc.index()];
    let firsts: Vec<DocNo> = members.iter().map(first).collect();
    let inside: HashSet<DocNo> = firsts.iter().copied().collect();
    let edges_within = edges.pairs.iter().map(|pair| (pair.a, pair.b));
    let edges_within = edges_within.filter(|(a, b)| inside.contains(a) && inside.contains(b));
    let inner_edges: HashSet<(DocNo, DocNo)> = edges_within.collect();
    let is_edge = |i: usize, j: usize| {
        let (a, b) = (firsts[i].min(firsts[j]), firsts[i].max(firsts[j]));
        if a == b {
            edges.copies_are_pairs(a)
        } else {
            inner_edges.contains(&(a, b))
        }
    };
    let matrix = Matrix {
        members,
        values,
        tree: None,
    };
    matrix.with_tree(|i| texts[i], is_edge)
}

/// Bridges and outside pairs of the cluster of `doc`; `None` if the document is in no cluster.
pub fn seams(subject: &WhySubject<'_>, doc: DocNo) -> Option<Seams> {
    let WhySubject {
        pairs, clustering, ..
    } = *subject;
    let index = clustering.cluster_of(doc)?.0 as u32;
    let (distinct, edges) = subject.inside(index);
    Some(Seams {
        threshold: clustering.threshold,
        bridges: bridges::all(pairs, &distinct, &edges, SEAMS),
        outside: outside::nearest(pairs, clustering, index, SEAMS),
    })
}
