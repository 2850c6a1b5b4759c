//! Dispatches each command to its implementation.

use std::ffi::OsString;
use std::io::{Write, stdout};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;

use clap::CommandFactory;
use clap::error::ErrorKind;
use serde_json::json;

use super::super::args::common::Ids;
use super::super::args::common::{CorpusArgs, DemoCorpus};
use super::super::args::{Cli, Command, Compare, Demo, Explore};
use super::super::explain::Explained;
use super::super::talk::Talk;
use super::super::{
    arguments, compare, completions, lists, man, marks, query, sources, synth, words,
};
use super::super::{pair_search::PairSearchArgs, scale, worker};
use super::Run;
use super::described::MadeFrom;
use super::signals::Listening;
use crate::base::DocNo;
use crate::base::units;
use crate::config::Purpose;
use crate::engine::cancel::Cancel;
use crate::engine::masking;
use crate::engine::pool::pool;
use crate::engine::views;
use crate::engine::views::Measured;
use crate::mask::Masked;
use crate::provenance::CorpusEntry;
use crate::report::{Format, Section};

/// Runs the command line. Returns whether its work is complete, whatever signal comes afterwards.
pub(super) fn dispatch(cli: Cli, cancel: &Cancel, listening: &Listening) -> anyhow::Result<bool> {
    let threads = usize::from(cli.common.threads.unwrap_or(0));
    let run = Run {
        talk: Talk::new(cli.common.quiet, cli.common.calm()),
        common: cli.common,
        words: cli.words,
        config: cli.config,
        command_line: arguments::command_line,
        arguments: arguments::of,
        whole: false.into(),
        cancel,
        pool: pool(threads)?,
        listening,
        unread: AtomicU64::new(0),
        unread_parts: AtomicU64::new(0),
        journal: match &cli.command {
            Some(command) => command.journal().map(Path::to_owned),
            None => cli.explore.opening.journal.journal.clone(),
        },
        broken_said: false.into(),
        masks: OnceLock::new(),
        kept_masks: OnceLock::new(),
        demo: match &cli.command {
            Some(Command::Demo(demo)) => demo.name,
            _ => DemoCorpus::default(),
        },
    };
    command(&run, cli.command, cli.explore)?;
    run.strictly()?;
    Ok(run.whole.into_inner())
}

impl Run<'_> {
    /// The two texts of a command on a pair: files, or documents of a corpus.
    ///
    /// # Errors
    /// One cannot be read; masks that only a corpus has.
    fn two_texts(&self, c: &Compare) -> anyhow::Result<[Measured; 2]> {
        if !c.within.is_empty() {
            let collection = self.collection(&c.within, &c.settings, false)?;
            let read = |id: &OsString| compare::member(&collection, &id.to_string_lossy());
            return Ok([read(&c.a)?, read(&c.b)?]);
        }
        let settings = c.settings.settings();
        let masks = self.masks(&settings.reading)?;
        anyhow::ensure!(
            masks.sources.is_empty(),
            "--ignore-source names a document of a corpus; give the corpus with --in PATH, or --ignore FILE"
        );
        let finder = masking::finder(masks, &settings)?;
        let read = |path: &OsString| {
            let read = || compare::file(Path::new(path), &settings);
            let given = self.listening.ending_at_once(read)?;
            self.say_left_out_of(path, given.left_out);
            compare::measured(given.source, &settings, Some(&finder))
        };
        Ok([read(&c.a)?, read(&c.b)?])
    }

    /// Refuses sets of documents for commands that compare every document with every other.
    ///
    /// # Errors
    /// Sets are given, and `command` is such a command.
    pub(super) fn check_sets(&self, command: Option<&Command>) -> anyhow::Result<()> {
        let name = match command {
            Some(Command::Verify(_)) => "verify",
            Some(Command::Tune(_)) => "tune",
            Some(Command::Sweep(_)) => "sweep",
            Some(Command::Mirrors(_)) => "mirrors",
            _ => return Ok(()),
        };
        anyhow::ensure!(
            self.common.sets.is_empty(),
            "{name} compares every document with every other; leave out --new, --archive and --group-by and give one corpus"
        );
        Ok(())
    }

    /// Refuses what the steps of a pair search have not, for a command that reads no corpus itself.
    ///
    /// # Errors
    /// Sets, masks, a selection of files, dates or other names of rows are given, or copied text is asked for.
    fn check_steps(&self, name: &str, pair_search: &PairSearchArgs) -> anyhow::Result<()> {
        let common = &self.common;
        anyhow::ensure!(
            common.sets.is_empty() && !common.masks.any(),
            "{name} compares all documents, whole; leave out sets (--new, --archive, --group-by) and masks (--ignore, --blocks and the like)"
        );
        anyhow::ensure!(
            common.selection.is_empty() && common.sets.is_undated() && common.ids == Ids::Path,
            "{name} reads all rows that it is given; leave out what selects files (--files-from, --glob, --type, --no-hidden, --follow), --dates and --ids"
        );
        anyhow::ensure!(
            pair_search.purpose() == Purpose::NearDuplicates,
            "{name} finds near-duplicates by --method lsh; for copied text every pair is found by a complete join, which pairs --for copied-text makes on one machine"
        );
        Ok(())
    }

    /// Refuses the description of a result for commands that have none.
    ///
    /// # Errors
    /// `--meta` is given, and `command` prints no rows.
    pub(super) fn check_meta(&self, command: Option<&Command>) -> anyhow::Result<()> {
        let describes = matches!(command, Some(Command::Report(_))) || format_of(command).is_some();
        if self.common.meta.is_some() && !describes {
            let message =
                "--meta is for commands that print rows and for reports; leave it out here\n";
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, message).into());
        }
        Ok(())
    }

    /// The demo corpus of copied text is opened for that purpose, unless another is given.
    fn with_its_purpose(&self, demo: Demo) -> anyhow::Result<Demo> {
        let given = demo.opening.grouping.pair_search.purpose_given();
        if given || demo.name != DemoCorpus::CopiedText {
            return Ok(demo);
        }
        // Parsed again, because options that are not given depend on the purpose.
        let words = [
            &self.words[..],
            &["--for".into(), Purpose::CopiedText.name().into()],
        ];
        Ok(
            match words::parsed(&words.concat(), &self.config)?.command {
                Some(Command::Demo(again)) => *again,
                _ => demo,
            },
        )
    }
}

/// The format of the rows of a command; `None` if it prints none.
fn format_of(command: Option<&Command>) -> Option<Format> {
    let output = match command? {
        Command::Pairs(c) => c.output,
        Command::Clusters(c) => c.output,
        // Without rows where only files are written; those are described all the same.
        Command::Keep(c) => return Some(c.format.unwrap_or(Format::Table)),
        Command::Blocks(c) => c.output,
        Command::Sources(c) => c.output,
        Command::Passages(c) => c.output,
        Command::Why(c) => c.output,
        Command::Skipped(c) => c.output,
        Command::Marks(c) => c.output,
        Command::Overlap(c) => c.output,
        Command::Mirrors(c) => c.output,
        Command::Compare(c) => c.output,
        Command::Explain(c) => c.pair.output,
        Command::Query(c) => c.output,
        Command::Sweep(c) => c.output,
        Command::Verify(c) => c.output,
        Command::Tune(c) => c.output,
        Command::Review(c) => c.output()?,
        _ => return None,
    };
    Some(output.format)
}

/// Refuses formats that a command has no result of.
fn check_format(command: Option<&Command>) -> anyhow::Result<()> {
    let into_files = match command {
        Some(Command::Sweep(c)) => c.files.out.is_some(),
        Some(Command::Verify(c)) => c.files.out.is_some(),
        Some(Command::Tune(c)) => c.files.out.is_some(),
        Some(Command::Explain(c)) => c.files.out.is_some(),
        Some(Command::Overlap(c)) => c.files.out.is_some(),
        _ => false,
    };
    let has_columns = into_files
        || matches!(
            command,
            Some(
                Command::Pairs(_)
                    | Command::Clusters(_)
                    | Command::Keep(_)
                    | Command::Blocks(_)
                    | Command::Sources(_)
            )
        );
    if !has_columns && format_of(command).is_some_and(Format::is_columnar) {
        let said = "--format parquet and arrow are for the results of pairs, clusters, keep, blocks and sources, and with --out DIR for those of sweep, tune, verify, explain and overlap\n";
        return Err(clap::Error::raw(ErrorKind::InvalidValue, said).into());
    }
    Ok(())
}

fn command(run: &Run<'_>, command: Option<Command>, explore: Explore) -> anyhow::Result<()> {
    run.check_sets(command.as_ref())?;
    check_format(command.as_ref())?;
    run.check_meta(command.as_ref())?;
    match command {
        None => run.explore(&explore),
        Some(Command::Demo(demo)) => {
            let demo = run.with_its_purpose(*demo)?;
            run.explore(&Explore {
                corpus: CorpusArgs {
                    paths: Vec::new(),
                    settings: demo.settings,
                },
                opening: demo.opening,
            })
        }
        Some(Command::Pairs(asked)) => run.list_pairs(&asked),
        Some(Command::Passages(asked)) => run.passages(&asked),
        Some(Command::Clusters(l)) => {
            let parted_by = l.are_parted().then_some(&l.journal);
            run.clusters(&l.corpus, &l.grouping, (Some(&l), parted_by), l.output)
        }
        Some(Command::Keep(asked)) => run.keep(&asked),
        Some(Command::Why(w)) => run.why(&w),
        Some(Command::Skipped(s)) => {
            let collection = run.collection(&s.corpus.paths, &s.corpus.settings, true)?;
            let to = run.described(
                "skipped",
                &MadeFrom::Corpus(&collection),
                json!({}),
                s.output,
            )?;
            let in_part = collection.read_in_part().map(|(_, skipped)| skipped);
            let mut skipped: Vec<_> = in_part.collect();
            skipped.extend(collection.skipped().iter().cloned());
            if s.all {
                skipped.extend(lists::guessed(&collection));
            }
            skipped.sort_by(|a, b| a.id.cmp(&b.id));
            Ok(lists::skipped(&skipped, to)?)
        }
        Some(Command::Marks(m)) => {
            let collection = run.collection(&m.corpus.paths, &m.corpus.settings, false)?;
            let should_continue = || !run.cancel.stopped();
            let to = run.described("marks", &MadeFrom::Corpus(&collection), json!({}), m.output)?;
            let write = || marks::write(&collection, to, &should_continue);
            let found = run.pool.install(write)? as u64;
            run.should_continue()?;
            let folds = collection.settings().normalisation.fold_confusables;
            let advice = match folds {
                true => "",
                false => "; --fold-confusables compares what a reader sees",
            };
            run.talk.say(&format!(
                "{} of {} disguised{advice}",
                units::count(found),
                units::counted(collection.len() as u64, "document is", "documents are"),
            ));
            Ok(())
        }
        Some(Command::Blocks(asked)) => run.blocks(&asked),
        Some(Command::Overlap(asked)) => run.overlap(&asked),
        Some(Command::Mirrors(asked)) => run.mirrors(&asked),
        Some(Command::Review(asked)) => run.review(&asked.what),
        Some(Command::Report(asked)) => run.report(&asked),
        Some(Command::Lecture(asked)) => run.lecture(&asked),
        Some(Command::Config(asked)) => run.config(&asked),
        Some(Command::Doctor(asked)) => run.doctor(&asked),
        Some(Command::Compare(c)) => {
            let settings = c.settings.settings();
            let [name_a, name_b] = [&c.a, &c.b].map(|name| name.to_string_lossy());
            let [a, b] = run.two_texts(&c)?;
            let lines = [a.lines, b.lines];
            // Two long texts take a while, and nothing is kept of it.
            let bridging = c.bridging.config.bridging;
            let compare =
                || views::comparison((DocNo(0), &a), (DocNo(1), &b), &settings, &bridging);
            let comparison = run.listening.ending_at_once(compare);
            let names = [&*name_a, &*name_b];
            let texts = [(&*name_a, &a), (&*name_b, &b)];
            let to = run.described_texts("compare", texts, &settings, c.output)?;
            let write = || compare::write(names, lines, &comparison, to);
            Ok(run.listening.ending_at_once(write)?)
        }
        Some(Command::Explain(asked)) => {
            let c = &asked.pair;
            let settings = c.settings.settings();
            let [name_a, name_b] = [&c.a, &c.b].map(|name| name.to_string_lossy());
            let [a, b] = run.two_texts(c)?;
            let explained = Explained {
                documents: [(&*name_a, &a), (&*name_b, &b)],
                sketching: &settings.sketching,
                unit: settings.normalisation.unit,
                threshold: asked.threshold,
            };
            let entries = explained
                .documents
                .map(|(name, text)| CorpusEntry::of_text(name, &text.text));
            let from = MadeFrom::Each(entries.to_vec(), &settings);
            let to = run.described_tables(
                ("explain", &from, json!({})),
                &asked.files,
                c.output,
                run.files_read(None),
            )?;
            let most = match to.format.is_table() {
                true => asked.list,
                false => usize::MAX,
            };
            // Nothing is written yet.
            let make = || explained.sections(most);
            let sections = run.listening.ending_at_once(make);
            let is_folder = to.tables.is_some();
            let write = || Section::write_all(sections, to);
            Ok(match is_folder {
                // Its files appear together, or none of them does.
                true => write(),
                false => run.listening.ending_at_once(write),
            }?)
        }
        Some(Command::Query(asked)) => run.query(&asked),
        Some(Command::Sources(s)) => {
            let Masked {
                collection, finder, ..
            } = run.searched(&s.within, &s.settings)?;
            let read = || query::text(&s.file, collection.settings());
            let given = run.listening.ending_at_once(read)?;
            run.say_left_out_of(&s.file, given.left_out);
            let text = given.source;
            let itself = sources::itself(&collection, &s.file);
            let options = json!({ "bridging": format!("{:?}", s.bridging.config.bridging) });
            let to = run.described("sources", &MadeFrom::Corpus(&collection), options, s.output)?;
            let should_continue = || !run.cancel.stopped();
            let write = || {
                sources::write(
                    &collection,
                    text,
                    finder.as_deref(),
                    itself,
                    &s.bridging.config.bridging,
                    to,
                    &should_continue,
                )
            };
            let note = run.pool.install(write)?;
            run.should_continue()?;
            if !note.is_empty() {
                run.talk.say(&note);
            }
            Ok(())
        }
        Some(Command::Sweep(asked)) => asked.run(run),
        Some(Command::Verify(asked)) => run.verify(&asked),
        Some(Command::Tune(asked)) => run.tune(&asked),
        Some(Command::Index(asked)) if asked.check => run.check_index(&asked),
        Some(Command::Index(asked)) => run.index(&asked),
        Some(Command::Synth(asked)) => run
            .pool
            .install(|| synth::run(&asked, run.cancel, &run.talk)),
        Some(Command::Scale(asked)) => {
            run.check_steps("scale", &asked.pair_search)?;
            scale::run(&asked)
        }
        Some(Command::Worker(asked)) => {
            run.check_steps("worker", &asked.pair_search)?;
            let work = || worker::run(&asked, run.cancel);
            run.pool.install(work)
        }
        Some(Command::Completions { shell }) => {
            printed(&completions::of(shell, &mut Cli::command()))
        }
        Some(Command::Man) => {
            let mut page = Vec::new();
            man::write(&mut page)?;
            printed(&page)
        }
    }
}

/// Writes a finished text to standard output.
pub(super) fn printed(text: &[u8]) -> anyhow::Result<()> {
    let mut out = stdout();
    out.write_all(text)?;
    Ok(out.flush()?)
}
