//! The most similar partners of each document among many near-copies, without comparing all pairs.
//!
//! Documents that are linked to the same leader have most shingles in common. A shingle that more than half of them
//! contain is *common*: its row lists the documents that lack it. The row of any other shingle lists the documents that
//! contain it. By inclusion and exclusion, the overlap of two documents follows from the rows that list both and from
//! the common shingles of each document. A lookup visits only the rows that list its document. Among the
//! other documents, those with equal size and equal weight of common shingles have the same overlap with it: the lookup
//! checks only the first few of them.
//!
//! Cost: for each document and each leader of its group, the length of the document plus the lengths of the rows that
//! list it. Known weakness: a shingle that about half of the documents contain has a long row.

use crate::base::Cancel;
use rayon::prelude::*;

use crate::base::{DocNo, Lists};
use crate::candidates::exact_join::{Items, JoinPredicate};
use crate::similarity::Overlap;

/// A group with more leaders than this is searched as one part; otherwise each leader's documents are a part.
const MAX_LEADERS: usize = if cfg!(test) { 2 } else { 256 };

/// Marks an item without a row.
const NO_ROW: u32 = u32::MAX;

/// A document as a partner of another one.
#[derive(Clone, Copy, Debug)]
pub struct Partner {
    similarity: f64,
    /// The document.
    pub doc: DocNo,
    /// Number of shared shingles.
    pub shared: u32,
}

/// The most similar partners of a document, most similar first, then by number.
#[derive(Clone, Debug, Default)]
struct Best(Vec<Partner>);

impl Best {
    /// Returns the predicate that a partner must satisfy to be one of the `limit` best.
    fn entry_predicate(&self, limit: usize, predicate: JoinPredicate) -> JoinPredicate {
        let last = self.0.get(limit - 1);
        let least = last.map_or(predicate.least, |partner| partner.similarity);
        JoinPredicate { least, ..predicate }
    }

    fn insert(&mut self, limit: usize, partner: Partner) {
        let is_before = |other: &Partner| {
            let order = other.similarity.total_cmp(&partner.similarity).reverse();
            order.then(other.doc.cmp(&partner.doc)).is_lt()
        };
        let at = self.0.partition_point(is_before);
        if at < limit {
            self.0.truncate(limit - 1);
            self.0.insert(at, partner);
        }
    }
}

/// A search for the most similar partners.
pub struct Search<'a> {
    /// All documents.
    pub items: &'a Items,
    /// Condition for two documents to be partners.
    pub predicate: JoinPredicate,
    /// Number of partners of each document, at least 1.
    pub limit: usize,
    /// Whether two documents are compared.
    pub is_compared: &'a (dyn Fn(DocNo, DocNo) -> bool + Sync),
    /// Stops the search.
    pub cancel: &'a Cancel,
}

impl Search<'_> {
    /// Returns the partners of the documents of a group. `leaders` contains the positions of the documents of each
    /// leader, ascending.
    pub fn group(&self, leaders: &[Vec<u32>]) -> Vec<(u32, Vec<Partner>)> {
        let mut docs = leaders.concat();
        docs.sort_unstable();
        let one_part = [docs.clone()];
        let parts = if leaders.len() > MAX_LEADERS {
            &one_part
        } else {
            leaders
        };
        let mut best = vec![Best::default(); docs.len()];
        let mut row_of = vec![NO_ROW; self.items.count()];
        for part in parts {
            let rows = Rows::new(self.items, part, &mut row_of);
            let each = best.par_iter_mut().zip(&docs);
            each.for_each_init(
                || vec![0; part.len()],
                |counts, (best, i)| {
                    if !self.cancel.stopped() {
                        self.look_up(&rows, &row_of, *i, counts, best);
                    }
                },
            );
            rows.reset(&mut row_of);
        }
        docs.into_iter()
            .zip(best)
            .map(|(i, best)| (i, best.0))
            .collect()
    }

    /// Adds the partners of document `i` among the members of `rows` to `best`. `counts` is all zero before and after.
    fn look_up(
        &self,
        rows: &Rows<'_>,
        row_of: &[u32],
        i: u32,
        counts: &mut [u32],
        best: &mut Best,
    ) {
        let (items, limit) = (self.items, self.limit);
        let own = items.of_document(i as usize);
        let (size, doc) = (items.sizes[i as usize], items.documents[i as usize]);
        let mut sums = [0, 0];
        for item in own {
            let row = row_of[*item as usize];
            if row != NO_ROW {
                sums[usize::from(rows.is_common(row))] += items.weight(*item);
            }
        }
        let [rare, common] = sums;
        let shared = common + rare;
        let size_b = rows.min_size.max(shared);
        let bound = Overlap {
            shared,
            size_a: size,
            size_b,
        };
        if !best.entry_predicate(limit, self.predicate).met_by(&bound) {
            return;
        }
        let mut touched: Vec<u32> = Vec::new();
        let mut count = |row: u32, weight: u32| {
            for member in rows.members_of.get(row as usize) {
                let count = &mut counts[*member as usize];
                if *count == 0 {
                    touched.push(*member);
                }
                *count += weight;
            }
        };
        for item in own {
            let row = row_of[*item as usize];
            if row != NO_ROW && !rows.is_common(row) {
                count(row, items.weight(*item));
            }
        }
        for (row, item) in rows.lacked_by(own) {
            count(row, items.weight(item));
        }
        // Overlap of a member and the document, without the rows that list both.
        let base_overlap = |member: u32| {
            let sum = i64::from(common) + i64::from(rows.common_weight[member as usize]);
            sum - i64::from(rows.weight)
        };
        // Returns the similarity of a member; `None` if it is too low.
        let similarity = |best: &Best, member: u32, shared: u32| {
            let size_b = items.sizes[rows.members[member as usize] as usize];
            let entry = best.entry_predicate(limit, self.predicate);
            let (smaller, larger) = (size.min(size_b), size.max(size_b));
            let overlap = Overlap {
                shared,
                size_a: size,
                size_b,
            };
            let may_qualify = f64::from(shared) >= entry.about(smaller, larger) - 1e-3;
            (may_qualify && entry.met_by(&overlap)).then(|| entry.measure.similarity(&overlap))
        };
        let partner = |member: u32, shared: u32, similarity: f64| {
            let at = rows.members[member as usize];
            let other = items.documents[at as usize];
            let partner = Partner {
                similarity,
                doc: other,
                shared,
            };
            (at != i && (self.is_compared)(doc, other)).then_some(partner)
        };
        for member in &touched {
            let shared = (base_overlap(*member) + i64::from(counts[*member as usize])) as u32;
            let similarity = similarity(best, *member, shared);
            if let Some(partner) = similarity.and_then(|value| partner(*member, shared, value)) {
                best.insert(limit, partner);
            }
        }
        for class in rows.weight_classes.iter() {
            let shared = base_overlap(class[0]);
            if shared <= 0 {
                break;
            }
            let shared = shared as u32;
            if let Some(similarity) = similarity(best, class[0], shared) {
                let untouched = class.iter().filter(|member| counts[**member as usize] == 0);
                let partners = untouched.filter_map(|member| partner(*member, shared, similarity));
                partners
                    .take(limit)
                    .for_each(|partner| best.insert(limit, partner));
            }
        }
        for member in touched {
            counts[member as usize] = 0;
        }
    }
}

/// The documents of one leader, indexed by the items in which they differ.
struct Rows<'a> {
    /// Positions of the documents (members), ascending.
    members: &'a [u32],
    /// The items of the common rows, ascending. Common rows come first.
    common: Vec<u32>,
    /// The items of the other rows.
    rare: Vec<u32>,
    /// For each common row, the members that lack its item; for each other row, the members that contain its item.
    members_of: Lists<u32>,
    /// Weight of all common items.
    weight: u32,
    /// For each member, the weight of the common items that it contains.
    common_weight: Vec<u32>,
    /// Members with the same weight of common items and the same size, by descending weight.
    weight_classes: Lists<u32>,
    /// Minimum number of shingles of a member.
    min_size: u32,
}

impl<'a> Rows<'a> {
    /// Builds the rows of `members`. `row_of` must be all [`NO_ROW`]; it receives the row of each item.
    fn new(items: &Items, members: &'a [u32], row_of: &mut [u32]) -> Self {
        let items_of = |member: &u32| items.of_document(*member as usize);
        let (mut all, mut counts) = (Vec::new(), vec![0_u32; 0]);
        for item in members.iter().flat_map(items_of) {
            let row = &mut row_of[*item as usize];
            if *row == NO_ROW {
                *row = all.len() as u32;
                all.push(*item);
                counts.push(0);
            }
            counts[*row as usize] += 1;
        }
        let member_count = |item: u32, row_of: &[u32]| counts[row_of[item as usize] as usize];
        let is_common = |item: &u32| member_count(*item, row_of) as usize > members.len() / 2;
        let (mut common, rare): (Vec<u32>, Vec<u32>) = all.into_iter().partition(is_common);
        common.sort_unstable();
        let lacking_counts = common
            .iter()
            .map(|item| members.len() as u32 - member_count(*item, row_of));
        let containing_counts = rare.iter().map(|item| member_count(*item, row_of));
        let lengths: Vec<u32> = lacking_counts.chain(containing_counts).collect();
        for (row, item) in (0..).zip(common.iter().chain(&rare)) {
            row_of[*item as usize] = row;
        }
        let weight = common.iter().map(|item| items.weight(*item)).sum();
        let mut rows = Rows {
            members,
            common,
            rare,
            members_of: Lists::filled(&[], std::iter::empty()),
            weight,
            common_weight: Vec::new(),
            weight_classes: Lists::filled(&[], std::iter::empty()),
            min_size: 0,
        };
        let entries = (0..).zip(members).flat_map(|(member, i)| {
            let rare = items_of(i).iter().map(|item| row_of[*item as usize]);
            let rare = rare.filter(|row| !rows.is_common(*row));
            let lacked = rows.lacked_by(items_of(i)).map(|(row, _)| row);
            let all: Vec<(usize, u32)> = rare
                .chain(lacked)
                .map(|row| (row as usize, member))
                .collect();
            all
        });
        let members_of = Lists::filled(&lengths, entries);
        let common_weight = members.iter().map(|member| {
            let lacked = rows.lacked_by(items_of(member));
            weight - lacked.map(|(_, item)| items.weight(item)).sum::<u32>()
        });
        rows.common_weight = common_weight.collect();
        rows.members_of = members_of;
        let size = |member: u32| items.sizes[members[member as usize] as usize];
        let key = |member: &u32| {
            let common_weight = rows.common_weight[*member as usize];
            (std::cmp::Reverse(common_weight), size(*member))
        };
        let mut order: Vec<u32> = (0..members.len() as u32).collect();
        order.sort_by_key(key);
        let lengths: Vec<usize> = order
            .chunk_by(|a, b| key(a) == key(b))
            .map(<[u32]>::len)
            .collect();
        rows.min_size = (0..members.len() as u32)
            .map(size)
            .min()
            .unwrap_or_default();
        rows.weight_classes = Lists::new(lengths.into_iter(), order);
        rows
    }

    fn is_common(&self, row: u32) -> bool {
        (row as usize) < self.common.len()
    }

    /// Returns the common rows whose items are not in `own`, with these items. `own` must be ascending.
    fn lacked_by<'b>(&'b self, own: &'b [u32]) -> impl Iterator<Item = (u32, u32)> + 'b {
        let mut own = own.iter().peekable();
        (0..).zip(&self.common).filter_map(move |(row, item)| {
            while own.next_if(|other| *other < item).is_some() {}
            let is_lacked = own.peek() != Some(&item);
            is_lacked.then_some((row, *item))
        })
    }

    /// Sets `row_of` back to [`NO_ROW`].
    fn reset(self, row_of: &mut [u32]) {
        for item in self.common.iter().chain(&self.rare) {
            row_of[*item as usize] = NO_ROW;
        }
    }
}
