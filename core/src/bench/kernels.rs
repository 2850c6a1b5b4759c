//! Throughput of the sketching kernels and of every kind of sketch, compared with the textbook
//! arithmetic.

use std::time::Duration;

use super::Row;
use super::meter::{median, repeated};
use crate::settings::{Normalisation, SketchKind, Sketching};
use crate::sketch::{Kernel, Permutations, Scratch, Sketcher};
use crate::synth::Synth;
use crate::text::{Normaliser, shingles};

/// The Mersenne prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// Permutations `(a·x + b) mod (2^61 - 1)` of 64-bit hashes in the direct form used by textbooks
/// and most libraries. Baseline only.
#[derive(Clone, Debug)]
struct Textbook(Vec<(u64, u64)>);

impl Textbook {
    fn new(count: usize) -> Self {
        let draw = |i: usize| shingles::mix(i as u64 + 1) % PRIME;
        Textbook(
            (0..count)
                .map(|i| (draw(2 * i).max(1), draw(2 * i + 1)))
                .collect(),
        )
    }

    fn sketch(&self, shingles: &[u64], out: &mut Vec<u64>) {
        let from = out.len();
        out.resize(from + self.0.len(), u64::MAX);
        for &x in shingles {
            let x = x & PRIME;
            for (least, &(a, b)) in out[from..].iter_mut().zip(&self.0) {
                let permuted = u128::from(a) * u128::from(x) + u128::from(b);
                *least = (*least).min(modulo(permuted));
            }
        }
    }
}

/// `x mod (2^61 - 1)` for x < 2^122, without a division.
fn modulo(x: u128) -> u64 {
    let folded = (x as u64 & PRIME) + (x >> 61) as u64;
    if folded >= PRIME {
        folded - PRIME
    } else {
        folded
    }
}

/// One pass of one contender over all shingle sets.
type Pass<'s> = Box<dyn FnMut() + 's>;

fn pass<'s, T: 's>(
    sets: &'s [Vec<u64>],
    sketch: impl Fn(&[u64], &mut Scratch, &mut Vec<T>) + 's,
) -> Pass<'s> {
    let (mut scratch, mut out) = (Scratch::default(), Vec::new());
    Box::new(move || {
        out.clear();
        for set in sets {
            sketch(set, &mut scratch, &mut out);
        }
        std::hint::black_box(&out);
    })
}

/// Shingles per second of every kernel that this processor supports and of every kind of sketch;
/// median of `runs` alternating rounds of at least `least` each. `None` once `should_continue` is false.
pub fn rows(runs: usize, least: Duration, should_continue: &dyn Fn() -> bool) -> Option<Vec<Row>> {
    let sets = sets();
    let sketching = Sketching::default();
    let (count, seed) = (sketching.permutations, sketching.seed);
    let plain = Textbook::new(count);
    // Name, target and work; the first is what the others are compared with.
    let mut contenders: Vec<(String, &str, Pass<'_>)> = vec![(
        "kernel: 64-bit multiply mod 2^61-1".into(),
        "",
        pass(&sets, |set, _, out| plain.sketch(set, out)),
    )];
    contenders.extend(Kernel::available().into_iter().map(|kernel| {
        let wanted = match kernel {
            Kernel::Portable => "ratio >= 4",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(_) => "ratio >= 40",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(_) => "",
        };
        let permutations = Permutations::new(count, seed).with_kernel(kernel);
        let pass = pass(&sets, move |set, scratch, out| {
            permutations.sketch(set, scratch, out);
        });
        (format!("kernel: {}", kernel.name()), wanted, pass)
    }));
    contenders.extend(SketchKind::ALL.into_iter().map(|(name, sketch)| {
        let sketcher = Sketcher::new(&Sketching {
            sketch,
            ..Sketching::default()
        });
        let pass = pass(&sets, move |set, scratch, out| {
            sketcher.sketch(set, scratch, out);
        });
        (format!("sketch: {name}"), "", pass)
    }));
    let shingles: usize = sets.iter().map(Vec::len).sum();
    let mut rates = vec![Vec::new(); contenders.len()];
    for _ in 0..runs {
        for ((_, _, pass), rates) in contenders.iter_mut().zip(&mut rates) {
            should_continue().then_some(())?;
            rates.push(shingles as f64 / 1e6 / repeated(least, pass));
        }
    }
    let rates: Vec<f64> = rates.into_iter().map(median).collect();
    let rows = contenders.iter().zip(&rates);
    let mut rows: Vec<Row> = rows
        .map(|((name, wanted, _), rate)| {
            Row::new(name, *rate, "M shingles/CPU s")
                .over(rates[0], "mod 2^61-1")
                .wanted(wanted)
        })
        .collect();
    (rows[0].ratio, rows[0].to) = (None, "");
    Some(rows)
}

/// Shingle sets of 200 synthetic documents.
fn sets() -> Vec<Vec<u64>> {
    let synth = Synth::new(200, 350, 0.0, 1);
    let Sketching { k, seed, .. } = Sketching::default();
    let Ok(normaliser) = Normaliser::new(&Normalisation::default()) else {
        return Vec::new();
    };
    (0..synth.documents())
        .map(|number| {
            let (mut terms, mut hashes) = (Vec::new(), Vec::new());
            normaliser.hashes(&synth.text(number), &mut terms);
            shingles::hashes(&terms, k, seed, &mut hashes);
            hashes
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_yardstick_computes_what_it_says() {
        for x in [
            0_u128,
            1,
            u128::from(PRIME),
            u128::from(PRIME) * 7 + 5,
            u128::from(PRIME) * u128::from(PRIME),
        ] {
            assert_eq!(u128::from(modulo(x)), x % u128::from(PRIME));
        }
        let plain = Textbook::new(3);
        let mut out = Vec::new();
        plain.sketch(&[9, 4], &mut out);
        for (least, (a, b)) in out.iter().zip(&plain.0) {
            let permuted = |x: u128| (u128::from(*a) * x + u128::from(*b)) % u128::from(PRIME);
            assert_eq!(u128::from(*least), permuted(9).min(permuted(4)));
        }
    }
}
