//! A report as a reader sees it.

use std::sync::LazyLock;

use regex::Regex;

static TAG: LazyLock<Regex> = LazyLock::new(|| Regex::new("<[^>]*>").unwrap());
static VALUE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"data-v="([^"]*)""#).unwrap());

/// The text of a piece of a page: without tags, and with one space for each run of white space.
pub fn text(html: &str) -> String {
    let text = TAG.replace_all(html, |tag: &regex::Captures<'_>| {
        if ["<wbr>", "<b>", "</b>", "<i>", "</i>"].contains(&&tag[0]) {
            ""
        } else {
            " "
        }
    });
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"");
    let text = text
        .replace("&#x27;", "'")
        .replace("&#x2f;", "/")
        .replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// For each occurrence of `from`, the text between it and the next `to`.
pub fn between<'a>(html: &'a str, from: &str, to: &'a str) -> impl Iterator<Item = &'a str> {
    let parts: Vec<&str> = html.split(from).skip(1).collect();
    parts
        .into_iter()
        .map(move |part| part.split(to).next().unwrap())
}

pub struct ReportPage {
    pub html: String,
}

/// A row of the table of pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRow {
    pub names: [String; 2],
    pub words: f64,
    pub longest: f64,
    /// Passages, Jaccard and estimate; empty for copied text.
    pub further: Vec<f64>,
    /// What people decided, separated by spaces.
    pub decided: String,
}

/// A cluster whose documents are listed.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    pub members: Vec<String>,
    pub text: String,
}

impl ReportPage {
    /// The part of this name; empty if there is none.
    pub fn section(&self, id: &str) -> &str {
        let from = format!("<section id=\"{id}\"");
        between(&self.html, &from, "</section>")
            .next()
            .unwrap_or_default()
    }

    /// The whole text.
    pub fn text(&self) -> String {
        text(self.html.split("</head>").nth(1).unwrap())
    }

    pub fn pairs(&self) -> Vec<PairRow> {
        let rows = between(self.section("pairs"), "<tr data-d=\"", "</tr>");
        let row = |row: &str| {
            let names: Vec<String> = between(row, "<bdi>", "</bdi>").map(text).collect();
            let values = VALUE.captures_iter(row);
            let values: Vec<f64> = values.map(|value| value[1].parse().unwrap()).collect();
            PairRow {
                names: names.try_into().unwrap(),
                words: values[1],
                longest: values[4],
                further: values[5..].to_vec(),
                decided: row.split('"').next().unwrap().to_owned(),
            }
        };
        rows.map(row).collect()
    }

    pub fn names(&self) -> Vec<[String; 2]> {
        self.pairs().into_iter().map(|pair| pair.names).collect()
    }

    /// The rows of the table of decisions.
    pub fn decisions(&self) -> Vec<String> {
        let table = between(self.section("decisions"), "<tbody>", "</tbody>").next();
        between(table.unwrap_or_default(), "<tr>", "</tr>")
            .map(text)
            .collect()
    }

    /// The clusters whose documents are listed.
    pub fn maps(&self) -> Vec<Map> {
        let map = |map: &str| Map {
            members: between(map, "<li><bdi>", "</bdi>").map(text).collect(),
            text: text(map),
        };
        between(self.section("overview"), "<li class=\"group\">", "</ol>")
            .map(map)
            .collect()
    }

    /// The pairs with passages, as text.
    pub fn articles(&self) -> Vec<String> {
        between(&self.html, "<article class=\"pair\"", "</article>")
            .map(|html| text(&format!("<{html}")))
            .collect()
    }
}
