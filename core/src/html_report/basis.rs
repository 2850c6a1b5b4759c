//! How the report was made: what was asked, what was read, and what was excluded from the comparison.

use serde::Serialize;

use super::question::{ReportPairs, Source};
use crate::base::{units, version};
use crate::collection::{Collection, ComparedWith};
use crate::config::{AnalysisConfig, Purpose, Setting, table};
use crate::corpus::{SkipReason, Skipped, job_folder};
use crate::evidence::long_runs::RUN;
use crate::mask::MaskReport;
use crate::provenance::fingerprint;
use crate::review::Timestamp;
use crate::settings::Unit;
use crate::similarity::Measure;

/// How the report was made.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Basis {
    /// Version of the program.
    pub version: &'static str,
    /// Commit that it was built from; empty if it is not known.
    pub commit: &'static str,
    /// The command line that makes it again; empty of the screens, and where names are hidden.
    pub command_line: String,
    /// When the report was made, in UTC to the minute.
    pub made: String,
    /// Whether pairs are those with copied text, not near-duplicates.
    pub copied_text: bool,
    /// What makes a pair.
    pub rule: String,
    /// Whether every pair was found that satisfies the rule.
    pub complete: bool,
    /// The same as a sentence.
    pub searched: String,
    /// Which pairs are compared, if not all.
    pub compared: Option<String>,
    /// What limits the list; may be empty.
    pub note: String,
    /// What shingles are made of; everything that is said to be words counts these.
    #[serde(skip)]
    pub unit: Unit,
    /// Whether words keep their case.
    pub keep_case: bool,
    /// Whether a shingle counts as often as it occurs in a document.
    pub bag: bool,
    /// Terms of a shingle.
    pub k: usize,
    /// Values of a sketch.
    pub permutations: usize,
    /// Seed of the hashes.
    pub seed: u64,
    /// Least words of a passage.
    pub min_words: usize,
    /// Words of an edit that a passage bridges; 0 for exact runs.
    pub bridge: usize,
    /// Every setting that decides figures, with its value.
    pub settings: Vec<(&'static str, String)>,
    /// Whether pairs were excluded by a filter or for want of a decision.
    pub is_filtered: bool,
    /// The filter of the pairs, if there is one and names are shown.
    pub filter: Option<String>,
    /// Whether only pairs with a decision are in it.
    pub only_decided: bool,
    /// Whether names of documents are replaced by aliases.
    pub anonymous: bool,
    /// Words of context around a passage; `None` for whole texts.
    pub context: Option<usize>,
    /// Whether long stretches of the same words are folded within passages.
    pub folded: bool,
    /// The paths as given; empty where names are hidden.
    pub paths: Vec<String>,
    /// Whether only the documents in the clusters of a job of `shinglescope scale` are there.
    pub of_job: bool,
    /// Number of documents.
    pub documents: usize,
    /// Number of words of all documents that are compared.
    pub words: u64,
    /// Digest of the names and terms of all documents.
    pub fingerprint: String,
    /// What was not read.
    pub not_read: Vec<NotRead>,
    /// Parts that parsers left out of documents.
    pub left_out: Option<String>,
    /// Number of documents that have such parts.
    pub left_out_of: usize,
    /// Documents with pages or parts that could not be read.
    pub read_in_part: Vec<NotRead>,
    /// Number of masked words.
    pub masked: u64,
    /// What was excluded from the comparison.
    pub excluded: Vec<String>,
}

/// A file or row that was not read, or a document that was read in part.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct NotRead {
    /// Its name; empty where names are hidden.
    pub name: String,
    /// Why; empty where names are hidden, because a reason may hold one.
    pub reason: String,
    /// The reason without what is particular to this file.
    pub kind: &'static str,
    /// Whether it should have been read.
    pub failure: bool,
}

impl Basis {
    pub(super) fn new(source: &Source<'_>, found: ReportPairs<'_>) -> Self {
        let Source {
            collection,
            question,
            ..
        } = *source;
        let settings = collection.settings();
        let compared = compared(collection);
        let (method, complete, note) = match found {
            ReportPairs::NearDuplicates(pairs, _) => {
                let bands = pairs.info.bands.map(|(b, r)| format!(" {b}×{r}"));
                let method = format!("{}{}", pairs.info.method, bands.unwrap_or_default());
                let note = pairs.note_at(question.threshold);
                (method, pairs.info.complete, note)
            }
            ReportPairs::CopiedText(copied) => ("exact".to_owned(), true, copied.note.clone()),
        };
        let hidden = question.anonymous;
        let entry = |skipped: &Skipped| NotRead {
            name: if hidden {
                String::new()
            } else {
                skipped.id.clone()
            },
            reason: if hidden {
                String::new()
            } else {
                skipped.reason.to_string()
            },
            kind: kind(&skipped.reason),
            failure: skipped.reason.is_failure(),
        };
        let read_in_part = collection.read_in_part();
        let (left_out, left_out_of) = collection.left_out();
        let masks = MaskReport::of(collection);
        let stopwords = &settings.normalisation.drop_stopwords;
        let dropped = [
            (!stopwords.is_empty()).then(|| {
                format!(
                    "stop-words ({}): no figure counts them",
                    stopwords.join(", ")
                )
            }),
            (settings.normalisation.drop_numbers)
                .then(|| "numbers: no figure counts them".to_owned()),
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
            copied_text: matches!(found, ReportPairs::CopiedText(_)),
            rule: rule(source, found),
            complete,
            searched: match (complete, &compared) {
                (true, None) => "Every pair was looked at.".to_owned(),
                (true, Some(_)) => "Every pair that is compared was looked at.".to_owned(),
                (false, _) => format!("The method, {method}, may have missed pairs."),
            },
            compared,
            note,
            unit: settings.normalisation.unit,
            keep_case: settings.normalisation.keep_case,
            bag: settings.sketching.bag,
            k: settings.sketching.k,
            permutations: settings.sketching.permutations,
            seed: settings.sketching.seed,
            min_words: question.bridging.min_words,
            bridge: question.bridging.gap,
            settings: settings_of(source, found),
            is_filtered: question.filter.is_some() || question.only_decided,
            filter: question
                .filter
                .as_ref()
                .map(|(text, _)| text.clone())
                .filter(|_| !hidden),
            only_decided: question.only_decided,
            anonymous: hidden,
            context: question.context.words(),
            folded: question.context.folds().is_some(),
            paths: match hidden {
                true => Vec::new(),
                false => paths
                    .iter()
                    .map(|path| path.display().to_string())
                    .collect(),
            },
            of_job: paths.iter().any(|path| job_folder::is_job(path)),
            documents: collection.len(),
            // Not those of the segments, which hold replaced versions of documents too.
            words: terms.sum(),
            fingerprint: fingerprint(collection),
            not_read: collection.not_read().map(entry).collect(),
            left_out: left_out.phrase(),
            left_out_of,
            read_in_part: read_in_part.map(|(_, skipped)| entry(&skipped)).collect(),
            masked: masks.words,
            excluded: dropped
                .into_iter()
                .flatten()
                .chain(masks.sentences())
                .collect(),
        }
    }
}

/// What makes a pair.
fn rule(source: &Source<'_>, found: ReportPairs<'_>) -> String {
    let measure = match source.question.method_config.measure {
        Measure::Jaccard => "Jaccard",
        Measure::Containment => "containment",
    };
    let least = units::spoken_share(source.question.threshold);
    let similar = format!("{measure} of {least} or more");
    match found {
        ReportPairs::NearDuplicates(..) => similar,
        ReportPairs::CopiedText(copied) => {
            let unit = source.collection.unit();
            format!(
                "{similar}, or a passage of {} or more that keeps {} in a row",
                unit.counted(copied.config.least_passage().into()),
                unit.counted(RUN as u64)
            )
        }
    }
}

/// Which pairs are compared, where that is said by an archive or by groups.
fn compared(collection: &Collection) -> Option<String> {
    let classes = collection.classes()?;
    let (archive, groups) = classes.counts();
    let mut sentences = Vec::new();
    if archive > 0 {
        let new = match collection.len() - archive {
            1 => "One new document is".to_owned(),
            new => format!("{} new documents are", units::count(new as u64)),
        };
        let is_one = collection.len() - archive == 1;
        let archive = units::count(archive as u64);
        sentences.push(match (classes.against(), is_one) {
            (ComparedWith::All, true) => format!(
                "{new} compared with the {archive} of the archive, those not with each other."
            ),
            (ComparedWith::All, false) => format!(
                "{new} compared with each other and with the {archive} of the archive, those not with each other."
            ),
            (ComparedWith::New, true) => format!(
                "{new} compared with no other, not with the {archive} of the archive."
            ),
            (ComparedWith::New, false) => format!(
                "{new} compared with each other, not with the {archive} of the archive."
            ),
            (ComparedWith::Archive, _) => format!(
                "{new} compared with the {archive} of the archive only, those not with each other."
            ),
        });
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

/// Every setting of the dialog that decides figures of this question, with its value.
fn settings_of(source: &Source<'_>, found: ReportPairs<'_>) -> Vec<(&'static str, String)> {
    let question = source.question;
    let config = AnalysisConfig {
        purpose: match found {
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
    let used = |setting: &&Setting| setting.methods.is_empty() || setting.methods.contains(&method);
    let rows = table::on_screen().filter(used);
    rows.map(|setting| (setting.name, setting.text(&config)))
        .collect()
}

/// A reason without what is particular to one file.
fn kind(reason: &SkipReason) -> &'static str {
    use SkipReason as R;
    match reason {
        R::Binary => "no text",
        R::Empty => "empty",
        R::TooLarge(..)
        | R::TooDeep(_)
        | R::TooSlow(_)
        | R::Expands(_)
        | R::Unpacked(_)
        | R::OutOfMemory(_) => "beyond a limit of size, depth, time or memory",
        R::NotRegular(_) => "a device, pipe or other special file",
        R::Link => "a link inside a folder",
        R::VersionControl => "a folder of version control",
        R::Index => "an index of this program",
        R::Again(_) => "reached twice, read once",
        R::Changed => "changed while it was read",
        R::Exhausted(_) => "the system ran short of files or memory",
        R::Unreadable(_) => "cannot be opened or read",
        R::BadRow(_) => "a row that is not as it should be",
        R::NoPage(_) => "a record without a page",
        R::Damaged(_) | R::ParserFailed(_) => "damaged",
        R::ReaderFailed(..) => "a program that reads it failed",
        R::NoField(_) => "a table without the column asked for",
        R::Unsupported(_) => "of a kind that is not read",
        R::NoTextLayer => "a PDF of pictures without text",
        R::Encrypted => "needs a password",
        R::RestUnread => "what follows an unreadable row",
        R::ReadInPart(..) => "read in part: the rest of its pages or parts is unreadable",
        R::CutShort => "read in part: the page was cut short when it was captured",
    }
}
