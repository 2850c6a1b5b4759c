//! How the report was created: the question, the documents, and the text excluded from the comparison.

use serde::Serialize;

use super::question::{ByRule, ReportInput, ReportPairs};
use crate::base::{units, version};
use crate::config::{AnalysisConfig, Purpose, Setting, table};
use crate::corpus::{Skipped, job_folder};
use crate::index::{Collection, ComparedWith};
use crate::mask::{IgnoredSource, Mask, MaskReport};
use crate::provenance::fingerprint;
use crate::review::Timestamp;
use crate::settings::{Normalisation, Sketching};
use crate::similarity::{Bridging, Measure};

/// How the report was created.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Basis {
    /// Version of the program.
    pub version: &'static str,
    /// Commit of the build; empty if unknown.
    pub commit: &'static str,
    /// The command line that creates the same report; empty for a report of the screens, and if names are hidden.
    pub command_line: String,
    /// When the report was created, in UTC to the minute.
    pub made: String,
    /// Whether the pairs have copied text instead of being near-duplicates.
    pub copied_text: bool,
    /// The definition of a pair.
    pub rule: String,
    /// Whether every pair that satisfies the rule was found.
    pub complete: bool,
    /// `complete` as a sentence.
    pub searched: String,
    /// Which pairs are compared, if not all.
    pub compared: Option<String>,
    /// A note if the list is limited; may be empty.
    pub note: String,
    /// Definition of terms.
    pub normalisation: Normalisation,
    /// Definition of shingles and sketches.
    pub sketching: Sketching,
    /// Definition of passages.
    pub bridging: Bridging,
    /// Every setting that affects figures, with its value.
    pub settings: Vec<(&'static str, String)>,
    /// Whether pairs were excluded by a filter, or because they have no decision.
    pub is_filtered: bool,
    /// The filter of the pairs, if there is one and names are shown.
    pub filter: Option<String>,
    /// Whether the report has only pairs with a decision.
    pub only_decided: bool,
    /// Whether names of documents are replaced by aliases.
    pub anonymous: bool,
    /// Words of context around a passage.
    pub context: usize,
    /// The paths as given; empty if names are hidden.
    pub paths: Vec<String>,
    /// Whether the report has only the documents in the clusters of a job of `shinglescope scale`.
    pub of_job: bool,
    /// Number of documents.
    pub documents: usize,
    /// Number of words of all documents that are compared.
    pub words: u64,
    /// Digest of the names and terms of all documents.
    pub fingerprint: String,
    /// Entries that were not read.
    pub not_read: Vec<NotRead>,
    /// Parts of documents that parsers did not extract.
    pub unextracted: Option<String>,
    /// Number of documents with parts that were not extracted.
    pub unextracted_from: usize,
    /// Documents with pages or parts that could not be read.
    pub read_in_part: Vec<NotRead>,
    /// Number of masked words.
    pub masked: u64,
    /// Text that was excluded from the comparison.
    pub excluded: Vec<String>,
    /// The passages and sources that people excluded: the text or name, and who excluded it and when, if known.
    pub by_hand: Vec<(String, String)>,
    /// Number of decisions on texts that the corpus does not have.
    pub elsewhere: Vec<String>,
    /// Text that the rule of common text excludes.
    pub by_rule: Option<ByRule>,
}

/// A file or row that was not read, or a document that was read in part.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct NotRead {
    /// Its name; empty if names are hidden.
    pub name: String,
    /// The reason; empty if names are hidden, because it may contain one.
    pub reason: String,
    /// The kind of reason, without details of this file.
    pub kind: &'static str,
    /// Whether it should have been read.
    pub failure: bool,
}

impl Basis {
    pub(super) fn new(source: &ReportInput<'_>, report_pairs: ReportPairs<'_>) -> Self {
        let ReportInput {
            collection,
            question,
            names,
            ..
        } = *source;
        let settings = collection.settings();
        let compared = compared(collection);
        let (method, complete, note) = match report_pairs {
            ReportPairs::NearDuplicates(pairs, _) => {
                let bands = pairs.info.bands.map(|(b, r)| format!(" {b}×{r}"));
                let method = format!("{}{}", pairs.info.method, bands.unwrap_or_default());
                let note = pairs.note_at(question.threshold);
                (method, pairs.info.complete, note)
            }
            ReportPairs::CopiedText(copied) => ("exact".to_owned(), true, copied.note.clone()),
        };
        let is_anonymous = question.anonymous;
        let unless_hidden = |text: String| if is_anonymous { String::new() } else { text };
        let entry = |skipped: &Skipped| NotRead {
            name: unless_hidden(skipped.id.clone()),
            reason: unless_hidden(skipped.reason.to_string()),
            kind: skipped.reason.group().1,
            failure: skipped.reason.is_failure(),
        };
        let read_in_part = collection.read_in_part();
        let (unextracted, unextracted_from) = collection.unextracted();
        let masks = MaskReport::count(collection);
        let stopwords = &settings.normalisation.drop_stopwords;
        let excluded_terms = [
            (!stopwords.is_empty()).then(|| {
                format!(
                    "stop-words ({}): no figure counts them",
                    stopwords.join(", ")
                )
            }),
            (settings.normalisation.drop_numbers)
                .then(|| "numbers: no figure counts them".to_owned()),
            (!question.not_excluded.is_empty()).then(|| {
                let masks = &question.not_excluded;
                format!("not excluded here, but kept excluded with the corpus: {masks}")
            }),
        ];
        let terms = collection
            .documents()
            .map(|doc| collection.terms(doc).len() as u64);
        let paths = &question.paths;
        Basis {
            version: version::NUMBER,
            commit: version::COMMIT,
            command_line: String::new(),
            made: Timestamp::now().to_the_minute(),
            copied_text: matches!(report_pairs, ReportPairs::CopiedText(_)),
            rule: rule(source, report_pairs),
            complete,
            searched: if complete {
                "The search is exact: it misses no pair of this rule. Rewritten and translated text is not looked for."
                    .to_owned()
            } else {
                format!("The search is not exact: {method} may have missed pairs.")
            },
            compared,
            note,
            normalisation: settings.normalisation.clone(),
            sketching: settings.sketching.clone(),
            bridging: question.bridging,
            settings: settings_of(source, report_pairs),
            is_filtered: question.filter.is_some() || question.only_decided,
            filter: question
                .filter
                .as_ref()
                .map(|(text, _)| text.clone())
                .filter(|_| !is_anonymous),
            only_decided: question.only_decided,
            anonymous: is_anonymous,
            context: question.context,
            paths: paths
                .iter()
                .filter(|_| !is_anonymous)
                .map(|path| path.display().to_string())
                .collect(),
            of_job: paths.iter().any(|path| job_folder::is_job(path)),
            documents: collection.len(),
            // Not the totals of segments, which also have replaced versions of documents.
            words: terms.sum(),
            fingerprint: fingerprint(collection),
            not_read: collection.not_read().map(entry).collect(),
            unextracted: unextracted.phrase(),
            unextracted_from,
            read_in_part: read_in_part.map(|(_, skipped)| entry(&skipped)).collect(),
            masked: masks.words,
            excluded: excluded_terms
                .into_iter()
                .flatten()
                .chain(masks.sentences())
                .collect(),
            by_hand: by_hand(source),
            elsewhere: source.state.elsewhere(),
            by_rule: question.excluded.clone().map(|rule| ByRule {
                pairs: rule
                    .first
                    .iter()
                    .map(|(a, b)| [*a, *b].map(|doc| names.name_of(doc)))
                    .collect(),
                ..rule
            }),
        }
    }
}

/// The passages and sources that people excluded, with author and time; sources without names if names are hidden.
fn by_hand(source: &ReportInput<'_>) -> Vec<(String, String)> {
    let row = |mask: Mask| {
        let act = source.state.journal.exclusion(&mask);
        let by = act.map(|act| format!("{}, {} UTC", act.by, act.when.to_the_minute()));
        let text = match mask {
            Mask::Phrase(text) => text,
            Mask::Source(_) if source.question.anonymous => "a source".to_owned(),
            Mask::Source(IgnoredSource { source, document }) => {
                let scope = document.unwrap_or_else(|| "all documents".to_owned());
                format!("{source} as a source of {scope}")
            }
            _ => return None,
        };
        Some((text, by.unwrap_or_default()))
    };
    let masks = Mask::all(&source.question.masks).into_iter();
    masks.filter_map(row).collect()
}

/// The definition of a pair.
fn rule(source: &ReportInput<'_>, report_pairs: ReportPairs<'_>) -> String {
    if let ReportPairs::CopiedText(copied) = report_pairs {
        return copied.rule(source.collection.unit());
    }
    let measure = match source.question.method_config.measure {
        Measure::Jaccard => "Jaccard",
        Measure::Containment => "containment",
    };
    let threshold = units::spoken_share(source.question.threshold);
    format!("the {measure} of two texts is {threshold} or more")
}

/// Which pairs are compared, if an archive or groups restrict them.
pub fn compared(collection: &Collection) -> Option<String> {
    let classes = collection.classes()?;
    let (archive, groups) = classes.counts();
    let mut sentences = Vec::new();
    if archive > 0 {
        let new = collection.len() - archive;
        let (is_one, archive) = (new == 1, units::count(archive as u64));
        let with = match (classes.against, is_one) {
            (ComparedWith::All, true) => {
                format!("the {archive} of the archive, those not with each other")
            }
            (ComparedWith::All, false) => {
                format!(
                    "each other and with the {archive} of the archive, those not with each other"
                )
            }
            (ComparedWith::New, true) => format!("no other, not with the {archive} of the archive"),
            (ComparedWith::New, false) => {
                format!("each other, not with the {archive} of the archive")
            }
            (ComparedWith::Archive, _) => {
                format!("the {archive} of the archive only, those not with each other")
            }
        };
        let new = if is_one {
            "One new document is".to_owned()
        } else {
            format!("{} new documents are", units::count(new as u64))
        };
        sentences.push(format!("{new} compared with {with}."));
    }
    match groups {
        0 => {}
        1 => sentences.push(
            "There is one group, whose documents are not compared with each other.".to_owned(),
        ),
        _ => sentences.push(format!(
            "There are {} groups; documents of one group are not compared with each other.",
            units::count(groups as u64)
        )),
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Every setting of the dialog that affects the figures of this question, with its value.
fn settings_of(
    source: &ReportInput<'_>,
    report_pairs: ReportPairs<'_>,
) -> Vec<(&'static str, String)> {
    let question = source.question;
    let config = AnalysisConfig {
        purpose: match report_pairs {
            ReportPairs::NearDuplicates(..) => Purpose::NearDuplicates,
            ReportPairs::CopiedText(_) => Purpose::CopiedText,
        },
        settings: source.collection.settings().clone(),
        method_config: question.method_config.clone(),
        linkage: question.linkage,
        decided_different: question.decided_different,
        bridging: question.bridging,
        ..AnalysisConfig::default()
    };
    let method = question.method_config.method;
    let is_used = |s: &&Setting| s.methods.is_empty() || s.methods.contains(&method);
    let rows = table::on_screen().filter(is_used);
    rows.map(|setting| (setting.name, setting.text(&config)))
        .collect()
}
