//! Terms against the definition in `docs/methods/terms.md`.

use super::super::term_text;
use super::*;
use proptest::prelude::*;
use regex::Regex;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

fn words(text: &str, options: &Normalisation) -> Vec<String> {
    let normaliser = Normaliser::new(options).unwrap();
    let terms = normaliser.terms(text);
    terms
        .iter()
        .map(|t| term_text(text, t, options.keep_case))
        .collect()
}

fn plain(text: &str) -> Vec<String> {
    words(text, &Normalisation::default())
}

#[test]
fn runs_of_alphanumerics_are_lower_cased() {
    let terms = plain("A rose is a Rose—is a ROSE.");
    assert_eq!(terms, ["a", "rose", "is", "a", "rose", "is", "a", "rose"]);
    assert_eq!(plain("x2 y_3 it's"), ["x2", "y", "3", "it", "s"]);
    assert_eq!(plain("…—!?"), [""; 0]);
}

#[test]
fn words_that_mix_ascii_and_other_letters_stay_whole() {
    let terms = plain("naïve Ångström Straße");
    assert_eq!(terms, ["naïve", "ångström", "straße"]);
    assert_eq!(plain("ΟΔΟΣ ΣΟΦΟΣ"), ["οδος", "σοφος"]);
}

#[test]
fn scripts_without_spaces_give_one_term_per_character() {
    let terms = plain("東京タワー3階");
    assert_eq!(terms, ["東", "京", "タ", "ワ", "ー3", "階"]);
    assert_eq!(plain("ที่นี่"), ["ที่", "นี่"]);
}

#[test]
fn decomposed_letters_equal_composed_ones_and_keep_their_span() {
    let (composed, decomposed) = ("le café noir", "le cafe\u{301} noir");
    let n = Normaliser::new(&Normalisation::default()).unwrap();
    let (a, b) = (n.terms(composed), n.terms(decomposed));
    let hashes = a.iter().map(|t| t.hash).collect::<Vec<_>>();
    assert_eq!(hashes, b.iter().map(|t| t.hash).collect::<Vec<_>>());
    let term = &decomposed[b[1].start as usize..b[1].end as usize];
    assert_eq!(term, "cafe\u{301}");
}

#[test]
fn options_drop_numbers_and_stop_words_and_keep_case() {
    let numbers = Normalisation {
        drop_numbers: true,
        ..Default::default()
    };
    let terms = words("in 1997 and 19x and ٣", &numbers);
    assert_eq!(terms, ["in", "and", "19x", "and"]);
    let stop = Normalisation {
        drop_stopwords: vec!["en".into()],
        ..Default::default()
    };
    assert_eq!(words("The tide AND the weed", &stop), ["tide", "weed"]);
    let case = Normalisation {
        keep_case: true,
        ..Default::default()
    };
    assert_eq!(words("Rose ROSE Éa", &case), ["Rose", "ROSE", "Éa"]);
}

#[test]
fn folded_terms_equal_those_that_a_reader_sees() {
    let fold = Normalisation {
        fold_confusables: true,
        ..Default::default()
    };
    let hashes = |text: &str, options: &Normalisation| {
        let mut out = Vec::new();
        Normaliser::new(options).unwrap().hashes(text, &mut out);
        out
    };
    let ordinary = "The water comes in twice a day, naïve or not";
    let disguised =
        "The w\u{430}ter co\u{200b}mes in twi\u{ad}ce a d\u{430}y, nai\u{308}ve or \u{ff4e}ot";
    assert_eq!(hashes(ordinary, &fold), hashes(disguised, &fold));
    let as_written = |text| hashes(text, &Normalisation::default());
    assert_ne!(as_written(ordinary), as_written(disguised));
    for (with, without) in [
        (
            "\u{643}\u{650}\u{62a}\u{64e}\u{627}\u{628}\u{64c}",
            "\u{643}\u{62a}\u{627}\u{628}",
        ),
        (
            "\u{647}\u{670}\u{630}\u{627} \u{652}\u{627}\u{658}\u{628}",
            "\u{647}\u{630}\u{627} \u{627}\u{628}",
        ),
        ("\u{6cc}\u{6a9}\u{6cc}", "\u{64a}\u{643}\u{649}"),
    ] {
        assert_eq!(hashes(with, &fold), hashes(without, &fold), "{with}");
        assert_ne!(as_written(with), as_written(without), "{with}");
    }
    // A hamza or madda that composes is part of the letter, in any normal form.
    let [composed, apart, bare] = [
        "\u{623}\u{645}",
        "\u{627}\u{64e}\u{654}\u{645}",
        "\u{627}\u{645}",
    ];
    assert_eq!(hashes(composed, &fold), hashes(apart, &fold));
    assert_ne!(hashes(composed, &fold), hashes(bare, &fold));
    // Words with mostly or only look-alikes are folded to the alphabet of the text.
    let replaced = |text: &str, letters: &[(char, char)]| -> String {
        let other = |c| {
            letters
                .iter()
                .find(|(from, _)| *from == c)
                .map_or(c, |(_, to)| *to)
        };
        text.chars().map(other).collect()
    };
    let cyrillic = [
        ('a', '\u{430}'),
        ('e', '\u{435}'),
        ('o', '\u{43e}'),
        ('p', '\u{440}'),
        ('c', '\u{441}'),
        ('x', '\u{445}'),
        ('y', '\u{443}'),
        ('i', '\u{456}'),
        ('T', '\u{422}'),
    ];
    let ordinary =
        "The score: a cope is not an eta, nor a box of copy. Twice a day the water comes in";
    let disguised = replaced(ordinary, &cyrillic);
    let plain = hashes(ordinary, &fold);
    assert_eq!(plain, hashes(&disguised, &fold), "{disguised}");
    let latin = cyrillic.map(|(latin, letter)| (letter, latin));
    let ordinary = "\u{41e}\u{441}\u{430} \u{438} \u{440}\u{43e}\u{441}\u{430}, \u{432}\u{43e}\u{434}\u{430} \u{43f}\u{440}\u{438}\u{445}\u{43e}\u{434}\u{438}\u{442} \u{434}\u{432}\u{430}\u{436}\u{434}\u{44b}";
    let part = replaced(ordinary, &latin[2..3]);
    assert_eq!(hashes(ordinary, &fold), hashes(&part, &fold), "{part}");
}

/// Direct implementation of the definition in `docs/methods/terms.md`.
fn by_definition(text: &str) -> Vec<String> {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{ff01}'..='\u{ffef}' => {
                plain.extend(c.to_string().nfkd());
            }
            _ => plain.push(c),
        }
    }
    static DROPPED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new("[\\p{Default_Ignorable_Code_Point}\u{640}]").unwrap());
    let plain: String = DROPPED.replace_all(&plain, "").nfc().collect();
    let is_apostrophe = |c: char| matches!(u32::from(c), 0x2b9..=0x2bf | 0x5f3 | 0xa78b | 0xa78c);
    let mut out: Vec<String> = Vec::new();
    let (mut run, mut open) = (String::new(), false);
    for c in plain.chars() {
        let is_term = c.is_alphanumeric() && !is_apostrophe(c);
        let joins = open && unicode_normalization::char::is_combining_mark(c);
        if slow_path::is_spaceless(c) && is_term && !joins {
            out.extend((!run.is_empty()).then(|| std::mem::take(&mut run)));
            out.push(c.to_string());
            open = true;
        } else if joins {
            if let Some(last) = out.last_mut() {
                last.push(c);
            }
        } else if is_term {
            open = false;
            run.push(c);
        } else {
            open = false;
            out.extend((!run.is_empty()).then(|| std::mem::take(&mut run)));
        }
    }
    out.extend((!run.is_empty()).then_some(run));
    out.iter().map(|w| w.to_lowercase()).collect()
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![
            4 => "[a-zA-Z0-9]{1,20}", 3 => "[ .,\\-\n]{1,3}", 2 => "[äöüßÉΣςİéñ]{1,4}",
            1 => "[\u{300}-\u{308}\u{338}\u{3099}]{1,2}", 1 => "[一-三カガハ゛ーกขิ่ກເ]{1,4}", 1 => "[\u{1100}-\u{1112}\u{1161}-\u{1175}\u{11a8}-\u{11c2}]{1,4}",
            1 => any::<char>().prop_map(String::from), 1 => "[Ωﬁ\u{958}가각]{1,3}",
            2 => "[\u{ad}\u{200b}-\u{200f}\u{2060}\u{feff}\u{fe0f}\u{34f}\u{e0100}\u{1160}\u{ffa0}\u{640}]{1,2}",
            2 => "[\u{fb00}-\u{fb06}\u{fb13}-\u{fb4f}\u{fdf0}-\u{fdff}\u{fe70}-\u{fe80}\u{fef0}-\u{fefc}]{1,3}",
            2 => "[\u{ff01}-\u{ffef}]{1,3}", 1 => "[\u{2b9}-\u{2bf}\u{374}\u{5f3}\u{a78b}\u{a78c}]",
            1 => "[\u{627}\u{628}\u{649}\u{64a}\u{64b}-\u{655}\u{670}\u{6a9}\u{6cc}]{1,4}",
        ],
        0..40,
    )
    .prop_map(|parts| parts.concat())
}

#[test]
fn invisible_differences_do_not_change_terms() {
    for (written, seen) in [
        (
            "syl\u{ad}la\u{ad}bles of o\u{fb03}ces, \u{fb01}rst",
            "syllables of offices, first",
        ),
        (
            "\u{ff34}\u{ff48}\u{ff45} \u{ff12}\u{ff10}, \u{ff76}\u{ff9e}",
            "The 20, ガ",
        ),
        (
            "\u{fee3}\u{fea4}\u{fee4}\u{feaa} \u{645}\u{640}\u{640}\u{62d}\u{645}\u{62f}",
            "محمد محمد",
        ),
        ("a\u{200b}b \u{feff}c\u{2060}d e\u{200d}\u{301}", "ab cd é"),
        (
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            "\u{645}\u{6cc}\u{62e}\u{648}\u{627}\u{647}\u{645}",
        ),
        ("\u{fdfa}", "صلى الله عليه وسلم"),
        (
            "з\u{2bc}явилося ג\u{5f3}ירפה l\u{a78c}eau \u{3b1}\u{374}",
            "з'явилося ג'ירפה l'eau α'",
        ),
    ] {
        assert_eq!(plain(written), plain(seen), "{written}");
    }
    let text = "x ﷺ co\u{200b}mes\u{200b}, \u{fb01}n";
    let n = Normaliser::new(&Normalisation::default()).unwrap();
    let terms = n.terms(text);
    let spans = terms
        .iter()
        .map(|t| &text[t.start as usize..t.end as usize]);
    let terms = spans.collect::<Vec<_>>();
    assert_eq!(
        terms,
        ["x", "ﷺ", "ﷺ", "ﷺ", "ﷺ", "co\u{200b}mes", "\u{fb01}n"]
    );
}

#[test]
fn each_character_matches_the_definition() {
    // Most other characters are Han and Hangul.
    let characters = ('\0'..'\u{3400}')
        .chain('\u{a000}'..'\u{ac20}')
        .chain('\u{d780}'..'\u{20000}');
    for c in characters.chain('\u{e0000}'..'\u{e1010}') {
        let text = format!("e{c}\u{301}");
        assert_eq!(plain(&text), by_definition(&text), "U+{:X}", u32::from(c));
    }
}

#[test]
fn spans_of_characters_normalised_together_ascend() {
    // A phrase in one character, a vowel sign and a stroke, which normal form reorders.
    let n = Normaliser::new(&Normalisation::default()).unwrap();
    let terms = n.terms("\u{fdfa}\u{fe77}\u{338}");
    let spans: Vec<_> = terms.iter().map(|t| (t.start, t.end)).collect();
    assert_eq!(spans, [(0, 3), (0, 3), (0, 3), (3, 8), (3, 8)]);
}

proptest! {
    #[test]
    fn the_fast_path_equals_the_definition(text in text()) {
        let n = Normaliser::new(&Normalisation::default()).unwrap();
        let got: Vec<u64> = n.terms(&text).iter().map(|t| t.hash).collect();
        let want: Vec<u64> = by_definition(&text).iter().map(|w| hash(w.as_bytes())).collect();
        prop_assert_eq!(got, want, "{:?} {:?}", plain(&text), by_definition(&text));
    }

    #[test]
    fn spans_ascend_on_character_boundaries(text in text()) {
        let n = Normaliser::new(&Normalisation::default()).unwrap();
        let mut before = 0;
        for t in n.terms(&text) {
            // Of two terms that were normalised together, the second may have an empty span.
            prop_assert!(t.start <= t.end && t.start as usize >= before);
            prop_assert!(text.get(t.start as usize..t.end as usize).is_some());
            before = t.start as usize;
        }
    }
}
