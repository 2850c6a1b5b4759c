//! What each rule of the canonical form does to the paths of a collection.

use super::canonical::{Canonical, INDEX, Rule, Rules, canonical};

/// For each rule of [`Rule::ALL`], the number of documents whose path is another when the rule is switched: of a
/// rule that is on, those whose path it changes; of one that is off, those whose path it would change.
pub type RuleCounts = [u32; Rule::ALL.len()];

/// For each rule of [`Rule::ALL`] a bit that says whether the path of a document, `path`, is another when the rule is
/// switched. `file` and `id` as for [`canonical`].
pub(super) fn changing(file: Option<&str>, id: &str, rules: Rules, path: &Canonical) -> u16 {
    let mut bits = 0;
    for (at, (_, rule)) in Rule::ALL.into_iter().enumerate() {
        let switched = || canonical(file, id, rules.switched(rule));
        let changes = match rule {
            Rule::Extension => path.extension,
            _ => may_change(rule, id) && switched().names != path.names,
        };
        bits |= u16::from(changes) << at;
    }
    bits
}

/// Adds the bits of one document to the counts.
pub(super) fn add(counts: &mut RuleCounts, bits: u16) {
    for (at, count) in counts.iter_mut().enumerate() {
        *count += u32::from(bits >> at & 1);
    }
}

/// Whether a rule can say anything of this id; cheap.
fn may_change(rule: Rule, id: &str) -> bool {
    match rule {
        Rule::Scheme | Rule::Www | Rule::Port | Rule::Session | Rule::Query => id.contains(':'),
        Rule::Case => id.bytes().any(|b| b.is_ascii_uppercase() || !b.is_ascii()),
        Rule::Slash => {
            id.is_empty() || id.contains("//") || id.starts_with('/') || id.ends_with('/')
        }
        Rule::Index => {
            let begins = |name: &str, index: &str| {
                let begin = name.as_bytes().get(..index.len());
                begin.is_some_and(|begin| begin.eq_ignore_ascii_case(index.as_bytes()))
            };
            let is_index = |name: &str| INDEX.iter().any(|index| begins(name, index));
            id.split('/').any(is_index)
        }
        // The path itself says it.
        Rule::Extension => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PARTS: &[&str] = &[
        "http://", "HTTPS://", "www.", "h.org", ":80", ":443", "/", "//", "A", "b", "index",
        ".html", "Home", ".php", "default", ";sid=1", "?", "y=2", "&", "x=1", "&utm_a=1", "#", " ",
        "É", ".c",
    ];

    proptest! {
        #[test]
        fn the_bits_say_which_rules_change_the_path(parts in prop::collection::vec(prop::sample::select(PARTS), 0..9), off in 0..512_u32) {
            let id = parts.concat();
            let mut rules = Rules::all();
            for (at, (_, rule)) in Rule::ALL.into_iter().enumerate() {
                if off >> at & 1 == 1 {
                    rules = rules.switched(rule);
                }
            }
            let path = canonical(None, &id, rules);
            let bits = changing(None, &id, rules, &path);
            for (at, (name, rule)) in Rule::ALL.into_iter().enumerate() {
                let after = canonical(None, &id, rules.switched(rule)).names;
                prop_assert_eq!(path.names != after, bits >> at & 1 == 1, "{} {:?}", name, id);
                prop_assert_eq!(rules.switched(rule).switched(rule), rules);
            }
        }
    }
}
