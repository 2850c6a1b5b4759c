//! The operations of a page that show text, including the operations of its forms: the crate supports neither the
//! position nor the fonts of a form, nor the operators `'` and `"`. Also rewrites the widths of composite fonts to the
//! form that the crate reads.

use std::io::Read;

use flate2::read::ZlibDecoder;
use pdf_extract::{Dictionary, Document, Object, ObjectId, content::Content, content::Operation};

/// Maximum nesting depth of forms.
const MAX_DEPTH: usize = 24;

/// Maximum number of widths written out in a document: eight fonts of all codes.
const MAX_WIDTHS: usize = 8 << 16;

/// The text operations of a page.
#[derive(Default)]
pub(super) struct PageContent {
    pub operations: Vec<Operation>,
    /// The fonts that the operations name.
    pub fonts: Dictionary,
    /// Number of strings that are shown and not empty.
    pub strings: u64,
    /// Whether operations of the page are missing.
    pub is_damaged: bool,
}

/// Reads the content of a page. `budget` is the number of bytes of the document that may still be unpacked.
pub(super) fn read(document: &Document, page: ObjectId, budget: &mut usize) -> PageContent {
    let mut reader = Reader {
        document,
        page: PageContent::default(),
        open: Vec::new(),
        budget,
    };
    let (own, inherited) = document.get_page_resources(page).unwrap_or_default();
    let inherited = inherited
        .first()
        .and_then(|id| document.get_dictionary(*id).ok());
    let mut content = Vec::new();
    for id in document.get_page_contents(page) {
        let data = reader.data(id);
        reader.page.is_damaged |= data.is_none();
        content.extend(data.unwrap_or_default());
        content.push(b'\n');
    }
    reader.add(&content, own.or(inherited));
    reader.page
}

struct Reader<'a> {
    document: &'a Document,
    page: PageContent,
    /// The forms that are being read.
    open: Vec<ObjectId>,
    budget: &'a mut usize,
}

impl<'a> Reader<'a> {
    /// The unpacked data of a stream; `None` if it is missing, too large or packed in an unknown way.
    fn data(&mut self, id: ObjectId) -> Option<Vec<u8>> {
        let stream = self.document.get_object(id).and_then(Object::as_stream);
        let stream = stream.ok()?;
        let filters = stream.filters().unwrap_or_default();
        let data = if filters == [b"FlateDecode"] {
            // The crate reads a truncated or damaged stream as a short one, and unpacks it to any size.
            let mut data = Vec::new();
            let decoder = ZlibDecoder::new(&stream.content[..]);
            let read = decoder.take(*self.budget as u64 + 1).read_to_end(&mut data);
            self.page.is_damaged |= read.is_err();
            data
        } else {
            stream.get_plain_content().ok()?
        };
        *self.budget = self.budget.checked_sub(data.len())?;
        Some(data)
    }

    /// The object with a name in the resources.
    fn resource(
        &self,
        resources: Option<&'a Dictionary>,
        kind: &[u8],
        name: &[u8],
    ) -> Option<&'a Object> {
        let all = resources?.get_deref(kind, self.document).ok()?;
        all.as_dict().ok()?.get(name).ok()
    }

    fn push(&mut self, operator: &str, operands: Vec<Object>) {
        let operation = Operation::new(operator, operands);
        self.page.operations.push(operation);
    }

    /// Adds the text operations of a content.
    fn add(&mut self, content: &[u8], resources: Option<&'a Dictionary>) {
        let decoded = Content::decode_strict(content).or_else(|_| {
            self.page.is_damaged = true;
            Content::decode(content)
        });
        let operations = decoded.map_or_else(|_| Vec::new(), |content| content.operations);
        let mut saved = 0_u32;
        for operation in operations {
            let (operator, mut operands) = (operation.operator, operation.operands);
            match (operator.as_str(), operands.as_mut_slice()) {
                ("q", _) => saved += 1,
                ("Q", _) if saved > 0 => saved -= 1,
                ("BT" | "ET" | "cm" | "Tm" | "Td" | "TD" | "T*", _) => {}
                ("Tc" | "Tw" | "Tz" | "TL" | "Ts", _) => {}
                ("Tf", [Object::Name(name), _]) => match self.resource(resources, b"Font", name) {
                    Some(font) => *name = self.font(font),
                    None => {
                        self.page.is_damaged = true;
                        continue;
                    }
                },
                ("Do", [Object::Name(name)]) => {
                    let drawn = self.resource(resources, b"XObject", name);
                    self.page.is_damaged |= self.draw(drawn, resources).is_none();
                    continue;
                }
                ("TJ", [Object::Array(parts)]) => {
                    let strings = parts.iter().filter(|part| is_text(part)).count();
                    self.page.strings += strings as u64;
                }
                ("Tj" | "'" | "\"", [.., text]) => {
                    self.page.strings += u64::from(is_text(text));
                    let text = std::mem::replace(text, Object::Null);
                    if operator != "Tj" {
                        self.push("T*", Vec::new());
                    }
                    self.push("Tj", vec![text]);
                    continue;
                }
                _ => continue,
            }
            self.push(&operator, operands);
        }
        for _ in 0..saved {
            self.push("Q", Vec::new());
        }
    }

    /// Adds a font to the fonts of the page and returns its name.
    fn font(&mut self, font: &Object) -> Vec<u8> {
        let name = match font {
            Object::Reference((number, generation)) => format!("F{number}-{generation}"),
            _ => format!("D{}", self.page.fonts.len()),
        };
        self.page.fonts.set(name.as_str(), font.clone());
        name.into_bytes()
    }

    /// Adds the operations of a form; pictures have none. `None` if the form is missing or contains itself.
    fn draw(&mut self, drawn: Option<&'a Object>, resources: Option<&'a Dictionary>) -> Option<()> {
        let document = self.document;
        let id = drawn?.as_reference().ok()?;
        let form = document.get_object(id).and_then(Object::as_stream).ok()?;
        if form.dict.get(b"Subtype").and_then(Object::as_name).ok() != Some(b"Form") {
            return Some(());
        }
        if self.open.contains(&id) || self.open.len() >= MAX_DEPTH {
            return None;
        }
        let content = self.data(id)?;
        let own = form.dict.get_deref(b"Resources", document);
        let own = own.and_then(Object::as_dict).ok();
        let matrix = form.dict.get_deref(b"Matrix", document);
        self.push("q", Vec::new());
        if let Ok(matrix) = matrix.and_then(Object::as_array) {
            self.push("cm", matrix.clone());
        }
        self.open.push(id);
        self.add(&content, own.or(resources));
        self.open.pop();
        self.push("Q", Vec::new());
        Some(())
    }
}

/// Whether a string has characters.
fn is_text(object: &Object) -> bool {
    object.as_str().is_ok_and(|text| !text.is_empty())
}

/// Writes out the widths of all composite fonts: ranges (`first last width`; ISO 32000-1, 9.7.4.3) become lists.
pub(super) fn write_out_widths(document: &mut Document) {
    let mut budget = MAX_WIDTHS;
    let fonts = document.objects.iter().filter_map(|(id, object)| {
        let widths = object.as_dict().ok()?.get_deref(b"W", document).ok()?;
        let lists = written_out(document, widths.as_array().ok()?, &mut budget)?;
        Some((*id, lists))
    });
    let fonts: Vec<(ObjectId, Vec<Object>)> = fonts.collect();
    for (id, widths) in fonts {
        if let Ok(font) = document.get_dictionary_mut(id) {
            font.set("W", widths);
        }
    }
}

/// Widths as pairs of a first code and an array.
fn written_out(document: &Document, widths: &[Object], budget: &mut usize) -> Option<Vec<Object>> {
    let value = |object: &Object| Some(document.dereference(object).ok()?.1.clone());
    let (mut lists, mut rest) = (Vec::new(), widths);
    while let [first, second, after @ ..] = rest {
        let first = value(first)?.as_i64().ok()?;
        let list = match value(second)? {
            Object::Array(list) => {
                rest = after;
                list.iter().map(value).collect::<Option<Vec<Object>>>()?
            }
            last => {
                let (width, after) = after.split_first()?;
                rest = after;
                let codes = last.as_i64().ok()?.checked_sub(first)?.checked_add(1)?;
                vec![value(width)?; usize::try_from(codes).ok()?.min(*budget)]
            }
        };
        *budget = budget.checked_sub(list.len())?;
        lists.extend([Object::Integer(first), Object::Array(list)]);
    }
    Some(lists)
}
