//! `query`: the neighbours of a text that need not be in the corpus.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use serde_json::{Map, Value, json};

use super::args::common::{CorpusArgs, Output, threshold};
use super::context::{CommandContext, RunCommand};
use super::pairs;
use super::settings::{BridgingArgs, MeasureArgs, SettingsArgs};
use super::texts::{self, SingleDocument};
use crate::corpus::extracted::UnextractedParts;
use crate::corpus::{SkipReason, decode};
use crate::engine::message::Neighbour;
use crate::engine::views::{self, Measured};
use crate::evidence::Evidence;
use crate::figures::PairData;
use crate::index::{Collection, ComparedWith};
use crate::report::{Cell, Row, RowWriter};
use crate::settings::Settings;
use crate::similarity::bridge::bridged_passages;

/// The columns after the text; with `--passages`, the columns of the evidence follow.
const COLUMNS: &str = "document estimate interval_low interval_high jaccard \
    containment_query_in_document containment_document_in_query shared";

/// The arguments of `query`.
#[derive(Clone, Debug, Args)]
pub struct Query {
    /// Files, or - for standard input. With several texts, the first column has the name of the text
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<OsString>,
    /// The corpus to search; an existing index is used without an update (--in-memory reads the corpus)
    #[arg(long = "in", value_name = "PATH", required = true)]
    pub within: Vec<PathBuf>,
    /// Print neighbours at or above this exact similarity, as 0.8 or 80%
    #[arg(long, short, value_name = "J", default_value_t = 0.0, value_parser = threshold)]
    pub threshold: f64,
    /// Also print words, longest and number of the passages that each neighbour shares
    #[arg(long)]
    pub passages: bool,
    /// The similarity of the threshold and of the order.
    #[command(flatten)]
    pub measure: MeasureArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// Settings that change figures.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl RunCommand for Query {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let corpus = CorpusArgs::new(&self.within, self.settings.settings());
        let masked = context.searched(&corpus)?;
        let (collection, finder) = (masked.collection, masked.finder);
        if let Some(classes) = collection.classes() {
            let which = match classes.against {
                ComparedWith::All => "every document",
                ComparedWith::New => "every document that is not of the archive",
                ComparedWith::Archive => "every document of the archive",
            };
            context.say(&format!(
                "the text belongs to no group and no archive: {which} may be a neighbour"
            ));
        }
        let settings = collection.settings();
        let mut texts = Vec::new();
        for file in &self.files {
            let document = context.listening.ending_at_once(|| text(file, settings))?;
            context.say_left_out_of(file, document.unextracted);
            texts.push((file.to_string_lossy(), document.source));
        }
        let measure = self.measure.config.method_config.measure;
        let options = json!({ "threshold": self.threshold, "measure": measure.name() });
        let to = context.described("query", &collection, options, self.output)?;
        let first_column = usize::from(texts.len() == 1);
        let evidence = if self.passages { pairs::EVIDENCE } else { "" };
        let columns = pairs::columns(&["query", COLUMNS, evidence]);
        let mut writer = RowWriter::new(to, &columns[first_column..])?;
        let write = || -> anyhow::Result<usize> {
            let mut rows = 0;
            for (name, text) in texts {
                let text = texts::measured(text, settings, finder.as_deref())?;
                let answer =
                    views::neighbours(&collection, &text, None, usize::MAX, context.cancel);
                let (mut neighbours, _) = answer.unwrap_or_default();
                let score = |n: &Neighbour| measure.similarity(&n.overlap);
                neighbours.retain(|n| score(n) >= self.threshold);
                neighbours.sort_by(|a, b| score(b).total_cmp(&score(a)));
                for neighbour in &neighbours {
                    let mut row = vec![Cell::text(&*name)];
                    row.extend(self.row(&collection, &text, neighbour));
                    writer.row(row.split_off(first_column))?;
                }
                rows += neighbours.len();
            }
            writer.finish()?;
            Ok(rows)
        };
        let row_count = context.install(write)?;
        context.cancel.check()?;
        if row_count == 0 {
            context.say("no document shares a shingle with it at this threshold");
        }
        Ok(())
    }
}

impl Query {
    /// The cells of a neighbour of `text`.
    fn row(&self, collection: &Collection, text: &Measured, neighbour: &Neighbour) -> Row {
        let mut data = PairData {
            overlap: neighbour.overlap,
            estimate: neighbour.estimate,
            ..PairData::default()
        };
        let mut row = vec![Cell::text(collection.printed_id(neighbour.doc))];
        row.extend(pairs::cells(pairs::ESTIMATE_AND_EXACT, &data));
        if self.passages {
            let terms = collection.terms(neighbour.doc);
            let passages = bridged_passages(&text.hashes, &terms, &self.bridging.config.bridging);
            let evidence = Evidence::from_passages(&passages);
            data.evidence = Some(&evidence);
            row.extend(pairs::cells(pairs::EVIDENCE, &data));
        }
        row
    }
}

/// Reads the query text from a file, or from standard input for `-`. Text that is too large, empty or binary is
/// refused.
pub fn text(file: &OsStr, settings: &Settings) -> anyhow::Result<SingleDocument> {
    if file != "-" {
        return texts::file(Path::new(file), settings);
    }
    let mut bytes = Vec::new();
    let limit = settings.reading.max_bytes;
    let read = io::stdin().take(limit + 1).read_to_end(&mut bytes);
    read.context("cannot read standard input")?;
    let fault = match bytes.len() as u64 {
        0 => Some(SkipReason::Empty),
        length if length > limit => Some(SkipReason::TooLarge(length, limit)),
        _ => decode::is_binary(&bytes).then_some(SkipReason::Binary),
    };
    if let Some(fault) = fault {
        anyhow::bail!("standard input is {fault}");
    }
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let first = lines.find(|line| !line.trim_ascii().is_empty());
    let is_row = |line: &[u8]| serde_json::from_slice::<Map<String, Value>>(line).is_ok();
    anyhow::ensure!(
        !first.is_some_and(is_row),
        "standard input contains rows of JSON, but one text is expected: give only the text"
    );
    let text: Arc<str> = decode::decode(bytes, None).0.into();
    Ok(SingleDocument {
        source: text.into(),
        unextracted: UnextractedParts::default(),
    })
}
