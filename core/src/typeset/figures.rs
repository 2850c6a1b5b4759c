//! Formatting of numbers and names for the screens: three decimals that never round to a false 1 or 0,
//! signed differences, superscripts, abbreviated paths.

use crate::base::width::Width;
use unicode_segmentation::UnicodeSegmentation;

use crate::base::{sanitise, units};
use crate::figures::FigureKind;
use crate::similarity::Estimate;

/// Character set for bars, borders and marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// Box drawing, blocks, superscript digits, arrows.
    #[default]
    Unicode,
    /// ASCII only, which every terminal and font supports.
    Ascii,
}

impl Glyphs {
    /// Returns the value for the current character set.
    pub fn pick<T>(self, unicode: T, ascii: T) -> T {
        match self {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// One-column ellipsis character.
    pub fn cut(self) -> char {
        self.pick('…', '~')
    }

    /// Text of the program itself (not of documents), transliterated to ASCII if required.
    pub fn own(self, sentence: &str) -> String {
        match self {
            Glyphs::Unicode => sentence.to_owned(),
            Glyphs::Ascii => sentence
                .replace('…', "...")
                .replace('ö', "oe")
                .replace('×', "x")
                .replace('‡', "%")
                .replace(['–', '−'], "-")
                .replace('≥', ">")
                .replace(" · ", ", "),
        }
    }
}

/// A figure of this kind.
pub fn figure(kind: FigureKind, value: f64) -> String {
    match kind {
        FigureKind::Similarity => ratio(value),
        FigureKind::Share => format!("{} %", units::per_cent(value)),
        FigureKind::Count | FigureKind::Words | FigureKind::Number => {
            units::count(value.round() as u64)
        }
    }
}

/// Similarity 0..=1 in five columns: ` .966`, `1.000`, ` .000`. Only exact 1 is shown as 1 and only
/// exact 0 as 0: `>.999`, `<.001`. A ratio above 1 may be wider: `24.000`.
pub fn ratio(value: f64) -> String {
    format!("{:>5}", units::share(value.max(0.0)))
}

/// [`ratio`] without the leading space, for running text: `.966`, `1.000`.
pub fn bare(value: f64) -> String {
    ratio(value).trim_start().to_owned()
}

/// A difference of two ratios in five columns, with its sign if it does not round to 0: `+.004`, `−.006`, ` .000`.
pub fn signed(value: f64) -> String {
    let thousandths = (value.abs() * 1000.0).round() as u32;
    let sign = match (thousandths, value > 0.0) {
        (0, _) => ' ',
        (_, true) => '+',
        (_, false) => '−',
    };
    if thousandths >= 1000 {
        format!("{sign}{}.{:03}", thousandths / 1000, thousandths % 1000)
    } else {
        format!("{sign}.{thousandths:03}")
    }
}

/// A difference with its sign and this many decimals; a value that rounds to 0 has no sign.
pub fn difference(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let is_zero = digits.chars().all(|c| matches!(c, '0' | '.'));
    match (is_zero, value > 0.0) {
        (true, _) => digits,
        (false, true) => format!("+{digits}"),
        (false, false) => format!("−{digits}"),
    }
}

/// Removes the zero before the decimal point, as in all displayed similarities: `.99`.
pub fn without_zero(shown: String) -> String {
    let has_zero = shown.starts_with("0.");
    shown[usize::from(has_zero)..].to_owned()
}

/// Threshold with two decimals, or up to four if two are not exact: `.80`. A value below 1 never reads 1.
pub fn threshold(value: f64) -> String {
    let short = format!("{value:.2}");
    if short.parse().is_ok_and(|v: f64| (v - value).abs() < 1e-9) {
        without_zero(short)
    } else {
        four_decimals(value).trim_end_matches('0').to_owned()
    }
}

/// A value of 0..=1 with four decimals: `.8396`. A value below 1 never reads 1.
pub fn four_decimals(value: f64) -> String {
    let clipped = if value < 1.0 - 1e-9 {
        value.min(0.9999)
    } else {
        value
    };
    without_zero(format!("{clipped:.4}"))
}

/// Confidence interval in 13 columns, each end formatted by [`ratio`]: ` .880 –  .954`.
pub fn interval(estimate: &Estimate) -> String {
    let (low, high) = estimate.interval();
    format!("{} – {}", ratio(low), ratio(high))
}

/// Confidence interval for running text: `.880 – .954`.
pub fn bare_interval(estimate: &Estimate) -> String {
    let (low, high) = estimate.interval();
    format!("{} – {}", bare(low), bare(high))
}

/// Document id abbreviated to at most `width` columns. The middle of the path is elided, never the file
/// name; a file name that is too long by itself is elided in its middle. Sanitised.
pub fn path(id: &str, width: usize, glyphs: Glyphs) -> String {
    let id = sanitise::line(id);
    if id.width() <= width {
        return id.into_owned();
    }
    // A JSON Lines row id (`#ID`) may contain a slash, so the file name is found before the `#`.
    let head = id.split('#').next().unwrap_or_default();
    let (folders, name) = match head.rfind('/') {
        Some(slash) => id.split_at(slash + 1),
        None => ("", &*id),
    };
    // The first folder shows the part of the corpus, the last ones distinguish equal file names. In ASCII `~/` would
    // mean the home folder.
    let ellipsis = glyphs.pick('…', '*');
    let ends: Vec<usize> = folders.match_indices('/').map(|(at, _)| at + 1).collect();
    let first = ends.first().map_or("", |end| &folders[..*end]);
    let with_first = ends.iter().skip(1).map(|end| (first, end));
    let without_first = ends.iter().map(|end| ("", end));
    let shortened = |(front, end): (&str, &usize)| format!("{front}{ellipsis}/{}", &id[*end..]);
    let mut fitting = with_first.chain(without_first).map(shortened);
    let fitting = fitting.find(|short| short.width() <= width);
    fitting.unwrap_or_else(|| middle(name, width, glyphs))
}

/// `text` in at most `width` columns with its middle elided. Sanitised.
pub fn middle(text: &str, width: usize, glyphs: Glyphs) -> String {
    let text = sanitise::line(text);
    if text.width() <= width {
        return text.into_owned();
    }
    let Some(room) = width.checked_sub(1) else {
        return String::new();
    };
    let head = fitting(text.graphemes(true), room / 2);
    let mut tail = fitting(text.graphemes(true).rev(), room - room / 2);
    tail.reverse();
    format!("{}{}{}", head.concat(), glyphs.cut(), tail.concat())
}

/// Truncates `text` at its end to `width` columns.
pub fn end_cut(text: &str, width: usize, glyphs: Glyphs) -> String {
    match width.checked_sub(1) {
        _ if text.width() <= width => text.to_owned(),
        Some(room) => fitting(text.graphemes(true), room).concat() + &glyphs.cut().to_string(),
        None => String::new(),
    }
}

/// The first clusters that fit `width` columns.
fn fitting<'a>(clusters: impl Iterator<Item = &'a str>, width: usize) -> Vec<&'a str> {
    let mut used = 0;
    let fits = |cluster: &&str| {
        used += cluster.width();
        used <= width
    };
    clusters.take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_ratios_are_shown_as_one_or_zero() {
        assert_eq!(ratio(0.966), " .966");
        assert_eq!(ratio(1.0), "1.000");
        assert_eq!(ratio(0.99999), ">.999");
        assert_eq!(ratio(0.0), " .000");
        assert_eq!(
            ratio(1e-18),
            " .000",
            "as the interval of an estimate of 0 has it"
        );
        assert_eq!(bare(0.00001), "<.001");
    }

    #[test]
    fn differences_have_the_requested_decimals() {
        assert_eq!(difference(-2.34, 1), "−2.3");
        assert_eq!(difference(2.36, 1), "+2.4");
        assert_eq!(difference(-0.04, 1), "0.0");
        assert_eq!(difference(0.00025, 4), "+0.0003");
        assert_eq!(difference(-12.0, 0), "−12");
    }

    #[test]
    fn differences_have_their_sign() {
        assert_eq!(signed(0.0041), "+.004");
        assert_eq!(signed(-0.006), "−.006");
        assert_eq!(signed(0.0), " .000");
        assert_eq!(signed(1.0), "+1.000");
    }

    #[test]
    fn paths_lose_their_middle_and_keep_their_name() {
        let path = |id, width| path(id, width, Glyphs::Unicode);
        assert_eq!(path("a/b/c.txt", 20), "a/b/c.txt");
        assert_eq!(path("lab3/spring/team/group2.md", 18), "lab3/…/group2.md");
        assert_eq!(path("lab3/spring/team/group2.md", 12), "…/group2.md");
        assert_eq!(path("lab3/spring/group2.md", 7), "gro….md");
        assert_eq!(path("long/rows.jsonl#a/b", 16), "…/rows.jsonl#a/b");
        assert_eq!(path("x", 0), "");
        let ascii = super::path("lab3/spring/team/group2.md", 18, Glyphs::Ascii);
        assert_eq!(ascii, "lab3/*/group2.md");
        for width in 0..30 {
            assert!(path("日本/語の/文書\u{1b}.txt", width).width() <= width);
        }
    }
}
