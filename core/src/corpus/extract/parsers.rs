//! From a format to its parser, in this process.

mod docx;
mod epub;
mod flow;
mod mail;
mod odf;
mod ooxml;
mod package;
mod page;
mod pdf;
mod pptx;
mod reasons;
mod xml;
mod xml_text;

use super::{Extracted, Format, LeftOut, Limits};
use crate::base::caught::caught;
use crate::base::units::counted;
use crate::corpus::SkipReason;
use crate::corpus::unpacked::repetition;
use reasons::{damaged, said};

/// Takes out the text in this process. A panic of a parser is a reason; a parser that aborts, does not end or
/// takes all memory is not caught here.
pub(in crate::corpus) fn parse(
    format: Format,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Extracted, SkipReason> {
    let parse = || match format {
        Format::Docx => docx::read(bytes, limits),
        Format::Odt | Format::Odp => odf::read(bytes, format, limits),
        Format::Epub => epub::read(bytes, limits),
        Format::Pptx => pptx::read(bytes, limits),
        Format::Pdf => pdf::read(bytes, limits),
        Format::Mail => mail::read(bytes, limits),
        Format::Xml => xml_text::read(bytes, limits),
        Format::External => Err(SkipReason::NoReader(format.name().to_owned())),
    };
    let outcome = caught(parse);
    let extracted = outcome.unwrap_or_else(|panic| Err(SkipReason::ParserFailed(said(&*panic))))?;
    let text = extracted.text.as_bytes();
    limits.check(text.len())?;
    if let Some(reason) = repetition(text, text.len()) {
        return Err(reason);
    }
    if extracted.text.trim().is_empty() {
        return Err(without_text(format, extracted.left_out));
    }
    Ok(extracted)
}

/// Why a document has no text.
fn without_text(format: Format, left_out: LeftOut) -> SkipReason {
    if format == Format::Pdf {
        SkipReason::NoTextLayer
    } else if left_out.attachments > 0 {
        only_attachments(left_out)
    } else if left_out.missing > 0 {
        let parts = counted(left_out.missing.into(), "part", "parts");
        damaged(format!("it has no text, and {parts} of it cannot be read"))
    } else {
        SkipReason::Empty
    }
}

/// Why a message with nothing but attachments has no text.
fn only_attachments(left_out: LeftOut) -> SkipReason {
    let number = left_out.attachments;
    let attachments = counted(number.into(), "attachment", "attachments");
    let what = match number {
        1 => "that as a file and read it",
        _ => "them as files and read those",
    };
    SkipReason::Unsupported(format!(
        "a message without text, but with {attachments}: save {what}"
    ))
}
