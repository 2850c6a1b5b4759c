//! What to do with files of known formats that are not read.

use super::reasons::COMPOUND_FILE;

/// What a file of a known format that is not read is, and what to do with it. As with [`Format::of_document`](super::Format::of_document), extension and
/// first bytes must agree.
#[must_use]
pub fn remedy(extension: Option<&str>, bytes: &[u8]) -> Option<&'static str> {
    let (zip, compound) = (bytes.starts_with(b"PK"), bytes.starts_with(COMPOUND_FILE));
    let is_rtf = bytes.trim_ascii_start().starts_with(b"{\\rtf");
    match extension? {
        // Many programs give RTF the name of a Word document.
        "rtf" | "doc" | "docx" | "dot" if is_rtf => Some(
            "an RTF document: save it as .docx, or add rtf = \"pandoc -t plain --wrap=none {}\" to [readers] of the config file",
        ),
        "xlsx" | "xlsm" | "xltx" | "xlsb" | "ods" | "ots" | "xls" | "xlt" if zip || compound => {
            Some("a spreadsheet: save it as .csv and read that")
        }
        "doc" | "dot" if compound => Some(
            "a Word document of the old format: save it as .docx, or add doc = \"antiword {}\" to [readers] of the config file",
        ),
        "doc" | "dot" if zip => Some("a Word document of another format: call it .docx"),
        "ppt" | "pps" | "pot" if compound => Some(
            "PowerPoint slides of the old format: save them as .pptx, or add ppt = \"catppt {}\" to [readers] of the config file",
        ),
        "msg" if compound => Some(
            "an Outlook message: save it as .eml, or add msg = \"tika --text {}\" to [readers] of the config file",
        ),
        "pages" if zip => Some(
            "a document of Pages: export it as .docx, or add pages = \"soffice --cat {}\" to [readers] of the config file",
        ),
        "numbers" if zip => Some("a spreadsheet: export it as .csv and read that"),
        "key" if zip => Some("slides of Keynote: export them as .pptx and read that"),
        "7z" if bytes.starts_with(b"7z\xbc\xaf\x27\x1c") => {
            Some("an archive of 7-Zip: unpack it and read the result")
        }
        "rar" if bytes.starts_with(b"Rar!") => {
            Some("an archive of RAR: unpack it and read the result")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_read_says_what_helps() {
        for (extension, bytes, said) in [
            ("xlsx", b"PK\x03\x04".as_slice(), Some(".csv")),
            ("xls", COMPOUND_FILE, Some(".csv")),
            ("doc", COMPOUND_FILE, Some(".docx")),
            ("rtf", b" {\\rtf1 a}", Some("RTF")),
            ("docx", b"{\\rtf1 a}", Some("RTF")),
            ("ppt", COMPOUND_FILE, Some(".pptx")),
            ("doc", b"plain words", None),
            ("xls", b"a\tb", None),
            ("txt", COMPOUND_FILE, None),
        ] {
            let remedy = remedy(Some(extension), bytes);
            let is_as_said = match (remedy, said) {
                (Some(remedy), Some(said)) => remedy.contains(said),
                (remedy, said) => remedy.is_none() && said.is_none(),
            };
            assert!(is_as_said, "{extension}: {remedy:?}");
        }
    }
}
