//! Which documents of a collection have the texts of a journal.

use std::collections::{HashMap, HashSet};

use super::super::act::Act;
use super::super::digest::Digest;
use super::super::journal::Journal;
use super::super::thing::{TextRef, Thing};
use crate::base::DocNo;
use crate::collection::Collection;

/// A text of a journal: its class in the collection, or where that has no such text, its checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Text {
    /// Documents have it.
    Here(u32),
    /// None has.
    Gone(Digest),
}

/// The documents that have texts of a journal. Documents are of one class if their normalised texts are equal.
pub struct Resolved {
    texts: HashMap<Digest, u32>,
    sources: HashMap<Digest, u32>,
    /// Classes of documents by the names of changed texts.
    renewed: HashMap<String, u32>,
    /// Class of each document that has a text of the journal, or the name of one.
    pub class_of: HashMap<DocNo, u32>,
    documents_of: HashMap<u32, Vec<DocNo>>,
}

impl Resolved {
    /// Looks the texts of `journal` up. O(documents + acts).
    pub fn new(journal: &Journal, collection: &Collection) -> Self {
        let whole = collection.unmasked().map_or(collection, |whole| whole);
        let mut resolved = Resolved {
            texts: HashMap::new(),
            sources: HashMap::new(),
            renewed: HashMap::new(),
            class_of: HashMap::new(),
            documents_of: HashMap::new(),
        };
        let all = || journal.acts.iter().flat_map(|line| line.act.thing.texts());
        if journal.acts.is_empty() {
            return resolved;
        }
        let texts: HashSet<Digest> = all().map(|text| text.text).collect();
        let sources: HashSet<Digest> = all().map(|text| text.source).collect();
        let text_of = |doc: DocNo| TextRef::checksum(whole, doc);
        for doc in whole.documents() {
            let source = Digest(whole.row(doc).fingerprint);
            let known = sources.contains(&source);
            if known || texts.contains(&text_of(doc)) {
                let class = resolved.make_class(text_of(doc));
                if known {
                    resolved.sources.entry(source).or_insert(class);
                }
            }
        }
        for text in all() {
            if resolved.class(text).is_none()
                && let Some(doc) = collection.find(&text.name)
            {
                let class = resolved.make_class(text_of(doc));
                resolved.renewed.insert(text.name.clone(), class);
            }
        }
        resolved.assign(whole.documents().map(|doc| (doc, text_of(doc))));
        let pairs = journal.acts.iter().map(|line| &line.act.thing);
        let mut has_new = false;
        for text in { pairs }
            .filter(|thing| resolved.lacks_a_copy(thing))
            .flat_map(Thing::texts)
            .collect::<Vec<&TextRef>>()
        {
            if let Some(doc) = collection.find(&text.name)
                && resolved.texts.get(&text_of(doc)).copied() != resolved.class(text)
            {
                let class = resolved.make_class(text_of(doc));
                resolved.renewed.insert(text.name.clone(), class);
                has_new = true;
            }
        }
        if has_new {
            resolved.assign(whole.documents().map(|doc| (doc, text_of(doc))));
        }
        resolved
    }

    /// Sets the classes of documents with these texts.
    fn assign(&mut self, documents: impl Iterator<Item = (DocNo, Digest)>) {
        self.class_of.clear();
        self.documents_of.clear();
        for (doc, text) in documents {
            if let Some(class) = self.texts.get(&text) {
                self.class_of.insert(doc, *class);
                self.documents_of.entry(*class).or_default().push(doc);
            }
        }
    }

    /// Whether a thing is about two copies of one text, of which one document is left.
    pub fn lacks_a_copy(&self, thing: &Thing) -> bool {
        let (Thing::Pair { a, b } | Thing::Passage { a, b, .. }) = thing else {
            return false;
        };
        let class = self.class(a).filter(|class| self.class(b) == Some(*class));
        let left = class.and_then(|class| self.documents_of.get(&class));
        left.is_some_and(|left| left.len() < 2)
    }

    fn make_class(&mut self, text: Digest) -> u32 {
        let next = self.texts.len() as u32;
        *self.texts.entry(text).or_insert(next)
    }

    /// The class of a text of the journal. The bytes it was read from decide, since they depend on no setting.
    pub fn class(&self, text: &TextRef) -> Option<u32> {
        let source = self.sources.get(&text.source);
        source.or_else(|| self.texts.get(&text.text)).copied()
    }

    /// A text of the journal.
    pub fn text(&self, text: &TextRef) -> Text {
        let class = self.class(text);
        class.map_or(Text::Gone(text.text), Text::Here)
    }

    /// The class of a text of a thing, or if no document has it, or one of two copies is gone, of the document that now has
    /// its name.
    pub fn now(&self, thing: &Thing, text: &TextRef, collection: &Collection) -> Option<u32> {
        let renewed = || {
            let class = self.renewed.get(&text.name)?;
            collection.find(&text.name).map(|_| *class)
        };
        match self.lacks_a_copy(thing) {
            true => {
                let is_left = |doc: &DocNo| self.class_of.get(doc).copied() == self.class(text);
                let own = collection.find(&text.name).filter(is_left);
                own.and_then(|_| self.class(text)).or_else(renewed)
            }
            false => self.class(text).or_else(renewed),
        }
    }

    /// Whether documents have all texts of an act.
    pub fn has(&self, act: &Act) -> bool {
        let mut texts = act.thing.texts().into_iter();
        texts.all(|text| self.class(text).is_some()) && !self.lacks_a_copy(&act.thing)
    }

    /// The names of the texts of a thing that their documents do not have any more.
    pub fn changed(&self, thing: &Thing, collection: &Collection) -> Vec<String> {
        let has_changed = |text: &&TextRef| match self.lacks_a_copy(thing) {
            true => self.now(thing, text, collection) != self.class(text),
            false => self.class(text).is_none(),
        };
        let texts = thing.texts().into_iter().filter(has_changed);
        texts.map(|text| text.name.clone()).collect()
    }

    /// A document for each text of a thing of which all texts or names are in the collection.
    pub fn documents(&self, thing: &Thing, collection: &Collection) -> Vec<DocNo> {
        let mut found: Vec<DocNo> = Vec::new();
        for text in thing.texts() {
            let named = collection.find(&text.name);
            let class = self.now(thing, text, collection);
            let own = named.filter(|doc| self.class_of.get(doc).copied() == class);
            let like = class.and_then(|class| self.documents_of.get(&class));
            let like = like.into_iter().flatten().copied();
            let mut all = own.into_iter().chain(like);
            let first = all.clone().next();
            found.extend(all.find(|doc| !found.contains(doc)).or(first));
        }
        found
    }
}
