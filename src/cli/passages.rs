//! `passages`: the passages that pairs of documents share; and their measures, for `verify --passages`.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use serde_json::json;

use super::args::common::{CorpusArgs, Output};
use super::context::{CommandContext, MadeFrom, RunCommand};
use super::settings::{BridgingArgs, PairSearchArgs};
use super::verify::Verify;
use crate::base::files::whole_file;
use crate::base::small_table::decoded;
use crate::base::{DocNo, units};
use crate::config::Purpose;
use crate::engine::passages::{LocatedPassage, located};
use crate::evidence::passage_measures::{Aligned, PassageMeasures};
use crate::evidence::{CopiedTextConfig, passage_measures};
use crate::index::Collection;
use crate::report::{Cell, Destination, Format, OutputColumn, Writer};
use crate::similarity::Bridging;

/// Pairs of documents, the lesser number first.
type DocumentPairs = Vec<(DocNo, DocNo)>;

/// The list of passages.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Print the passages that pairs of documents share, one line a passage\n\n\
    A passage is what a reader would mark with one stroke: shared runs of words, joined over small \
    edits. Columns a_start, a_end, b_start and b_end count characters of the decoded texts, the end \
    exclusive; words is the passage's shorter side, same how many of them are equal on both. \
    Of the pairs at the threshold, or with --for copied-text of those of which a tenth or more of one \
    text stands in the other (shingles of 3 words, unless --k says otherwise)."
)]
pub struct Passages {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// What a passage is.
    #[command(flatten)]
    pub bridging: BridgingArgs,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl RunCommand for Passages {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let bridging = self.bridging.config.bridging;
        let (collection, pairs) = match self.pair_search.purpose() {
            Purpose::NearDuplicates => {
                let (collection, pairs) = context.pairs(&self.corpus, &self.pair_search)?;
                let positions = collection.settings().sketching.permutations;
                let size = |doc: DocNo| collection.shingle_set(doc).len() as u32;
                let each = pairs.each(self.pair_search.threshold, positions, size);
                let pairs = each.map(|pair| (pair.a, pair.b)).collect();
                (collection, pairs)
            }
            Purpose::CopiedText => {
                let sketching = self.corpus.settings().sketching;
                let config = CopiedTextConfig {
                    k: sketching.k,
                    measure: self.pair_search.method_config(&sketching)?.measure,
                    share: self.pair_search.threshold,
                    bridging,
                    ..CopiedTextConfig::default()
                };
                context.copied_text(&self.corpus, &config)?
            }
        };
        let passages = context.located(&collection, &pairs, &bridging)?;
        context.say(&format!(
            "{} in {}",
            units::counted(passages.len() as u64, "passage", "passages"),
            units::counted(pairs.len() as u64, "pair", "pairs"),
        ));
        let options = json!({ "bridging": format!("{bridging:?}") });
        let from = MadeFrom::Corpus(&collection);
        let to = context.described("passages", &from, options, self.output)?;
        Ok(write(&collection, &passages, to)?)
    }
}

impl CommandContext<'_> {
    /// Measures passages against known ones, between the documents that the known ones name and those listed
    /// as copied text.
    pub fn verify_passages(&self, args: &Verify, truth: &Path) -> anyhow::Result<()> {
        let bytes = whole_file(truth)
            .with_context(|| format!("the passages in {} cannot be read", truth.display()))?;
        let text = decoded(bytes).with_context(|| truth.display().to_string())?;
        let config = CopiedTextConfig {
            bridging: args.bridging.config.bridging,
            ..CopiedTextConfig::default()
        };
        let (collection, listed) = self.copied_text(&args.corpus, &config)?;
        let known_passages = passage_measures::parse(&text, &collection)
            .with_context(|| truth.display().to_string())?;
        let named = known_passages.iter().map(|k| (k.aligned.a, k.aligned.b));
        let named: BTreeSet<(DocNo, DocNo)> = named.collect();
        let mut pairs: BTreeSet<(DocNo, DocNo)> = listed.into_iter().collect();
        let unlisted = named.difference(&pairs).count() as u64;
        if unlisted > 0 {
            self.say(&format!(
                "{} of {} with known passages not listed by --for copied-text; measured all the same",
                units::count(unlisted),
                units::counted(named.len() as u64, "pair is", "pairs are"),
            ));
        }
        pairs.extend(named);
        let pairs: DocumentPairs = pairs.into_iter().collect();
        let passages = self.located(&collection, &pairs, &args.bridging.config.bridging)?;
        let passages: Vec<Aligned> = passages
            .into_iter()
            .map(|p| Aligned {
                a: p.a,
                b: p.b,
                in_a: p.in_a,
                in_b: p.in_b,
            })
            .collect();
        let kinds = passage_measures::by_kind(&known_passages, &passages);
        let options = json!({ "bridging": format!("{:?}", args.bridging.config.bridging) });
        let from = MadeFrom::Corpus(&collection);
        let to = self.described("verify", &from, options, args.output)?;
        Ok(write_measures(&kinds, to)?)
    }

    fn located(
        &self,
        collection: &Collection,
        pairs: &[(DocNo, DocNo)],
        bridging: &Bridging,
    ) -> anyhow::Result<Vec<LocatedPassage>> {
        self.install(|| located(collection, pairs, bridging, self.cancel))
    }

    /// The pairs with copied text.
    fn copied_text(
        &self,
        corpus: &CorpusArgs,
        config: &CopiedTextConfig,
    ) -> anyhow::Result<(Arc<Collection>, DocumentPairs)> {
        let collection = self.collection(corpus)?;
        let copied = self.search_copied_text(&collection, config)?;
        if !copied.note.is_empty() {
            self.say(&copied.note);
        }
        self.say_copied_text(&collection, &copied, copied.pairs.len());
        let pairs = copied.pairs.iter().map(|c| (c.pair.a, c.pair.b));
        let pairs = pairs.collect();
        Ok((collection, pairs))
    }
}

/// Writes one row for each passage; JSON also says whether it is a quotation or in a list of
/// references, and where a text has pages on which one the passage begins.
///
/// # Errors
/// Output errors.
fn write(
    collection: &Collection,
    passages: &[LocatedPassage],
    to: Destination<impl Write>,
) -> io::Result<()> {
    let id = |doc| Cell::text(collection.printed_id(doc));
    let columns: [OutputColumn<'_, LocatedPassage>; 11] = [
        ("a", &|p| id(p.a)),
        ("a_start", &|p| p.in_a.0.into()),
        ("a_end", &|p| p.in_a.1.into()),
        ("b", &|p| id(p.b)),
        ("b_start", &|p| p.in_b.0.into()),
        ("b_end", &|p| p.in_b.1.into()),
        ("words", &|p| p.words.into()),
        ("same", &|p| p.same.into()),
        ("kind", &|p| p.kind.map(|kind| kind.of_passage()).into()),
        ("a_page", &|p| p.page_a.into()),
        ("b_page", &|p| p.page_b.into()),
    ];
    let kinds = matches!(to.format, Format::Json | Format::Jsonl);
    let has_page = |p: &LocatedPassage| p.page_a.or(p.page_b).is_some();
    let shown = match (kinds, passages.iter().any(has_page)) {
        (false, _) => 8,
        (true, false) => 9,
        (true, true) => 11,
    };
    Writer::items(to, passages, &columns[..shown])
}

/// Writes the measures of each kind of known passages.
fn write_measures(
    kinds: &[(String, PassageMeasures)],
    to: Destination<impl Write>,
) -> io::Result<()> {
    let columns: [OutputColumn<'_, (String, PassageMeasures)>; 10] = [
        ("kind", &|(kind, _)| Cell::text(kind)),
        ("known", &|(_, m)| Cell::Count(m.relevant as u64)),
        ("detected", &|(_, m)| Cell::Count(m.detected as u64)),
        ("found", &|(_, m)| Cell::Count(m.retrieved as u64)),
        ("recall", &|(_, m)| Cell::Number(m.recall, 3)),
        ("precision", &|(_, m)| Cell::Number(m.precision, 3)),
        ("granularity", &|(_, m)| Cell::Number(m.granularity, 3)),
        ("plagdet", &|(_, m)| Cell::Number(m.plagdet, 3)),
        ("character_recall", &|(_, m)| {
            Cell::Number(m.character_recall, 3)
        }),
        ("character_precision", &|(_, m)| {
            Cell::Number(m.character_precision, 3)
        }),
    ];
    Writer::items(to, kinds, &columns)
}
