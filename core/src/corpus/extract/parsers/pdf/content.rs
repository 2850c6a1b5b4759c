//! The contents of pages, made ready for the crate that takes the text out: of each page, of each form that it draws and
//! of its annotations, the operations that show text and place it, as one content in the words that the crate knows. What
//! could not be read of a page is told; the crate passes over it without a word.

use std::collections::{BTreeMap, HashMap};

use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::boxes::Shown;
use super::forms::Form;
use super::glyph_names::{self, Unknown, to_unicode};
use super::layers::Layers;
use super::made::RewrittenContent;
use super::streams::{contents, data};

/// One character in this many that has no known meaning makes a page unreadable: a bullet or a large bracket among
/// words does not.
const FEW: u64 = 50;

/// What was found while the contents of the pages were made ready.
#[derive(Default)]
pub(super) struct Prepared {
    /// The numbers of the pages that cannot be read in full, with the reason.
    pub unreadable: BTreeMap<u32, String>,
    /// Number of pieces of text that a layer hides.
    pub hidden: u32,
    /// What is shown of each page.
    pub shown: HashMap<u32, Shown>,
}

/// Rewrites the contents of all pages. `file` is what the document was read from; `most` bounds the bytes of all contents
/// together.
pub(super) fn prepare(document: &mut Document, file: &[u8], most: usize) -> Prepared {
    let unknown = glyph_names::complete(document);
    let layers = Layers::of(document);
    let mut making = Making {
        document,
        file,
        unknown,
        layers,
        fonts: Fonts::default(),
        forms: HashMap::new(),
        open: Vec::new(),
        left: most,
    };
    let mut prepared = Prepared::default();
    let mut contents = Vec::new();
    for (number, id) in making.document.get_pages() {
        let made = making.page(id);
        let is_unknown = made.unknown.saturating_mul(FEW) > made.shown;
        let names = "its fonts do not say which characters they show";
        if let Some(why) = made.damage.or(is_unknown.then(|| names.to_owned())) {
            prepared.unreadable.insert(number, why);
        }
        prepared.hidden = prepared.hidden.saturating_add(made.hidden);
        let page = making.document.get_dictionary(id).ok();
        let shown = page.and_then(|page| making.shown(page));
        prepared.shown.extend(shown.map(|shown| (number, shown)));
        contents.push((number, id, made.bytes));
    }
    let Fonts {
        dictionary: fonts,
        tables,
        ..
    } = making.fonts;
    for (number, table) in (1..).zip(tables) {
        document
            .objects
            .insert(table_id(number), Object::Stream(table));
    }
    // Numbers of these generations are not in use.
    let shared = (1, u16::MAX - 2);
    let resources = dictionary! { "Font" => fonts };
    document.objects.insert(shared, resources.into());
    for (number, id, bytes) in contents {
        let object = (number, u16::MAX);
        let stream = Stream::new(Dictionary::new(), bytes);
        document.objects.insert(object, Object::Stream(stream));
        if let Ok(page) = document.get_object_mut(id).and_then(Object::as_dict_mut) {
            page.set("Contents", Object::Reference(object));
            page.set("Resources", Object::Reference(shared));
            // The crate needs a box, and does not survive a damaged one.
            page.set("MediaBox", [0, 0, 612, 792].map(Object::Integer).to_vec());
            page.remove(b"ArtBox");
        }
    }
    prepared
}

/// The fonts of all contents, by names of their own: the crate takes two fonts of the same name on one page for one.
#[derive(Default)]
pub(super) struct Fonts {
    names: HashMap<*const Dictionary, Vec<u8>>,
    dictionary: Dictionary,
    /// The tables of the fonts that are made here.
    tables: Vec<Stream>,
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
        let table = to_unicode(&table.collect::<Vec<(u8, String)>>());
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
fn table_id(number: usize) -> ObjectId {
    (u32::try_from(number).unwrap_or(u32::MAX), u16::MAX - 3)
}

pub(super) struct Making<'a> {
    pub document: &'a Document,
    pub file: &'a [u8],
    pub unknown: HashMap<ObjectId, Unknown>,
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
        let value = dictionary.get(name).ok()?;
        let (_, value) = self.document.dereference(value).ok()?;
        (!matches!(value, Object::Null)).then_some(value)
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

    fn page(&mut self, id: ObjectId) -> RewrittenContent {
        let mut made = RewrittenContent::default();
        let Ok(page) = self.document.get_dictionary(id) else {
            return made;
        };
        let (ids, are_all) = contents(self.document, page);
        if !are_all {
            made.damaged("a part of its content is no stream");
        }
        let mut content = Vec::new();
        for id in ids {
            let part = data(self.document, self.file, id, self.left);
            match part {
                Ok((bytes, is_whole)) => {
                    if !is_whole {
                        made.damaged("its content is cut or damaged");
                    }
                    content.extend(bytes);
                    content.push(b'\n');
                }
                Err(error) => made.damaged(&error.to_string()),
            }
        }
        let resources = self.inherited(page, |node| self.inner(node, b"Resources"));
        // What the content sets ends before the annotations.
        made.operation(b"q", &[]);
        self.rewrite(&content, resources, &mut made);
        made.operation(b"Q", &[]);
        self.annotations(page, &mut made);
        self.left = self.left.saturating_sub(made.bytes.len());
        made
    }
}
