//! Arguments of `mirrors`.

use std::path::PathBuf;

use clap::Args;

use super::common::{CorpusArgs, Output};
use crate::cli::pair_search::PairSearchArgs;
use crate::cli::ranges::{named, positive_share};
use crate::mirrors::{MirrorsConfig, Rule, Rules};

/// The mirrors.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Print pairs of folders or hosts that hold the same documents\n\n\
    Two trees are mirrors when most paths exist under both and the documents there are near-duplicates. \
    Columns: both, left_only and right_only count paths; of those under both, identical have the same \
    text, near are at or above the threshold, changed are below it; moved counts documents with the same \
    text under another path, each of which is one of left_only and one of right_only. share is the part \
    of all these documents that is identical or near at one path, a moved document counted once. Of \
    nested mirrors the highest is printed. Pairs with most documents in common come first.\n\n\
    Paths are compared in a canonical form, for which --as-written switches rules off; the other formats \
    than csv have more columns: the level (1 same bytes to 4 a part, after Bharat and Broder 1999), the \
    share of bytes, the mean Jaccard of those that are near, and which side is dated later."
)]
pub struct MirrorsArgs {
    /// The corpus.
    #[command(flatten)]
    pub corpus: CorpusArgs,
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// Least number of documents of each tree
    #[arg(long, value_name = "N", default_value_t = MirrorsConfig::default().min_documents, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Mirrors")]
    pub min_documents: u32,
    /// Least share of the documents of both trees that are identical or near at one path
    #[arg(long, value_name = "SHARE", default_value_t = MirrorsConfig::default().min_share, value_parser = positive_share, help_heading = "Mirrors")]
    pub min_share: f64,
    /// Rules of the canonical paths to switch off, with commas between them: these differences count
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = named(&Rule::ALL), help_heading = "Mirrors")]
    pub as_written: Vec<Rule>,
    /// Print instead how well the known mirrors in this CSV file are found: columns left, right, kind, and
    /// mirror (true or false), as `synth --mirrors --truth` writes them
    #[arg(long, value_name = "TRUTH", help_heading = "Mirrors")]
    pub truth: Option<PathBuf>,
    /// How results are written.
    #[command(flatten)]
    pub output: Output,
}

impl MirrorsArgs {
    /// What a mirror is.
    pub fn config(&self) -> MirrorsConfig {
        let off = self.as_written.iter();
        MirrorsConfig {
            min_documents: self.min_documents,
            min_share: self.min_share,
            rules: off.fold(Rules::all(), |rules, rule| rules.without(*rule)),
        }
    }
}
