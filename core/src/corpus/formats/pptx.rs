//! PowerPoint slides (ECMA-376 part 1, PresentationML): the text of each slide in the order of its shapes; form feeds
//! separate slides. Hidden slides and shapes, charts, diagrams, embedded objects, speaker notes and comments are not
//! extracted.

use super::package::{Package, describe, is_object, main_part, relationships};
use super::xml::{StartTag, TextBuilder, Xml, XmlEvent};
use crate::corpus::SkipReason;
use crate::corpus::extracted::{Extracted, Limits, UnextractedParts};

/// Reads slides.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut package = Package::open(bytes, "PowerPoint document", limits)?;
    let mut flow = TextBuilder::default();
    let mut unextracted = UnextractedParts::default();
    for (number, name) in slides(&mut package)?.iter().enumerate() {
        // A hidden slide also has a number.
        flow.begin_page(number);
        match package.text(name)? {
            Some(source) => slide(&source, &mut flow, &mut unextracted)?,
            None => unextracted.missing += 1,
        }
    }
    let mut extracted = Extracted {
        unextracted,
        ..Extracted::from(flow.finish())
    };
    describe(&mut package, &mut extracted)?;
    Ok(extracted)
}

/// Names of the parts with slides, in the order of the presentation; the name is empty if a part is missing.
fn slides(package: &mut Package<'_>) -> Result<Vec<String>, SkipReason> {
    let main = main_part(package, "ppt/presentation.xml")?;
    let related = relationships(package, &main)?;
    let source = package.required(&main)?;
    let mut xml = Xml::new(&source);
    let mut names = Vec::new();
    while let Some(tag) = xml.next_start(0)? {
        match tag.name() {
            // `extLst` lists the slides of each section again.
            "extLst" => xml.leave(1)?,
            "sldId" => {
                let id = tag.attribute("r:id").unwrap_or_default();
                let slide = related.iter().find(|to| to.id == id);
                names.push(slide.map(|to| to.target.clone()).unwrap_or_default());
            }
            _ => {}
        }
    }
    Ok(names)
}

/// Adds the text of a slide, and the counts of parts that are not extracted.
fn slide(
    source: &str,
    flow: &mut TextBuilder,
    unextracted: &mut UnextractedParts,
) -> Result<(), SkipReason> {
    let mut xml = Xml::new(source);
    while let Some(event) = xml.event()? {
        match event {
            XmlEvent::Start(tag) => match tag.name() {
                "sld" if is(&tag, "show", false) => {
                    unextracted.slides += 1;
                    return Ok(());
                }
                // Leaves the shape around its properties.
                "cNvPr" if is(&tag, "hidden", true) => {
                    unextracted.hidden += 1;
                    xml.leave(3)?;
                }
                // `Fallback` repeats `Choice` for older programs.
                "Fallback" => xml.leave(1)?,
                "t" => flow.push(&xml.text()?),
                "br" => flow.break_line(),
                "tc" => flow.begin_cell(),
                name => unextracted.objects += u32::from(is_object(name)),
            },
            XmlEvent::End(name) => match name.as_str() {
                "p" => flow.end_paragraph(),
                "tc" => flow.end_cell(),
                "tr" => flow.end_row(),
                _ => {}
            },
            XmlEvent::Text(_) => {}
        }
    }
    Ok(())
}

/// Whether an attribute has this value.
fn is(tag: &StartTag<'_>, name: &str, expected: bool) -> bool {
    let value = tag.attribute(name);
    value.is_some_and(|value| matches!(value.as_str(), "1" | "true") == expected)
}

#[cfg(test)]
mod tests;
