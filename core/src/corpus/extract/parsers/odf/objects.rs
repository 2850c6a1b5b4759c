//! Objects within a document: charts and formulas, whose text is read, and documents of other programs.

use super::super::archive::Archive;
use super::super::names::resolved;
use super::super::xml::{Piece, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::Limits;

/// What is known of an object.
#[derive(Debug, PartialEq)]
pub(super) enum Object {
    /// Lines of text of a chart.
    Chart(String),
    /// The signs of a formula.
    Formula(String),
    /// It is there and not read.
    Other,
    /// It is not in the file, or damaged.
    Missing,
}

/// Reads the object that a reference leads to.
pub(super) fn read(
    archive: &mut Archive<'_>,
    href: &str,
    limits: &Limits,
) -> Result<Object, SkipReason> {
    let name = resolved("", href);
    let Some(xml) = archive.text(&format!("{name}/content.xml"))? else {
        let is_file = !name.is_empty() && archive.part(&name)?.is_some();
        return Ok(if is_file {
            Object::Other
        } else {
            Object::Missing
        });
    };
    match object(&xml, limits) {
        Err(SkipReason::Damaged(_)) => Ok(Object::Missing),
        read => read,
    }
}

/// Reads the content of an object.
fn object(xml: &str, limits: &Limits) -> Result<Object, SkipReason> {
    let mut kind = None;
    let (mut lines, mut line, mut formula) = (Vec::new(), String::new(), String::new());
    // Depth inside of what is not shown.
    let mut skipping = 0_u32;
    let (mut paragraphs, mut in_token) = (0_u32, false);
    let mut length = 0;
    pieces(xml, limits.max_depth, |piece| {
        match piece {
            Piece::Start(_, _) if skipping > 0 => skipping += 1,
            Piece::End(_) if skipping > 0 => skipping -= 1,
            Piece::Start(name, tag) => match name {
                "math" => kind = kind.or(Some(Kind::Formula)),
                "chart" => kind = kind.or(Some(Kind::Chart)),
                // The formula again, as a program keeps it.
                "annotation" | "annotation-xml" => skipping = 1,
                // The numbers that the chart draws.
                "table-cell"
                    if tag
                        .attribute("value-type")
                        .is_none_or(|kind| kind != "string") =>
                {
                    skipping = 1;
                }
                "p" => paragraphs += 1,
                "mi" | "mn" | "mo" | "mtext" | "ms" => in_token = true,
                _ => {}
            },
            Piece::End(name) => match name {
                "p" => {
                    paragraphs = paragraphs.saturating_sub(1);
                    let ended = std::mem::take(&mut line);
                    if !ended.trim().is_empty() {
                        lines.push(ended.trim().to_owned());
                    }
                }
                "mi" | "mn" | "mo" | "mtext" | "ms" => in_token = false,
                _ => {}
            },
            Piece::Text(text) if skipping == 0 => {
                length += text.len();
                if paragraphs > 0 {
                    line.push_str(text);
                } else if in_token {
                    formula.push_str(text.trim());
                }
            }
            Piece::Text(_) => {}
        }
        limits.check(length)
    })?;
    Ok(match kind {
        Some(Kind::Chart) => Object::Chart(lines.join("\n")),
        Some(Kind::Formula) => Object::Formula(formula),
        None => Object::Other,
    })
}

#[derive(Clone, Copy)]
enum Kind {
    Chart,
    Formula,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Reading;

    fn of(xml: &str) -> Object {
        object(xml, &Limits::of(&Reading::default())).unwrap()
    }

    #[test]
    fn titles_and_labels_of_a_chart_and_signs_of_a_formula_are_text() {
        let chart = "<o:body><o:chart><c:chart><c:title><t:p>Harvest</t:p></c:title><t:table><t:table-cell o:value-type=\
            \"string\"><t:p>North</t:p></t:table-cell><t:table-cell o:value-type=\"float\"><t:p>3</t:p></t:table-cell>\
            </t:table></c:chart></o:chart></o:body>";
        assert_eq!(of(chart), Object::Chart("Harvest\nNorth".to_owned()));
        let formula = "<math><semantics><mrow>\n <mi>a</mi>\n <mo>+</mo><mn>2</mn></mrow><annotation>a+2</annotation>\
            </semantics></math>";
        assert_eq!(of(formula), Object::Formula("a+2".to_owned()));
        assert_eq!(
            of("<o:body><o:text><t:p>no</t:p></o:text></o:body>"),
            Object::Other
        );
    }
}
