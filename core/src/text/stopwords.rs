//! Stop-word lists, compiled in from `assets/stopwords`.

use anyhow::bail;

use crate::settings::STOPWORD_LISTS;

const LISTS: [(&str, &str); 3] = [
    ("de", include_str!("../../assets/stopwords/de.txt")),
    ("en", include_str!("../../assets/stopwords/en.txt")),
    ("fr", include_str!("../../assets/stopwords/fr.txt")),
];

/// Words of a language's list.
///
/// # Errors
/// Unknown language; the message names the available ones.
pub fn list(language: &str) -> anyhow::Result<impl Iterator<Item = &'static str>> {
    let Some((_, words)) = LISTS.iter().find(|(name, _)| *name == language) else {
        let languages = STOPWORD_LISTS.join(", ");
        bail!("no stop-word list for {language:?}; there are lists for {languages}");
    };
    Ok(words
        .lines()
        .map(str::trim)
        .filter(|word| !word.is_empty() && !word.starts_with('#')))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_lists_match_the_names_in_settings() {
        assert!(super::LISTS.map(|(language, _)| language) == crate::settings::STOPWORD_LISTS);
    }
}
