//! Descriptions of setting values.

use super::Field;
use Field as F;

use crate::candidates::Method;

impl Field {
    /// Description of a value; empty if its name is sufficient.
    #[must_use]
    pub fn about(self, value: &str) -> String {
        if let (F::Method, Ok(method)) = (self, value.parse::<Method>()) {
            let about = method.about();
            let source = match about.source {
                "" => String::new(),
                source => format!(" [{source}]"),
            };
            return format!("{}{source}", about.line);
        }
        let about = match (self, value) {
            (F::Groups, "sorted") => "runs of sorted values, as many as are set below",
            (F::Groups, "altavista") => "two equal of six groups of 14 values",
            (F::FingerprintOf, "terms") => "each occurrence of a term counts once",
            (F::FingerprintOf, "shingles") => "each occurrence of a shingle counts once",
            (F::NearBy, "tables") => "every two within the distance",
            (F::NearBy, "rotate") => "neighbours in sorted order, after each of 64 rotations",
            (F::Measure, "jaccard") => "shared of all shingles: how much the two are the same",
            (F::Measure, "containment") => "shared of one's shingles: how much lies in the other",
            (F::Linkage, "single") => "one pair at the threshold is enough to join",
            (F::Linkage, "complete") => "every two members must be at the threshold",
            (F::Linkage, "average") => "members must be at the threshold on average",
            (F::Unit, "term") => "runs of letters and digits",
            (F::Unit, "char") => "characters of the normalised text",
            (F::Bag, "once") => "the set: a shingle counts once, however often it occurs",
            (F::Bag, "count") => "the bag: lesser counts over greater ones",
            (F::Sketch, "minhash") => "the least hash under each permutation [Broder 1997]",
            (F::Sketch, "fss") => "fast similarity sketching [Dahlgaard, Knudsen, Thorup 2017]",
            (F::Sketch, "oph") => {
                "one permutation, empty bins filled from others [Shrivastava 2017]"
            }
            (F::Sketch, "superminhash") => "permutations that differ: less error [Ertl 2017]",
            _ => "",
        };
        about.to_owned()
    }
}
