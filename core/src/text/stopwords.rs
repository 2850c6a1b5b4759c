//! Stop-word lists, compiled in from `assets/stopwords`.

use anyhow::bail;

const LISTS: [(&str, &str); 3] = [
    ("de", include_str!("../../assets/stopwords/de.txt")),
    ("en", include_str!("../../assets/stopwords/en.txt")),
    ("fr", include_str!("../../assets/stopwords/fr.txt")),
];

/// Languages with a list, the same as [`crate::settings::STOPWORD_LISTS`].
pub fn languages() -> impl Iterator<Item = &'static str> {
    LISTS.iter().map(|(language, _)| *language)
}

/// Words of a language's list.
///
/// # Errors
/// Unknown language; the message names the available ones.
pub fn list(language: &str) -> anyhow::Result<impl Iterator<Item = &'static str>> {
    let Some((_, words)) = LISTS.iter().find(|(name, _)| *name == language) else {
        let languages = languages().collect::<Vec<_>>().join(", ");
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
    fn the_lists_are_those_that_settings_name() {
        assert!(super::languages().eq(crate::settings::STOPWORD_LISTS));
    }
}
