//! The contents of pages, made ready for the crate that takes the text out: of each page, of each form that it draws and
//! of its annotations, the operations that show text and place it, as one content in the words that the crate knows. What
//! could not be read of a page is told; the crate passes over it without a word.

use std::collections::{BTreeMap, HashMap};

use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::boxes::Shown;
use super::encodings;
use super::glyph_names;
use super::layers::Layers;
use super::made::RewrittenContent;
use super::making::{Fonts, Making, table_id};
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
    /// Codes that each page shows, a character each.
    pub codes: HashMap<u32, u64>,
}

/// Rewrites the contents of all pages. `file` is what the document was read from; `most` bounds the bytes of all contents
/// together.
pub(super) fn prepare(document: &mut Document, file: &[u8], most: usize) -> Prepared {
    let encodings = encodings::complete(document);
    let unknown = glyph_names::complete(document);
    let layers = Layers::of(document);
    let mut making = Making {
        document,
        file,
        unknown,
        encodings,
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
        prepared.codes.insert(number, made.codes);
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

impl Making<'_> {
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
