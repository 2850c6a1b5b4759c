//! The characters of fonts that name their glyphs (ISO 32000-1, 9.6.6; Adobe Glyph List Specification, section 2):
//! names that the crate does not read become an entry of a ToUnicode table, tables are written anew, and codes without a
//! character are told.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use pdf_extract::{
    Dictionary, Document, MediaBox, Object, ObjectId, OutputDev, OutputError, Stream, Transform,
    dictionary, output_doc,
};

use super::codes::Codes;
use super::filters::decode;
use super::streams::entry;
use super::to_unicode::ToUnicode;

/// The codes of a font whose character is not known.
pub(super) type Unknown = Rc<Codes>;

/// Bytes of a table of characters that are read at most.
const MOST: usize = 4 << 20;

/// Names that are looked up at most.
const NAMES: usize = 1 << 14;

/// Names of glyphs by their codes.
type Named = Vec<(u8, Vec<u8>)>;

/// Completes the fonts of a document and gives those with codes whose character is not known.
pub(super) fn complete(document: &mut Document) -> HashMap<ObjectId, Unknown> {
    let mut unknown = HashMap::new();
    let mut fonts: Vec<(ObjectId, Named)> = Vec::new();
    let mut tables: Vec<(ObjectId, ToUnicode)> = Vec::new();
    for (id, object) in &document.objects {
        let Ok(font) = object.as_dict() else {
            continue;
        };
        let subtype = font.get(b"Subtype").and_then(Object::as_name);
        let table = entry(document, font, b"ToUnicode");
        if let Some(Ok(stream)) = table.map(Object::as_stream) {
            let is_composite = matches!(subtype, Ok(b"Type0"));
            match decode(document, stream, MOST) {
                // Which of its characters are wrong is not known.
                Ok(table) if !table.is_whole => {
                    let all = match is_composite {
                        true => Codes::AllBut(HashSet::new()),
                        false => Codes::Without(Box::new([true; 256])),
                    };
                    unknown.insert(*id, Rc::new(all));
                }
                Ok(table) => {
                    if let Some(table) = ToUnicode::read(&table.bytes) {
                        let codes = || Codes::left_out(document, font, &table);
                        if let Some(codes) = is_composite.then(codes).flatten() {
                            unknown.insert(*id, Rc::new(codes));
                        }
                        tables.push((*id, table));
                    }
                }
                Err(_) => {}
            }
            continue;
        }
        match subtype {
            // Its codes are glyphs.
            Ok(b"Type0") => {
                unknown.insert(*id, Rc::new(Codes::AllBut(HashSet::new())));
            }
            Ok(b"Type1" | b"MMType1" | b"TrueType" | b"Type3") => {
                let named = differences(document, font);
                if !named.is_empty() {
                    fonts.push((*id, named));
                }
            }
            _ => {}
        }
    }
    let names = fonts.iter().flat_map(|(_, named)| named);
    let mut asked: BTreeSet<&[u8]> = BTreeSet::new();
    for (_, name) in names {
        asked.insert(name);
        asked.extend(components(name));
        if asked.len() > NAMES {
            break;
        }
    }
    let characters = characters(&asked.into_iter().collect::<Vec<&[u8]>>());
    for (id, named) in &fonts {
        let mut table = Vec::new();
        let mut without = [false; 256];
        for (code, name) in named {
            let code = *code;
            // The last name of a code counts.
            table.retain(|(other, _)| *other != code);
            without[usize::from(code)] = false;
            if name == b".notdef" || characters.contains_key(name.as_slice()) {
                continue;
            }
            let text = components(name).map(|component| {
                let known = characters.get(component).cloned();
                known.or_else(|| coded(component))
            });
            match text.collect::<Option<String>>() {
                Some(text) if !text.is_empty() => table.push((code, text)),
                _ => without[usize::from(code)] = true,
            }
        }
        if without.contains(&true) {
            unknown.insert(*id, Rc::new(Codes::Without(Box::new(without))));
        }
        if !table.is_empty() {
            tables.push((*id, ToUnicode::of(table)));
        }
    }
    for (number, (id, table)) in (0..).zip(tables) {
        // Numbers of this generation are not in use.
        let object = (number, u16::MAX - 1);
        let Ok(font) = document.get_object_mut(id).and_then(Object::as_dict_mut) else {
            continue;
        };
        let is_composite = matches!(font.get(b"Subtype").and_then(Object::as_name), Ok(b"Type0"));
        font.set("ToUnicode", Object::Reference(object));
        let table = table.written(if is_composite { 2 } else { 1 });
        let stream = Stream::new(Dictionary::new(), table);
        document.objects.insert(object, Object::Stream(stream));
    }
    unknown
}

/// The names that the encoding of a font gives to codes.
fn differences(document: &Document, font: &Dictionary) -> Named {
    let encoding = entry(document, font, b"Encoding").and_then(|e| e.as_dict().ok());
    let values = encoding.and_then(|e| entry(document, e, b"Differences"));
    let values = values.and_then(|values| values.as_array().ok());
    let mut code = 0_i64;
    let mut named = Vec::new();
    for value in values.into_iter().flatten() {
        match document.dereference(value) {
            Ok((_, Object::Integer(next))) => code = *next,
            Ok((_, Object::Name(name))) => {
                if let Ok(code) = u8::try_from(code) {
                    named.push((code, name.clone()));
                }
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    named
}

/// The parts of a name that stand for a character each: `f_i.alt` is an f and an i.
fn components(name: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = name.iter().position(|b| *b == b'.').unwrap_or(name.len());
    name[..end].split(|b| *b == b'_')
}

/// The characters that a name says by their numbers: `uni0064`, `uni00640065`, `u1F600`.
fn coded(name: &[u8]) -> Option<String> {
    let name = std::str::from_utf8(name).ok()?;
    let number = |digits: &str| {
        u32::from_str_radix(digits, 16)
            .ok()
            .and_then(char::from_u32)
    };
    let is_hex = |digits: &str| digits.bytes().all(|b| b.is_ascii_hexdigit());
    if let Some(digits) = name.strip_prefix("uni")
        && !digits.is_empty()
        && digits.len() % 4 == 0
        && is_hex(digits)
    {
        let starts = (0..digits.len()).step_by(4);
        return starts.map(|at| number(&digits[at..at + 4])).collect();
    }
    let digits = name.strip_prefix('u')?;
    let is_number = (4..=6).contains(&digits.len())
        && is_hex(digits)
        && !digits.bytes().any(|b| b.is_ascii_lowercase());
    is_number
        .then(|| number(digits))
        .flatten()
        .map(String::from)
}

/// The characters of those of the names that the crate knows. Its list is not public: a document that shows each
/// name once is read with it.
fn characters<'a>(names: &[&'a [u8]]) -> HashMap<&'a [u8], String> {
    let is_plain = |name: &&&[u8]| !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
    let names: Vec<&[u8]> = names.iter().filter(is_plain).copied().collect();
    let mut document = Document::with_version("1.5");
    let mut fonts = Dictionary::new();
    let mut content = String::from("BT\n");
    // Codes below 32 have no character of their own in this encoding.
    for (number, block) in names.chunks(32).enumerate() {
        let mut values = vec![Object::Integer(0)];
        values.extend(block.iter().map(|name| Object::Name(name.to_vec())));
        let encoding = dictionary! {
            "Type" => "Encoding", "BaseEncoding" => "WinAnsiEncoding", "Differences" => values,
        };
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Names", "Encoding" => encoding,
        };
        fonts.set(format!("F{number}"), font);
        let codes = (0..block.len()).map(|code| format!("{code:02X}"));
        content += &format!("/F{number} 1 Tf\n<{}> Tj\n", codes.collect::<String>());
    }
    content += "ET";
    let content = document.add_object(Stream::new(Dictionary::new(), content.into_bytes()));
    let pages = document.new_object_id();
    let page = document.add_object(dictionary! {
        "Type" => "Page", "Parent" => pages, "Contents" => content,
        "MediaBox" => vec![0.into(), 0.into(), 9.into(), 9.into()],
        "Resources" => dictionary! { "Font" => fonts },
    });
    let tree = dictionary! { "Type" => "Pages", "Count" => 1, "Kids" => vec![page.into()] };
    document.objects.insert(pages, tree.into());
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    document.trailer.set("Root", catalog);
    let shown = catch_unwind(AssertUnwindSafe(|| {
        let mut shown = Shown::default();
        output_doc(&document, &mut shown).map(|()| shown.0)
    }));
    let shown = match shown {
        Ok(Ok(shown)) if shown.len() == names.len() => shown,
        _ => return HashMap::new(),
    };
    let known = names.into_iter().zip(shown);
    known
        .filter(|(_, text)| !text.is_empty() && text != "\0")
        .collect()
}

/// Collects characters.
#[derive(Default)]
struct Shown(Vec<String>);

impl OutputDev for Shown {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        _: &Transform,
        _: f64,
        _: f64,
        _: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        self.0.push(text.to_owned());
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_say_their_numbers_are_read() {
        let read = |name: &str| coded(name.as_bytes());
        assert_eq!(read("uni0064").as_deref(), Some("d"));
        assert_eq!(read("uni00640065").as_deref(), Some("de"));
        assert_eq!(read("u1F600").as_deref(), Some("😀"));
        for other in [
            "uniD800",
            "uni64",
            "uni",
            "uface",
            "u110000",
            "universal",
            "g1",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn the_names_that_the_crate_knows_are_found() {
        let names: Vec<String> = (0..40).map(|i| format!("nothing{i}")).collect();
        let mut asked: Vec<&[u8]> = names.iter().map(String::as_bytes).collect();
        asked.extend([b"A".as_slice(), b"eacute", b"space", b"\xff"]);
        let known = characters(&asked);
        let expected = [("A", "A"), ("eacute", "é"), ("space", " ")];
        let expected = expected.map(|(name, text)| (name.as_bytes(), text.to_owned()));
        assert_eq!(known, HashMap::from(expected));
    }
}
