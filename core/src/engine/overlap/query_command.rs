//! A collection that is seen through a command only: a query on its standard input, documents as JSON Lines
//! on its standard output.
//!
//! The command is started anew for each query, without a shell. It gets one line, the words of the query,
//! and in its environment `SHINGLESCOPE_MATCH` (`all` or `any`) and `SHINGLESCOPE_LIMIT` (the number of
//! documents that are read). Each line of its output is an object with the strings `id` and `text`. It has
//! until the deadline; then, and after its answer, what it has started and what still runs is killed with it (its
//! process group); its output is limited;
//! and queries are not asked more often than the rate allows.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde::Deserialize;

use super::SharedVocabulary;
use super::indexed::words;
use crate::base::{lock, sanitise};
use crate::engine::cancel::Cancel;
use crate::overlap::{Document, Lexicon, Match, QueryAnswer, QueryError, Searchable};
use crate::settings::{Normalisation, Settings, Sketching};
use crate::text::{Normaliser, shingles};

/// Interval at which a running command is looked at.
const POLL: Duration = Duration::from_millis(10);
/// Time for the output to end after the command has: what it started may hold it open.
const LINGER: Duration = Duration::from_millis(500);
/// Bytes of the command's messages that an error repeats.
const MESSAGES: usize = 300;

/// How the command is run.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryCommand {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Time for one query.
    pub deadline: Duration,
    /// Most queries per second.
    pub rate: f64,
    /// Most bytes of output of one query.
    pub most_bytes: usize,
}

impl QueryCommand {
    /// Splits a command line into words as a POSIX shell does. Nothing is expanded, and no shell is started.
    /// The deadline is 10 s, the rate 10 queries a second, the limit of the output 8 MB.
    ///
    /// # Errors
    /// A quotation mark is not closed, or there is no word.
    pub fn parse(line: &str) -> anyhow::Result<Self> {
        let words = shell_words::split(line).context("a quotation mark is not closed")?;
        if words.first().is_none_or(String::is_empty) {
            bail!("there is no program to run");
        }
        Ok(QueryCommand {
            words,
            deadline: Duration::from_secs(10),
            rate: 10.0,
            most_bytes: 8 << 20,
        })
    }
}

/// The collection behind a command.
pub struct CommandSide {
    name: String,
    command: QueryCommand,
    /// The words of another collection: this one's are not known.
    lexicon: Lexicon,
    vocabulary: SharedVocabulary,
    normaliser: Normaliser,
    plain: Normaliser,
    sketching: Sketching,
    seen: Mutex<AnswerCache>,
    cancel: Cancel,
}

/// What queries have returned so far.
#[derive(Default)]
struct AnswerCache {
    numbers: HashMap<String, u32>,
    documents: Vec<Arc<Document>>,
    /// Answers, so that no query is asked twice.
    answers: HashMap<(Vec<u32>, bool, usize), QueryAnswer>,
    /// Numbers of words by their hashes.
    words: HashMap<u64, u32>,
    /// Time from which the next query may be asked.
    next: Option<Instant>,
}

/// A line of output.
#[derive(Deserialize)]
struct Row {
    id: String,
    text: String,
}

impl CommandSide {
    /// A collection of this name. Queries are drawn from `lexicon`; texts are compared under `settings`.
    ///
    /// # Errors
    /// Settings that give no normaliser.
    pub fn new(
        name: String,
        command: QueryCommand,
        lexicon: Lexicon,
        settings: &Settings,
        vocabulary: &SharedVocabulary,
        cancel: &Cancel,
    ) -> anyhow::Result<Self> {
        Ok(CommandSide {
            name,
            command,
            lexicon,
            vocabulary: Arc::clone(vocabulary),
            normaliser: Normaliser::new(&settings.normalisation)?,
            plain: Normaliser::new(&Normalisation::default())?,
            sketching: settings.sketching.clone(),
            seen: Mutex::default(),
            cancel: cancel.clone(),
        })
    }

    fn ask(
        &self,
        seen: &mut AnswerCache,
        query: &[u32],
        how: Match,
        limit: usize,
    ) -> anyhow::Result<QueryAnswer> {
        self.wait_for_turn(seen);
        let line = {
            let vocabulary = lock(&self.vocabulary);
            let words: Vec<Arc<str>> = query.iter().map(|word| vocabulary.word(*word)).collect();
            words.join(" ")
        };
        let output = self.run(&line, how, limit)?;
        let mut documents = Vec::new();
        for (number, row) in output.split(|byte| *byte == b'\n').enumerate() {
            if row.trim_ascii().is_empty() {
                continue;
            }
            if documents.len() == limit {
                break;
            }
            let row: Row = serde_json::from_slice(row).map_err(|error| {
                let begin: String = String::from_utf8_lossy(row).chars().take(60).collect();
                anyhow::anyhow!(
                    "line {} of its output is no JSON object with the strings \"id\" and \"text\": {} ({error})",
                    number + 1,
                    sanitise::line(&begin),
                )
            })?;
            let document = self.number(seen, row);
            // A service may understand a query as it likes; what was asked for is what counts.
            let has_all = || {
                let has = &seen.documents[document as usize].words;
                query.iter().all(|word| has.binary_search(word).is_ok())
            };
            if (how == Match::Any || has_all()) && !documents.contains(&document) {
                documents.push(document);
            }
        }
        Ok(QueryAnswer {
            documents,
            total: None,
        })
    }

    /// The number of a document that was returned; the first text of an id counts.
    fn number(&self, seen: &mut AnswerCache, row: Row) -> u32 {
        if let Some(&number) = seen.numbers.get(&row.id) {
            return number;
        }
        let mut terms = Vec::new();
        self.normaliser.hashes(&row.text, &mut terms);
        let document = Document {
            terms: terms.len() as u32,
            words: words(&self.plain, &row.text, &self.vocabulary, &mut seen.words),
            set: shingles::set(&terms, &self.sketching),
        };
        let number = seen.documents.len() as u32;
        seen.documents.push(Arc::new(document));
        seen.numbers.insert(row.id, number);
        number
    }

    fn wait_for_turn(&self, seen: &mut AnswerCache) {
        while let Some(next) = seen.next
            && Instant::now() < next
            && !self.cancel.stopped()
        {
            std::thread::sleep(POLL.min(next.saturating_duration_since(Instant::now())));
        }
        let gap = Duration::from_secs_f64(1.0 / self.command.rate.clamp(0.001, 1e6));
        seen.next = Some(Instant::now() + gap);
    }

    /// Runs the command for one query and returns its output.
    fn run(&self, query: &str, how: Match, limit: usize) -> anyhow::Result<Vec<u8>> {
        let program = &self.command.words[0];
        let mut command = Command::new(program);
        command
            .args(&self.command.words[1..])
            .env(
                "SHINGLESCOPE_MATCH",
                if how == Match::All { "all" } else { "any" },
            )
            .env("SHINGLESCOPE_LIMIT", limit.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn();
        let mut child = Running(child.with_context(|| format!("{program:?} cannot be started"))?);
        let until = Instant::now() + self.command.deadline;
        if let Some(mut input) = child.0.stdin.take() {
            let line = format!("{query}\n");
            // On a thread, because a command that never reads would block a long query; one that needs
            // no query closes its input.
            std::thread::spawn(move || input.write_all(line.as_bytes()));
        }
        let output = gathered(child.0.stdout.take(), self.command.most_bytes + 1);
        let messages = gathered(child.0.stderr.take(), MESSAGES);
        let read = self.wait(&output, until)?;
        if read.len() > self.command.most_bytes {
            bail!(
                "it prints more than {} bytes for one query",
                self.command.most_bytes
            );
        }
        let status = loop {
            if let Some(status) = child.0.try_wait().context("its end cannot be awaited")? {
                break status;
            }
            self.in_time(until)?;
            std::thread::sleep(POLL);
        };
        if !status.success() {
            let said = messages.recv_timeout(LINGER).unwrap_or_default();
            bail!("{}", failure(status, &said));
        }
        Ok(read)
    }

    /// Waits for what a thread reads.
    fn wait(&self, output: &Receiver<Vec<u8>>, until: Instant) -> anyhow::Result<Vec<u8>> {
        loop {
            match output.recv_timeout(POLL) {
                Ok(read) => return Ok(read),
                Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
                Err(RecvTimeoutError::Timeout) => self.in_time(until)?,
            }
        }
    }

    fn in_time(&self, until: Instant) -> anyhow::Result<()> {
        if self.cancel.stopped() {
            bail!("interrupted");
        }
        if Instant::now() >= until {
            bail!(
                "it gave no complete answer within {} s and was ended; --query-deadline gives it more",
                self.command.deadline.as_secs_f64()
            );
        }
        Ok(())
    }
}

/// A sentence about a command that failed, with the beginning of what it said.
fn failure(status: ExitStatus, said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let said = sanitise::line(said.lines().next().unwrap_or_default()).into_owned();
    match said.is_empty() {
        true => format!("it ended with {status}"),
        false => format!("it ended with {status}: {said}"),
    }
}

/// Reads at most `most` bytes on a thread and sends them at the end; the rest is read and dropped only while
/// the reader lives.
fn gathered(from: Option<impl Read + Send + 'static>, most: usize) -> Receiver<Vec<u8>> {
    let (send, receive) = channel();
    if let Some(from) = from {
        std::thread::spawn(move || {
            let mut read = Vec::new();
            // A read error ends the output, as its end does.
            let _ = from.take(most as u64).read_to_end(&mut read);
            let _ = send.send(read);
        });
    }
    receive
}

/// A command whose process group is killed in the end: processes that it has started may outlive it.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Until the command is waited for, its number is that of no other group.
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.0.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Searchable for CommandSide {
    fn name(&self) -> &str {
        &self.name
    }

    fn search(&self, words: &[u32], how: Match, limit: usize) -> Result<QueryAnswer, QueryError> {
        let mut seen = lock(&self.seen);
        let asked = (words.to_vec(), how == Match::All, limit);
        if let Some(found) = seen.answers.get(&asked) {
            return Ok(found.clone());
        }
        let found = self.ask(&mut seen, words, how, limit);
        let found = found.map_err(|error| QueryError {
            collection: self.name.clone(),
            problem: format!("{error:#}"),
        })?;
        seen.answers.insert(asked, found.clone());
        Ok(found)
    }

    fn document(&self, number: u32) -> Arc<Document> {
        let seen = lock(&self.seen);
        seen.documents
            .get(number as usize)
            .cloned()
            .unwrap_or_default()
    }

    fn listed(&self) -> Option<u32> {
        None
    }

    fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }
}
