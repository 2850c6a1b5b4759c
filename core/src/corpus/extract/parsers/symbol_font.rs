//! The characters of the font Symbol by their numbers (Adobe's encoding of it; Windows adds F000 to them).

/// From 21 to 7E.
const FIRST: &str = "!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_ αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
/// From A0 to E5; what is behind are parts of large signs.
const SECOND: &str = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑";

/// The character of a number; `None` where it has none of its own.
pub(super) fn character(number: u32) -> Option<char> {
    let code = match number {
        0xf020..=0xf0ff => number - 0xf000,
        _ => number,
    };
    let of = |table: &str, first: u32| table.chars().nth((code - first) as usize);
    let found = match code {
        0x21..=0x7e => of(FIRST, 0x21),
        0xa0..=0xe5 => of(SECOND, 0xa0),
        0xf1 => Some('⟩'),
        0xf2 => Some('∫'),
        _ => None,
    };
    found.filter(|character| *character != ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_encoding() {
        assert_eq!(
            (FIRST.chars().count(), SECOND.chars().count()),
            (0x5e, 0x46)
        );
        for (number, is) in [
            (0xf061, Some('α')),
            (0x62, Some('β')),
            (0xf06d, Some('μ')),
            (0xf057, Some('Ω')),
            (0xf041, Some('Α')),
            (0xf07a, Some('ζ')),
            (0xf0a3, Some('≤')),
            (0xf0b1, Some('±')),
            (0xf0b4, Some('×')),
            (0xf0e5, Some('∑')),
            (0xf060, None),
            (0xf0fe, None),
            (0x20, None),
        ] {
            assert_eq!(character(number), is, "{number:x}");
        }
    }
}
