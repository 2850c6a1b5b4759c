//! The name that was meant by one that is not known.

/// The known name that is most like `name`, if one is near.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    /// Jaro–Winkler similarity from which a name was probably meant.
    const NEAR: f64 = 0.75;
    let scored = known.map(|known| (strsim::jaro_winkler(name, known), known));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(score, _)| *score >= NEAR)
        .map(|(_, known)| known)
}

/// A sentence on a name that is not known.
pub fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match nearest(name, known) {
        Some(near) => format!("no {what} is called {name}; the nearest is {near}"),
        None => format!("no {what} is called {name}; `shinglescope config default` lists all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_proposed() {
        let known = || ["threshold", "method", "k"].into_iter();
        assert_eq!(nearest("treshold", known()), Some("threshold"));
        assert_eq!(nearest("zzz", known()), None);
        assert!(unknown("setting", "methd", known()).ends_with("the nearest is method"));
    }
}
