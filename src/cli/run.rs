//! Runs what was asked.

use std::io::{self, BufWriter, IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::CommandFactory;

use super::args::{
    self, Cli, Command, Common, Explore, Finding, Grouping, Look, SettingsArgs, Tune, Verify,
};
use super::man;
use super::plain::Plain;
use super::talk::Talk;
use super::{bench, compare, lists, marks, query, screens, synth, tune, verify, why};
use crate::assess::{self, Question, collisions};
use crate::base::{DocNo, sanitise, units};
use crate::bench::Process;
use crate::candidates::{self, Identical, Method, PairSet, Recipe};
use crate::cluster::{Cache, Clustering, Linkage, build as cluster, parts};
use crate::collection::Collection;
use crate::corpus::{Source, discover};
use crate::engine::cancel::Cancel;
use crate::engine::open::{self, Opened, Options};
use crate::engine::pool::pool;
use crate::engine::why::Subject;
use crate::engine::{
    self,
    build::{self as build, Event},
};
use crate::exit;
use crate::report::Format;
use crate::settings::{DEFAULT_THRESHOLD, KEPT_FROM, Settings};
use crate::term::Ended;
use crate::term::panics::{self, Report};

/// Does what the command line says; the status to exit with. Errors are told on standard error.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    panics::tell(if cli.common.in_memory {
        Report::Unwanted
    } else {
        Report::usual()
    });
    let cancel = Cancel::default();
    let listening = listen(&cancel);
    let status = match dispatch(cli, &cancel, &listening) {
        _ if cancel.stopped() => exit::INTERRUPTED,
        Ok(()) => exit::DONE,
        // The reader has seen enough: `shinglescope pairs … | head` is no failure.
        Err(error) if is_closed_pipe(&error) => exit::DONE,
        Err(error) => match error.downcast_ref::<clap::Error>() {
            Some(usage) => {
                // Nobody is left to hear that standard error is closed.
                let _ = usage.print();
                exit::USAGE
            }
            None => {
                // Nor here.
                let sentence = format!("shinglescope: {}", sanitise::line(&format!("{error:#}")));
                let _ = writeln!(io::stderr(), "{sentence}");
                exit::FAILED
            }
        },
    };
    ExitCode::from(status)
}

/// The first Ctrl-C (or SIGTERM) asks for a stop, which keeps what is done; a second one ends the
/// program where it stands.
fn listen(cancel: &Cancel) -> Listening {
    use signal_hook::consts::{SIGINT, SIGTERM};
    // A file that may not grow is to be an error like a full disk, not the end.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    use signal_hook::flag;
    let status = i32::from(exit::INTERRUPTED);
    let mut ends = Vec::new();
    for signal in [SIGINT, SIGTERM] {
        // Without a handler the signal ends the program, which loses nothing that was kept.
        ends.extend(flag::register_conditional_shutdown(signal, status, cancel.flag()).ok());
        let _ = flag::register(signal, cancel.flag());
    }
    Listening(ends)
}

/// What ends the program at the second signal.
struct Listening(Vec<signal_hook::SigId>);

impl Listening {
    /// The screens end by themselves, and give the terminal back first.
    fn leave_it_to_the_screens(&self) {
        for end in &self.0 {
            signal_hook::low_level::unregister(*end);
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let Some(io) = cause.downcast_ref::<io::Error>() else {
            return csv_says_so(cause);
        };
        // The writer of CSV wraps what the pipe said, and its own error is wrapped once more.
        io.kind() == io::ErrorKind::BrokenPipe || io.get_ref().is_some_and(|e| csv_says_so(e))
    })
}

fn csv_says_so(cause: &(dyn std::error::Error + 'static)) -> bool {
    let kind = cause.downcast_ref::<csv::Error>().map(csv::Error::kind);
    matches!(kind, Some(csv::ErrorKind::Io(io)) if io.kind() == io::ErrorKind::BrokenPipe)
}

/// A command's surroundings.
pub(super) struct Run<'a> {
    common: Common,
    /// Set by a signal.
    pub(super) cancel: &'a Cancel,
    /// Standard error.
    pub(super) talk: Talk,
    /// Threads for the work.
    pub(super) pool: rayon::ThreadPool,
    listening: &'a Listening,
}

fn dispatch(cli: Cli, cancel: &Cancel, listening: &Listening) -> anyhow::Result<()> {
    let threads = usize::from(cli.common.threads.unwrap_or(0));
    let run = Run {
        talk: Talk::new(cli.common.quiet, cli.common.calm()),
        common: cli.common,
        cancel,
        pool: pool(threads)?,
        listening,
    };
    let terminal = stdout().is_terminal();
    let out = BufWriter::new(stdout());
    match cli.command {
        None => {
            let Explore {
                corpus,
                grouping,
                look,
            } = cli.explore;
            run.explore(
                &corpus.paths,
                &corpus.settings,
                &grouping,
                &look,
                terminal,
                out,
            )
        }
        Some(Command::Demo(demo)) => run.explore(
            &[],
            &demo.settings,
            &demo.grouping,
            &demo.look,
            terminal,
            out,
        ),
        Some(Command::Pairs(listed)) => {
            let (collection, pairs) = run.pairs(
                &listed.corpus.paths,
                &listed.corpus.settings,
                &listed.finding,
            )?;
            lists::pairs(
                &collection,
                &pairs,
                listed.finding.threshold,
                listed.output.format,
                terminal,
                out,
            )?;
            // The process ends here; the system frees a million rows faster than they free themselves.
            std::mem::forget(collection);
            Ok(())
        }
        Some(Command::Clusters(l)) => run.clusters(
            &l.corpus.paths,
            &l.corpus.settings,
            &l.grouping,
            l.output.format,
            terminal,
            out,
        ),
        Some(Command::Why(w)) => run.why(&w, terminal, out),
        Some(Command::Skipped(s)) => {
            let collection = run.collection(&s.corpus.paths, &s.corpus.settings, true)?;
            lists::skipped(collection.skipped(), s.output.format, terminal, out)?;
            Ok(())
        }
        Some(Command::Marks(m)) => {
            let collection = run.collection(&m.corpus.paths, &m.corpus.settings, false)?;
            let format = m.output.format;
            let go_on = || !cancel.stopped();
            let write = || marks::write(&collection, format, terminal, out, &go_on);
            let found = run.pool.install(write)? as u64;
            run.go_on()?;
            run.talk.say(&format!(
                "{} of {} disguised; --fold-confusables compares what a reader sees",
                units::count(found),
                units::counted(collection.len() as u64, "document is", "documents are"),
            ));
            Ok(())
        }
        Some(Command::Compare(c)) => {
            let settings = c.settings.settings();
            let (a, b) = if c.within.is_empty() {
                (
                    compare::file(&c.a, &settings)?,
                    compare::file(&c.b, &settings)?,
                )
            } else {
                let collection = run.collection(&c.within, &c.settings, false)?;
                (
                    compare::member(&collection, &c.a)?,
                    compare::member(&collection, &c.b)?,
                )
            };
            let (comparison, lost) = compare::compare(a, b, &settings)?;
            if let Some(lost) = lost {
                run.talk.say(&verify::sentence(&lost));
            }
            compare::write([&c.a, &c.b], &comparison, c.output.format, terminal, out)?;
            Ok(())
        }
        Some(Command::Query(q)) => {
            let collection = run.searched(&q.within, &q.settings)?;
            let text = query::text(&q.file, collection.settings())?;
            let written = run.pool.install(|| {
                query::write(
                    &collection,
                    text,
                    q.threshold,
                    q.output.format,
                    terminal,
                    out,
                )
            })?;
            if written == 0 {
                run.talk
                    .say("no document shares a shingle with it at this threshold");
            }
            Ok(())
        }
        Some(Command::Sweep(asked)) => asked.run(&run, terminal, out),
        Some(Command::Verify(asked)) => run.verify(&asked, terminal, out),
        Some(Command::Tune(asked)) => run.tune(&asked, terminal, out),
        Some(Command::Index(corpus)) => run.index(&corpus.paths, &corpus.settings),
        Some(Command::Bench(asked)) => bench::run(
            &asked,
            usize::from(run.common.threads.unwrap_or(1)),
            run.cancel,
            &run.talk,
            terminal,
            out,
        ),
        Some(Command::Synth(asked)) => run
            .pool
            .install(|| synth::run(&asked, run.cancel, &run.talk)),
        Some(Command::Completions { shell }) => {
            let mut out = out;
            // Whoever generates them takes a closed pipe for a reason to panic.
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "shinglescope", &mut text);
            out.write_all(&text)?;
            out.flush()?;
            Ok(())
        }
        Some(Command::Man) => {
            let mut out = out;
            man::write(&mut out)?;
            out.flush()?;
            Ok(())
        }
    }
}

impl Run<'_> {
    fn options(&self, paths: &[PathBuf], settings: &SettingsArgs) -> Options {
        self.options_of(paths, settings.settings())
    }

    /// What a run over `paths` is to do.
    pub(super) fn options_of(&self, paths: &[PathBuf], settings: Settings) -> Options {
        Options {
            source: args::source(paths),
            settings,
            index: self.common.index.clone(),
            in_memory: self.common.in_memory,
            threads: usize::from(self.common.threads.unwrap_or(0)),
        }
    }

    /// The documents of a corpus; an error where there are none, unless that is just what is asked.
    fn open(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        may_be_empty: bool,
    ) -> anyhow::Result<Opened> {
        let options = self.options(paths, settings);
        let opened = self.pool.install(|| {
            open::read_only(&options, self.cancel, |progress| {
                self.talk.progress(&progress)
            })
        });
        self.talk.done();
        let opened = opened?;
        self.go_on()?;
        if opened.collection.is_empty() && !may_be_empty {
            no_documents(&options.source, &opened.collection)?;
        }
        self.remarks(&opened.collection);
        Ok(opened)
    }

    fn collection(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        may_be_empty: bool,
    ) -> anyhow::Result<Arc<Collection>> {
        Ok(self.open(paths, settings, may_be_empty)?.collection)
    }

    /// An error once a stop was asked for: half a result is never printed as a whole one.
    pub(super) fn go_on(&self) -> anyhow::Result<()> {
        if self.cancel.stopped() {
            bail!("interrupted");
        }
        Ok(())
    }

    /// What a person should know before they read the figures.
    fn remarks(&self, collection: &Collection) {
        skipped(collection, &self.talk);
        let k = collection.settings().sketching.k;
        let longest = collection
            .documents()
            .map(|doc| collection.term_count(doc))
            .max();
        if longest.is_some_and(|longest| longest < k) {
            self.talk.say(&format!(
                "k is {k}, but the longest document has {} terms: each document is one shingle, and only identical ones are found",
                longest.unwrap_or(0)
            ));
        }
    }

    fn pairs(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        finding: &Finding,
    ) -> anyhow::Result<(Arc<Collection>, PairSet)> {
        self.pairs_down_to(finding.threshold, paths, settings, finding)
    }

    /// Pairs at the threshold, and below it down to `floor` where that is affordable.
    fn pairs_down_to(
        &self,
        floor: f64,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        finding: &Finding,
    ) -> anyhow::Result<(Arc<Collection>, PairSet)> {
        let recipe = finding.recipe(&settings.settings().sketching)?;
        let Opened { collection, stored } = self.open(paths, settings, false)?;
        let threshold = finding.threshold;
        // Stored pairs are taken only where computing them anew would give the very same.
        let stored = stored.filter(|pairs| {
            let whole = pairs.found.complete && pairs.found.floor <= threshold;
            let any = matches!(
                recipe.method,
                Method::Auto | Method::Exact | Method::Containment
            );
            whole && any && pairs.found.measure == recipe.measure
        });
        let pairs = stored.unwrap_or_else(|| {
            self.pool.install(|| {
                let identical = Identical::of(&collection);
                let go_on = || !self.cancel.stopped();
                candidates::find(&collection, &identical, &recipe, threshold, floor, go_on)
            })
        });
        self.go_on()?;
        collection.release();
        let found = &pairs.found;
        let bands = found
            .bands
            .map(|(b, r)| format!(" {b}×{r}"))
            .unwrap_or_default();
        self.talk.say(&format!(
            "{}; {} at {} or above, by {}{bands} ({})",
            units::counted(collection.len() as u64, "document", "documents"),
            units::counted(pairs.count(finding.threshold), "pair", "pairs"),
            finding.threshold,
            found.method,
            units::counted(found.candidates, "candidate", "candidates"),
        ));
        if !found.note.is_empty() {
            self.talk.say(&format!("{}: {}", found.method, found.note));
        }
        if found.capped > 0 {
            self.talk.say(&format!(
                "{} set aside and not looked at: too many documents had something in common",
                units::counted(found.capped, "candidate pair was", "candidate pairs were")
            ));
        }
        self.collisions(&collection);
        Ok((collection, pairs))
    }

    /// Says what shortened shingle hashes lose, where they are shortened.
    fn collisions(&self, collection: &Collection) {
        let sketching = &collection.settings().sketching;
        if sketching.hash_bits < 64 && !self.common.quiet {
            let documents: Vec<&[u64]> = collection
                .documents()
                .map(|d| collection.terms(d))
                .collect();
            let lost = self
                .pool
                .install(|| collisions::count(&documents, sketching));
            self.talk.say(&verify::sentence(&lost));
        }
    }

    /// The documents that a text is held against: those of a store as it stands, without a look at
    /// the corpus; where there is none, the corpus.
    fn searched(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
    ) -> anyhow::Result<Arc<Collection>> {
        let options = self.options(paths, settings);
        let Some(stored) = self.pool.install(|| open::as_stored(&options))? else {
            return self.collection(paths, settings, false);
        };
        let age = stored.age.map_or_else(String::new, |age| {
            format!(", made {} ago", units::long_duration(age))
        });
        self.talk.say(&format!(
            "answering from the index{age}; `shinglescope index` brings it up to date"
        ));
        if stored.collection.is_empty() {
            no_documents(&options.source, &stored.collection)?;
        }
        Ok(stored.collection)
    }

    /// Proves methods and sketches on a corpus.
    fn verify(&self, asked: &Verify, terminal: bool, out: impl Write) -> anyhow::Result<()> {
        let settings = &asked.corpus.settings;
        let sketching = settings.settings().sketching;
        let question = Question {
            methods: asked.methods(),
            recipe: asked.finding.of_all_methods(&sketching)?,
            threshold: asked.finding.threshold,
        };
        let collection = self.collection(&asked.corpus.paths, settings, false)?;
        if collection.len() < 2 {
            bail!(
                "there is one document only ({}), and `verify` compares documents; give a corpus of two or more",
                collection.id(DocNo(0))
            );
        }
        let progress = |what: &str, done, total| self.talk.step(what, done, total);
        let go_on = || !self.cancel.stopped();
        // The gauges are the process's, so the work is led from here and spreads over the pool.
        let assessment = self
            .pool
            .install(|| assess::assess(&collection, &question, &Process, &progress, &go_on));
        self.talk.done();
        let assessment = assessment.context("interrupted")?;
        verify::write(
            &collection,
            &question,
            &assessment,
            asked.missed,
            asked.output.format,
            terminal,
            out,
        )?;
        Ok(())
    }

    /// What settings do to a corpus.
    fn tune(&self, asked: &Tune, terminal: bool, mut out: impl Write) -> anyhow::Result<()> {
        let settings = &asked.corpus.settings;
        let recipe = asked
            .finding
            .of_all_methods(&settings.settings().sketching)?;
        let collection = self.collection(&asked.corpus.paths, settings, false)?;
        // Written by whoever is on the pool, and only then handed out.
        let mut written = Vec::new();
        let (cancel, talk) = (self.cancel, &self.talk);
        self.pool.install(|| {
            tune::run(
                asked,
                &collection,
                &recipe,
                cancel,
                talk,
                terminal,
                &mut written,
            )
        })?;
        out.write_all(&written)?;
        out.flush()?;
        Ok(())
    }

    /// The screens on a terminal, the clusters elsewhere.
    fn explore(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        grouping: &Grouping,
        look: &Look,
        terminal: bool,
        out: impl Write,
    ) -> anyhow::Result<()> {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if look.plain || terminal && dumb {
            return self.plain(paths, settings, grouping, out);
        }
        if !terminal {
            return self.clusters(paths, settings, grouping, Format::Table, terminal, out);
        }
        self.listening.leave_it_to_the_screens();
        let ended = {
            let options = self.options(paths, settings);
            screens::explore(options, grouping, look, self.common.calm())?
        };
        if ended != Ended::Quit {
            self.cancel.stop();
            self.talk.say(&format!("shinglescope: {ended}"));
        }
        Ok(())
    }

    /// The clusters, their documents and comparisons line by line.
    fn plain(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        grouping: &Grouping,
        out: impl Write,
    ) -> anyhow::Result<()> {
        let threshold = grouping.finding.threshold;
        let floor = KEPT_FROM.min(threshold);
        let (collection, pairs) = self.pairs_down_to(floor, paths, settings, &grouping.finding)?;
        let mut plain = Plain::new(&collection, &pairs, threshold, grouping.linkage);
        let prompt = io::stdin().is_terminal();
        plain.run(io::stdin().lock(), out, prompt)?;
        Ok(())
    }

    /// Builds everything and leaves it in the store.
    fn index(&self, paths: &[PathBuf], settings: &SettingsArgs) -> anyhow::Result<()> {
        let options = self.options(paths, settings);
        let begun = Instant::now();
        let emit = |event: Event| match event {
            Event::Progress(progress) => self.talk.progress(&progress),
            Event::Notice(sentence) => self.talk.say(&sentence),
            Event::Listed(_) | Event::Collection(_) | Event::Pairs(_) | Event::FullText(_) => {}
        };
        let finding = build::Finding {
            recipe: Recipe::default(),
            threshold: DEFAULT_THRESHOLD,
            floor: KEPT_FROM,
            linkage: Linkage::Single,
            hurry: false,
        };
        let done = self
            .pool
            .install(|| build::build(&options, finding, self.cancel, &emit));
        self.talk.done();
        let done = done?;
        let place = build::store_dir(&options);
        self.talk.say(&format!(
            "{} read, {} as they were; {}; {}",
            units::counted(done.read, "document", "documents"),
            units::count(done.kept),
            units::duration(begun.elapsed()),
            place.map_or("nothing was written".into(), |dir| format!(
                "index in {}",
                dir.display()
            )),
        ));
        Ok(())
    }

    fn clusters(
        &self,
        paths: &[PathBuf],
        settings: &SettingsArgs,
        grouping: &Grouping,
        format: Format,
        terminal: bool,
        out: impl Write,
    ) -> anyhow::Result<()> {
        let (collection, pairs) = self.pairs(paths, settings, &grouping.finding)?;
        let clustering = self.clustering(&collection, &pairs, grouping);
        lists::clusters(&collection, &clustering, format, terminal, out)?;
        // As for pairs.
        std::mem::forget((collection, clustering));
        Ok(())
    }

    fn clustering(
        &self,
        collection: &Collection,
        pairs: &PairSet,
        grouping: &Grouping,
    ) -> Clustering {
        let threshold = grouping.finding.threshold;
        let cache = &mut Cache::default();
        let build = || cluster::build(collection, pairs, threshold, grouping.linkage, cache);
        let clustering = self.pool.install(build);
        let whole = clustering.left_whole.len() as u64;
        if whole > 0 {
            self.talk.say(&format!(
                "{} more than {} distinct members: too many to compare every two, so single linkage it is there",
                units::counted(whole, "cluster has", "clusters have"),
                units::count(parts::MATRIX as u64),
            ));
        }
        clustering
    }

    /// Why two documents are in one cluster, or are not.
    fn why(&self, asked: &args::Why, terminal: bool, out: impl Write) -> anyhow::Result<()> {
        let finding = &asked.grouping.finding;
        let (collection, pairs) = self.pairs(&asked.within, &asked.settings, finding)?;
        let a = compare::find(&collection, &asked.a)?;
        let b = compare::find(&collection, &asked.b)?;
        if a == b {
            bail!("{:?} is given twice; name two different documents", asked.a);
        }
        let settings = asked.settings.settings();
        let recipe = finding.recipe(&settings.sketching)?;
        let clustering = self.clustering(&collection, &pairs, &asked.grouping);
        let apart = clustering.cluster_of[a.index()].is_none()
            || clustering.cluster_of[a.index()] != clustering.cluster_of[b.index()];
        let subject = Subject {
            collection: &collection,
            pairs: &pairs,
            clustering: &clustering,
        };
        let banding = engine::why::banding(&subject, &recipe);
        // Clusters are those of the threshold; where the two would meet is looked for below it.
        let deeper = (apart && pairs.found.floor > KEPT_FROM).then(|| {
            self.pool.install(|| {
                let representatives = pairs.representative.clone();
                let identical = Identical::from_representatives(&collection, representatives);
                let go_on = || !self.cancel.stopped();
                let (from, to) = (finding.threshold, KEPT_FROM);
                candidates::find(&collection, &identical, &recipe, from, to, go_on)
            })
        });
        self.go_on()?;
        let subject = Subject {
            pairs: deeper.as_ref().unwrap_or(&pairs),
            ..subject
        };
        let why = self
            .pool
            .install(|| engine::why::why(&subject, banding, a, b));
        let ids = |doc| collection.id(doc);
        if asked.output.format == Format::Csv {
            self.talk.say(&engine::why::verdict::verdict(&why));
        }
        why::write(&why, &ids, asked.output.format, terminal, out)?;
        Ok(())
    }
}

/// Says how much was not read, if anything.
pub(super) fn skipped(collection: &Collection, talk: &Talk) {
    let skipped = collection.skipped().len() as u64;
    if skipped > 0 {
        let files = units::counted(skipped, "file or row was", "files or rows were");
        talk.say(&format!(
            "{files} not read; `shinglescope skipped` lists them with the reason"
        ));
    }
}

/// Says why there is nothing to work on.
pub(super) fn no_documents(source: &Source, collection: &Collection) -> anyhow::Result<()> {
    let skipped = collection.skipped();
    let first = skipped.first().context("nothing to read")?;
    bail!(
        "no text to read in {}: {} not read, the first being {} ({})",
        discover::describe(source),
        units::counted(
            skipped.len() as u64,
            "file or row was",
            "files or rows were"
        ),
        first.id,
        first.reason
    )
}
