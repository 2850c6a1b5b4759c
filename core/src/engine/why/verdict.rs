//! Formats the explanation as a few sentences, for both the screens and the command.

use super::{ClusterRef, JoinThreshold, Why};
use crate::base::sanitise;
use crate::base::units::{self, share};
use crate::cluster::{Bridge, Linkage};
use crate::index::NotCompared;

/// The explanation in a few sentences.
pub fn verdict(why: &Why) -> String {
    let pair = pair_verdict(why);
    let (Some(cluster), true) = (why.of_a, why.together()) else {
        return format!("{pair} {} {}", apart(why), joins(why));
    };
    let cluster = numbered(cluster);
    if why.is_pair {
        return format!("{pair} They share {cluster}.");
    }
    let links = units::counted(why.path.len() as u64, "pair leads", "pairs lead");
    format!("{pair} Yet they share {cluster}: {links} from A to B.")
}

/// Whether the cluster falls apart without the weakest pair; `pieces` describes its parts.
pub fn without_weakest(why: &Why, pieces: impl Fn(&Bridge) -> String) -> String {
    let link = if why.path.len() > 1 {
        "the weakest pair"
    } else {
        "this pair"
    };
    let connected = format!("Without {link} others would still connect the cluster");
    match (&why.bridge, why.linkage) {
        _ if why.of_a.is_some_and(|home| home.size == 2) => {
            "These two are the whole cluster.".into()
        }
        (Some(bridge), _) => format!(
            "A bridge: without {link} the cluster falls into {}.",
            pieces(bridge)
        ),
        (None, Linkage::Single) => connected + ".",
        (None, linkage) => format!("{connected}; {linkage} linkage can still split it."),
    }
}

fn pair_verdict(why: &Why) -> String {
    let figure = below(why.pair.similarity, why.threshold);
    let (measure, threshold) = (why.measure, share(why.threshold));
    if let Some(reason) = &why.not_compared {
        return not_compared(reason, why);
    }
    let sizes = [why.pair.overlap.size_a, why.pair.overlap.size_b];
    let sentence = match sizes.map(|size| size == 0) {
        [true, true] => "A and B have no word that is compared, and resemble nothing.",
        [true, false] => "A has no word that is compared, and resembles nothing.",
        [false, true] => "B has no word that is compared, and resembles nothing.",
        _ if why.pair.same_terms => "A and B are the same term for term.",
        _ if why.pair.identical => {
            "A and B have the same set of shingles, but not the same terms in order."
        }
        _ => "",
    };
    if !sentence.is_empty() {
        return sentence.to_owned();
    }
    if why.decided_different {
        return format!(
            "A and B were decided to be different, and are no pair: {measure} {figure}, threshold {threshold}."
        );
    }
    if why.is_pair {
        return format!("A and B are a pair: {measure} {figure}, threshold {threshold}.");
    }
    if why.pair.overlap.shared == 0 {
        return format!("A and B are no pair: they share no shingle, {measure} {figure}.");
    }
    if why.pair.similarity >= why.threshold {
        return format!(
            "A and B reach the threshold, {measure} {figure}, but {} has missed them.",
            why.info.method
        );
    }
    format!("A and B are no pair: {measure} {figure}, below the threshold {threshold}.")
}

/// The sentence on two documents that are not compared because of settings.
fn not_compared(reason: &NotCompared, why: &Why) -> String {
    let reason = match reason {
        NotCompared::BothArchive => "both are of the archive".to_owned(),
        NotCompared::BothNew => {
            "both are new, and new documents are compared with the archive only".to_owned()
        }
        NotCompared::NewAndArchive => {
            "one is of the archive, and new documents are compared with each other only".to_owned()
        }
        NotCompared::SameGroup(group) => {
            format!("both belong to the group {}", sanitise::line(group))
        }
        NotCompared::SetApart => "one was set aside as a source of the other".to_owned(),
    };
    let (measure, figure) = (why.measure, share(why.pair.similarity));
    format!("A and B are not compared: {reason}. Their {measure} is {figure}.")
}

fn apart(why: &Why) -> String {
    match (why.of_a, why.of_b) {
        (Some(a), Some(b)) => {
            let [a, b] = [a, b].map(numbered);
            format!("They are in different clusters: A in {a}, B in {b}.")
        }
        (Some(a), None) => format!("A is in {}, B in none.", numbered(a)),
        (None, Some(b)) => format!("A is in no cluster, B in {}.", numbered(b)),
        (None, None) => "Neither is in a cluster.".to_owned(),
    }
}

fn numbered(home: ClusterRef) -> String {
    let number = units::count(home.index as u64 + 1);
    let size = units::counted(home.size as u64, "document", "documents");
    format!("cluster {number} ({size})")
}

/// A sentence on the threshold at which two separate documents would join.
fn joins(why: &Why) -> String {
    let (method, linkage) = (why.info.method, why.linkage);
    let weakest = why.weakest.map_or(0.0, |at| why.path[at].similarity);
    let text = if weakest < why.threshold {
        String::new()
    } else if linkage == Linkage::Single {
        format!("A wider search finds pairs between them that {method} misses here. ")
    } else {
        format!("Pairs at the threshold lead from A to B, but {linkage} linkage parts them. ")
    };
    let floor = share(why.info.floor);
    text + &match why.joins {
        JoinThreshold::At(at) if at >= why.threshold => String::new(),
        JoinThreshold::At(at) => {
            let at = share(floored(at));
            format!("They come into one cluster at a threshold of {at} or below.")
        }
        JoinThreshold::Never if why.info.complete => {
            format!("Down to a threshold of {floor} they are never in one cluster.")
        }
        JoinThreshold::Never => format!(
            "At no threshold down to {floor} do the pairs that {method} finds put them in one cluster."
        ),
        JoinThreshold::TooMany(members) => format!(
            "The threshold that joins them was not counted: {} documents are connected with them.",
            units::count(members as u64)
        ),
    }
}

/// Formats a value with three decimals. A value below the threshold is rounded down if rounding would
/// make it reach the threshold.
pub fn below(value: f64, threshold: f64) -> String {
    let rounded = (value * 1e3).round() / 1e3;
    if value < threshold && rounded >= threshold {
        return share(floored(value));
    }
    share(value)
}

/// Rounds down to three decimals, so that a printed threshold is never too high.
pub fn floored(value: f64) -> f64 {
    (value * 1e3 + 1e-9).floor() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_next_to_a_threshold_do_not_mislead() {
        assert_eq!(below(0.7996, 0.8), ".799");
        assert_eq!(below(0.8, 0.8), ".800");
        assert_eq!(below(0.7996, 0.7), ".800");
        // Two documents must join at the threshold that is printed for them.
        for n in 1..500_u32 {
            let value = f64::from(n) / 500.0;
            assert_eq!(floored(value), value);
            assert!(floored(value - 1e-6) < value);
        }
    }
}
