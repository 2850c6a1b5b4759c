//! `why`: why two documents are in one cluster, or are not; for people the verdict first, then the
//! figures of each pair on the way from one to the other.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::base::{DocNo, sanitise, units};
use crate::cluster::Linkage;
use crate::engine::why::{Home, Joins, Link, Why};
use crate::report::table::share;
use crate::report::{Cell, Format, Writer};
use crate::similarity::Measure;

/// Columns that a table keeps to.
const WIDTH: usize = 80;

/// Documents of a piece that a table names.
const NAMED: usize = 6;

/// The id of a document.
type Id<'a> = dyn Fn(DocNo) -> &'a str + 'a;

/// Writes the answer: a table for reading; as CSV the pair and the links of the path; as JSON all.
///
/// # Errors
/// Those of the output.
pub fn write<W: Write>(
    why: &Why,
    id: &Id<'_>,
    format: Format,
    terminal: bool,
    mut out: W,
) -> io::Result<()> {
    match format {
        Format::Table => table(why, id, &mut out)?,
        Format::Csv => return csv(why, id, terminal, out),
        Format::Json => {
            serde_json::to_writer_pretty(&mut out, &value(why, id))?;
            writeln!(out)?;
        }
        Format::Jsonl => {
            serde_json::to_writer(&mut out, &value(why, id))?;
            writeln!(out)?;
        }
    }
    out.flush()
}

/// The answer in a few sentences.
#[must_use]
pub fn verdict(why: &Why) -> String {
    let pair = pair_verdict(why);
    let (Some(home), true) = (why.of_a, why.together()) else {
        return format!("{pair} {} {}", apart(why), joins(why));
    };
    let home = numbered(home);
    if why.pair.identical {
        return format!("{pair} They share {home}.");
    }
    if why.is_pair {
        return format!("{pair} They share {home}.");
    }
    let links = units::counted(why.path.len() as u64, "pair leads", "pairs lead");
    format!("{pair} Yet they share {home}: {links} from A to B.")
}

fn pair_verdict(why: &Why) -> String {
    let figure = below(why.pair.similarity, why.threshold);
    let (measure, threshold) = (why.measure, share(why.threshold));
    if why.pair.identical {
        return "A and B are the same term for term.".to_owned();
    }
    if why.is_pair {
        return format!("A and B are a pair: {measure} {figure}, threshold {threshold}.");
    }
    if why.pair.similarity >= why.threshold {
        return format!(
            "A and B reach the threshold, {measure} {figure}, but {} has missed them.",
            why.found.method
        );
    }
    format!("A and B are no pair: {measure} {figure}, below the threshold {threshold}.")
}

fn apart(why: &Why) -> String {
    match (why.of_a, why.of_b) {
        (Some(a), Some(b)) => format!(
            "They are in different clusters: A in {}, B in {}.",
            numbered(a),
            numbered(b)
        ),
        (Some(a), None) => format!("A is in {}, B in none.", numbered(a)),
        (None, Some(b)) => format!("A is in no cluster, B in {}.", numbered(b)),
        (None, None) => "Neither is in a cluster.".to_owned(),
    }
}

fn numbered(home: Home) -> String {
    let number = units::count(home.index as u64 + 1);
    let size = units::counted(home.size as u64, "document", "documents");
    format!("cluster {number} ({size})")
}

/// Where two documents that are apart would meet.
fn joins(why: &Why) -> String {
    let mut said = String::new();
    let least = why
        .weakest
        .map_or(0.0, |weakest| why.path[weakest].similarity);
    if least >= why.threshold {
        said = if why.linkage == Linkage::Single {
            let method = why.found.method;
            format!("A wider search finds pairs between them that {method} misses here. ")
        } else {
            let linkage = why.linkage;
            format!("Pairs at the threshold lead from A to B, but {linkage} linkage parts them. ")
        };
    }
    let floor = share(why.found.floor);
    said + &match why.joins {
        Joins::At(at) if at >= why.threshold => String::new(),
        Joins::At(at) => format!(
            "They come into one cluster at a threshold of {} or below.",
            share(floored(at))
        ),
        Joins::Never if why.found.complete => {
            format!("Down to a threshold of {floor} they are never in one cluster.")
        }
        Joins::Never => format!(
            "Down to a threshold of {floor} they are in one cluster by no pair that {} finds.",
            why.found.method
        ),
        Joins::TooMany(members) => format!(
            "Where they would meet was not counted: {} documents hang together with them.",
            units::count(members as u64)
        ),
    }
}

fn table(why: &Why, id: &Id<'_>, out: &mut impl Write) -> io::Result<()> {
    for line in wrapped(verdict(why).trim_end()) {
        writeln!(out, "{line}")?;
    }
    let name = |doc| sanitise::line(id(doc)).into_owned();
    writeln!(
        out,
        "\n   {:>9} {:>9}  {:>13} {:>9} {:>9} {:>9}",
        "jaccard", "estimate", "95 % interval", "in next", "of next", "bands"
    )?;
    writeln!(out, "A  {}", name(why.pair.a))?;
    writeln!(out, "   {}", figures(why, &why.pair))?;
    writeln!(out, "B  {}", name(why.pair.b))?;
    if why.path.len() > 1 {
        let weakest = why.weakest.map_or(0.0, |at| why.path[at].similarity);
        let heading = format!(
            "The way from A to B whose weakest pair is strongest ({}):",
            below(weakest, why.threshold)
        );
        writeln!(out, "\n{heading}\nA  {}", name(why.pair.a))?;
        for (at, link) in why.path.iter().enumerate() {
            let mark = if why.weakest == Some(at) {
                "  weakest"
            } else {
                ""
            };
            writeln!(out, "   {}{mark}", figures(why, link))?;
            let last = at + 1 == why.path.len();
            let number = match last {
                true => "B ".to_owned(),
                false => format!("{:<2}", at + 1),
            };
            writeln!(out, "{number} {}", name(link.b))?;
        }
    }
    writeln!(out)?;
    if why.together() {
        split(why, &name, out)?;
    }
    let bands = format!(
        "in next: how much of a document the next one has; of next: how much of the next one it has; \
         bands: of the {} bands of {} values of LSH, those in which both sketches agree.",
        why.banding.bands, why.banding.rows
    );
    for line in wrapped(&bands) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// What would become of the cluster without the weakest pair.
fn split(why: &Why, name: &dyn Fn(DocNo) -> String, out: &mut impl Write) -> io::Result<()> {
    let link = if why.path.len() > 1 {
        "the weakest pair"
    } else {
        "this pair"
    };
    if why.of_a.is_some_and(|home| home.size == 2) {
        writeln!(out, "These two are the whole cluster.\n")?;
        return Ok(());
    }
    let Some(bridge) = &why.bridge else {
        writeln!(
            out,
            "Without {link} others would still hold the cluster together.\n"
        )?;
        return Ok(());
    };
    writeln!(
        out,
        "A bridge: without {link} the cluster falls into two pieces."
    )?;
    for piece in [&bridge.left, &bridge.right] {
        let count = units::counted(piece.len() as u64, "document", "documents");
        writeln!(out, "  {count}")?;
        for doc in piece.iter().take(NAMED) {
            writeln!(out, "    {}", name(*doc))?;
        }
        if piece.len() > NAMED {
            let more = units::count((piece.len() - NAMED) as u64);
            writeln!(out, "    and {more} more")?;
        }
    }
    writeln!(out)
}

fn figures(why: &Why, link: &Link) -> String {
    let o = link.overlap;
    let (low, high) = link.estimate.interval();
    let jaccard = match why.measure {
        Measure::Jaccard => below(o.jaccard(), why.threshold),
        Measure::Containment => share(o.jaccard()),
    };
    format!(
        "{jaccard:>9} {:>9}  {:>13} {:>9} {:>9} {:>9}",
        share(link.estimate.value()),
        format!("{}-{}", share(low), share(high)),
        share(o.containment_a_in_b()),
        share(o.containment_b_in_a()),
        format!("{}/{}", link.bands, why.banding.bands),
    )
}

/// To three places; what lies below the threshold never looks as if it reached it.
fn below(value: f64, threshold: f64) -> String {
    let rounded = (value * 1e3).round() / 1e3;
    if value < threshold && rounded >= threshold {
        return share(floored(value));
    }
    share(value)
}

/// Rounded down to three places: a threshold that is no higher.
fn floored(value: f64) -> f64 {
    (value * 1e3 + 1e-9).floor() / 1e3
}

/// Lines of at most [`WIDTH`] columns, broken at spaces.
fn wrapped(text: &str) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split_whitespace() {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

fn csv<W: Write>(why: &Why, id: &Id<'_>, terminal: bool, out: W) -> io::Result<()> {
    const COLUMNS: [&str; 13] = [
        "step",
        "a",
        "b",
        "estimate",
        "interval_low",
        "interval_high",
        "jaccard",
        "containment_a_in_b",
        "containment_b_in_a",
        "shared",
        "bands",
        "weakest",
        "bridge",
    ];
    let mut writer = Writer::new(Format::Csv, &COLUMNS, terminal, out)?;
    let mut row = |step: usize, link: &Link, weakest: bool| {
        let o = link.overlap;
        let (low, high) = link.estimate.interval();
        let yes = |is: bool| Cell::Count(u64::from(is));
        writer.row(vec![
            Cell::Count(step as u64),
            Cell::Text(id(link.a).to_owned()),
            Cell::Text(id(link.b).to_owned()),
            Cell::Share(link.estimate.value()),
            Cell::Share(low),
            Cell::Share(high),
            Cell::Share(o.jaccard()),
            Cell::Share(o.containment_a_in_b()),
            Cell::Share(o.containment_b_in_a()),
            Cell::Count(o.shared.into()),
            Cell::Count(link.bands.into()),
            yes(weakest),
            yes(weakest && why.bridge.is_some()),
        ])
    };
    // Step 0 is the pair itself, the way from a to b begins with 1.
    row(0, &why.pair, false)?;
    for (at, link) in why.path.iter().enumerate() {
        row(at + 1, link, why.weakest == Some(at))?;
    }
    writer.finish()
}

fn value(why: &Why, id: &Id<'_>) -> Value {
    let link = |link: &Link| {
        let o = link.overlap;
        let (low, high) = link.estimate.interval();
        json!({
            "a": id(link.a), "b": id(link.b), "identical": link.identical,
            "estimate": link.estimate.value(), "interval": [low, high],
            "agreeing": link.estimate.agreeing, "permutations": link.estimate.positions,
            "jaccard": o.jaccard(),
            "containment_a_in_b": o.containment_a_in_b(),
            "containment_b_in_a": o.containment_b_in_a(),
            "shared": o.shared, "union": o.union(), "shingles_a": o.size_a, "shingles_b": o.size_b,
            "bands": link.bands,
        })
    };
    let home = |home: Option<Home>| home.map(|h| json!({ "number": h.index + 1, "size": h.size }));
    let names = |docs: &[DocNo]| docs.iter().map(|doc| id(*doc)).collect::<Vec<_>>();
    let (joins, joins_at) = match why.joins {
        Joins::At(at) => ("at", Some(at)),
        Joins::Never => ("never above the floor", None),
        Joins::TooMany(_) => ("not counted", None),
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
        "method": why.found.method, "floor": why.found.floor, "complete": why.found.complete,
        "banding": { "bands": why.banding.bands, "rows": why.banding.rows },
        "pair": link(&why.pair), "is_pair": why.is_pair, "together": why.together(),
        "cluster_a": home(why.of_a), "cluster_b": home(why.of_b),
        "path": why.path.iter().map(link).collect::<Vec<_>>(),
        "weakest": why.weakest, "bridge": bridge,
        "joins": joins, "joins_at": joins_at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_beside_a_threshold_do_not_mislead() {
        assert_eq!(below(0.7996, 0.8), ".799");
        assert_eq!(below(0.8, 0.8), ".800");
        assert_eq!(below(0.7996, 0.7), ".800");
        // A threshold that is printed as the one at which two join must join them.
        for n in 1..500_u32 {
            let value = f64::from(n) / 500.0;
            assert_eq!(floored(value), value);
            assert!(floored(value - 1e-6) < value);
        }
    }

    #[test]
    fn sentences_keep_to_the_width() {
        let text = "a sentence that says something ".repeat(9);
        let lines = wrapped(&text);
        assert!(lines.len() > 2 && lines.iter().all(|line| line.len() <= WIDTH));
        assert_eq!(lines.join(" "), text.trim_end());
        assert_eq!(wrapped(""), [""]);
    }
}
