//! Options of the pair search, and checks that they apply to the selected method.

use clap::error::ErrorKind;
use clap::{Args, Error};

use super::args::common::threshold;
use super::settings::{Rows, TableOptions};
use crate::candidates::banding::Banding;
use crate::candidates::super_shingles::{ALTAVISTA_VALUES, SuperShingles};
use crate::candidates::{Method, MethodConfig};
use crate::cluster::Linkage;
use crate::config::table::{self, LINKAGE, MEASURE, METHOD, PURPOSE};
use crate::config::{Purpose, Setting};
use crate::settings::{DEFAULT_THRESHOLD, Sketching};

/// How near-duplicates are found.
#[derive(Clone, Debug, Args)]
pub struct PairSearchArgs {
    /// Exact similarity at and above which two documents are near-duplicates
    #[arg(long, short, value_name = "J", default_value_t = DEFAULT_THRESHOLD, default_value_if("for", "copied-text", "0.1"), value_parser = threshold, help_heading = "Finding")]
    pub threshold: f64,
    /// The options of all methods.
    #[command(flatten)]
    options: TableOptions<PairSearch>,
    /// Whether options of LSH are taken beside any method; see [`PairSearchArgs::with_bands_shown`].
    #[arg(skip)]
    bands_shown: bool,
}

/// The settings of the pair search.
#[derive(Clone, Debug)]
struct PairSearch;

impl Rows for PairSearch {
    fn rows() -> impl Iterator<Item = &'static Setting> {
        table::of_pair_search()
    }
}

/// How near-duplicates are found and become clusters.
#[derive(Clone, Debug, Args)]
pub struct Grouping {
    /// The method.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
    /// What makes a cluster.
    #[command(flatten)]
    linkage: TableOptions<Clusters>,
}

/// The linkage.
#[derive(Clone, Debug)]
struct Clusters;

impl Rows for Clusters {
    fn rows() -> impl Iterator<Item = &'static Setting> {
        [&LINKAGE].into_iter()
    }
}

impl Grouping {
    /// What makes a cluster.
    pub fn linkage(&self) -> Linkage {
        self.linkage.config.linkage
    }
}

impl PairSearchArgs {
    /// The question.
    pub fn purpose(&self) -> Purpose {
        self.options.config.purpose
    }

    /// Whether the question was given.
    pub fn purpose_given(&self) -> bool {
        self.options.given.contains(&&PURPOSE)
    }

    /// The method, if the command line names one.
    pub fn method_given(&self) -> Option<Method> {
        self.options.given.contains(&&METHOD).then(|| self.method())
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.config().method
    }

    fn config(&self) -> &MethodConfig {
        &self.options.config.method_config
    }

    /// The same for a command that shows what the bands of LSH do, whatever the method: it takes options of LSH too.
    pub fn with_bands_shown(&self) -> Self {
        PairSearchArgs {
            bands_shown: true,
            ..self.clone()
        }
    }

    /// The method configuration for sketches made with `sketching`.
    ///
    /// # Errors
    /// A usage error: an option of another method, options that need more values than a sketch has, or
    /// a passage shorter than a shingle.
    pub fn method_config(&self, sketching: &Sketching) -> Result<MethodConfig, Error> {
        let method = self.method();
        let is_taken =
            |owner: &Method| *owner == method || (self.bands_shown && *owner == Method::Lsh);
        let foreign = |setting: &&&Setting| {
            !setting.methods.is_empty() && !setting.methods.iter().any(is_taken)
        };
        if let Some(setting) = self.options.given.iter().find(foreign) {
            let owners: Vec<&str> = setting.methods.iter().map(|owner| owner.name()).collect();
            return Err(conflict(format!(
                "--{} is an option of --method {}, not of {method}; leave it out or choose another method",
                setting.option.long(),
                owners.join(", "),
            )));
        }
        self.of_all_methods(sketching)
    }

    /// The options of all methods together, for a command that runs several methods.
    ///
    /// # Errors
    /// A usage error: options that need more values than a sketch has, or a passage shorter than a
    /// shingle.
    pub fn of_all_methods(&self, sketching: &Sketching) -> Result<MethodConfig, Error> {
        let wrong = self.contradiction().or_else(|| self.too_much(sketching));
        if let Some(wrong) = wrong {
            return Err(conflict(wrong));
        }
        let mut config = self.config().clone();
        config.measure = config.method.measure(config.measure);
        Ok(config)
    }

    /// Why method and measure cannot both be meant, in a sentence.
    fn contradiction(&self) -> Option<String> {
        let MethodConfig {
            method,
            measure: asked,
            ..
        } = *self.config();
        let measure = method.measure(asked);
        (measure != asked && self.options.given.contains(&&MEASURE)).then(|| {
            format!(
                "--method {method} compares by {}; leave --measure {} out, or take --method exact",
                measure.name(),
                asked.name()
            )
        })
    }

    /// An error sentence if an option exceeds the sketch size or is inconsistent with k.
    fn too_much(&self, sketching: &Sketching) -> Option<String> {
        let values = sketching.permutations;
        if let Some(Banding { bands, rows }) = self.config().banding
            && bands * rows > values
        {
            return Some(format!(
                "{bands} bands of {rows} rows take {} values, but a sketch has {values}; give fewer, or more --permutations",
                bands * rows
            ));
        }
        if let Some(passage) = self.config().passage
            && passage < sketching.k
        {
            return Some(format!(
                "--passage {passage} is shorter than a shingle of {} terms; give {} or more, or a smaller --k",
                sketching.k, sketching.k
            ));
        }
        if self.method() != Method::SuperShingles {
            return None;
        }
        match self.config().super_shingles {
            SuperShingles::AltaVista => (values < ALTAVISTA_VALUES).then(|| {
                format!(
                    "--altavista takes {ALTAVISTA_VALUES} values, but a sketch has {values}; give more --permutations"
                )
            }),
            SuperShingles::Sorted { width, needed } => {
                let there_are = (values + 1).saturating_sub(width);
                ((needed as usize) > there_are).then(|| {
                    format!(
                        "a sketch of {values} values has {there_are} super-shingles of {width}, fewer than the {needed} needed; give a smaller --super-width or --super-needed, or more --permutations"
                    )
                })
            }
        }
    }
}

/// A usage error about options that do not go together; whoever prints it adds the usage.
fn conflict(message: String) -> Error {
    Error::raw(ErrorKind::ArgumentConflict, message)
}
