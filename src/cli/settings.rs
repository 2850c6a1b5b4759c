//! Options for settings that affect the results.

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::ranges::{named, one_of};
use crate::settings::{
    Normalisation, Reading, STOPWORD_LISTS, Settings, SketchKind, Sketching, Unit,
};

/// Settings that change figures.
#[derive(Clone, Debug, Args)]
pub struct SettingsArgs {
    /// Terms (or characters) in a shingle
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1000), help_heading = "Shingles")]
    pub k: u16,
    /// What shingles are made of: term or char (characters of the normalised text)
    #[arg(long, value_name = "UNIT", default_value = "term", value_parser = named(&Unit::ALL), help_heading = "Shingles")]
    pub unit: Unit,
    /// Count repeats: a document is the bag of its shingles instead of the set
    #[arg(long, help_heading = "Shingles")]
    pub bag: bool,
    /// How sketches are made
    #[arg(long, value_name = "KIND", default_value = "minhash", value_parser = named(&SketchKind::ALL), help_heading = "Sketches")]
    pub sketch: SketchKind,
    /// The others.
    #[command(flatten)]
    pub others: OtherSettings,
}

/// Settings that no sweep varies.
#[derive(Clone, Debug, Args)]
pub struct OtherSettings {
    /// Bits kept of a shingle's hash; 32 to see what collisions cost
    #[arg(long, value_name = "BITS", default_value = "64", value_parser = one_of(["64", "32"]), help_heading = "Shingles")]
    pub hash_bits: u32,
    /// Lowest bits kept of each value of a sketch
    #[arg(long, value_name = "BITS", default_value = "32", value_parser = one_of(["32", "16", "8", "4", "2", "1"]), help_heading = "Sketches")]
    pub bits: u32,
    /// Values in a sketch, 16 to 1024
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(16..=1024), help_heading = "Sketches")]
    pub permutations: u16,
    /// Seed of the shingle hash and the permutations
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Sketches")]
    pub seed: u64,
    /// Leave out terms that are numbers
    #[arg(long, help_heading = "Shingles")]
    pub drop_numbers: bool,
    /// Leave out stop-words of these languages (en, de, fr)
    #[arg(long, value_name = "LANG", num_args = 0..=1, require_equals = true, default_missing_value = "en", value_delimiter = ',', value_parser = PossibleValuesParser::new(STOPWORD_LISTS), help_heading = "Shingles")]
    pub drop_stopwords: Vec<String>,
    /// Do not lower-case terms
    #[arg(long, help_heading = "Shingles")]
    pub keep_case: bool,
    /// Compare as a reader sees the text: letters of other scripts that look the same count as the
    /// same; characters without a shape, and text of HTML pages that cannot be seen, not at all
    #[arg(long, help_heading = "Shingles")]
    pub fold_confusables: bool,
    /// Take the tags of HTML files as text
    #[arg(long, help_heading = "Reading")]
    pub keep_html_tags: bool,
    /// JSON Lines: the field with the text
    #[arg(
        long,
        value_name = "NAME",
        default_value = "text",
        help_heading = "Reading"
    )]
    pub text_field: String,
    /// JSON Lines: the field with the id
    #[arg(
        long,
        value_name = "NAME",
        default_value = "id",
        help_heading = "Reading"
    )]
    pub id_field: String,
    /// JSON Lines: the field with the title
    #[arg(
        long,
        value_name = "NAME",
        default_value = "title",
        help_heading = "Reading"
    )]
    pub title_field: String,
    /// Skip files and rows larger than this many MB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=4000), help_heading = "Reading")]
    pub max_size: u32,
    /// Skip pages and rows nested deeper than this many levels
    #[arg(long, value_name = "LEVELS", default_value_t = Reading::DEPTH, value_parser = clap::value_parser!(u32).range(1..=i64::from(Reading::MOST_DEPTH)), help_heading = "Reading")]
    pub max_depth: u32,
    /// Skip files and rows that take longer than this many seconds each to read
    #[arg(long, value_name = "SECONDS", default_value_t = Reading::SECONDS, value_parser = clap::value_parser!(u32).range(1..=i64::from(Reading::MOST_SECONDS)), help_heading = "Reading")]
    pub max_seconds: u32,
}

impl SettingsArgs {
    /// The settings given by these options.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let mut settings = self.others.settings();
        settings.normalisation.unit = self.unit;
        settings.sketching.k = usize::from(self.k);
        settings.sketching.bag = self.bag;
        settings.sketching.sketch = self.sketch;
        settings
    }
}

impl OtherSettings {
    /// The settings given by these options, with defaults for all others.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings {
            reading: Reading {
                text_field: self.text_field.clone(),
                id_field: self.id_field.clone(),
                title_field: self.title_field.clone(),
                keep_html_tags: self.keep_html_tags,
                drop_unseen: self.fold_confusables,
                max_bytes: u64::from(self.max_size) * 1_000_000,
                max_depth: self.max_depth,
                max_seconds: self.max_seconds,
            },
            normalisation: Normalisation {
                drop_numbers: self.drop_numbers,
                drop_stopwords: self.drop_stopwords.clone(),
                keep_case: self.keep_case,
                fold_confusables: self.fold_confusables,
                ..Normalisation::default()
            },
            sketching: Sketching {
                hash_bits: self.hash_bits,
                permutations: usize::from(self.permutations),
                bits: self.bits,
                seed: self.seed,
                ..Sketching::default()
            },
        }
    }
}
