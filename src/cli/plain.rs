//! Line-oriented explorer for screen readers, terminals without cursor addressing, and pipes: reads one
//! command per line, writes sentences, and never overwrites output. It shows the same figures as the
//! screens.

use std::io::{self, BufRead, Write};

use anyhow::{Context, bail};

use super::texts;
use crate::base::units::spoken_share;
use crate::base::{Cancel, DocNo, sanitise, units};
use crate::candidates::PairSet;
use crate::cluster::{Cache, Cluster, Clustering, Linkage, build};
use crate::engine::message::{Comparison, Neighbour, Side};
use crate::engine::views::{self, Measured};
use crate::evidence::Evidence;
use crate::index::Collection;
use crate::similarity::{Bridging, Estimate, Measure};

/// Number of list entries printed at a time.
const PAGE_LINES: usize = 10;

/// The commands and their descriptions, one per line.
const HELP: &str = "clusters: the clusters, ten at a time.
cluster N: the documents of cluster N.
open N: document N of the cluster, or one given by its id, with its neighbours.
compare N: the open document beside its neighbour N: figures and shared passages.
passage N: the text of shared passage N in both documents.
more: the next lines of the last list.
threshold J: clusters at another threshold, for example threshold 0.7.
where: the open cluster and document, and the threshold.
help: this list.
quit: leave.";

/// State of the line-oriented explorer: a corpus with its pairs.
pub struct Plain<'a> {
    collection: &'a Collection,
    pairs: &'a PairSet,
    linkage: Linkage,
    bridging: Bridging,
    /// A sentence about results other than the clusters.
    remark: Option<String>,
    clustering: Clustering,
    cache: Cache,
    cluster: Option<usize>,
    open: Option<(DocNo, Vec<Neighbour>)>,
    compared: Option<Comparison>,
    /// The list printed last, and the number of its lines already printed.
    list: (Vec<String>, usize),
}

impl<'a> Plain<'a> {
    /// Starts with the clusters at `threshold`, which must not be below the floor of `pairs`.
    pub fn new(
        collection: &'a Collection,
        pairs: &'a PairSet,
        threshold: f64,
        linkage: Linkage,
        bridging: Bridging,
        remark: Option<String>,
    ) -> Self {
        let mut cache = Cache::default();
        Plain {
            clustering: build::build(collection, pairs, threshold, linkage, &mut cache),
            cache,
            collection,
            pairs,
            linkage,
            bridging,
            remark,
            cluster: None,
            open: None,
            compared: None,
            list: (Vec::new(), 0),
        }
    }

    /// Reads commands until `quit` or end of input and answers each. With `prompt`, writes `> ` before
    /// each command.
    pub fn run(
        &mut self,
        input: impl BufRead,
        mut out: impl Write,
        prompt: bool,
    ) -> io::Result<()> {
        writeln!(out, "{}", self.whereabouts())?;
        writeln!(out, "Type clusters, or help for all commands.")?;
        let prompt = if prompt { "> " } else { "" };
        write!(out, "{prompt}")?;
        out.flush()?;
        for line in input.split(b'\n') {
            // A line that is not UTF-8 is an unknown command; it does not end the session.
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            if matches!(word, "quit" | "q" | "exit") {
                return out.flush();
            }
            match self.answer(word, rest.trim()) {
                Ok(()) => self.print_next(&mut out)?,
                Err(error) => writeln!(out, "{}.", sanitise::line(&format!("{error:#}")))?,
            }
            write!(out, "{prompt}")?;
            out.flush()?;
        }
        out.flush()
    }

    /// Executes a command and stores its output as the current list.
    fn answer(&mut self, word: &str, rest: &str) -> anyhow::Result<()> {
        let lines = match word {
            "" | "more" | "m" => return Ok(()),
            "clusters" | "c" => self.clusters(),
            "cluster" => self.members(rest)?,
            "open" | "o" | "document" => self.document(rest)?,
            "compare" => self.compare(rest)?,
            "passage" | "p" => self.passage(rest)?,
            "threshold" | "t" => self.threshold(rest)?,
            "where" | "w" => vec![self.whereabouts()],
            "help" | "h" | "?" => HELP.lines().map(str::to_owned).collect(),
            other => bail!("{other:?} is not a command; type help for the list"),
        };
        self.list = (lines, 0);
        Ok(())
    }

    /// Prints the next lines of the list.
    fn print_next(&mut self, out: &mut impl Write) -> io::Result<()> {
        let (lines, printed) = &mut self.list;
        let end = (*printed + PAGE_LINES + 1).min(lines.len());
        if *printed == end {
            writeln!(out, "That is all.")?;
        }
        for line in &lines[*printed..end] {
            writeln!(out, "{}", sanitise::line(line))?;
        }
        if end < lines.len() {
            writeln!(out, "{} more; type more to hear them.", lines.len() - end)?;
        }
        *printed = end;
        Ok(())
    }

    fn whereabouts(&self) -> String {
        let c = &self.clustering;
        let mut line = format!(
            "{} with {} of {} at threshold {}{}; {} at or above it, found by {}.",
            units::counted(c.clusters.len() as u64, "cluster", "clusters"),
            units::count(c.clustered() as u64),
            units::counted(self.collection.len() as u64, "document", "documents"),
            c.threshold,
            match self.pairs.info.measure {
                Measure::Jaccard => String::new(),
                measure => format!(" of {measure}"),
            },
            units::counted(c.pairs, "pair", "pairs"),
            self.pairs.info.method,
        );
        if let Some(remark) = &self.remark {
            line += &format!(" {remark}");
        }
        if let Some((doc, _)) = &self.open {
            line += &format!(" Open: {}.", self.id(*doc));
        }
        line
    }

    /// Label of the exact Jaccard, with the name of the measure if the threshold applies to another one.
    fn exact(&self) -> &'static str {
        match self.pairs.info.measure {
            Measure::Jaccard => "Exact",
            _ => "Exact Jaccard",
        }
    }

    fn id(&self, doc: DocNo) -> &str {
        self.collection.id(doc)
    }

    fn clusters(&self) -> Vec<String> {
        let c = &self.clustering.clusters;
        let line = |(i, cluster): (usize, &Cluster)| {
            let sampled = match cluster.measured {
                (measured, all) if measured < all => {
                    let (measured, all) = (units::count(measured), units::count(all));
                    format!(", of {measured} of its {all} pairs")
                }
                _ => String::new(),
            };
            format!(
                "{}: {}, {} identical; {} from {} to {}, {} on average{sampled}; nearest to all: {}.",
                i + 1,
                units::counted(cluster.size() as u64, "document", "documents"),
                cluster.identical,
                match self.pairs.info.measure {
                    Measure::Jaccard => "similarity",
                    measure => measure.name(),
                },
                spoken_share(cluster.min),
                spoken_share(cluster.max),
                spoken_share(cluster.mean),
                self.id(cluster.representative),
            )
        };
        if c.is_empty() {
            let message = ["There are no clusters at this threshold.".to_owned()];
            return message.into_iter().chain(self.remark.clone()).collect();
        }
        let lines = c.iter().enumerate().map(line);
        std::iter::once(self.whereabouts()).chain(lines).collect()
    }

    fn members(&mut self, which: &str) -> anyhow::Result<Vec<String>> {
        let clusters = &self.clustering.clusters;
        let at = number(which, clusters.len(), "cluster")?;
        let cluster = &clusters[at];
        self.cluster = Some(at);
        let count = units::counted(cluster.size() as u64, "document", "documents");
        let mut lines = vec![format!("Cluster {}: {count}.", at + 1)];
        let members = cluster.members.iter().enumerate();
        lines.extend(members.map(|(i, doc)| format!("{}: {}.", i + 1, self.id(*doc))));
        Ok(lines)
    }

    fn document(&mut self, which: &str) -> anyhow::Result<Vec<String>> {
        let clusters = &self.clustering.clusters;
        let members = self.cluster.map_or(&[][..], |at| &clusters[at].members);
        let doc = match which.parse::<usize>() {
            Ok(_) if !members.is_empty() => {
                members[number(which, members.len(), "document of the cluster")?]
            }
            Ok(n) => bail!(
                "no cluster is open that could have a document {n}; type cluster and its number first"
            ),
            Err(_) => texts::find(self.collection, which)?,
        };
        let centre = self.measured(doc)?;
        let (limit, cancel) = (views::NEIGHBOURS, Cancel::default());
        let neighbours = views::neighbours(self.collection, &centre, Some(doc), limit, &cancel);
        let (neighbours, _) = neighbours.context("stopped")?;
        let mut lines = vec![format!(
            "{}: {}, {}, {}.",
            self.id(doc),
            self.collection.unit().counted(centre.terms.len() as u64),
            units::counted(centre.set.len() as u64, "shingle", "shingles"),
            units::counted(neighbours.len() as u64, "neighbour", "neighbours"),
        )];
        if !centre.disguise.is_none() {
            lines.push(format!("It is disguised: {}.", centre.disguise.describe()));
        }
        lines.extend(neighbours.iter().enumerate().map(|(i, n)| {
            format!(
                "{}: {}. {} {}, {}; {} shared{}.",
                i + 1,
                self.id(n.doc),
                self.exact(),
                spoken_share(n.overlap.jaccard()),
                estimated(&n.estimate),
                units::counted(n.overlap.shared.into(), "shingle", "shingles"),
                if n.identical { "; identical" } else { "" },
            )
        }));
        self.open = Some((doc, neighbours));
        self.compared = None;
        Ok(lines)
    }

    fn compare(&mut self, which: &str) -> anyhow::Result<Vec<String>> {
        let Some((doc, neighbours)) = &self.open else {
            bail!("no document is open; type open and a document's number or id first");
        };
        let other = neighbours[number(which, neighbours.len(), "neighbour")?].doc;
        let (left, right) = (self.measured(*doc)?, self.measured(other)?);
        let settings = self.collection.settings();
        let c = views::comparison((*doc, &left), (other, &right), settings, &self.bridging);
        let o = c.measures.overlap;
        let jaccard = spoken_share(o.jaccard());
        let mut lines = vec![
            format!("{} beside {}.", self.id(*doc), self.id(other)),
            format!("{} {jaccard}; {}.", self.exact(), estimated(&c.estimate)),
            format!(
                "{} shared; {} of the first's shingles are in the second, {} of the second's in the first.",
                units::counted(o.shared.into(), "shingle", "shingles"),
                spoken_share(o.containment_a_in_b()),
                spoken_share(o.containment_b_in_a()),
            ),
        ];
        if let Some(folding) = c.folding {
            for (side, which) in [(&c.left, "first"), (&c.right, "second")] {
                if !side.disguise.is_none() {
                    let described = side.disguise.describe();
                    lines.push(format!("The {which} is disguised: {described}."));
                }
            }
            let [written, seen] =
                [folding.written, folding.seen].map(|o| spoken_share(o.jaccard()));
            let exact = format!("Exact {written} as written, {seen} as a reader sees it.");
            lines.push(exact);
        }
        let line = |text: &str, at: u32| text[..at as usize].matches('\n').count() + 1;
        let evidence = Evidence::from_passages(&c.bridged);
        if c.bridged.is_empty() {
            let min_words = c.unit.counted(self.bridging.min_words as u64);
            lines.push(format!("No passage of {min_words} or more is shared."));
        } else {
            let share =
                |words: u32, side: &Side| spoken_share(f64::from(words) / side.words.max(1) as f64);
            lines.push(format!(
                "{} the same in passages: {} of the first, {} of the second.",
                c.unit.counted(evidence.words().into()),
                share(evidence.words_a, &c.left),
                share(evidence.words_b, &c.right),
            ));
        }
        lines.extend(c.bridged.iter().enumerate().map(|(i, p)| {
            let same = if p.same() < p.words() {
                format!(", {} the same", units::count(p.same().into()))
            } else {
                String::new()
            };
            format!(
                "Passage {}: {}{same}, from line {} of the first and line {} of the second.",
                i + 1,
                c.unit.counted(p.words().into()),
                line(&c.left.text, c.left.spans[p.left.0 as usize].0),
                line(&c.right.text, c.right.spans[p.right.0 as usize].0),
            )
        }));
        self.compared = Some(c);
        Ok(lines)
    }

    fn passage(&self, which: &str) -> anyhow::Result<Vec<String>> {
        let Some(c) = &self.compared else {
            bail!("no documents are compared; type compare and a neighbour's number first");
        };
        let p = &c.bridged[number(which, c.bridged.len(), "passage")?];
        let text = |side: &Side, (from, until): (u32, u32)| {
            let start = side.spans[from as usize].0;
            let end = side.spans[until as usize - 1].1;
            let words = side.text[start as usize..end as usize].split_whitespace();
            words.collect::<Vec<_>>().join(" ")
        };
        let (left, right) = (text(&c.left, p.left), text(&c.right, p.right));
        if left == right {
            return Ok(vec![format!("In both: {left}")]);
        }
        Ok([("first", left), ("second", right)]
            .map(|(which, text)| format!("In the {which}: {text}"))
            .into())
    }

    fn threshold(&mut self, which: &str) -> anyhow::Result<Vec<String>> {
        let threshold = super::args::common::threshold(which)?;
        let info = &self.pairs.info;
        if !info.serves(threshold) {
            let reason = match info.chosen_for {
                Some(at) => format!("were looked for by {} at {at}", info.method),
                None => format!("are known from {} on", info.floor),
            };
            bail!("pairs {reason}; leave, and begin again with --threshold {which}");
        }
        let (linkage, cache) = (self.linkage, &mut self.cache);
        self.clustering = build::build(self.collection, self.pairs, threshold, linkage, cache);
        self.cluster = None;
        Ok(vec![self.whereabouts()])
    }

    fn measured(&self, doc: DocNo) -> anyhow::Result<Measured> {
        texts::member(self.collection, self.id(doc))
    }
}

fn estimated(estimate: &Estimate) -> String {
    let (low, high) = estimate.interval();
    let [value, low, high] = [estimate.value(), low, high].map(spoken_share);
    format!("estimate {value}, between {low} and {high} in 95 of 100 cases")
}

/// Parses a 1-based number and returns the 0-based index.
fn number(typed: &str, count: usize, noun: &str) -> anyhow::Result<usize> {
    match typed.parse::<usize>() {
        Ok(n) if (1..=count).contains(&n) => Ok(n - 1),
        _ if count == 0 => bail!("there is no {noun}"),
        _ => bail!("type a {noun} from 1 to {count}"),
    }
}
