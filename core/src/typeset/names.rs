//! Names of documents side by side, shortened so that they stay distinguishable.

use crate::base::sanitise;
use unicode_segmentation::UnicodeSegmentation;

use super::figures::{Glyphs, end_cut, path};

/// Two names in at most these widths. They are shortened as paths; if that would make them equal, their common start is
/// dropped instead. Sanitised.
pub fn apart(names: [&str; 2], widths: [usize; 2], glyphs: Glyphs) -> [String; 2] {
    let shortened = [0, 1].map(|i| path(names[i], widths[i], glyphs));
    if shortened[0] != shortened[1] || names[0] == names[1] {
        return shortened;
    }
    let clean = names.map(sanitise::line);
    let head = shared_start(&clean[0], &clean[1]);
    let mark = if head > 0 {
        glyphs.cut().to_string()
    } else {
        String::new()
    };
    [0, 1].map(|i| end_cut(&format!("{mark}{}", &clean[i][head..]), widths[i], glyphs))
}

/// The names of a list in at most `width` columns each. Sanitised.
pub fn all_apart(names: &[&str], width: usize, glyphs: Glyphs) -> Vec<String> {
    let shortened: Vec<String> = names.iter().map(|name| path(name, width, glyphs)).collect();
    let name = |(i, short): (usize, &String)| {
        let mut others = shortened.iter().zip(names);
        let equal = others.find(|(other, name)| *other == short && **name != names[i]);
        match equal {
            Some((_, other)) => apart([names[i], other], [width; 2], glyphs)[0].clone(),
            None => short.clone(),
        }
    };
    shortened.iter().enumerate().map(name).collect()
}

/// Length in bytes of the common start of two names. It ends at a word boundary, so that a differing word is complete.
fn shared_start(a: &str, b: &str) -> usize {
    let clusters = a.graphemes(true).zip(b.graphemes(true));
    let equal = clusters.take_while(|(x, y)| x == y);
    let shared: usize = equal.map(|(x, _)| x.len()).sum();
    let ends_word = |c: char| c.is_ascii_punctuation() || c == ' ';
    a[..shared].rfind(ends_word).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::width::Width;
    use proptest::prelude::*;

    fn shown(a: &str, b: &str, width: usize) -> [String; 2] {
        apart([a, b], [width; 2], Glyphs::Unicode)
    }

    #[test]
    fn differing_parts_of_names_are_visible() {
        let (a, b) = (
            "course/2023/answers/anna/task-1.txt",
            "course/2023/answers/bert/task-1.txt",
        );
        assert_eq!(shown(a, b, 35), [a, b]);
        assert_eq!(
            shown(a, b, 26),
            ["course/…/anna/task-1.txt", "course/…/bert/task-1.txt"]
        );
        assert_eq!(shown(a, b, 12), ["…anna/task-…", "…bert/task-…"]);
        let name = "lab3/spring/team/group2.md";
        assert_eq!(shown(name, name, 18), ["lab3/…/group2.md"; 2]);
        let names = [
            "docs/v3.4/benchmarks/memory.md",
            "docs/v3.5/benchmarks/memory.md",
            "docs/other.md",
        ];
        let shown = all_apart(&names, 20, Glyphs::Unicode);
        assert!(
            shown[0].contains('4') && shown[1].contains('5'),
            "{shown:?}"
        );
        assert_eq!(shown[2], names[2]);
    }

    proptest! {
        #[test]
        fn names_fit_and_differ_if_the_differing_part_fits(
            head in "[a-c/_é]{0,12}", a in "[xyz日]{1,5}", b in "[xyz日]{1,5}", tail in "[a-c/.]{0,12}",
            width in 0usize..40,
        ) {
            let names = [format!("{head}{a}{tail}"), format!("{head}{b}{tail}")];
            let got = shown(&names[0], &names[1], width);
            for text in &got {
                prop_assert!(text.width() <= width, "{text:?} in {width}");
            }
            let start = shared_start(&names[0], &names[1]);
            let own = &head[start.min(head.len())..];
            if a != b && own.width() + a.width().max(b.width()) + 2 <= width {
                prop_assert_ne!(&got[0], &got[1]);
            }
        }
    }
}
