//! Names of documents side by side, shortened so that what tells them apart stays.

use crate::base::width::Width;
use unicode_segmentation::UnicodeSegmentation;

use super::figures::{self, Glyphs, middle};
use crate::base::sanitise;

/// Two names in at most these widths. What differs between them is kept; the start and the end that they
/// share give way. Sanitised.
pub fn apart(names: [&str; 2], widths: [usize; 2], glyphs: Glyphs) -> [String; 2] {
    let safe = names.map(sanitise::line);
    let (head, tail) = shared_ends(&safe[0], &safe[1]);
    let ended = [0, 1].map(|i| with_end(&safe[i], (head, tail), widths[i], glyphs));
    [0, 1].map(|i| {
        if let ([Some(a), Some(b)], true) = (&ended, safe[0] != safe[1])
            && a != b
        {
            return [a, b][i].clone();
        }
        let name = &*safe[i];
        match head + tail < name.len() {
            true => around(name, (head, name.len() - tail), widths[i], glyphs),
            // Nothing of its own: the other name is this one with more in it, or the same.
            false => figures::path(names[i], widths[i], glyphs),
        }
    })
}

/// One of several names in at most `width` columns, told apart from the one of the others that is most like it.
/// Sanitised.
pub fn among(names: &[&str], at: usize, width: usize, glyphs: Glyphs) -> String {
    let name = names[at];
    let likeness = |other: &&&str| {
        let (head, tail) = shared_ends(name, other);
        head + tail
    };
    let others = names.iter().enumerate().filter(|(i, _)| *i != at);
    match others.map(|(_, other)| other).max_by_key(likeness) {
        Some(other) => {
            let [shown, _] = apart([name, other], [width; 2], glyphs);
            shown
        }
        None => figures::path(name, width, glyphs),
    }
}

/// A name of which the end does not fit beside what is its own: that is cut in its middle instead, so that its first
/// folder, or its first letters, and the kind of file stay. `None` where nothing needs that, or the end is long.
fn with_end(
    name: &str,
    (head, tail): (usize, usize),
    width: usize,
    glyphs: Glyphs,
) -> Option<String> {
    let (own, end) = (
        name.get(head..name.len().checked_sub(tail)?)?,
        &name[name.len() - tail..],
    );
    let before = usize::from(head > 0);
    let needs = own.width() + end.width() + before > width;
    let short = !end.is_empty() && !end.contains('/') && end.width() * 3 <= width;
    if name.width() <= width || !needs || !short || own.is_empty() {
        return None;
    }
    let short = figures::path(&name[head..], width - before, glyphs);
    Some(if head > 0 && !short.starts_with(glyphs.cut()) {
        format!("{}{short}", glyphs.cut())
    } else {
        short
    })
}

/// Columns from which a name that is cut within what is its own also has the mark of its start.
const MARKED_START: usize = 12;

/// `name` in at most `width` columns: the bytes `kept` first, then its end, then its start.
pub fn around(name: &str, kept: (usize, usize), width: usize, glyphs: Glyphs) -> String {
    if name.width() <= width {
        return name.to_owned();
    }
    let (head, own, tail) = (&name[..kept.0], &name[kept.0..kept.1], &name[kept.1..]);
    let cuts = usize::from(!head.is_empty()) + usize::from(!tail.is_empty());
    if own.width() + cuts > width {
        let cut = glyphs.cut();
        if own.width() > width || width == 0 {
            // The start is marked as cut too, where that leaves enough of the rest.
            return if !head.is_empty() && width >= MARKED_START {
                format!("{cut}{}", middle(own, width - 1, glyphs))
            } else {
                middle(own, width, glyphs)
            };
        }
        // The mark of the cut takes the place of its first character or its last, if it fills the width.
        let mut clusters = own.graphemes(true);
        let full = own.width() == width;
        return match (head.is_empty(), full) {
            (false, true) => {
                clusters.next();
                format!("{cut}{}", clusters.as_str())
            }
            (true, true) => {
                clusters.next_back();
                format!("{}{cut}", clusters.as_str())
            }
            (false, false) => format!("{cut}{own}"),
            (true, false) => format!("{own}{cut}"),
        };
    }
    let room = width - own.width() - usize::from(!head.is_empty());
    // The end of a name says what kind of file it is, so it comes before the start.
    let tail = middle(tail, room, glyphs);
    let room = width - own.width() - tail.width();
    format!("{}{own}{tail}", start(head, room, glyphs))
}

/// `head`, which a name begins with, in at most `width` columns. Of folders the first ones stay, of a part of a
/// word that the name goes on with the last words.
fn start(head: &str, width: usize, glyphs: Glyphs) -> String {
    if head.width() <= width {
        return head.to_owned();
    }
    if !head.ends_with('/')
        && let Some(end) = last_words(head, width.saturating_sub(1))
    {
        return format!("{}{end}", glyphs.cut());
    }
    let (mut end, mut left) = (0, width.saturating_sub(1));
    for (at, cluster) in head.grapheme_indices(true) {
        match left.checked_sub(cluster.width()) {
            Some(rest) => (left, end) = (rest, at + cluster.len()),
            None => break,
        }
    }
    let cut = glyphs.cut();
    // `folder/…/own`, with the slash that precedes its own part.
    let slash = head.ends_with('/');
    let folder = |room: usize| {
        let folders = head[..end].match_indices('/').map(|(at, _)| at + 1);
        folders.rev().find(|end| head[..*end].width() <= room)
    };
    match (slash, folder(width.saturating_sub(2))) {
        (true, Some(end)) => format!("{}{cut}/", &head[..end]),
        (true, None) if width >= 2 => format!("{cut}/"),
        _ if width == 0 => String::new(),
        (_, _) => match head[..end].rfind('/') {
            Some(slash) => format!("{}{cut}", &head[..=slash]),
            None => format!("{cut}"),
        },
    }
}

/// The longest end of `head` that begins with a word and fits `width` columns.
fn last_words(head: &str, width: usize) -> Option<&str> {
    let begins = head.match_indices(ends_word).map(|(at, sign)| match sign {
        "/" => at,
        _ => at + sign.len(),
    });
    let mut ends = begins.map(|at| &head[at..]);
    ends.find(|end| !end.is_empty() && end.width() <= width)
}

/// Lengths in bytes of the start and the end that two names share, cut back to the ends of words: a word that
/// differs is kept whole. They do not overlap in either name.
fn shared_ends(a: &str, b: &str) -> (usize, usize) {
    let most = a.len().min(b.len());
    let clusters = a.graphemes(true).zip(b.graphemes(true));
    let equal = clusters.take_while(|(x, y)| x == y);
    let mut head: usize = equal.map(|(x, _)| x.len()).sum();
    if head < a.len() || head < b.len() {
        head = a[..head].rfind(ends_word).map_or(0, |at| after(a, at));
    }
    let clusters = a.graphemes(true).rev().zip(b.graphemes(true).rev());
    let equal = clusters.take_while(|(x, y)| x == y);
    let mut tail = 0;
    for (x, _) in equal {
        if tail + x.len() + head > most {
            break;
        }
        tail += x.len();
    }
    let from = a.len() - tail;
    let tail = a[from..].find(ends_word).map_or(0, |at| tail - at);
    (head, tail)
}

/// Whether a word of a name ends here.
fn ends_word(c: char) -> bool {
    matches!(c, '/' | '\\' | '.' | '-' | '_' | ' ' | '#')
}

fn after(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(a: &str, b: &str, width: usize) -> [String; 2] {
        apart([a, b], [width; 2], Glyphs::Unicode)
    }

    #[test]
    fn among_several_a_name_is_told_from_the_one_most_like_it() {
        let names = [
            "licenses/GPL-2.0-with-font-exception.txt",
            "licenses/GPL-2.0-with-bison-exception.txt",
            "licenses/MIT.txt",
        ];
        let shown = |at, width| among(&names, at, width, Glyphs::Unicode);
        assert!(shown(0, 20).contains("font"), "{}", shown(0, 20));
        assert!(shown(1, 20).contains("bison"), "{}", shown(1, 20));
        assert_eq!(shown(2, 16), names[2]);
        assert_eq!(among(&names[..1], 0, 40, Glyphs::Unicode), names[0]);
    }

    #[test]
    fn what_tells_two_names_apart_stays() {
        let (a, b) = (
            "course/2023/answers/anna/task-1.txt",
            "course/2023/answers/bert/task-1.txt",
        );
        assert_eq!(shown(a, b, 35), [a, b]);
        assert_eq!(
            shown(a, b, 26),
            ["course/…/anna/task-1.txt", "course/…/bert/task-1.txt"]
        );
        assert_eq!(shown(a, b, 17), ["…/anna/task-1.txt", "…/bert/task-1.txt"]);
        assert_eq!(shown(a, b, 12), ["…anna/ta…txt", "…bert/ta…txt"]);
        assert_eq!(shown(a, b, 5), ["…anna", "…bert"]);
        assert_eq!(shown(a, b, 4), ["…nna", "…ert"]);
        assert_eq!(shown(a, b, 3), ["a…a", "b…t"]);
        let (a, b) = (
            "docs/v3.4/discovery_protocol.md",
            "docs/v3.5/discovery_protocol.md",
        );
        assert!(
            shown(a, b, 20)
                .iter()
                .zip(["4", "5"])
                .all(|(s, n)| s.contains(n))
        );
    }

    #[test]
    fn equal_names_and_names_within_names_are_shortened_as_paths() {
        let name = "lab3/spring/team/group2.md";
        assert_eq!(shown(name, name, 18), ["lab3/…/group2.md"; 2]);
        let [a, b] = shown("a/b", "a/b/c/d/e/f/g", 5);
        assert_eq!(a, "a/b");
        assert!(b.width() <= 5);
    }

    proptest! {
        #[test]
        fn they_fit_and_differ_where_the_differing_part_fits(
            head in "[a-c/_é]{0,12}", a in "[xyz日]{1,5}", b in "[xyz日]{1,5}", tail in "[a-c/.]{0,12}",
            width in 0usize..40,
        ) {
            let names = [format!("{head}{a}{tail}"), format!("{head}{b}{tail}")];
            let got = apart([&names[0], &names[1]], [width; 2], Glyphs::Unicode);
            for text in &got {
                prop_assert!(text.width() <= width, "{text:?} in {width}");
            }
            let (h, t) = shared_ends(&names[0], &names[1]);
            prop_assert_eq!(&names[0][..h], &names[1][..h]);
            prop_assert_eq!(&names[0][names[0].len() - t..], &names[1][names[1].len() - t..]);
            let own = names.each_ref().map(|name| name[h..name.len() - t].width());
            if a != b && own[0].max(own[1]) + 2 <= width {
                prop_assert_ne!(&got[0], &got[1]);
            }
        }
    }
}
