//! The race: all pairs of a collection, one by one, against buckets; and the time that all pairs of the web would take.
//! The last stage shows its result as the answer to the question of the lecture.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::base::units::{self, count, counted, share};
use crate::candidates::banding::Banding;
use crate::candidates::lsh::band_key;
use crate::corpus::demo;
use crate::lecture::setup::{Setup, VALUES};
use crate::lecture::slide::{
    Bar, Ink, LectureLine, Question, Slide, SlideBlock, Span, cells, line, text,
};
use crate::settings::Normalisation;
use crate::similarity::Overlap;
use crate::sketch::{SketchScratch, Sketcher};
use crate::synth::Synth;
use crate::text::{Normaliser, shingles};

/// Assumed comparisons per second if no race was timed; the slide says so.
const ASSUMED_RATE: f64 = 1e6;
const BILLION: u64 = 1_000_000_000;
/// Assumed number of pages of the web; the slide says so.
const WEB_PAGES: u64 = 50 * BILLION;
const REPORT_INTERVAL: Duration = Duration::from_millis(50);
const PAIRS_PER_CHECK: u64 = 256;

/// The words of the plain texts of the demo corpus, as hashes.
static DEMO: LazyLock<Vec<Vec<u64>>> = LazyLock::new(|| {
    let files = demo::files().into_iter();
    let plain = files.filter(|(name, _)| name.ends_with(".txt") || name.ends_with(".md"));
    words(plain.filter_map(|(_, bytes)| std::str::from_utf8(bytes).ok()))
});

/// The words of 3,000 made-up documents of about 200 words, as hashes. One in twenty is a copy of another.
static MADE_UP: LazyLock<Vec<Vec<u64>>> = LazyLock::new(|| {
    let synth = Synth::new(3_000, 200, 0.05, 1);
    words((0..synth.documents()).map(|number| synth.text(number)))
});

/// The words of each non-empty text, as hashes.
fn words(texts: impl Iterator<Item = impl AsRef<str>>) -> Vec<Vec<u64>> {
    let Ok(normaliser) = Normaliser::new(&Normalisation::default()) else {
        return Vec::new();
    };
    let words = texts.map(|text| {
        let mut words = Vec::new();
        normaliser.hashes(text.as_ref(), &mut words);
        words
    });
    words.filter(|words| !words.is_empty()).collect()
}

/// Two ways to find the near-duplicates of a collection, each on one thread.
pub struct Race {
    /// The shingle set of each document.
    sets: Vec<Vec<u64>>,
    is_made_up: bool,
    sketcher: Sketcher,
    banding: Banding,
    threshold: f64,
}

/// State of a race.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Number of documents.
    pub documents: u64,
    /// Whether the documents are made up for the race.
    pub is_made_up: bool,
    /// All pairs of the documents.
    pub pairs: u64,
    /// Pairs that were compared one by one so far, and the elapsed time.
    pub compared: (u64, Duration),
    /// Compared pairs at or above the threshold.
    pub near: u64,
    /// Pairs that share a bucket and were compared, and the time from the first sketch on.
    pub candidates: (u64, Duration),
    /// Candidates at or above the threshold.
    pub hits: u64,
}

impl Standing {
    /// Phrase with the number of documents.
    fn noun(&self) -> String {
        let made_up = if self.is_made_up { "made-up " } else { "" };
        format!("{} {made_up}documents", count(self.documents))
    }
}

impl Race {
    /// A race on the shingle sets of documents.
    pub fn new(sets: Vec<Vec<u64>>, setup: &Setup) -> Self {
        Race {
            sets,
            is_made_up: false,
            sketcher: Sketcher::new(&setup.minhash(VALUES)),
            banding: banding(setup),
            threshold: setup.threshold(),
        }
    }

    /// A race on the plain texts of the demo corpus.
    pub fn of_demo(setup: &Setup) -> Self {
        Race::of_words(&DEMO, setup)
    }

    /// A race of several seconds, on made-up documents.
    pub fn of_made_up(setup: &Setup) -> Self {
        Race {
            is_made_up: true,
            ..Race::of_words(&MADE_UP, setup)
        }
    }

    fn of_words(texts: &[Vec<u64>], setup: &Setup) -> Self {
        let texts = texts.par_iter();
        let sets = texts.map(|words| shingles::set(words, &setup.sketching));
        Race::new(sets.collect(), setup)
    }

    fn jaccard(&self, a: usize, b: usize) -> f64 {
        Overlap::new(&self.sets[a], &self.sets[b]).jaccard()
    }

    /// Pairs that share a bucket.
    fn candidates(&self) -> HashSet<(usize, usize)> {
        let mut scratch = SketchScratch::default();
        let sketches = self.sets.iter().map(|set| {
            let mut sketch = Vec::new();
            self.sketcher.sketch(set, &mut scratch, &mut sketch);
            sketch
        });
        let sketches: Vec<Vec<u32>> = sketches.collect();
        let (layout, mut candidates) = (self.sketcher.layout(), HashSet::new());
        for band in 0..self.banding.bands {
            let mut buckets: HashMap<u64, Vec<usize>> = HashMap::new();
            for (at, sketch) in sketches.iter().enumerate() {
                let key = band_key(layout, sketch, self.banding.rows, band);
                let documents = buckets.entry(key).or_default();
                candidates.extend(documents.iter().map(|other| (*other, at)));
                documents.push(at);
            }
        }
        candidates
    }

    /// The Jaccard of each pair that shares a shingle, and whether it shares a bucket. Runs on the caller's rayon pool.
    pub fn similarities(&self) -> Vec<(f64, bool)> {
        let candidates = self.candidates();
        let rows = (0..self.sets.len()).into_par_iter();
        let pairs = rows.flat_map_iter(|b| (0..b).map(move |a| (a, b)));
        let pairs = pairs.map(|pair| (self.jaccard(pair.0, pair.1), candidates.contains(&pair)));
        pairs.filter(|(jaccard, _)| *jaccard > 0.0).collect()
    }

    /// Runs the race: the buckets, then all pairs one by one. `report` is called with the state after the buckets and
    /// about twenty times a second; if it returns `false`, the race is cancelled. Returns the final state.
    pub fn run(&self, mut report: impl FnMut(&Standing) -> bool) -> Standing {
        let documents = self.sets.len() as u64;
        let start = Instant::now();
        let candidates = self.candidates();
        let is_near = |a: usize, b: usize| u64::from(self.jaccard(a, b) >= self.threshold);
        let hits = candidates.iter().map(|(a, b)| is_near(*a, *b)).sum();
        let mut now = Standing {
            documents,
            is_made_up: self.is_made_up,
            pairs: documents * documents.saturating_sub(1) / 2,
            candidates: (candidates.len() as u64, start.elapsed()),
            hits,
            ..Standing::default()
        };
        if !report(&now) {
            return now;
        }
        let (start, mut last_report) = (Instant::now(), Duration::ZERO);
        for (a, b) in (0..self.sets.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
            now.near += is_near(a, b);
            now.compared.0 += 1;
            if now.compared.0.is_multiple_of(PAIRS_PER_CHECK) || now.compared.0 == now.pairs {
                now.compared.1 = start.elapsed();
                if now.compared.1 - last_report >= REPORT_INTERVAL {
                    last_report = now.compared.1;
                    if !report(&now) {
                        break;
                    }
                }
            }
        }
        now
    }
}

/// The banding of the current rows.
pub fn banding(setup: &Setup) -> Banding {
    let rows = setup.rows.clamp(1, VALUES);
    Banding {
        bands: VALUES / rows,
        rows,
    }
}

/// The slides of the stage without a clock: the demo's result.
pub fn slides(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let mut standing = Race::of_demo(setup).run(|_| true);
    (standing.compared.1, standing.candidates.1) = Default::default();
    let mut slides = live(setup, &standing);
    slides[0].blocks.push(text!(
        "On the screen thousands of documents race: those of the corpus behind it, or made-up ones."
    ));
    Ok(slides)
}

/// The slides of the stage for the state of a race.
pub fn live(setup: &Setup, now: &Standing) -> Vec<Slide> {
    let (compared, took) = now.compared;
    let Banding { bands, rows } = banding(setup);
    let clock = |took: Duration| match took {
        Duration::ZERO => String::new(),
        took => format!(" in {}", units::duration(took)),
    };
    let buckets = line!("buckets: {} bands of {}", bands, Span::setting(rows));
    let ways = [
        (line!("one by one"), now.compared, now.near, Ink::Strong),
        (buckets, now.candidates, now.hits, Ink::Equal),
    ];
    let bars = ways.map(|(name, (pairs, took), near, ink)| Bar {
        name,
        length: pairs as f64 / now.pairs.max(1) as f64,
        value: format!("{}{}, {near} found", count(pairs), clock(took)),
        ink,
    });
    let rate = match took.as_secs_f64() {
        seconds if seconds > 0.0 => compared as f64 / seconds,
        _ => ASSUMED_RATE,
    };
    let years = pairs_of(WEB_PAGES) as f64 / rate / (365.25 * 86_400.0);
    let ranges = ["days", "years", "thousands of years", "millions of years"];
    let limits = [1.0, 1e3, 1e6].iter();
    let range = limits.filter(|limit| years >= **limit).count();
    let question = Question::choice(
        line!(
            "How long do all pairs of a web of {} billion pages take, one by one?",
            WEB_PAGES / BILLION
        ),
        ranges.map(String::from).to_vec(),
        ranges[range],
    );
    let race = vec![
        text!(
            "{} are {} pairs. Which share {} of their shingles or more?",
            now.noun(),
            Span::strong(count(now.pairs)),
            share(setup.threshold())
        ),
        SlideBlock::big(
            count(compared),
            line!("pairs compared one by one{}", clock(took)),
        ),
        SlideBlock::Bars(bars.to_vec()),
    ];
    let scale = 10_f64.powf(years.max(1.0).log10().floor());
    let web = vec![
        SlideBlock::big(
            count(((years / scale).round() * scale) as u64),
            line!(
                "years for all pairs of {} billion pages, at {} pairs a second, rounded. Ten times the documents are a \
                 hundred times the pairs.",
                WEB_PAGES / BILLION,
                count(rate as u64)
            ),
        ),
        text!(
            "With {} bands of {}, two texts that share a tenth of their shingles meet in a bucket {}: who does not meet is \
             never compared.",
            bands,
            Span::setting(rows.to_string()),
            match banding(setup).probability(0.1) {
                rare if rare < 0.001 =>
                    format!("once in {} times", count((1.0 / rare).round() as u64)),
                often => format!("with probability {}", share(often)),
            }
        ),
    ];
    vec![Slide::new(race).asking(question), Slide::new(web)]
}

/// Number of pairs of `n` documents.
fn pairs_of(n: u64) -> u128 {
    u128::from(n) * u128::from(n.saturating_sub(1)) / 2
}

/// The slide of the last stage without a clock: the demo's result.
pub fn answer(setup: &Setup) -> anyhow::Result<Vec<Slide>> {
    let standing = Race::of_demo(setup).run(|_| true);
    Ok(live_answer(setup, &standing))
}

/// The slide of the last stage for the state of a race.
pub fn live_answer(setup: &Setup, now: &Standing) -> Vec<Slide> {
    let Banding { bands, rows } = banding(setup);
    let (recall, progress) = match now.compared.0 {
        compared if compared == now.pairs => (format!("{}/{}", now.hits, now.near), String::new()),
        compared => (
            now.hits.to_string(),
            format!(" One by one: {} so far.", count(compared)),
        ),
    };
    let answers: [[&str; 2]; 4] = [
        [
            "Shingles",
            "make a text a set: how alike two texts are is a fraction.",
        ],
        [
            "Sketches",
            "stand for the sets: equal minima estimate the fraction.",
        ],
        [
            "Buckets",
            "propose pairs: who shares no bucket is never compared.",
        ],
        [
            "Counting",
            "decides: each proposed pair is compared exactly.",
        ],
    ];
    let rows_of: Vec<Vec<LectureLine>> = answers.into_iter().map(cells).collect();
    vec![Slide::new(vec![
        text!(
            "Which of {} are nearly the same, without looking at all of their {} pairs?",
            now.noun(),
            count(now.pairs)
        ),
        SlideBlock::rows(rows_of),
        SlideBlock::big(
            recall,
            line!(
                "near-duplicates at {} are found with {} of {}. {} of {} pairs were compared.{}",
                share(setup.threshold()),
                counted(bands as u64, "band", "bands"),
                Span::setting(rows),
                count(now.candidates.0),
                count(now.pairs),
                progress
            ),
        ),
        text!(
            "What none of it sees is meaning: a text in other words keeps its sense and loses its shingles."
        ),
    ])]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(rows: usize) -> Race {
        let setup = Setup {
            rows,
            ..Setup::default()
        };
        Race::of_demo(&setup)
    }

    #[test]
    fn fewer_rows_propose_more_pairs() {
        let [wide, typical, narrow] = [1, 7, VALUES].map(|rows| race(rows).run(|_| true));
        assert!(typical.documents > 40 && typical.near > 5);
        assert_eq!(
            typical.compared.0,
            typical.documents * (typical.documents - 1) / 2
        );
        // More rows propose fewer pairs.
        assert!(wide.candidates.0 <= typical.pairs && wide.candidates.0 > typical.candidates.0);
        assert!(typical.candidates.0 > narrow.candidates.0);
        assert_eq!((wide.near, wide.hits), (typical.near, wide.near));
        // 28 bands of 7 miss one pair of a hundred at the threshold.
        assert!(typical.hits * 10 >= typical.near * 9, "{typical:?}");
        assert!(typical.candidates.0 * 5 < typical.pairs, "{typical:?}");
    }

    #[test]
    fn the_counters_advance_and_a_race_can_be_cancelled() {
        let setup = Setup::default();
        // Every two of 600 sets share half of their elements.
        let sets = (0..600).map(|at| (0..2_000).chain([at * 10_000 + 5_000]).collect());
        let race = Race::new(sets.collect(), &setup);
        let mut counters = Vec::new();
        let end = race.run(|now| {
            counters.push((now.compared.0, now.near, now.compared.1));
            true
        });
        assert_eq!(end.compared.0, 600 * 599 / 2);
        assert_eq!(end.near, end.compared.0);
        assert_eq!(end.hits, end.candidates.0);
        assert_eq!(counters[0], (0, 0, Duration::ZERO));
        assert!(
            counters.is_sorted()
                && counters.last() <= Some(&(end.compared.0, end.near, end.compared.1))
        );
        let mut reports = 0;
        let cancelled = race.run(|_| {
            reports += 1;
            reports < 2
        });
        assert!(cancelled.compared.0 <= end.compared.0 && reports <= 2);
    }

    #[test]
    fn all_pairs_of_the_web_take_forty_million_years_at_a_million_a_second() {
        // 5e10² / 2 / 1e6 / 31,557,600 = 3.96e7.
        let slides = slides(&Setup::default()).unwrap();
        let SlideBlock::Big { value, .. } = &slides[1].blocks[0] else {
            panic!("{slides:?}");
        };
        assert_eq!(value, "40,000,000");
        assert_eq!(slides[0].question.as_ref().unwrap().right, 3);
    }

    #[test]
    fn the_last_slide_counts_missed_pairs_after_all_comparisons() {
        let number = |compared| {
            let now = Standing {
                pairs: 10,
                compared: (compared, Duration::ZERO),
                near: 4,
                hits: 3,
                ..Standing::default()
            };
            let slides = live_answer(&Setup::default(), &now);
            let big = slides[0].blocks.iter().find_map(|block| match block {
                SlideBlock::Big { value, .. } => Some(value.clone()),
                _ => None,
            });
            big.unwrap()
        };
        assert_eq!([5, 10].map(number), ["3", "3/4"]);
    }
}
