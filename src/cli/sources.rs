//! `sources`: which documents a text was put together from.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};

use super::args::common::{CorpusArgs, Output};
use super::context::{CommandContext, RunCommand};
use super::settings::{BridgingArgs, SettingsArgs};
use super::{query, texts};
use crate::base::{DocNo, WholePositions, sanitise};
use crate::engine::passages::in_characters;
use crate::engine::views::Measured;
use crate::evidence::sources::COMMON_TEXT_COUNTS;
use crate::evidence::{Sources, TextSource, sources};
use crate::index::Collection;
use crate::report::{Destination, Format, OutputColumn, RowWriter};
use crate::review::ReviewState;

/// Limits of the search for shared passages.
const LIMIT: &str = "copies word for word and lightly edited ones are found; a text that was rewritten or translated is not, nor one whose words are split or altered by signs inside them";

/// The arguments of `sources`.
#[derive(Clone, Debug, Args)]
pub struct SourcesArgs {
    /// A file, or - for standard input; if it is a document of the corpus, it is not its own source
    pub file: OsString,
    /// The corpus to search; an existing index is used without an update (--in-memory reads the corpus)
    #[arg(long = "in", value_name = "PATH", required = true)]
    pub within: Vec<PathBuf>,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl RunCommand for SourcesArgs {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let corpus = CorpusArgs::new(&self.within, self.settings.settings());
        let masked = context.searched(&corpus)?;
        let (collection, finder) = (masked.collection, masked.finder);
        let read = || query::text(&self.file, collection.settings());
        let document = context.listening.ending_at_once(read)?;
        context.say_left_out_of(&self.file, document.unextracted);
        let journal = context.journal_of(&corpus)?;
        let review = ReviewState::new(journal.unwrap_or_default(), &collection);
        let is_source = |doc| review.is_source(&collection, doc);
        let own_doc = own_doc(&collection, &self.file);
        let bridging = &self.bridging.config.bridging;
        let options = json!({ "bridging": format!("{bridging:?}") });
        let to = context.described("sources", &collection, options, self.output)?;
        let find = || -> anyhow::Result<(Measured, Option<Sources>)> {
            let text = texts::measured(document.source, collection.settings(), finder.as_deref())?;
            let (terms, cancel) = (&text.hashes, context.cancel);
            let sources =
                sources::sources(&collection, terms, own_doc, bridging, &is_source, cancel);
            Ok((text, sources))
        };
        let (text, sources) = context.install(find)?;
        context.cancel.check()?;
        let sources = sources.context("interrupted")?;
        let decided = |doc| review.source_word(&collection, own_doc, doc);
        write(&collection, &text, (&sources, &decided), to)?;
        if !sources.note.is_empty() {
            context.say(&sources.note);
        }
        if !text.disguise.is_none() {
            let disguises = text.disguise.describe();
            context.say(&format!("this text is disguised: {disguises}"));
        }
        context.say_disguised(&collection)
    }
}

/// The document of `collection` that was read from `file`, if any; it is not its own source.
fn own_doc(collection: &Collection, file: &OsStr) -> Option<DocNo> {
    let path = fs::canonicalize(file).ok()?;
    let is_this = |other: &Path| {
        other.file_name() == path.file_name() && other.canonicalize().is_ok_and(|p| p == path)
    };
    let file = |doc: &DocNo| collection.row(*doc).location.file_on_disk();
    let mut documents = collection.documents();
    documents.find(|doc| file(doc).is_some_and(is_this))
}

fn write(
    collection: &Collection,
    text: &Measured,
    (sources, decided): (&Sources, &dyn Fn(DocNo) -> Option<&'static str>),
    mut to: Destination<impl Write>,
) -> anyhow::Result<()> {
    if matches!(to.format, Format::Json | Format::Jsonl) {
        return Ok(to.json(value(collection, text, sources))?);
    }
    if to.format.is_table() {
        let sentence = sources.sentence(|doc| collection.printed_id(doc).to_owned());
        writeln!(to.out, "{}", sanitise::line(&sentence))?;
        if sources.list.is_empty() {
            writeln!(to.out, "{LIMIT}")?;
            return Ok(to.out.flush()?);
        }
        if sources.list.iter().any(|source| source.others > 1) {
            writeln!(
                to.out,
                "{COMMON_TEXT_COUNTS}: `shinglescope blocks` lists it, --ignore FILE excludes it"
            )?;
        }
        writeln!(to.out)?;
    }
    let is_table = to.format.is_table();
    let name = |table, other| if is_table { table } else { other };
    let longest = name("longest_passage", "longest");
    let words = name("words_the_same", "words");
    let columns: [OutputColumn<'_, TextSource>; 7] = [
        ("source", &|source| collection.printed_id(source.doc).into()),
        (words, &|source| source.same.into()),
        ("share", &|source| sources.share(source.same).into()),
        ("adds", &|source| source.adds.into()),
        ("passages", &|source| source.passages.len().into()),
        (longest, &|source| source.longest.into()),
        ("decided", &|source| {
            decided(source.doc).unwrap_or_default().into()
        }),
    ];
    // Only a table has the decisions.
    let is_decided = |source: &TextSource| decided(source.doc).is_some();
    let count = 6 + usize::from(is_table && sources.list.iter().any(is_decided));
    Ok(RowWriter::items(to, &sources.list, &columns[..count])?)
}

/// All results as JSON, with the position of each passage in both texts.
fn value(collection: &Collection, text: &Measured, sources: &Sources) -> Value {
    let in_text = Places::new(text);
    let list = sources.list.iter().map(|source| {
        let source_text = texts::member(collection, collection.id(source.doc)).ok();
        // Positions in a file that has changed are unknown.
        let source_text = source_text.filter(|text| collection.terms(source.doc) == text.hashes);
        let in_source = source_text.map(|text| Places::new(&text));
        json!({
            "source": collection.printed_id(source.doc),
            "words": source.same,
            "share": sources.share(source.same),
            "adds": source.adds,
            "longest": source.longest,
            "other_texts": source.others,
            "passages": passages(source, &in_text, in_source.as_ref()),
        })
    });
    json!({
        "words": sources.words,
        "words_elsewhere": sources.elsewhere(),
        "share_elsewhere": sources.share(sources.elsewhere()),
        "offsets": "characters of the decoded text, end exclusive",
        "note": sources.note,
        "sources": list.collect::<Vec<_>>(),
    })
}

/// Positions of the terms of a text.
struct Places {
    /// The span of each term that is not excluded, in characters.
    characters: Vec<(u32, u32)>,
    /// The positions of these terms among all terms.
    positions: WholePositions,
}

impl Places {
    fn new(text: &Measured) -> Self {
        let spans = text.terms.iter().map(|term| (term.start, term.end));
        Places {
            characters: in_characters(&text.text, spans),
            positions: text.positions.clone(),
        }
    }
}

/// The passages of a source. Positions are null if the source can no longer be read.
fn passages(source: &TextSource, in_text: &Places, in_source: Option<&Places>) -> Vec<Value> {
    let location = |places: Option<&Places>, (start, end): (u32, u32)| {
        let last = (end as usize).saturating_sub(1);
        let span = places.and_then(|places| {
            let spans = &places.characters;
            Some((spans.get(start as usize)?.0, spans.get(last)?.1))
        });
        json!({
            "start": span.map(|span| span.0), "end": span.map(|span| span.1),
            "first_word": places.map(|places| places.positions.term(start)), "words": end - start,
        })
    };
    let list = source.passages.iter().map(|p| {
        json!({
            "words": p.words(), "same": p.same(),
            "text": location(Some(in_text), p.left), "source": location(in_source, p.right),
        })
    });
    list.collect()
}
