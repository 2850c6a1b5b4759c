//! Finds the documents of a collection that have the texts of a journal.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::super::act::Act;
use super::super::journal::Journal;
use super::super::subject::{DecisionSubject, Digest, TextRef};
use crate::base::DocNo;
use crate::index::Collection;

/// A text of a journal: its class in the collection, or its checksum if the collection does not have the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JournalText {
    /// Documents have it.
    Here(u32),
    /// No document has it.
    Gone(Digest),
}

/// The documents that have texts of a journal. Documents are of one class if their normalised texts are equal.
#[derive(Default)]
pub struct Resolved {
    texts: HashMap<Digest, u32>,
    sources: HashMap<Digest, u32>,
    /// Classes of changed documents by name.
    class_of_name: HashMap<String, u32>,
    /// Class of each document that has a text or a name of the journal.
    pub class_of: HashMap<DocNo, u32>,
    documents_of: HashMap<u32, Vec<DocNo>>,
}

impl Resolved {
    /// Looks up the texts of `journal`. O(documents + acts).
    pub fn new(journal: &Journal, collection: &Collection) -> Self {
        let unmasked = collection.unmasked().map_or(collection, Arc::as_ref);
        let mut resolved = Resolved::default();
        let subjects = || journal.acts.iter().map(|line| &line.act.subject);
        let all = || subjects().flat_map(DecisionSubject::texts);
        if journal.acts.is_empty() {
            return resolved;
        }
        let texts: HashSet<Digest> = all().map(|text| text.text).collect();
        let sources: HashSet<Digest> = all().map(|text| text.source).collect();
        let text_of = |doc: DocNo| TextRef::checksum(unmasked, doc);
        for doc in unmasked.documents() {
            let source = Digest(unmasked.row(doc).fingerprint);
            let has_source = sources.contains(&source);
            if has_source || texts.contains(&text_of(doc)) {
                let class = resolved.make_class(text_of(doc));
                if has_source {
                    resolved.sources.entry(source).or_insert(class);
                }
            }
        }
        for text in all() {
            if resolved.class(text).is_none()
                && let Some(doc) = collection.find(&text.name)
            {
                let class = resolved.make_class(text_of(doc));
                resolved.class_of_name.insert(text.name.clone(), class);
            }
        }
        resolved.assign(unmasked.documents().map(|doc| (doc, text_of(doc))));
        // For missing copies, the documents that now have their names.
        let short = subjects().filter(|subject| !resolved.short(subject).is_empty());
        let texts: Vec<&TextRef> = short.flat_map(DecisionSubject::texts).collect();
        let mut has_new = false;
        for text in texts {
            if let Some(doc) = collection.find(&text.name)
                && resolved.texts.get(&text_of(doc)).copied() != resolved.class(text)
            {
                let class = resolved.make_class(text_of(doc));
                resolved.class_of_name.insert(text.name.clone(), class);
                has_new = true;
            }
        }
        if has_new {
            resolved.assign(unmasked.documents().map(|doc| (doc, text_of(doc))));
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

    /// Returns the classes of texts of which a subject names more copies than the collection has.
    pub fn short(&self, subject: &DecisionSubject) -> HashSet<u32> {
        let mut named: HashMap<u32, usize> = HashMap::new();
        let texts = subject.texts().into_iter();
        for class in texts.filter_map(|text| self.class(text)) {
            *named.entry(class).or_default() += 1;
        }
        let is_short = |(class, named): &(u32, usize)| {
            let count = self.documents_of.get(class).map_or(0, Vec::len);
            count < *named && *named > 1
        };
        let short = named.into_iter().filter(is_short);
        short.map(|(class, _)| class).collect()
    }

    fn make_class(&mut self, text: Digest) -> u32 {
        let next = self.texts.len() as u32;
        *self.texts.entry(text).or_insert(next)
    }

    /// The class of a text of the journal. The checksum of its source decides first, since it depends on no setting.
    pub fn class(&self, text: &TextRef) -> Option<u32> {
        let source = self.sources.get(&text.source);
        source.or_else(|| self.texts.get(&text.text)).copied()
    }

    /// Looks up a text of the journal.
    pub fn text(&self, text: &TextRef) -> JournalText {
        let class = self.class(text);
        class.map_or(JournalText::Gone(text.text), JournalText::Here)
    }

    /// The class of a text, or if no document has it, the class of the document that now has its name. In the
    /// `short` classes ([`Resolved::short`]), only documents with the recorded names have the text.
    pub fn current_class(
        &self,
        short: &HashSet<u32>,
        text: &TextRef,
        collection: &Collection,
    ) -> Option<u32> {
        let renewed = || {
            let class = self.class_of_name.get(&text.name)?;
            collection.find(&text.name).map(|_| *class)
        };
        let class = self.class(text).filter(|class| {
            let own = || collection.find(&text.name);
            let has_text = |doc| self.class_of.get(&doc) == Some(class);
            !short.contains(class) || own().is_some_and(has_text)
        });
        class.or_else(renewed)
    }

    /// Whether documents have all texts of an act.
    pub fn has(&self, act: &Act) -> bool {
        let mut texts = act.subject.texts().into_iter();
        texts.all(|text| self.class(text).is_some()) && self.short(&act.subject).is_empty()
    }

    /// Returns the names of the documents of a subject whose texts have changed.
    pub fn changed(
        &self,
        subject: &DecisionSubject,
        short: &HashSet<u32>,
        collection: &Collection,
    ) -> Vec<String> {
        let has_changed = |text: &&TextRef| {
            let class = self.class(text);
            class.is_none() || self.current_class(short, text, collection) != class
        };
        let texts = subject.texts().into_iter().filter(has_changed);
        texts.map(|text| text.name.clone()).collect()
    }

    /// A document for each text of a target, if all texts or names are in the collection.
    pub fn documents(&self, subject: &DecisionSubject, collection: &Collection) -> Vec<DocNo> {
        let short = self.short(subject);
        let mut documents: Vec<DocNo> = Vec::new();
        for text in subject.texts() {
            let named = collection.find(&text.name);
            let class = self.current_class(&short, text, collection);
            let own = named.filter(|doc| self.class_of.get(doc).copied() == class);
            let copies = class.and_then(|class| self.documents_of.get(&class));
            let copies = copies.into_iter().flatten().copied();
            let mut all = own.into_iter().chain(copies);
            let first = all.clone().next();
            documents.extend(all.find(|doc| !documents.contains(doc)).or(first));
        }
        documents
    }
}
