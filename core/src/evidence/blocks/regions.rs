//! Common regions: maximal parts of documents in which every shingle occurs in enough documents; equal regions are kept
//! once. They contain all text that many documents share, and in most corpora they are a small part of the text.

use std::collections::HashMap;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use crate::base::{Cancel, DocNo};
use crate::index::Collection;
use crate::mask::ShingleFrequency;

/// Documents with the same regions.
#[derive(Clone, Debug)]
pub struct RegionClass {
    /// The regions, ascending, each once.
    pub regions: Vec<u32>,
    /// The documents, ascending.
    pub documents: Vec<DocNo>,
}

/// The distinct common regions of a collection, one after another.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// Their terms.
    pub terms: Vec<u64>,
    /// Start of each region in `terms`, and the end of the last.
    pub starts: Vec<u32>,
    /// First occurrence of each region: the document, and the position of its first term. Ascending.
    pub first: Vec<(DocNo, u32)>,
    /// The documents that have regions, by their regions.
    pub classes: Vec<RegionClass>,
}

impl Regions {
    /// Returns the regions in which all shingles occur in `least` documents or more. `None` if they have more than
    /// `most` terms, or once cancelled.
    pub fn new(
        collection: &Collection,
        frequency: &ShingleFrequency,
        least: u32,
        most: usize,
        cancel: &Cancel,
    ) -> Option<Self> {
        let mut regions = Regions {
            starts: vec![0],
            ..Regions::default()
        };
        let mut numbers: HashMap<u128, u32> = HashMap::new();
        let mut classes: HashMap<Vec<u32>, u32> = HashMap::new();
        let documents: Vec<DocNo> = collection.documents().collect();
        for batch in documents.chunks(4_096) {
            let spans: Vec<Vec<(u128, u32, u32)>> = batch
                .par_iter()
                .map(|doc| {
                    if cancel.stopped() {
                        return Vec::new();
                    }
                    let terms = collection.terms(*doc);
                    let span = |(start, end): (u32, u32)| {
                        let inside = &terms[start as usize..end as usize];
                        (xxh3_128(bytemuck::cast_slice(inside)), start, end)
                    };
                    let spans = spans(&frequency.in_order(&terms), frequency.width(), least);
                    spans.into_iter().map(span).collect()
                })
                .collect();
            for (doc, spans) in batch.iter().zip(spans) {
                let mut numbers_here = Vec::with_capacity(spans.len());
                for (hash, start, end) in spans {
                    let next = regions.first.len() as u32;
                    let number = *numbers.entry(hash).or_insert(next);
                    if number == next {
                        let inside = &collection.terms(*doc)[start as usize..end as usize];
                        if regions.terms.len() + inside.len() > most {
                            return None;
                        }
                        regions.terms.extend_from_slice(inside);
                        regions.starts.push(regions.terms.len() as u32);
                        regions.first.push((*doc, start));
                    }
                    numbers_here.push(number);
                }
                numbers_here.sort_unstable();
                numbers_here.dedup();
                if !numbers_here.is_empty() {
                    let next = regions.classes.len() as u32;
                    let class = *classes.entry(numbers_here.clone()).or_insert(next);
                    if class == next {
                        regions.classes.push(RegionClass {
                            regions: numbers_here,
                            documents: Vec::new(),
                        });
                    }
                    regions.classes[class as usize].documents.push(*doc);
                }
            }
        }
        collection.release();
        (!cancel.stopped()).then_some(regions)
    }

    /// Number of regions.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// The region of each term.
    pub fn of_terms(&self) -> Vec<u32> {
        let mut out = Vec::with_capacity(self.terms.len());
        for region in 0..self.len() {
            out.resize(self.starts[region + 1] as usize, region as u32);
        }
        out
    }

    /// Returns for each region the classes that contain it.
    pub fn region_classes(&self) -> Vec<Vec<u32>> {
        let mut out = vec![Vec::new(); self.len()];
        for (number, class) in self.classes.iter().enumerate() {
            for region in &class.regions {
                out[*region as usize].push(number as u32);
            }
        }
        out
    }
}

/// Returns the ranges of terms covered by shingles of `width` terms that occur in `least` documents or more;
/// `documents` contains the number of documents of each shingle. Ranges that overlap or touch are joined.
fn spans(documents: &[u32], width: usize, least: u32) -> Vec<(u32, u32)> {
    let mut out: Vec<(u32, u32)> = Vec::new();
    for (at, count) in documents.iter().enumerate() {
        if *count < least {
            continue;
        }
        let (start, end) = (at as u32, (at + width) as u32);
        match out.last_mut().filter(|last| start <= last.1) {
            Some(last) => last.1 = end,
            None => out.push((start, end)),
        }
    }
    out
}
