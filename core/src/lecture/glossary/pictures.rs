//! Small pictures of the terms, in ASCII, so that every terminal shows them. They show relations, no figures: what is
//! counted is in the stages.

use crate::lecture::slide::{Ink, Line, Span};

/// The picture of a term: what stands in square brackets is strong.
pub fn of(key: &str) -> Vec<Line> {
    rows(key).lines().map(inked).collect()
}

fn inked(row: &str) -> Line {
    let mut line = Line::new();
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

fn rows(key: &str) -> &'static str {
    match key {
        "near-duplicate" => {
            "A  the bell was cast [in] the old foundry\nB  the bell was cast [at] the old foundry"
        }
        "pair" => "A - B   A - C   B - C",
        "candidate" => "A  B  C  D  E   ->   [B E]   ->   B ? E",
        "exact" => "A  # # # # . .\nB  . . # # # #\n      [# #]",
        "not-read" => "a.txt  b.txt  [c.zip ?]",
        "shingle" => "a [rose is a] rose is a rose",
        "k" => "[a] rose is a rose\n[a rose] is a rose\n[a rose is] a rose",
        "set" => "# # #   ->   [#]",
        "bag" => "# # #   ->   [# # #]",
        "same" => "a.txt   = b.txt   = c.txt\n  |\n[one text]",
        "own" => "A  # # # [# #]\nB  # # #\nC  # # #",
        "mask" => "the bell [~~~~~~~~~~~] was cast",
        "common-block" => "A  ... [#####] ...\nB  [#####] .......\nC  ...... [#####]",
        "jaccard" => "A  # # # .\nB  . # # #\n   [# #]  /  # # # #",
        "containment" => "A  # # # # # # # #\nB      [# # #]",
        "union" => "A  # # # .\nB  . # # #\n  [# # # #]",
        "passage" => "A  ..[=========]......\nB  .......[=========].",
        "source" => "B  [======]---->  A\n   [====]------>  C",
        "hash" => "a rose is a   ->   [number]",
        "permutation" => "a b c d e\n |X| X |\n[c a e b d]",
        "minimum" => "0 |--[c]----a-------b---|",
        "estimate" => "[=] . [=] [=] . [=] [=] [=]",
        "interval" => "0 |-----[===*===]------| 1",
        "seed" => "seed  ->  [=] . [=] [=] .\nseed  ->  [=] . [=] [=] .",
        "one-permutation" => "|--*--|-*---|---*-|*----|\n  [*]   [*]   [*]   [*]",
        "subset" => "# . . # . . . # .   A\n|     |       |\n[#]   .       .",
        "b-bit" => "value  10110[01]\nvalue  00101[01]",
        "fast-similarity" => "|* *|   | * |   |\n  ->    |[*]|[*]|",
        "containment-sketch" => "A  # . # . # . # . #\nB      [#]   [#]",
        "winnowing" => "7 3 9 5 8 2 6\n[- 3 -]\n  [- 3 -] ... [2 -]",
        "matrix" => "     A B C\n a   1 . 1\n b   . 1 .",
        "signature" => "     A B C\n 1  [3 3] 7\n 2  [1 1] 4",
        "row-hash" => "row 1 -> 4\nrow 2 -> 1\nrow 3 -> 5",
        "sketch" => "# # # # # # # # #   ->   [5 2 9]",
        "band" => "5 2 | [9 1] | 4 4 | 7 0",
        "bucket" => "|[A B]|   |C|   |D|",
        "s-curve" => "          [_____]\n        [/]\n[______/]",
        "super-shingle" => "5 2 9 1 4 4   ->   [one number]",
        "precision" => "found  [# # #] .\n             ^ wrong",
        "recall" => "there  [# # #] #\n             ^ not found",
        "cluster" => "[A - B - C]     [D - E]     F",
        "threshold" => "* *  *    [|]  *  * **\n0         [|]         1",
        "kept-from" => "0 ......[|*  *   * ** *] 1",
        "union-find" => "A <- B     C <- D\n[A <- B, A <- C <- D]",
        "chain" => "A - B - C - D\n[A   ......  D]",
        "bridge" => "A - B [----] C - D",
        "single-linkage" => "A - B   [-]   C - D",
        "complete-linkage" => "A - B\n| X |\nC - D",
        "dendrogram" => "A -+\nB -+---+\nC -----+--[|]--\nD ---------+",
        "representative" => "  B   C\n   \\ /\nD -[A]- E",
        "kept-copy" => "[A]   B   C\n      -   -",
        "decision" => "A - B   [copied]\nC - D   [different]",
        "fingerprint" => "text   ->   [0110 1001 ...]",
        "vote" => "+ - + +   +\n- - + -   -\n+ - + +   [+]",
        "distance" => "0110 1[0]01\n0110 1[1]01",
        "rotation" => "[01]10 1001\n10 1001 [01]",
        "sample" => "# # [#] # # [#] # [#] #",
        "relative-size" => "A  ##########\nB  ####\n   [A / B]",
        "mirror" => "a/x  a/y  a/z\n |    |    |\nb/x  b/y  b/z",
        "index" => "texts  ->  [index]  ->  screens",
        "exact-join" => "A - B  A - C  B - C\n [1]    [2]    [3]",
        "disguised" => "the bell\nthe b[e]ll   (e of another script)",
        _ => "",
    }
}
