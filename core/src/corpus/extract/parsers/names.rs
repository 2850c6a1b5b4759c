//! Names of the parts of a document that is a zip archive, and the references that lead to them (ECMA-376 part 2, 6.2;
//! EPUB 3.3, 4.2).

use percent_encoding::percent_decode_str;

/// The name of the part that a relative reference in a file of `folder` leads to.
pub(super) fn resolved(folder: &str, href: &str) -> String {
    let href = href.split('#').next().unwrap_or_default();
    let mut names: Vec<&str> = folder.split('/').filter(|name| !name.is_empty()).collect();
    let decoded = percent_decode_str(href).decode_utf8_lossy();
    if decoded.starts_with('/') {
        names.clear();
    }
    for name in decoded.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}

/// What two names of the same part have in common: the name with `%20` and its like decoded, in lower case. Parts are
/// called the same whatever the case of their letters, and a writer may encode the name in the archive or leave it as
/// it is. `\` is what some writers of Windows put between folders.
pub(super) fn key(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name).replace('\\', "/");
    let name = percent_decode_str(name.trim_start_matches('/'));
    name.decode_utf8_lossy().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved_within_the_archive() {
        assert_eq!(
            resolved("OEBPS", "text/a%20b.xhtml#x"),
            "OEBPS/text/a b.xhtml"
        );
        assert_eq!(resolved("OEBPS/text", "../../../c.xhtml"), "c.xhtml");
        assert_eq!(resolved("OEBPS/text", "/OEBPS/a.xhtml"), "OEBPS/a.xhtml");
        assert_eq!(resolved("", "./OEBPS/o.opf"), "OEBPS/o.opf");
        for name in ["100%.html", "%+5.html", "%é.html"] {
            assert_eq!(resolved("", name), name);
        }
    }

    #[test]
    fn a_part_has_one_key_however_its_name_is_written() {
        for name in [
            "word/foot notes-é.xml",
            "word/foot%20notes-%C3%A9.xml",
            "/Word\\Foot%20Notes-É.XML",
        ] {
            assert_eq!(key(name.as_bytes()), "word/foot notes-é.xml", "{name}");
        }
    }
}
