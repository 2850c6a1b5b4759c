//! Which columns of a file of labels are read, and what parts them.

use anyhow::bail;

/// Names that the first document of a pair, the second and the label have in files of others, and the document and
/// its class.
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

/// What the rows say, with the indices of the columns that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Two documents and a label.
    Pairs([usize; 3]),
    /// A document and its class.
    Classes([usize; 2]),
}

/// The columns of a header: those of these names, or the usual ones if there are none.
///
/// # Errors
/// A name that is no column; a header of neither form.
pub fn form(header: &csv::StringRecord, named: &[String]) -> anyhow::Result<Form> {
    let shown = || header.iter().take(6).collect::<Vec<_>>().join(",");
    let column = |name: &str| header.iter().position(|h| h.eq_ignore_ascii_case(name));
    let known = |name: &String| match column(name.trim()) {
        Some(at) => Ok(at),
        None => bail!("the labels have no column {name:?}; line 1 is {}", shown()),
    };
    match named {
        [] => {}
        [document, class] => return Ok(Form::Classes([known(document)?, known(class)?])),
        [a, b, label] => return Ok(Form::Pairs([known(a)?, known(b)?, known(label)?])),
        _ => bail!("columns of labels are three (two documents, label) or two (document, class)"),
    }
    let any = |names: &[&str]| names.iter().find_map(|name| column(name));
    let pairs =
        |a: &[&str], b: &[&str], label: &[&str]| Some(Form::Pairs([any(a)?, any(b)?, any(label)?]));
    let classes =
        |document: &[&str], class: &[&str]| Some(Form::Classes([any(document)?, any(class)?]));
    let found = pairs(&FIRST[..1], &SECOND[..1], &LABEL[..1])
        .or_else(|| classes(&DOCUMENT[..1], &CLASS[..1]))
        .or_else(|| pairs(&FIRST, &SECOND, &LABEL))
        .or_else(|| classes(&DOCUMENT, &CLASS));
    match found {
        Some(form) => Ok(form),
        None => bail!(
            "line 1 of the labels ({}) is no header that is understood; it must name the columns a,b,label or document,class, or --label-columns names them",
            shown()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(header: &str, named: &[&str]) -> anyhow::Result<Form> {
        let header = csv::StringRecord::from(header.split(',').collect::<Vec<_>>());
        let named: Vec<String> = named.iter().map(|name| (*name).to_owned()).collect();
        form(&header, &named)
    }

    #[test]
    fn usual_names_are_known_and_others_can_be_given() {
        assert_eq!(of("a,b,label", &[]).unwrap(), Form::Pairs([0, 1, 2]));
        assert_eq!(of("document,class", &[]).unwrap(), Form::Classes([0, 1]));
        assert_eq!(of("relation,id1,id2", &[]).unwrap(), Form::Pairs([1, 2, 0]));
        assert_eq!(of("file,note,group", &[]).unwrap(), Form::Classes([0, 2]));
        let own = of("x,y,z", &["z", "x", "y"]).unwrap();
        assert_eq!(own, Form::Pairs([2, 0, 1]));
        assert_eq!(of("x,y,z", &["y", "x"]).unwrap(), Form::Classes([1, 0]));
        for (header, named, said) in [
            ("x,y,z", &[][..], "--label-columns"),
            ("x,y,z", &["x", "q", "z"], "no column \"q\""),
            ("x,y,z", &["x"], "three"),
        ] {
            let error = of(header, named).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
