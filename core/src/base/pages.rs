//! Page numbers of a text. Form feeds separate its pages.

/// Number of the page, from 1, that contains byte `at` of `text`.
pub fn page_at(text: &str, at: usize) -> u32 {
    let before = &text.as_bytes()[..at.min(text.len())];
    1 + before.iter().filter(|byte| **byte == b'\x0c').count() as u32
}

/// As [`page_at`]; `None` if the text has no pages.
pub fn page_of(text: &str, at: usize) -> Option<u32> {
    has_pages(text).then(|| page_at(text, at))
}

/// Whether `text` consists of several pages.
pub fn has_pages(text: &str) -> bool {
    text.as_bytes().contains(&b'\x0c')
}

/// Page on which a line of `text` begins (both from 1); `None` if the text has no pages.
pub fn page_of_line(text: &str, line: usize) -> Option<u32> {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    let at: usize = lines.map(str::len).sum();
    // A form feed at the start of the line begins the page of the line.
    let form_feed = usize::from(text.as_bytes().get(at) == Some(&b'\x0c'));
    has_pages(text).then(|| page_at(text, at + form_feed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_begins_on_its_page() {
        let text = "one\ntwo\n\u{c}three\nfour\n";
        let pages = [1, 2, 3, 4].map(|line| page_of_line(text, line));
        assert_eq!(pages, [Some(1), Some(1), Some(2), Some(2)]);
        assert_eq!(page_of_line("one\ntwo\n", 2), None);
    }

    #[test]
    fn a_form_feed_begins_a_page() {
        let text = "one\u{c}two\u{c}three";
        let pages = [0, 3, 4, 8, 99].map(|at| page_at(text, at));
        assert_eq!(pages, [1, 1, 2, 3, 3]);
        assert_eq!([page_of(text, 4), page_of("one", 1)], [Some(2), None]);
    }
}
