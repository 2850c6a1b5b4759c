//! What to do with files of known formats that are not read.

use super::has;
use super::package::COMPOUND_FILE;

/// Extensions, the first bytes of a file with one of these, and what to do with it.
#[rustfmt::skip]
const REMEDIES: [(&str, &[u8], &str); 11] = [
    ("xlsx xlsm xltx xlsb ods ots xls xlt", ZIP, "a spreadsheet: save it as .csv and read that"),
    ("xlsx xlsm xltx xlsb ods ots xls xlt", COMPOUND_FILE, "a spreadsheet: save it as .csv and read that"),
    ("doc dot", COMPOUND_FILE, "a Word document of the old format: save it as .docx, or add doc = \"antiword {}\" to [readers] of the config file"),
    ("doc dot", ZIP, "a Word document of another format: call it .docx"),
    ("ppt pps pot", COMPOUND_FILE, "PowerPoint slides of the old format: save them as .pptx, or add ppt = \"catppt {}\" to [readers] of the config file"),
    ("msg", COMPOUND_FILE, "an Outlook message: save it as .eml, or add msg = \"tika --text {}\" to [readers] of the config file"),
    ("pages", ZIP, "a document of Pages: export it as .docx, or add pages = \"soffice --cat {}\" to [readers] of the config file"),
    ("numbers", ZIP, "a spreadsheet: export it as .csv and read that"),
    ("key", ZIP, "slides of Keynote: export them as .pptx and read that"),
    ("7z", b"7z\xbc\xaf\x27\x1c", "an archive of 7-Zip: unpack it and read the result"),
    ("rar", b"Rar!", "an archive of RAR: unpack it and read the result"),
];

const ZIP: &[u8] = b"PK";

/// What a file of a known format that is not read is, and what to do with it. As with
/// [`Format::of_document`](super::Format::of_document), extension and first bytes must agree.
pub fn remedy(extension: Option<&str>, bytes: &[u8]) -> Option<&'static str> {
    let extension = extension?;
    // Many programs give RTF the name of a Word document.
    if bytes.trim_ascii_start().starts_with(b"{\\rtf") && has("rtf doc docx dot", extension) {
        return Some(
            "an RTF document: save it as .docx, or add rtf = \"pandoc -t plain --wrap=none {}\" to [readers] of the config file",
        );
    }
    let is_it = |row: &&(&str, &[u8], &str)| has(row.0, extension) && bytes.starts_with(row.1);
    REMEDIES.iter().find(is_it).map(|row| row.2)
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
