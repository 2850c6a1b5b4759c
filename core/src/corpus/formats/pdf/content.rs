//! The operations of a page that show text, with those of its forms in their place: the crate knows neither the place
//! of a form nor its fonts, nor the operators `'` and `"`.

use std::io::Read;

use flate2::read::ZlibDecoder;
use pdf_extract::{Dictionary, Document, Object, ObjectId, content::Content, content::Operation};

/// Forms within forms at most.
const DEPTH: usize = 24;

/// The text operations of a page.
#[derive(Default)]
pub(super) struct PageContent {
    pub operations: Vec<Operation>,
    /// The fonts that the operations name.
    pub fonts: Dictionary,
    /// Number of strings that are shown and not empty.
    pub strings: u64,
    /// Why the operations are not all of the page.
    pub damage: Option<&'static str>,
}

/// Reads the content of a page. `left` bounds the bytes that all contents of the document unpack to.
pub(super) fn read(document: &Document, page: ObjectId, left: &mut usize) -> PageContent {
    let mut reader = Reader {
        document,
        page: PageContent::default(),
        open: Vec::new(),
        left,
    };
    let (own, inherited) = document.get_page_resources(page).unwrap_or_default();
    let inherited = inherited
        .first()
        .and_then(|id| document.get_dictionary(*id).ok());
    let mut content = Vec::new();
    for id in document.get_page_contents(page) {
        content.extend(reader.data(id).unwrap_or_default());
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
    left: &'a mut usize,
}

impl<'a> Reader<'a> {
    fn damaged(&mut self, why: &'static str) {
        self.page.damage.get_or_insert(why);
    }

    /// The unpacked data of a stream.
    fn data(&mut self, id: ObjectId) -> Option<Vec<u8>> {
        let stream = self.document.get_object(id).and_then(Object::as_stream);
        let Ok(stream) = stream else {
            self.damaged("a part of its content is not in the file");
            return None;
        };
        let data = if stream
            .filters()
            .is_ok_and(|filters| filters == [b"FlateDecode"])
        {
            // The crate takes a stream that is cut or damaged for a short one, and unpacks it to any size.
            let mut data = Vec::new();
            let unpacked = ZlibDecoder::new(&stream.content[..]);
            let read = unpacked.take(*self.left as u64 + 1).read_to_end(&mut data);
            if read.is_err() {
                self.damaged("a part of its content is cut or damaged");
            }
            data
        } else if let Ok(data) = stream.get_plain_content() {
            data
        } else {
            self.damaged("a part of its content is packed in an unknown way");
            return None;
        };
        let left = self.left.checked_sub(data.len());
        if left.is_none() {
            self.damaged("its contents are too large");
        }
        *self.left = left?;
        Some(data)
    }

    /// What resources call by a name.
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
        self.page
            .operations
            .push(Operation::new(operator, operands));
    }

    /// Adds the text operations of a content.
    fn add(&mut self, content: &[u8], resources: Option<&'a Dictionary>) {
        let decoded = Content::decode_strict(content).or_else(|_| {
            self.damaged("its content is damaged");
            Content::decode(content)
        });
        let mut saved = 0_u32;
        for Operation {
            operator,
            mut operands,
        } in decoded.map_or_else(|_| Vec::new(), |c| c.operations)
        {
            match (operator.as_str(), operands.as_mut_slice()) {
                ("q", _) => saved += 1,
                ("Q", _) if saved > 0 => saved -= 1,
                (
                    "BT" | "ET" | "cm" | "Tm" | "Td" | "TD" | "T*" | "Tc" | "Tw" | "Tz" | "TL"
                    | "Ts",
                    _,
                ) => {}
                ("Tf", [Object::Name(name), _]) => match self.resource(resources, b"Font", name) {
                    Some(font) => *name = self.font(font),
                    None => {
                        self.damaged("a font is not in the file");
                        continue;
                    }
                },
                ("Do", [Object::Name(name)]) => {
                    self.draw(self.resource(resources, b"XObject", name), resources);
                    continue;
                }
                ("TJ", [Object::Array(parts)]) => {
                    let strings = parts.iter().filter(|part| is_text(part)).count();
                    self.page.strings += strings as u64;
                }
                ("Tj" | "'" | "\"", [.., text]) => {
                    self.page.strings += u64::from(is_text(text));
                    let text = std::mem::replace(text, Object::Null);
                    if let ("\"", [word, letter, _]) = (operator.as_str(), operands.as_slice()) {
                        self.push("Tw", vec![word.clone()]);
                        self.push("Tc", vec![letter.clone()]);
                    }
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

    /// The name of a font among those of the page.
    fn font(&mut self, font: &Object) -> Vec<u8> {
        let name = match font {
            Object::Reference((number, generation)) => format!("F{number}-{generation}"),
            _ => format!("D{}", self.page.fonts.len()),
        };
        self.page.fonts.set(name.as_str(), font.clone());
        name.into_bytes()
    }

    /// Adds the operations of a form; pictures have none.
    fn draw(&mut self, drawn: Option<&'a Object>, resources: Option<&'a Dictionary>) {
        let document = self.document;
        let form = drawn.and_then(|drawn| {
            let id = drawn.as_reference().ok()?;
            Some((
                id,
                document.get_object(id).and_then(Object::as_stream).ok()?,
            ))
        });
        let Some((id, form)) = form else {
            return self.damaged("what it draws is not in the file");
        };
        if form.dict.get(b"Subtype").and_then(Object::as_name).ok() != Some(b"Form") {
            return;
        }
        if self.open.contains(&id) || self.open.len() >= DEPTH {
            return self.damaged("a form draws itself");
        }
        let Some(content) = self.data(id) else { return };
        let own = form
            .dict
            .get_deref(b"Resources", document)
            .and_then(Object::as_dict);
        self.push("q", Vec::new());
        let matrix = form
            .dict
            .get_deref(b"Matrix", document)
            .and_then(Object::as_array);
        if let Ok(matrix) = matrix {
            self.push("cm", matrix.clone());
        }
        self.open.push(id);
        self.add(&content, own.ok().or(resources));
        self.open.pop();
        self.push("Q", Vec::new());
    }
}

/// Whether a string has characters.
fn is_text(object: &Object) -> bool {
    object.as_str().is_ok_and(|text| !text.is_empty())
}
