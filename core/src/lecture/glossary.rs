//! The terms of the lecture and of the screens: two sentences and a small picture each, and the stage that shows it.

use super::slide::{Ink, LectureLine, Span};
use super::stages::StageKind;

/// A term and what it means.
#[derive(Debug, PartialEq, Eq)]
pub struct Term {
    /// The term.
    pub name: &'static str,
    /// What it means, in two sentences.
    pub says: &'static str,
    /// A small picture in ASCII, so that every terminal shows it: relations, no figures. What stands in square brackets
    /// is strong.
    picture: &'static str,
    /// The stage that shows it.
    pub stage: StageKind,
}

impl Term {
    /// The rows of its picture.
    pub fn picture(&self) -> impl Iterator<Item = LectureLine> {
        self.picture.lines().map(inked)
    }
}

fn inked(row: &str) -> LectureLine {
    let mut line = LectureLine::new();
    for part in row.split_inclusive(']') {
        let (before, strong) = match part.find('[') {
            Some(at) if part.ends_with(']') => part.split_at(at),
            _ => (part, ""),
        };
        let spans = [(before, Ink::Plain), (strong, Ink::Strong)];
        let spans = spans.into_iter().filter(|(text, _)| !text.is_empty());
        line.extend(spans.map(|(text, ink)| Span::new(text, ink)));
    }
    line
}

const fn term(
    name: &'static str,
    stage: StageKind,
    says: &'static str,
    picture: &'static str,
) -> Term {
    Term {
        name,
        says,
        picture,
        stage,
    }
}

/// All terms.
#[rustfmt::skip]
static TERMS: [Term; 62] = [
    term("near-duplicate", StageKind::Race,
        "A text that is nearly the same as another: a new edition, a copy with another footer. How near is near is a threshold that people set.",
        "A  the bell was cast [in] the old foundry\nB  the bell was cast [at] the old foundry"),
    term("pair", StageKind::Race,
        "Two documents that are looked at together. n documents make n (n − 1) / 2 pairs, so ten times the documents are a hundred times the pairs.",
        "A - B   A - C   B - C"),
    term("candidate", StageKind::Buckets,
        "A pair that a cheap method proposes. It is counted exactly afterwards, so that a wrong proposal costs time and no truth.",
        "A  B  C  D  E   ->   [B E]   ->   B ? E"),
    term("exact, counted", StageKind::Estimate,
        "A figure that is counted from all shingles of both texts. It has no error, but counting it for every pair takes too long.",
        "A  # # # # . .\nB  . . # # # #\n      [# #]"),
    term("not read", StageKind::Race,
        "A file or row that could not be taken as a text, with the reason. It is in no figure, so look here before you trust a count.",
        "a.txt  b.txt  [c.zip ?]"),
    term("shingle", StageKind::Shingles,
        "k words in a row. A text is taken as the set of all its shingles, so that a changed word touches at most k of them.",
        "a [rose is a] rose is a rose"),
    term("k", StageKind::Shingles,
        "How many words make a shingle. A small k finds chance likeness, a large k loses texts of which some words were changed.",
        "[a] rose is a rose\n[a rose] is a rose\n[a rose is] a rose"),
    term("set", StageKind::Shingles,
        "Each shingle counts once, however often it stands in the text. This is what the similarity here is counted from.",
        "# # #   ->   [#]"),
    term("bag", StageKind::Shingles,
        "Each shingle counts as often as it stands in the text. Repeats then make two texts less alike than their sets say.",
        "# # #   ->   [# # #]"),
    term("the same, identical", StageKind::Shingles,
        "Documents with the same words in the same order. One of them is compared with others, and the rest follow it.",
        "a.txt   = b.txt   = c.txt\n  |\n[one text]"),
    term("its own", StageKind::Shingles,
        "Shingles of a document that stand in no other document. Where all are its own, nothing was copied word by word.",
        "A  # # # [# #]\nB  # # #\nC  # # #"),
    term("mask", StageKind::Shingles,
        "Text that is excluded from the comparison, such as a quotation or a template. The figures are then those of the rest.",
        "the bell [~~~~~~~~~~~] was cast"),
    term("common block", StageKind::Shingles,
        "A passage that many documents hold, such as a licence or a footer. It makes documents alike that have nothing else in common.",
        "A  ... [#####] ...\nB  [#####] .......\nC  ...... [#####]"),
    term("Jaccard", StageKind::Sets,
        "Shared shingles divided by all shingles of the two texts. It is 1 for the same sets and 0 where nothing is shared.",
        "A  # # # .\nB  . # # #\n   [# #]  /  # # # #"),
    term("containment", StageKind::Sets,
        "The share of one text's shingles that stand in the other. It finds an excerpt in a long text, where the Jaccard is small.",
        "A  # # # # # # # #\nB      [# # #]"),
    term("union", StageKind::Sets,
        "All shingles that stand in at least one of the two texts. What stands in neither is not counted.",
        "A  # # # .\nB  . # # #\n  [# # # #]"),
    term("passage", StageKind::Sets,
        "A run of words that stands in both texts, with small edits in it. A reader would mark it as one place.",
        "A  ..[=========]......\nB  .......[=========]."),
    term("source", StageKind::Sets,
        "A document that holds parts of the text in hand. Which of two was first is not told by the words.",
        "B  [======]---->  A\n   [====]------>  C"),
    term("paraphrase, translation", StageKind::Sets,
        "A text that says the same in other words or in another language. It shares no run of words with its source, so it is not found here.",
        "A  # # # # #\nB  . . . . ."),
    term("colour", StageKind::Sets,
        "Side by side, passages are on grey, and words of them that one text lacks are red on the left and green on the right. Yellow words of a document stand in no other.",
        "A  ..[== - ==]....\nB  ....[== + ==]."),
    term("hash", StageKind::Permutation,
        "A number that is computed from a shingle and looks random. The same shingle has the same number in every text.",
        "a rose is a   ->   [number]"),
    term("permutation", StageKind::Permutation,
        "A shuffle of all numbers that is the same for every text. Each one is a draw: it picks one shingle of the union to come first.",
        "a b c d e\n |X| X |\n[c a e b d]"),
    term("minimum", StageKind::Permutation,
        "The least number of a text under a permutation. Two texts have the same one with a probability equal to their Jaccard.",
        "0 |--[c]----a-------b---|"),
    term("estimate", StageKind::Estimate,
        "The share of draws in which both minima are equal. It is near the counted value, and nearer the more draws there are.",
        "[=] . [=] [=] . [=] [=] [=]"),
    term("interval", StageKind::Estimate,
        "The range that the estimate of 95 of 100 runs lies in. It is half as wide after four times the draws.",
        "0 |-----[===*===]------| 1"),
    term("seed", StageKind::Estimate,
        "The number that all random choices start from. The same seed gives the same picture on every machine.",
        "seed  ->  [=] . [=] [=] .\nseed  ->  [=] . [=] [=] ."),
    term("one permutation, in bins", StageKind::Estimate,
        "A single shuffle, cut into bins of which each keeps its least number. It costs one pass where min-hash costs one for each value.",
        "|--*--|-*---|---*-|*----|\n  [*]   [*]   [*]   [*]"),
    term("random subset", StageKind::Estimate,
        "The same small part of all shingles, for every text. It often keeps nothing of two short texts, and then there is no estimate.",
        "# . . # . . . # .   A\n|     |       |\n[#]   .       ."),
    term("b-bit sketch", StageKind::Estimate,
        "A sketch that keeps only the lowest b bits of each value. It is smaller, and values that agree by chance are counted out again.",
        "value  10110[01]\nvalue  00101[01]"),
    term("fast similarity sketch", StageKind::Estimate,
        "A sketch whose empty bins are filled by further rounds. It has the speed of one permutation, and no empty bins.",
        "|* *|   | * |   |\n  ->    |[*]|[*]|"),
    term("containment sketch", StageKind::Sets,
        "The shingles whose hash is divisible by p. Their number grows with the text, so they can show an excerpt in a long text.",
        "A  # . # . # . # . #\nB      [#]   [#]"),
    term("winnowing", StageKind::Shingles,
        "The least hash of every window of shingles is kept. Any shared passage of some length leaves a common one.",
        "7 3 9 5 8 2 6\n[- 3 -]\n  [- 3 -] ... [2 -]"),
    term("matrix", StageKind::Signatures,
        "A row for each shingle and a column for each document, with a 1 where the document has it. It is never stored, because nearly all of it is 0.",
        "     A B C\n a   1 . 1\n b   . 1 ."),
    term("signature", StageKind::Signatures,
        "The minima of a document under several permutations, one below the other. Two columns agree in about as many rows as the Jaccard says.",
        "     A B C\n 1  [3 3] 7\n 2  [1 1] 4"),
    term("row hash", StageKind::Signatures,
        "A function that gives each row a new index in place of a permutation. One pass over the rows with ones fills all slots.",
        "row 1 -> 4\nrow 2 -> 1\nrow 3 -> 5"),
    term("sketch", StageKind::Signatures,
        "A short list of numbers that stands for a text, here 200. Sketches are compared in place of texts.",
        "# # # # # # # # #   ->   [5 2 9]"),
    term("band", StageKind::Buckets,
        "Some values of a sketch, taken together. Two texts agree on a band only if all its values are equal.",
        "5 2 | [9 1] | 4 4 | 7 0"),
    term("bucket", StageKind::Buckets,
        "All documents with the same values in a band. Who shares a bucket is a candidate, and nobody else is compared.",
        "|[A B]|   |C|   |D|"),
    term("S-curve", StageKind::Buckets,
        "The probability that a pair becomes a candidate, over its Jaccard. More rows in a band move the step to the right.",
        "          [_____]\n        [/]\n[______/]"),
    term("super-shingle", StageKind::Buckets,
        "A run of sketch values as one number. Two equal ones of six are asked for, which only nearly equal texts have.",
        "5 2 9 1 4 4   ->   [one number]"),
    term("precision", StageKind::Buckets,
        "The share of found pairs that are right. Methods that verify each candidate exactly find no wrong pair.",
        "found  [# # #] .\n             ^ wrong"),
    term("recall", StageKind::Buckets,
        "The share of right pairs that are found. Bands with few rows find more of them and compare more for nothing.",
        "there  [# # #] #\n             ^ not found"),
    term("cluster", StageKind::Chain,
        "Documents that are joined by pairs at or above the threshold. Two of them need not be alike.",
        "[A - B - C]     [D - E]     F"),
    term("threshold", StageKind::Chain,
        "The similarity from which two texts count as near-duplicates. Moving it joins clusters or parts them.",
        "* *  *    [|]  *  * **\n0         [|]         1"),
    term("kept from", StageKind::Chain,
        "The similarity down to which pairs are kept. The threshold can be moved down to it without a new search.",
        "0 ......[|*  *   * ** *] 1"),
    term("union-find", StageKind::Chain,
        "A way to join groups: each has a root, and a pair joins the roots of its two ends. It needs hardly more than one look at each pair.",
        "A <- B     C <- D\n[A <- B, A <- C <- D]"),
    term("chain", StageKind::Chain,
        "A cluster of which some members are below the threshold. Each resembles the next one, but the ends have little in common.",
        "A - B - C - D\n[A   ......  D]"),
    term("bridge", StageKind::Chain,
        "A pair without which a cluster falls in two. The weakest one is where a chain is cut first.",
        "A - B [----] C - D"),
    term("single linkage", StageKind::Chain,
        "One pair at or above the threshold is enough to join two groups. This is how clusters are made unless another linkage is set.",
        "A - B   [-]   C - D"),
    term("complete linkage", StageKind::Chain,
        "Groups are joined only if every two of their members are at or above the threshold. It has no chains, but it depends on the order of joining.",
        "A - B\n| X |\nC - D"),
    term("dendrogram", StageKind::Chain,
        "A tree of all joins, at the similarity where each happens. A line across it gives the clusters of a threshold.",
        "A -+\nB -+---+\nC -----+--[|]--\nD ---------+"),
    term("representative", StageKind::Chain,
        "The document of a cluster that is nearest to all others. It stands for the cluster in lists.",
        "  B   C\n   \\ /\nD -[A]- E"),
    term("kept copy", StageKind::Chain,
        "The document that stays if one copy of each near-duplicate is kept. The others are dropped, each with who stands for it.",
        "[A]   B   C\n      -   -"),
    term("decision", StageKind::Chain,
        "What a person says of a pair, a document or a cluster: copied, acceptable, template, different or unsure. It stands in the journal and is about the texts, not their names.",
        "A - B   [copied]\nC - D   [different]"),
    term("fingerprint", StageKind::SimHash,
        "64 bits that stand for a text. Similar texts differ in few of them.",
        "text   ->   [0110 1001 ...]"),
    term("vote", StageKind::SimHash,
        "Each word adds its hash, bit by bit: plus one for a 1 and minus one for a 0. The sign of the sum is the bit of the fingerprint.",
        "+ - + +   +\n- - + -   -\n+ - + +   [+]"),
    term("distance", StageKind::SimHash,
        "In how many bits two fingerprints differ. Up to 3 of 64 they are looked at as near-duplicates.",
        "0110 1[0]01\n0110 1[1]01"),
    term("rotation", StageKind::SimHash,
        "All fingerprints are turned by some bits and sorted again. Two that differ in low bits then stand beside each other.",
        "[01]10 1001\n10 1001 [01]"),
    term("mirror", StageKind::Estimate,
        "A folder or host that holds the documents of another one. The share says how many of its documents have a twin at the same place.",
        "a/x  a/y  a/z\n |    |    |\nb/x  b/y  b/z"),
    term("index", StageKind::Race,
        "What is kept of a corpus between two runs: words, sketches, pairs, full text. Only files that have changed are read again.",
        "texts  ->  [index]  ->  screens"),
    term("exact join", StageKind::Race,
        "A method that finds all pairs at or above the threshold, none missed. It skips only pairs that cannot reach it.",
        "A - B  A - C  B - C\n [1]    [2]    [3]"),
    term("disguised", StageKind::Shingles,
        "A text with letters of other scripts that look the same, or with signs that nobody sees. Its words then match no other text. Lists put ‡ before its name.",
        "the bell\nthe b[e]ll   (e of another script)"),
];

/// The names of a stage's terms.
pub fn of_stage(kind: StageKind) -> Vec<&'static str> {
    let terms = TERMS.iter().filter(|term| term.stage == kind);
    terms.map(|term| term.name).collect()
}

/// All terms, those of `first` before the others.
pub fn glossary(first: &[&str]) -> Vec<&'static Term> {
    let named = first
        .iter()
        .filter_map(|name| TERMS.iter().find(|term| term.name == *name));
    let rest = TERMS.iter().filter(|term| !first.contains(&term.name));
    named.chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::super::slide::plain_text;
    use super::*;

    #[test]
    fn every_term_has_two_sentences_and_a_picture() {
        for term in glossary(&[]) {
            let ends = term.says.matches(['.', '?']).count();
            assert!(ends >= 2, "{}: {}", term.name, term.says);
            assert!((1..=5).contains(&term.picture().count()), "{}", term.name);
            for row in term.picture() {
                let row = plain_text(&row);
                assert!(row.is_ascii() && row.len() <= 46, "{}: {row}", term.name);
            }
        }
    }

    #[test]
    fn named_terms_come_first_and_none_is_lost_or_doubled() {
        for kind in StageKind::ALL {
            let first = of_stage(kind);
            let names: Vec<&str> = glossary(&first).iter().map(|term| term.name).collect();
            assert!(names.starts_with(&first), "{kind:?}");
            let distinct: std::collections::HashSet<_> = names.iter().collect();
            assert_eq!((names.len(), distinct.len()), (TERMS.len(), TERMS.len()));
        }
    }
}
