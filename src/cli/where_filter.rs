//! The option `--where`: a filter of the rows that a command prints.

use anyhow::anyhow;
use clap::Args;
use rayon::prelude::*;

use crate::evidence::Evidence;
use crate::filter::{Filter, FilterClasses, Target};
use crate::index::Collection;
use crate::review::ReviewState;
use crate::similarity::{Bridging, Pair, bridged_passages};

/// `--where` of a list of pairs.
#[derive(Clone, Debug, Args)]
pub struct PairsWhere {
    /// Print only pairs that match: words>50, of>20%, longest>=25, passages>=2, jaccard>.5, from:orig_*, group:b, new,
    /// archive, decision:copied, by:anna, note:word, unreviewed, or a part of a name. All terms must hold; - before a
    /// term negates it; "or" separates alternatives
    #[arg(long = "where", value_name = "EXPR", value_parser = |text: &str| read(text, Target::Pairs), allow_hyphen_values = true, help_heading = "Output")]
    pub filter: Option<Filter>,
}

impl PairsWhere {
    /// Whether each of `pairs` matches. `bridging` decides what a passage is.
    pub fn keeps(
        &self,
        collection: &Collection,
        pairs: &[Pair],
        bridging: &Bridging,
        review: Option<&ReviewState>,
    ) -> Vec<bool> {
        let Some(filter) = &self.filter else {
            return vec![true; pairs.len()];
        };
        let matches = |pair: &Pair| {
            let evidence = filter.needs_evidence().then(|| {
                let [a, b] = [pair.a, pair.b].map(|doc| collection.terms(doc));
                Evidence::from_passages(&bridged_passages(&a, &b, bridging))
            });
            filter.matches_pair(collection, pair, evidence.as_ref(), review) == Some(true)
        };
        pairs.par_iter().map(matches).collect()
    }
}

/// Checks that the documents have the groups and classes that a filter names. Decisions are not checked.
///
/// # Errors
/// The filter names a group that no document has, or new or archived documents in a collection without an archive.
pub fn check(filter: Option<&Filter>, collection: &Collection) -> anyhow::Result<()> {
    let unknown =
        filter.and_then(|filter| filter.unknown(&FilterClasses::from_collection(collection)));
    match unknown {
        Some(why) => Err(anyhow!("--where: {why}")),
        None => Ok(()),
    }
}

/// Parser for a filter of these targets.
pub fn read(text: &str, target: Target) -> anyhow::Result<Filter> {
    Filter::parse(text, target).map_err(|error| {
        let before = text.get(..error.span.start).unwrap_or_default();
        anyhow!("{error} (at character {})", before.chars().count() + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_at_which_character() {
        let error = read("é of>", Target::Pairs).unwrap_err().to_string();
        assert!(error.ends_with("(at character 6)"), "{error}");
    }
}
