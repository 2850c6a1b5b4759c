//! Reduction of lines to as many points as are visible.

/// Maximum number of points of a line.
const MOST: usize = 1000;

/// A step function from `from` to 1 whose value changes only after each of `edges` (ascending).
/// With more than 1,000 edges it is sampled at every thousandth and at `also`, and exact there.
pub fn staircase(
    edges: &[f64],
    from: f64,
    also: f64,
    value: impl Fn(f64) -> f64,
) -> Vec<(f64, f64)> {
    let inside = |x: &f64| (from..=1.0).contains(x);
    let mut xs = vec![from, 1.0];
    if edges.len() <= MOST {
        xs.extend(edges.iter().copied().filter(inside));
    } else {
        let thousandths = (0..=MOST).map(|i| i as f64 / MOST as f64);
        xs.extend(thousandths.chain([also]).filter(inside));
    }
    xs.retain(|x| x.is_finite());
    xs.sort_unstable_by(f64::total_cmp);
    xs.dedup();
    let mut out: Vec<(f64, f64)> = Vec::with_capacity(xs.len());
    for x in xs {
        let point = (x, value(x));
        // The first point only marks the start; of later points with equal value, the last
        // suffices.
        let extends = out.len() > 1 && out.last().is_some_and(|last| last.1 == point.1);
        match out.last_mut() {
            Some(last) if extends => *last = point,
            _ => out.push(point),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::super::read::step;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_staircase_is_what_it_was_made_of(
            edges in prop::collection::vec(0_u32..=400, 0..60), from in 0_u32..400, at in 0_u32..=800,
        ) {
            let mut edges: Vec<f64> = edges.iter().map(|e| f64::from(*e) / 400.0).collect();
            edges.sort_unstable_by(f64::total_cmp);
            let count = |x: f64| edges.iter().filter(|edge| **edge >= x).count() as f64;
            let from = f64::from(from) / 400.0;
            let points = staircase(&edges, from, 0.5, count);
            let x = f64::from(at) / 800.0;
            let want = (x >= from).then(|| count(x));
            prop_assert_eq!(step(&points, x), want);
        }
    }

    #[test]
    fn many_edges_are_taken_at_thousandths_and_exact_there() {
        let edges: Vec<f64> = (0..50_000).map(|i| f64::from(i) / 49_999.0).collect();
        let count = |x: f64| (edges.len() - edges.partition_point(|edge| *edge < x)) as f64;
        let points = staircase(&edges, 0.1, 0.654_321, count);
        assert!(points.len() <= MOST + 3);
        for x in [0.1, 0.2, 0.8, 0.999, 0.654_321, 1.0] {
            assert_eq!(step(&points, x), Some(count(x)), "{x}");
        }
    }
}
