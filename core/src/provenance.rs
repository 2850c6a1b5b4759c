//! Provenance of a result: program, options, settings, seed and documents. It is in the metadata of every format that
//! has metadata, and in the file of `--meta` for the others.

use serde::Serialize;
use serde_json::Value;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::base::{units, version};
use crate::config::{AnalysisConfig, table};
use crate::index::Collection;
use crate::settings::Settings;
use crate::similarity::Measure;

/// Provenance of a result.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Provenance {
    /// Name of the program.
    pub program: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Commit of the build; empty if unknown.
    pub commit: &'static str,
    /// The command, or the screen.
    pub command: String,
    /// Inputs of the result in addition to the settings.
    pub options: Value,
    /// The command line to type again in a shell, with the values of the config file; empty for a screen.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub command_line: String,
    /// Settings of reading, terms and sketches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<Settings>,
    /// Text of a caption instead of unit, k, repeats, measure and sketches, if the result has several values of these.
    #[serde(skip)]
    pub varied: Option<String>,
    /// Additional facts about the documents in a caption: excluded text, and which pairs are compared.
    #[serde(skip)]
    pub compared: Vec<String>,
    /// Seed of the hashes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The documents, if they are one corpus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corpus: Option<CorpusEntry>,
    /// The documents, if they are several corpora or texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corpora: Vec<CorpusEntry>,
}

/// Documents of a result.
#[derive(Clone, Debug, Serialize)]
pub struct CorpusEntry {
    /// Its name, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Number of documents.
    pub documents: usize,
    /// Number of files and rows that were not read.
    pub not_read: usize,
    /// Digest of ids and sources of all documents, independent of the settings; for a single text, the digest of its
    /// bytes.
    pub fingerprint: String,
}

/// 128-bit XXH3 digest of the ids and the digests of the sources of all documents, in hexadecimal.
pub fn fingerprint(collection: &Collection) -> String {
    let mut hasher = Xxh3::new();
    for doc in collection.documents() {
        let id = collection.id(doc);
        hasher.update(&(id.len() as u64).to_le_bytes());
        hasher.update(id.as_bytes());
        hasher.update(&collection.row(doc).fingerprint.to_le_bytes());
    }
    format!("{:032x}", hasher.digest128())
}

impl CorpusEntry {
    /// All documents of a collection.
    pub fn from_collection(collection: &Collection) -> Self {
        CorpusEntry {
            name: None,
            documents: collection.len(),
            not_read: collection.not_read().count(),
            fingerprint: fingerprint(collection),
        }
    }

    /// A text.
    pub fn of_text(name: &str, text: &str) -> Self {
        CorpusEntry {
            name: Some(name.to_owned()),
            documents: 1,
            not_read: 0,
            fingerprint: format!("{:032x}", xxh3_128(text.as_bytes())),
        }
    }
}

impl Provenance {
    /// The result of a command of this program, without documents; `options` are inputs in addition to the settings.
    pub fn new(command: &str, options: Value) -> Self {
        Provenance {
            program: "shinglescope",
            version: version::NUMBER,
            commit: version::COMMIT,
            command: command.to_owned(),
            options,
            ..Provenance::default()
        }
    }

    /// Adds a collection and its settings.
    pub fn from(self, collection: &Collection) -> Self {
        Provenance {
            corpus: Some(CorpusEntry::from_collection(collection)),
            compared: compared(collection),
            ..self.with_settings(collection.settings())
        }
    }

    /// Adds settings.
    pub fn with_settings(self, settings: &Settings) -> Self {
        Provenance {
            settings: Some(settings.clone()),
            seed: Some(settings.sketching.seed),
            ..self
        }
    }

    /// The provenance as a JSON object. It omits settings that `options` vary.
    pub fn value(&self) -> Value {
        // All keys of maps are strings, so this cannot fail.
        let mut value = serde_json::to_value(self).unwrap_or_default();
        let varied = self.options.get("varied").and_then(Value::as_object);
        for part in ["/settings/sketching", "/settings/normalisation"] {
            let settings = value.pointer_mut(part).and_then(Value::as_object_mut);
            if let (Some(settings), Some(varied)) = (settings, varied) {
                settings.retain(|name, _| !varied.contains_key(name));
            }
        }
        value
    }

    /// One sentence for a caption.
    pub fn caption(&self) -> String {
        let mut parts = Vec::new();
        if let Some(varied) = &self.varied {
            parts.push(varied.clone());
        } else if let Some(settings) = &self.settings {
            let sketching = &settings.sketching;
            parts.push(format!("k {}", sketching.k));
            let default = Measure::default().name();
            let measure = self.options.get("measure").and_then(Value::as_str);
            parts.extend(measure.filter(|name| *name != default).map(str::to_owned));
            parts.push(format!(
                "{} of {} values",
                sketching.sketch.name(),
                sketching.permutations
            ));
        }
        let others = self.settings.iter().flat_map(|s| self.others(s));
        parts.extend(others);
        parts.extend(self.compared.iter().cloned());
        parts.extend(self.seed.map(|seed| format!("seed {seed}")));
        for corpus in self.corpus.iter().chain(&self.corpora) {
            let name = corpus.name.as_ref().map(|name| format!("{name}: "));
            let name = name.unwrap_or_default();
            let documents = units::counted(corpus.documents as u64, "document", "documents");
            let digits = &corpus.fingerprint[..8];
            parts.push(format!("{name}{documents}, fingerprint {digits}…"));
        }
        parts.push(format!("{} {}", self.program, *version::LONG));
        parts.join("; ")
    }

    /// The other settings of documents, terms and sketches that differ from the defaults, by name and value.
    fn others(&self, settings: &Settings) -> Vec<String> {
        let with_settings = |settings: &Settings| AnalysisConfig {
            settings: settings.clone(),
            ..AnalysisConfig::default()
        };
        let (default, current) = (with_settings(&Settings::default()), with_settings(settings));
        let mut reported = vec![
            &table::K,
            &table::SKETCH,
            &table::PERMUTATIONS,
            &table::SEED,
        ];
        if self.varied.is_some() {
            reported.extend([&table::UNIT, &table::BAG]);
        }
        let others = table::in_index().filter(|setting| !reported.contains(setting));
        let others = others.filter(|setting| setting.text(&default) != setting.text(&current));
        let texts = others.map(|setting| format!("{} {}", setting.name, setting.text(&current)));
        texts.collect()
    }
}

/// Excluded words of a collection, and the archive or groups that restrict its pairs.
fn compared(collection: &Collection) -> Vec<String> {
    let documents = collection.documents();
    let ranges = documents.flat_map(|doc| collection.masked_ranges(doc));
    let masked: u64 = ranges.map(|range| range.words() as u64).sum();
    let (archive, groups) = collection.classes().map_or((0, 0), |c| c.counts());
    let mut parts = Vec::new();
    if masked > 0 {
        parts.push(format!("{} excluded", collection.unit().counted(masked)));
    }
    if archive > 0 {
        let documents = units::counted(archive as u64, "document", "documents");
        parts.push(format!("{documents} of an archive"));
    }
    if groups > 0 {
        let groups = units::counted(groups as u64, "group", "groups");
        parts.push(format!("{groups} not compared within"));
    }
    parts
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::settings::Unit;

    #[test]
    fn a_caption_distinguishes_plots() {
        let settings = Settings::default();
        let text = |name| CorpusEntry::of_text(name, "some words");
        let base = Provenance {
            corpora: vec![text("a"), text("b")],
            ..Provenance::new("tune", json!({})).with_settings(&settings)
        };
        let caption = base.caption();
        for part in [
            "k 4",
            "200 values",
            "a: 1 document",
            "b: 1 document",
            version::NUMBER,
        ] {
            assert!(caption.contains(part), "{part}: {caption}");
        }
        let mut others = settings.clone();
        others.normalisation.unit = Unit::Char;
        others.normalisation.drop_numbers = true;
        others.sketching.bag = true;
        others.sketching.bits = 8;
        let changed = Provenance {
            options: json!({ "measure": "containment" }),
            ..base.clone().with_settings(&others)
        };
        let caption = changed.caption();
        for part in [
            "; containment; ",
            "unit char; ",
            "repeats ",
            "bits 8; ",
            "numbers ",
        ] {
            assert!(caption.contains(part), "{part}: {caption}");
        }
        let varied = Some("k 1, 2; all pairs".to_owned());
        let caption = Provenance {
            varied: varied.clone(),
            ..changed
        }
        .caption();
        assert!(
            !caption.contains("unit char") && caption.contains("numbers "),
            "{caption}"
        );
        let caption = Provenance { varied, ..base }.caption();
        assert!(
            caption.starts_with("k 1, 2; all pairs; seed 0"),
            "{caption}"
        );
        assert!(!caption.contains("k 4") && !caption.contains("200 values"));
    }

    #[test]
    fn different_texts_have_different_fingerprints() {
        let mark = |text: &str| CorpusEntry::of_text("a", text).fingerprint;
        assert_eq!(mark("x"), mark("x"));
        assert_ne!(mark("x"), mark("y"));
        // XXH3 of nothing, 128 bits, from its specification.
        assert_eq!(mark(""), "99aa06d3014798d86001c324468d497f");
    }

    #[test]
    fn unknown_values_are_omitted() {
        let value = Provenance::new("pairs", json!({})).value();
        let keys: Vec<&String> = value.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["program", "version", "commit", "command", "options"]);
    }
}
