//! Which columns of a label file are read.

use anyhow::bail;

/// Usual column names: first and second document of a pair and label; document and class.
const FIRST: [&str; 9] = [
    "a",
    "doc_a",
    "id_a",
    "document_a",
    "text_a",
    "left",
    "first",
    "id1",
    "doc1",
];
const SECOND: [&str; 9] = [
    "b",
    "doc_b",
    "id_b",
    "document_b",
    "text_b",
    "right",
    "second",
    "id2",
    "doc2",
];
const LABEL: [&str; 8] = [
    "label",
    "relation",
    "decision",
    "judgement",
    "judgment",
    "class",
    "duplicate",
    "is_duplicate",
];
const DOCUMENT: [&str; 5] = ["document", "id", "doc", "file", "name"];
const CLASS: [&str; 4] = ["class", "cluster", "group", "label"];

/// Form of the rows, with the indices of the columns that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelForm {
    /// Two documents and a label.
    Pairs([usize; 3]),
    /// A document and its class.
    Classes([usize; 2]),
}

/// The columns of a header: those in `named`, or the usual ones if `named` is empty.
///
/// # Errors
/// A name that is no column; a header of neither form.
pub fn form(header: &csv::StringRecord, named: &[String]) -> anyhow::Result<LabelForm> {
    let shown = || header.iter().take(6).collect::<Vec<_>>().join(",");
    let column = |name: &str| header.iter().position(|h| h.eq_ignore_ascii_case(name));
    let named_column = |name: &String| match column(name.trim()) {
        Some(at) => Ok(at),
        None => bail!("the labels have no column {name:?}; line 1 is {}", shown()),
    };
    match named {
        [] => {}
        [document, class] => {
            return Ok(LabelForm::Classes([
                named_column(document)?,
                named_column(class)?,
            ]));
        }
        [a, b, label] => {
            return Ok(LabelForm::Pairs([
                named_column(a)?,
                named_column(b)?,
                named_column(label)?,
            ]));
        }
        _ => bail!("give three label columns (two documents, label) or two (document, class)"),
    }
    let any = |names: &[&str]| names.iter().find_map(|name| column(name));
    let pairs = |a: &[&str], b: &[&str], label: &[&str]| {
        Some(LabelForm::Pairs([any(a)?, any(b)?, any(label)?]))
    };
    let classes =
        |document: &[&str], class: &[&str]| Some(LabelForm::Classes([any(document)?, any(class)?]));
    let detected = pairs(&FIRST[..1], &SECOND[..1], &LABEL[..1])
        .or_else(|| classes(&DOCUMENT[..1], &CLASS[..1]))
        .or_else(|| pairs(&FIRST, &SECOND, &LABEL))
        .or_else(|| classes(&DOCUMENT, &CLASS));
    match detected {
        Some(form) => Ok(form),
        None => bail!(
            "line 1 of the labels ({}) is not a known header; name its columns a,b,label or document,class, or give --label-columns",
            shown()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form_of(header: &str, named: &[&str]) -> anyhow::Result<LabelForm> {
        let header = csv::StringRecord::from(header.split(',').collect::<Vec<_>>());
        let named: Vec<String> = named.iter().map(|name| (*name).to_owned()).collect();
        form(&header, &named)
    }

    #[test]
    fn usual_names_are_known_and_others_can_be_given() {
        assert_eq!(
            form_of("a,b,label", &[]).unwrap(),
            LabelForm::Pairs([0, 1, 2])
        );
        assert_eq!(
            form_of("document,class", &[]).unwrap(),
            LabelForm::Classes([0, 1])
        );
        assert_eq!(
            form_of("relation,id1,id2", &[]).unwrap(),
            LabelForm::Pairs([1, 2, 0])
        );
        assert_eq!(
            form_of("file,note,group", &[]).unwrap(),
            LabelForm::Classes([0, 2])
        );
        let own = form_of("x,y,z", &["z", "x", "y"]).unwrap();
        assert_eq!(own, LabelForm::Pairs([2, 0, 1]));
        assert_eq!(
            form_of("x,y,z", &["y", "x"]).unwrap(),
            LabelForm::Classes([1, 0])
        );
        for (header, named, message) in [
            ("x,y,z", &[][..], "--label-columns"),
            ("x,y,z", &["x", "q", "z"], "no column \"q\""),
            ("x,y,z", &["x"], "three"),
        ] {
            let error = form_of(header, named).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
