//! What contents are made ready with: the document, its fonts and forms.

use std::collections::HashMap;
use std::rc::Rc;

use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::cmap::Encoding;
use super::glyph_names::Unknown;
use super::layers::Layers;
use super::operations::Operand;
use super::streams::entry;
use super::to_unicode::ToUnicode;

/// A form as it is put in.
pub(super) struct Form {
    /// Its operations; empty where it shows no text.
    pub bytes: Vec<u8>,
    /// From its space to that of what draws it.
    pub matrix: Option<Vec<Operand>>,
    pub damage: Option<String>,
    pub shown: u64,
    pub unknown: u64,
    pub codes: u64,
    pub hidden: u32,
}

/// The fonts of all contents, by names of their own: the crate takes two fonts of the same name on one page for one.
#[derive(Default)]
pub(super) struct Fonts {
    names: HashMap<*const Dictionary, Vec<u8>>,
    pub dictionary: Dictionary,
    /// The tables of the fonts that are made here.
    pub tables: Vec<Stream>,
}

impl Fonts {
    /// The name of a font of the document, which is the object `id` or stands in another.
    pub fn name(&mut self, id: Option<ObjectId>, font: &Dictionary) -> Vec<u8> {
        let number = self.names.len();
        let name = self.names.entry(font).or_insert_with(|| {
            let name = format!("F{number}").into_bytes();
            let value = id.map_or_else(|| font.clone().into(), Object::Reference);
            self.dictionary.set(name.clone(), value);
            name
        });
        name.clone()
    }

    /// The name of a font that has these signs, 255 at most, by codes from 1 on.
    pub fn of(&mut self, signs: &[char]) -> Vec<u8> {
        let table = (1..=255_u8).zip(signs.iter().map(char::to_string));
        let table = ToUnicode::of(table).written(1);
        let name = format!("M{}", self.tables.len()).into_bytes();
        self.tables.push(Stream::new(Dictionary::new(), table));
        let widths = vec![Object::Integer(500); 256];
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Signs", "FirstChar" => 0, "LastChar" => 255,
            "Widths" => widths, "Encoding" => "WinAnsiEncoding",
            "ToUnicode" => Object::Reference(table_id(self.tables.len())),
        };
        self.dictionary.set(name.clone(), font);
        name
    }
}

/// The object of a table that is made here. Numbers of this generation are not in use.
pub(super) fn table_id(number: usize) -> ObjectId {
    (u32::try_from(number).unwrap_or(u32::MAX), u16::MAX - 3)
}

pub(super) struct Making<'a> {
    pub document: &'a Document,
    pub file: &'a [u8],
    pub unknown: HashMap<ObjectId, Unknown>,
    pub encodings: HashMap<ObjectId, Rc<Encoding>>,
    pub layers: Layers,
    pub fonts: Fonts,
    /// `None` for one that is being made.
    pub forms: HashMap<ObjectId, Option<Form>>,
    pub open: Vec<ObjectId>,
    /// Bytes that contents may still have.
    pub left: usize,
}

impl<'a> Making<'a> {
    pub fn entry(&self, dictionary: &'a Dictionary, name: &[u8]) -> Option<&'a Object> {
        entry(self.document, dictionary, name)
    }

    pub fn inner(&self, dictionary: &'a Dictionary, name: &[u8]) -> Option<&'a Dictionary> {
        self.entry(dictionary, name)?.as_dict().ok()
    }

    /// What a page says itself, or the nearest node around it.
    pub fn inherited<T>(
        &self,
        page: &'a Dictionary,
        says: impl Fn(&'a Dictionary) -> Option<T>,
    ) -> Option<T> {
        let mut node = Some(page);
        for _ in 0..64 {
            let said = says(node?);
            if said.is_some() {
                return said;
            }
            node = self.inner(node?, b"Parent");
        }
        None
    }

    /// The numbers of an array.
    pub fn numbers<const N: usize>(&self, of: &'a Dictionary, name: &[u8]) -> Option<[f64; N]> {
        let values = self.entry(of, name)?.as_array().ok()?.iter();
        let numbers = values.map(|value| {
            let (_, value) = self.document.dereference(value).ok()?;
            let number = value.as_float().ok().map(f64::from);
            number.filter(|number| number.is_finite())
        });
        numbers.collect::<Option<Vec<f64>>>()?.try_into().ok()
    }
}
