//! `clusters --why`: explains why two documents are, or are not, in one cluster. Tables begin with the verdict; the
//! figures of each pair on the path follow.

use std::io::{self, Write};

use anyhow::ensure;
use serde_json::{Value, json};

use super::super::context::CommandContext;
use super::super::{pairs, texts};
use super::Clusters;
use crate::base::{DocNo, sanitise, units};
use crate::candidates::{self, Identical};
use crate::cluster::Bridge;
use crate::config::Purpose;
use crate::engine::why::verdict::{below, verdict, without_weakest};
use crate::engine::why::{self, ClusterRef, JoinThreshold, Link, Why as Explained, WhySubject};
use crate::evidence::CopiedTextConfig;
use crate::figures::PairData;
use crate::report::{Cell, Destination, Format, RowWriter};
use crate::settings::KEPT_FROM;
use crate::typeset::wrap;

/// Maximum line width of a table in columns.
const WIDTH: usize = 80;

/// Maximum number of documents of a piece that a table lists.
const MAX_NAMED: usize = 6;

/// Figures of a pair in JSON.
const LINK: &str =
    "estimate jaccard containment_a_in_b containment_b_in_a shared union shingles_a shingles_b";

type Id<'a> = dyn Fn(DocNo) -> &'a str + 'a;

impl Clusters {
    pub(super) fn why(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let pair_search = &self.grouping.pair_search;
        let (collection, pairs) = context.pairs(&self.list.corpus, pair_search)?;
        let [a, b] = [&self.why[0], &self.why[1]].map(|id| texts::find(&collection, id));
        let (a, b) = (a?, b?);
        let name = &self.why[0];
        ensure!(
            a != b,
            "{name:?} is given twice; name two different documents"
        );
        let threshold = pair_search.threshold;
        let how = self.grouping.decided.stated();
        let cannot_link =
            context.apart(&self.list.corpus, how, (&collection, &pairs, threshold))?;
        let mut pairs = pairs.without(&cannot_link);
        let method_config = pair_search.method_config(&self.list.corpus.settings().sketching)?;
        let clustering = context.clustering(&collection, &pairs, &self.grouping);
        let [cluster_a, cluster_b] = [a, b].map(|doc| clustering.cluster_of[doc.index()]);
        let is_apart = cluster_a.is_none() || cluster_a != cluster_b;
        // Pairs of an index below the threshold are ignored, so the answer is the same without an index.
        let floor = if is_apart {
            KEPT_FROM.min(threshold)
        } else {
            threshold
        };
        pairs.raise_floor(floor);
        let subject = WhySubject {
            collection: &collection,
            pairs: &pairs,
            clustering: &clustering,
        };
        let banding = why::banding(&subject, &method_config);
        // Clusters are built at the threshold; the search for the threshold at which the two would join continues
        // below.
        let deeper_pairs = (is_apart && pairs.info.floor > KEPT_FROM).then(|| {
            context.install(|| {
                let representatives = pairs.representative.clone();
                let identical = Identical::from_representatives(&collection, representatives);
                let (c, config, to) = (&collection, &method_config, KEPT_FROM);
                let pairs = candidates::find(c, &identical, config, threshold, to, context.cancel);
                pairs.without(&cannot_link)
            })
        });
        context.cancel.check()?;
        let subject = WhySubject {
            pairs: deeper_pairs.as_ref().unwrap_or(&pairs),
            ..subject
        };
        let explained = context.install(|| why::why(&subject, banding, a, b));
        if pair_search.purpose() == Purpose::CopiedText && !explained.is_pair {
            let config = CopiedTextConfig::default();
            context.say(&config.beside_share(collection.unit()));
        }
        let ids = |doc| collection.printed_id(doc);
        if self.list.output.format == Format::Csv {
            context.say(&verdict(&explained));
        }
        let options = self.options(&pairs);
        let to = context.described("clusters", &collection, options, self.list.output)?;
        Ok(write(&explained, &ids, to)?)
    }
}

/// Writes the explanation: text with a table, CSV with the pair and the links of the path, or JSON with everything.
fn write(why: &Explained, id: &Id<'_>, mut to: Destination<impl Write>) -> io::Result<()> {
    match to.format {
        Format::Table => {
            text(why, id, to.terminal, &mut to.out)?;
            to.out.flush()
        }
        Format::Csv => rows(why, id, to),
        // For formats other than JSON, the destination reports that there is no such result.
        Format::Json | Format::Jsonl | Format::Parquet => to.json(value(why, id)),
    }
}

fn text(
    why: &Explained,
    id: &Id<'_>,
    terminal: Option<usize>,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}\n", wrapped(&verdict(why)))?;
    let table = Destination {
        terminal,
        ..Destination::to(Format::Table, &mut *out)
    };
    rows(why, id, table)?;
    let notes = format!(
        "Step 0 is the pair; the others are the way from A to B whose weakest pair is strongest. bands: LSH compares \
         sketches in {} of {}; the figure counts those that are equal.",
        units::counted(why.banding.bands as u64, "band", "bands"),
        units::counted(why.banding.rows as u64, "value", "values")
    );
    writeln!(out, "{}", wrapped(&notes))?;
    if why.together() {
        writeln!(out)?;
        split(why, out, |doc| sanitise::line(id(doc)).into_owned())?;
    }
    Ok(())
}

/// Writes what removing the weakest pair does to the cluster.
fn split(why: &Explained, out: &mut impl Write, name: impl Fn(DocNo) -> String) -> io::Result<()> {
    let sentence = without_weakest(why, |_| "two pieces".to_owned());
    writeln!(out, "{sentence}")?;
    let has_pieces = |bridge: &&Bridge| bridge.left.len() + bridge.right.len() > 2;
    let bridge = why.bridge.iter().filter(has_pieces);
    for piece in bridge.flat_map(|bridge| [&bridge.left, &bridge.right]) {
        let count = units::counted(piece.len() as u64, "document", "documents");
        writeln!(out, "  {count}")?;
        for doc in piece.iter().take(MAX_NAMED) {
            writeln!(out, "    {}", name(*doc))?;
        }
        if piece.len() > MAX_NAMED {
            let more = units::count((piece.len() - MAX_NAMED) as u64);
            writeln!(out, "    and {more} more")?;
        }
    }
    Ok(())
}

/// Breaks a text into lines of at most [`WIDTH`] columns.
fn wrapped(text: &str) -> String {
    let rows = wrap::rows(text, WIDTH).into_iter();
    rows.map(str::trim_end).collect::<Vec<_>>().join("\n")
}

fn data(link: &Link) -> PairData<'static> {
    PairData {
        overlap: link.overlap,
        estimate: link.estimate,
        ..PairData::default()
    }
}

fn rows(why: &Explained, id: &Id<'_>, to: Destination<impl Write>) -> io::Result<()> {
    let is_table = to.format.is_table();
    let (jaccard, figures) = if is_table {
        ("jaccard", "estimate interval_low interval_high")
    } else {
        ("", pairs::ESTIMATE_AND_EXACT)
    };
    let columns = pairs::columns(&["step a b", jaccard, figures, "bands weakest bridge"]);
    let mut writer = RowWriter::new(to, &columns)?;
    let mut row = |step: usize, link: &Link, weakest: bool| {
        let mut row = vec![Cell::Count(step as u64)];
        row.extend([link.a, link.b].map(|doc| Cell::text(id(doc))));
        if is_table {
            // A value below the threshold is not rounded up to it.
            row.push(Cell::text(below(link.overlap.jaccard(), why.threshold)));
        }
        row.extend(pairs::cells(figures, &data(link)));
        let bridge = weakest && why.bridge.is_some();
        row.extend([link.bands, weakest.into(), bridge.into()].map(Cell::from));
        writer.row(row)
    };
    // Step 0 is the pair itself; the path from a to b begins with step 1.
    row(0, &why.pair, false)?;
    for (at, link) in why.path.iter().enumerate() {
        row(at + 1, link, why.weakest == Some(at))?;
    }
    writer.finish()
}

fn value(why: &Explained, id: &Id<'_>) -> Value {
    let link = |link: &Link| {
        let mut all = json!({
            "a": id(link.a), "b": id(link.b), "identical": link.identical,
            "interval": link.estimate.interval(), "bands": link.bands,
            "agreeing": link.estimate.agreeing, "permutations": link.estimate.positions,
        });
        for (name, cell) in LINK.split(' ').zip(pairs::cells(LINK, &data(link))) {
            all[name] = cell.json();
        }
        all
    };
    let home =
        |home: Option<ClusterRef>| home.map(|h| json!({ "number": h.index + 1, "size": h.size }));
    let names = |docs: &[DocNo]| docs.iter().map(|doc| id(*doc)).collect::<Vec<_>>();
    let (joins, joins_at) = match why.joins {
        JoinThreshold::At(at) => ("at", Some(at)),
        JoinThreshold::Never => ("never above the floor", None),
        JoinThreshold::TooMany(_) => ("not counted", None),
    };
    let bridge = why.bridge.as_ref().map(|bridge| {
        json!({
            "a": id(bridge.a), "b": id(bridge.b), "similarity": bridge.similarity,
            "left": names(&bridge.left), "right": names(&bridge.right),
        })
    });
    json!({
        "verdict": verdict(why),
        "threshold": why.threshold, "measure": why.measure.name(), "linkage": why.linkage.name(),
        "method": why.info.method, "floor": why.info.floor, "complete": why.info.complete,
        "banding": { "bands": why.banding.bands, "rows": why.banding.rows },
        "pair": link(&why.pair), "is_pair": why.is_pair, "compared": why.not_compared.is_none(),
        "together": why.together(),
        "cluster_a": home(why.of_a), "cluster_b": home(why.of_b),
        "path": why.path.iter().map(link).collect::<Vec<_>>(),
        "weakest": why.weakest, "bridge": bridge,
        "joins": joins, "joins_at": joins_at,
    })
}
