//! Text of graphics that stand in parts of their own: charts (ECMA-376 part 1, 21.2; MS-ODRAWXML 2.24.3) and diagrams
//! (SmartArt, 21.4). Of a chart that is what it writes out: titles, names of series, labels of categories; the numbers
//! that it draws are no text.

use std::collections::HashSet;

use super::archive::Archive;
use super::package::{Relationship, relationships};
use super::xml::{Piece, Tag, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{LeftOut, Limits};

/// A graphic that an element of a document refers to.
pub(super) enum Graphic {
    /// A chart, by the id of its relationship.
    Chart(String),
    /// A diagram, by the id of the relationship to its data.
    Diagram(String),
}

impl Graphic {
    /// The graphic of an element within `graphicData`, if it is one.
    pub fn of(name: &str, tag: &Tag<'_>) -> Option<Self> {
        match name {
            "chart" => tag.attribute("id").map(Graphic::Chart),
            "relIds" => tag.attribute("dm").map(Graphic::Diagram),
            _ => None,
        }
    }

    /// Counts a graphic that has been read, or could not be. A diagram was counted where its element began.
    pub fn count(&self, is_read: bool, left_out: &mut LeftOut) {
        match self {
            Graphic::Chart(_) => left_out.missing += u32::from(!is_read),
            Graphic::Diagram(_) => {
                left_out.diagrams = left_out.diagrams.saturating_sub(u32::from(is_read));
            }
        }
    }

    /// Its text, a line for each paragraph and label; `None` if it cannot be read.
    pub fn text(
        &self,
        archive: &mut Archive<'_>,
        related: &[Relationship],
        limits: &Limits,
    ) -> Result<Option<String>, SkipReason> {
        let (Graphic::Chart(id) | Graphic::Diagram(id)) = self;
        let Some(to) = related.iter().find(|to| to.id == *id) else {
            return Ok(None);
        };
        let mut text = match unless_damaged(written(archive, &to.target, limits))?.flatten() {
            Some(lines) => lines,
            None => return Ok(None),
        };
        if let Graphic::Chart(_) = self {
            // What was drawn over the chart.
            let around = unless_damaged(relationships(archive, &to.target, limits))?;
            let mut around = around.unwrap_or_default().into_iter();
            if let Some(shapes) = around.find(|to| to.kind.ends_with("/chartUserShapes")) {
                let lines = unless_damaged(written(archive, &shapes.target, limits))?.flatten();
                text.extend(lines.unwrap_or_default());
            }
        }
        Ok(Some(text.join("\n")))
    }
}

/// A graphic that is damaged costs its own text, not the document.
fn unless_damaged<T>(outcome: Result<T, SkipReason>) -> Result<Option<T>, SkipReason> {
    match outcome {
        Ok(value) => Ok(Some(value)),
        Err(SkipReason::Damaged(_)) => Ok(None),
        Err(reason) => Err(reason),
    }
}

fn written(
    archive: &mut Archive<'_>,
    name: &str,
    limits: &Limits,
) -> Result<Option<Vec<String>>, SkipReason> {
    let xml = archive.text(name)?;
    xml.map(|xml| lines(&xml, limits)).transpose()
}

/// The lines of text of a chart, of a diagram, or of what is drawn.
fn lines(xml: &str, limits: &Limits) -> Result<Vec<String>, SkipReason> {
    let mut lines: Vec<String> = Vec::new();
    // Names of the open elements.
    let mut open: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    let mut labels = Labels::default();
    pieces(xml, limits.max_depth, |piece| {
        match piece {
            Piece::Start(name, _) => {
                labels.start(name);
                if name == "br" {
                    line.push(' ');
                }
                open.push(name.to_owned());
            }
            Piece::End(name) => {
                open.pop();
                labels.end(name, &mut lines);
                if matches!(name, "p" | "v" | "pt") {
                    let ended = std::mem::take(&mut line);
                    match labels.is_open() {
                        true => labels.put(ended),
                        false if ended.trim().is_empty() => {}
                        false => lines.push(ended.trim().to_owned()),
                    }
                }
            }
            Piece::Text(text) if open.last().is_some_and(|name| name == "formatCode") => {
                labels.format(text);
            }
            Piece::Text(text) if is_written(&open) => {
                length += text.len() + 1;
                line.push_str(text);
            }
            Piece::Text(_) => {}
        }
        limits.check(length)
    })?;
    Ok(lines)
}

/// Whether text within these elements is written out: in runs (`t`), and in the values (`v`, `pt`) that a chart keeps of
/// strings. What gives the form of text (`txPr`) may repeat it.
fn is_written(open: &[String]) -> bool {
    let within = |name: &str| open.iter().any(|open| open == name);
    if within("txPr") {
        return false;
    }
    match open.last().map(String::as_str) {
        Some("t") => true,
        Some("v") => {
            let is_number = within("numCache") || within("numLit");
            within("strCache")
                || within("strLit")
                || within("multiLvlStrCache")
                || within("txData")
                || is_number && within("cat")
        }
        Some("pt") => within("strDim"),
        _ => false,
    }
}

/// Labels of categories. Every series of a chart has them, and they are written once.
#[derive(Default)]
struct Labels {
    /// Those of the open series.
    open: Option<Vec<String>>,
    /// Whether they are dates or amounts, of which only the number is kept and not how it is written.
    are_formatted: bool,
    written: HashSet<Vec<String>>,
}

impl Labels {
    fn is_open(&self) -> bool {
        self.open.is_some()
    }

    fn start(&mut self, name: &str) {
        if matches!(name, "cat" | "strDim") {
            (self.open, self.are_formatted) = (Some(Vec::new()), false);
        }
    }

    fn format(&mut self, format: &str) {
        self.are_formatted |= !matches!(format.trim(), "General" | "0" | "@");
    }

    fn put(&mut self, label: String) {
        let label = label.trim();
        if let Some(open) = self.open.as_mut().filter(|_| !label.is_empty()) {
            open.push(label.to_owned());
        }
    }

    fn end(&mut self, name: &str, lines: &mut Vec<String>) {
        if matches!(name, "cat" | "strDim")
            && let Some(labels) = self.open.take()
            && !self.are_formatted
            && !self.written.contains(&labels)
        {
            lines.extend(labels.iter().cloned());
            self.written.insert(labels);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Reading;

    fn written(xml: &str) -> Vec<String> {
        lines(xml, &Limits::of(&Reading::default())).unwrap()
    }

    #[test]
    fn of_a_chart_what_it_writes_out_is_text() {
        let cache = |kind: &str, format: &str, values: [&str; 2]| {
            let points = values.map(|value| format!("<c:pt idx=\"0\"><c:v>{value}</c:v></c:pt>"));
            format!(
                "<c:f>Sheet1!$A$2</c:f><c:{kind}>{format}{}</c:{kind}>",
                points.concat()
            )
        };
        let strings = cache("strCache", "<c:ptCount val=\"2\"/>", ["North", "South"]);
        let years = cache(
            "numCache",
            "<c:formatCode>General</c:formatCode>",
            ["2019", "2020"],
        );
        let dates = cache(
            "numCache",
            "<c:formatCode>yyyy</c:formatCode>",
            ["43831", "43832"],
        );
        let series = |name: &str, labels: &str| {
            format!(
                "<c:ser><c:tx><c:strRef><c:strCache><c:pt><c:v>{name}</c:v></c:pt></c:strCache></c:strRef></c:tx>\
                 <c:cat><c:ref>{labels}</c:ref></c:cat><c:val><c:numRef>{years}</c:numRef></c:val></c:ser>"
            )
        };
        let xml = format!(
            "<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>The </a:t></a:r><a:r><a:t>harvest</a:t></a:r>\
             </a:p></c:rich></c:tx><c:txPr><a:p><a:t>no</a:t></a:p></c:txPr></c:title>{}{}{}{}</c:chart></c:chartSpace>",
            series("barley", &strings),
            series("oats", &strings),
            series("rye", &years),
            series("wheat", &dates),
        );
        assert_eq!(
            written(&xml),
            [
                "The harvest",
                "barley",
                "North",
                "South",
                "oats",
                "rye",
                "2019",
                "2020",
                "wheat"
            ]
        );
    }

    #[test]
    fn charts_of_the_later_form_and_diagrams_are_text() {
        let chart = "<cx:chartSpace><cx:chartData><cx:data><cx:strDim type=\"cat\"><cx:f>A1</cx:f><cx:lvl><cx:pt>North</cx:pt>\
            </cx:lvl></cx:strDim><cx:numDim><cx:lvl><cx:pt>3</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData>\
            <cx:chart><cx:title><cx:tx><cx:txData><cx:v>Harvest</cx:v></cx:txData></cx:tx><cx:txPr><a:p><a:r><a:t>Harvest\
            </a:t></a:r></a:p></cx:txPr></cx:title></cx:chart></cx:chartSpace>";
        assert_eq!(written(chart), ["North", "Harvest"]);
        let diagram = "<dgm:dataModel><dgm:ptLst><dgm:pt type=\"doc\"><dgm:t><a:p/></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p>\
            <a:r><a:t>sow</a:t></a:r></a:p><a:p><a:r><a:t>in</a:t></a:r><a:br/><a:r><a:t>spring</a:t></a:r></a:p></dgm:t>\
            </dgm:pt></dgm:ptLst></dgm:dataModel>";
        assert_eq!(written(diagram), ["sow", "in spring"]);
    }
}
