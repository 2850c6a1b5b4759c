//! Validation of settings: settings read from a file have not passed through command-line validation.

use super::{Reading, STOPWORD_LISTS, Settings, Sketching};

impl Settings {
    /// Checks that every value is within its allowed range.
    ///
    /// # Errors
    /// A sentence naming the first value out of range and its allowed range.
    pub fn check(&self) -> Result<(), String> {
        self.reading.check()?;
        let lists = &self.normalisation.drop_stopwords;
        if let Some(unknown) = lists.iter().find(|l| !STOPWORD_LISTS.contains(&l.as_str())) {
            return Err(format!("there is no list of stop-words {unknown:?}"));
        }
        self.sketching.check()
    }
}

impl Reading {
    fn check(&self) -> Result<(), String> {
        within("the largest file", self.max_bytes, 1, Self::MOST_BYTES)?;
        within("the depth", self.max_depth, 1, Self::MOST_DEPTH)?;
        within(
            "the time for a document",
            self.max_seconds,
            1,
            Self::MOST_SECONDS,
        )
    }
}

impl Sketching {
    fn check(&self) -> Result<(), String> {
        within("k", self.k, 1, Self::MOST_K)?;
        within("permutations", self.permutations, Self::FEWEST, Self::MOST)?;
        if ![64, 32].contains(&self.hash_bits) {
            return Err(format!("hash bits are 64 or 32, not {}", self.hash_bits));
        }
        if ![32, 16, 8, 4, 2, 1].contains(&self.bits) {
            let bits = self.bits;
            return Err(format!("value bits are 32, 16, 8, 4, 2 or 1, not {bits}"));
        }
        Ok(())
    }
}

fn within<T>(what: &str, value: T, least: T, most: T) -> Result<(), String>
where
    T: PartialOrd + std::fmt::Display,
{
    match value >= least && value <= most {
        true => Ok(()),
        false => Err(format!(
            "{what} is {value}, but lies between {least} and {most}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_outside_is_named() {
        let said = |change: fn(&mut Settings)| {
            let mut settings = Settings::default();
            settings.check().expect("defaults can be");
            change(&mut settings);
            settings.check().expect_err("outside")
        };
        assert!(said(|s| s.sketching.k = 0).starts_with("k is 0"));
        assert!(said(|s| s.sketching.permutations = usize::MAX).contains("1024"));
        assert!(said(|s| s.sketching.bits = 3).contains("not 3"));
        assert!(said(|s| s.sketching.hash_bits = 0).contains("64 or 32"));
        assert!(said(|s| s.normalisation.drop_stopwords = vec!["xx".into()]).contains("xx"));
        assert!(said(|s| s.reading.max_bytes = u64::MAX).contains("largest file"));
        assert!(said(|s| s.reading.max_depth = 0).contains("depth"));
        assert!(said(|s| s.reading.max_seconds = 0).contains("time"));
    }
}
