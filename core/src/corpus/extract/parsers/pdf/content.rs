//! The contents of pages, made ready for the crate that takes the text out: of each page, and of each form that it
//! draws, the operations that show text and place it, in the words that the crate knows. What could not be read of
//! a page is told; the crate passes over it without a word.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::slice::from_ref;

use pdf_extract::{Dictionary, Document, Object, ObjectId, Stream};

use super::glyph_names::{self, Unknown};
use super::layers::Layers;
use super::made::RewrittenContent;
use super::operations::{Operand, Operations};
use super::streams::{contents, data};

/// Forms within forms at most.
const DEPTH: usize = 24;
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
        contents.push((number, id, made.bytes));
    }
    let forms: Vec<(ObjectId, Stream)> = making
        .forms
        .into_iter()
        .filter_map(|(id, made)| Some((id, made?.stream?)))
        .collect();
    for (id, stream) in forms {
        document.objects.insert(id, Object::Stream(stream));
    }
    for (number, id, bytes) in contents {
        // Numbers of this generation are not in use.
        let object = (number, u16::MAX);
        let stream = Stream::new(Dictionary::new(), bytes);
        document.objects.insert(object, Object::Stream(stream));
        if let Ok(page) = document.get_object_mut(id).and_then(Object::as_dict_mut) {
            page.set("Contents", Object::Reference(object));
        }
    }
    prepared
}

/// A form that pages draw.
struct Form {
    /// What takes its place; `None` where it shows no text.
    stream: Option<Stream>,
    damage: Option<String>,
    shown: u64,
    unknown: u64,
    hidden: u32,
}

struct Making<'a> {
    document: &'a Document,
    file: &'a [u8],
    unknown: HashMap<ObjectId, Unknown>,
    layers: Layers,
    /// `None` for one that is being made.
    forms: HashMap<ObjectId, Option<Form>>,
    open: Vec<ObjectId>,
    /// Bytes that contents may still have.
    left: usize,
}

impl<'a> Making<'a> {
    fn entry(&self, dictionary: &'a Dictionary, name: &[u8]) -> Option<&'a Object> {
        let value = dictionary.get(name).ok()?;
        let (_, value) = self.document.dereference(value).ok()?;
        (!matches!(value, Object::Null)).then_some(value)
    }

    fn inner(&self, dictionary: &'a Dictionary, name: &[u8]) -> Option<&'a Dictionary> {
        self.entry(dictionary, name)?.as_dict().ok()
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
        let mut resources = None;
        let mut node = Some(page);
        for _ in 0..64 {
            resources = node.and_then(|node| self.inner(node, b"Resources"));
            if resources.is_some() {
                break;
            }
            node = node.and_then(|node| self.inner(node, b"Parent"));
        }
        self.rewrite(&content, resources, &mut made);
        self.left = self.left.saturating_sub(made.bytes.len());
        made
    }

    /// Puts the operations of a content into `made`.
    fn rewrite(
        &mut self,
        content: &[u8],
        resources: Option<&'a Dictionary>,
        made: &mut RewrittenContent,
    ) {
        /// The font that is set, if one is, with the codes that it has no character for.
        type Font = Option<Option<Unknown>>;
        const NEXT_LINE: &[u8] = b"T*";
        let mut font: Font = None;
        let mut kept: Vec<Font> = Vec::new();
        let mut tolerant = 0_u32;
        let mut marked = Marked::default();
        let mut operations = Operations::new(content);
        while let Some((operator, operands)) = operations.next() {
            match operator {
                b"BMC" => marked.begin(false),
                b"BDC" => marked.begin(self.is_off(resources, &operands)),
                b"EMC" => marked.end(),
                _ => {}
            }
            let takes = match operator {
                b"BT" | b"ET" | b"q" | b"Q" | b"T*" => 0,
                b"Tc" | b"Tw" | b"Tz" | b"TL" | b"Ts" | b"Tj" | b"TJ" | b"'" | b"Do" => 1,
                b"Td" | b"TD" | b"Tf" => 2,
                b"\"" => 3,
                b"cm" | b"Tm" => 6,
                b"BX" => {
                    tolerant += 1;
                    continue;
                }
                b"EX" => {
                    tolerant = tolerant.saturating_sub(1);
                    continue;
                }
                other => {
                    // One that does not exist may be a damaged one that shows text.
                    let is_text =
                        |one: &Operand| matches!(one, Operand::String(_) | Operand::Array(_));
                    if tolerant == 0 && !draws(other) && operands.iter().any(is_text) {
                        made.damaged("its content has operations that do not exist");
                    }
                    continue;
                }
            };
            let operands = &operands[operands.len().saturating_sub(takes)..];
            let numbers = operands
                .iter()
                .filter(|operand| matches!(operand, Operand::Number(_)))
                .count();
            let is_right = operands.len() == takes
                && match (operator, operands) {
                    (b"Tf", [Operand::Name(_), Operand::Number(_)]) => true,
                    (b"Tj" | b"'", [Operand::String(_)]) => true,
                    (b"TJ", [Operand::Array(_)]) => true,
                    (b"Do", [Operand::Name(_)]) => true,
                    (b"\"", [_, _, Operand::String(_)]) => numbers == 2,
                    (b"Tf" | b"Tj" | b"'" | b"TJ" | b"Do", _) => false,
                    _ => numbers == takes,
                };
            if !is_right {
                made.damaged("its content has operations with wrong operands");
                continue;
            }
            match (operator, operands) {
                (b"q", _) => kept.push(font.clone()),
                (b"Q", _) => font = kept.pop().unwrap_or(font),
                (b"Tf", [Operand::Name(name), _]) => {
                    font = resources.and_then(|resources| self.font(resources, name));
                    if font.is_none() {
                        made.damaged("a font is not in the file");
                        continue;
                    }
                }
                (b"Do", _) if marked.is_hidden() => {
                    marked.count(made);
                    continue;
                }
                (b"Do", [Operand::Name(name)]) => {
                    let has_text = match resources {
                        Some(resources) => self.draw(resources, name, made),
                        None => {
                            made.damaged("what it draws is not in the file");
                            false
                        }
                    };
                    if !has_text {
                        continue;
                    }
                }
                (b"Tj" | b"TJ" | b"'" | b"\"", [.., shown]) => {
                    let Some(unknown) = &font else {
                        made.damaged("text is shown without a font");
                        continue;
                    };
                    if marked.is_hidden() {
                        marked.count(made);
                    } else {
                        made.count(shown, unknown.as_ref());
                    }
                    if let [word, character, _] = operands {
                        made.operation(b"Tw", from_ref(word));
                        made.operation(b"Tc", from_ref(character));
                    }
                    // 9.4.3: the next line, then the text.
                    if operator != b"Tj" && operator != b"TJ" {
                        made.operation(NEXT_LINE, &[]);
                    }
                    if marked.is_hidden() {
                        continue;
                    }
                    if operator != b"Tj" && operator != b"TJ" {
                        made.operation(b"Tj", from_ref(shown));
                        continue;
                    }
                }
                _ => {}
            }
            made.operation(operator, operands);
        }
        if operations.is_damaged {
            made.damaged("its content does not consist of operations alone");
        }
    }

    /// A font of these resources.
    fn font(&self, resources: &'a Dictionary, name: &[u8]) -> Option<Option<Unknown>> {
        let value = self.inner(resources, b"Font")?.get(name).ok()?;
        let (id, font) = self.document.dereference(value).ok()?;
        font.as_dict().ok()?;
        Some(id.and_then(|id| self.unknown.get(&id)).map(Rc::clone))
    }

    /// Makes a form of these resources ready; whether it shows text.
    fn draw(
        &mut self,
        resources: &'a Dictionary,
        name: &[u8],
        made: &mut RewrittenContent,
    ) -> bool {
        let value = self
            .inner(resources, b"XObject")
            .and_then(|all| all.get(name).ok());
        let found = value.and_then(|value| self.document.dereference(value).ok());
        let (id, dictionary) = match found {
            Some((Some(id), Object::Stream(stream))) => (id, &stream.dict),
            Some((Some(id), Object::Dictionary(dictionary))) => (id, dictionary),
            _ => {
                made.damaged("what it draws is not in the file");
                return false;
            }
        };
        let subtype = dictionary.get(b"Subtype").and_then(Object::as_name);
        if matches!(subtype, Ok(b"Image" | b"PS")) {
            return false;
        }
        if dictionary
            .get(b"OC")
            .is_ok_and(|content| self.layers.hide(self.document, content))
        {
            made.hidden = made.hidden.saturating_add(1);
            return false;
        }
        if self.open.contains(&id) || self.open.len() >= DEPTH {
            made.damaged("a form draws itself");
            return false;
        }
        if !self.forms.contains_key(&id) {
            self.forms.insert(id, None);
            self.open.push(id);
            let form = self.form(id, dictionary, resources);
            self.open.pop();
            self.forms.insert(id, Some(form));
        }
        let Some(Some(form)) = self.forms.get(&id) else {
            return false;
        };
        if let Some(why) = &form.damage {
            made.damaged(why);
        }
        made.shown = made.shown.saturating_add(form.shown);
        made.unknown = made.unknown.saturating_add(form.unknown);
        made.hidden = made.hidden.saturating_add(form.hidden);
        form.stream.is_some()
    }

    fn form(
        &mut self,
        id: ObjectId,
        dictionary: &'a Dictionary,
        resources: &'a Dictionary,
    ) -> Form {
        let mut made = RewrittenContent::default();
        let own = self.inner(dictionary, b"Resources").unwrap_or(resources);
        match data(self.document, self.file, id, self.left) {
            Ok((content, is_whole)) => {
                if !is_whole {
                    made.damaged("a form is cut or damaged");
                }
                self.rewrite(&content, Some(own), &mut made);
            }
            Err(error) => made.damaged(&error.to_string()),
        }
        self.left = self.left.saturating_sub(made.bytes.len());
        let stream = (made.shown > 0).then(|| {
            let mut dictionary = dictionary.clone();
            dictionary.remove(b"Filter");
            dictionary.remove(b"DecodeParms");
            Stream::new(dictionary, made.bytes)
        });
        Form {
            stream,
            damage: made.damage,
            shown: made.shown,
            unknown: made.unknown,
            hidden: made.hidden,
        }
    }

    /// Whether marked content of these operands belongs to a layer that is not shown.
    fn is_off(&self, resources: Option<&Dictionary>, operands: &[Operand]) -> bool {
        let [.., Operand::Name(tag), Operand::Name(name)] = operands else {
            return false;
        };
        let content = resources
            .filter(|_| tag == b"OC")
            .and_then(|resources| resources.get(b"Properties").ok())
            .and_then(|all| self.document.dereference(all).ok()?.1.as_dict().ok())
            .and_then(|all| all.get(name).ok());
        content.is_some_and(|content| self.layers.hide(self.document, content))
    }
}

/// The open pieces of marked content, and which of them are hidden.
#[derive(Default)]
struct Marked {
    /// Of each open one, whether it is hidden itself.
    open: Vec<bool>,
    hidden: usize,
    is_counted: bool,
}

impl Marked {
    fn begin(&mut self, is_hidden: bool) {
        self.open.push(is_hidden);
        if is_hidden {
            self.is_counted &= self.hidden > 0;
            self.hidden += 1;
        }
    }

    fn end(&mut self) {
        if self.open.pop() == Some(true) {
            self.hidden -= 1;
        }
    }

    fn is_hidden(&self) -> bool {
        self.hidden > 0
    }

    /// Counts the piece that is hidden, unless it has been.
    fn count(&mut self, made: &mut RewrittenContent) {
        if !std::mem::replace(&mut self.is_counted, true) {
            made.hidden = made.hidden.saturating_add(1);
        }
    }
}

/// Whether an operator exists that has no part in where and which text is shown (Annex A).
fn draws(operator: &[u8]) -> bool {
    const OPERATORS: &[&str] = &[
        "b", "B", "b*", "B*", "BDC", "BMC", "c", "CS", "cs", "d", "d0", "d1", "DP", "EI", "EMC",
        "f", "F", "f*", "G", "g", "gs", "h", "i", "ID", "j", "J", "K", "k", "l", "m", "M", "MP",
        "n", "re", "RG", "rg", "ri", "s", "S", "SC", "sc", "SCN", "scn", "sh", "Tr", "v", "w", "W",
        "W*", "y",
    ];
    OPERATORS.iter().any(|one| one.as_bytes() == operator)
}
