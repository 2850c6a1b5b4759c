//! Sizes of several collections from the ratios of their pairs, by weighted least squares.
//!
//! With s = ln size, each pair says s_left − s_right = ln ratio with some variance. The sizes minimise the sum
//! of the squared deviations over their variances, and are normalised to a sum of 1: pairs measured well
//! count for more, and a collection without a direct ratio gets its size through the others.

/// The logarithm of the ratio of two sizes, with its variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LogRatio {
    /// Number of the collection above the line.
    pub left: usize,
    /// Number of the collection below the line.
    pub right: usize,
    /// ln(left/right).
    pub log: f64,
    /// Its variance, greater than 0.
    pub variance: f64,
}

/// Sizes of `n` collections as shares of their sum. `None` if the ratios do not connect all of them.
pub(super) fn least_squares(n: usize, ratios: &[LogRatio]) -> Option<Vec<f64>> {
    if n == 0 {
        return None;
    }
    // Normal equations of s_1..; s_0 is 0. Each row ends with its right side.
    let mut rows = vec![vec![0.0; n + 1]; n];
    for ratio in ratios {
        let weight = 1.0 / ratio.variance;
        for (one, other, sign) in [
            (ratio.left, ratio.right, 1.0),
            (ratio.right, ratio.left, -1.0),
        ] {
            rows[one][one] += weight;
            rows[one][other] -= weight;
            rows[one][n] += sign * weight * ratio.log;
        }
    }
    let mut rows: Vec<Vec<f64>> = rows
        .into_iter()
        .skip(1)
        .map(|row| row[1..].to_vec())
        .collect();
    let solved = solve(&mut rows)?;
    let mut logs = vec![0.0];
    logs.extend(solved);
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sizes: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
    let sum: f64 = sizes.iter().sum();
    Some(sizes.into_iter().map(|size| size / sum).collect())
}

/// Solves a symmetric positive system by Gaussian elimination with row exchange; `None` if it is singular.
fn solve(rows: &mut [Vec<f64>]) -> Option<Vec<f64>> {
    let n = rows.len();
    let scale = rows
        .iter()
        .flatten()
        .fold(0.0_f64, |most, x| most.max(x.abs()));
    for column in 0..n {
        let pivot =
            (column..n).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        if rows[pivot][column].abs() <= scale * 1e-12 {
            return None;
        }
        rows.swap(column, pivot);
        let (done, below) = rows.split_at_mut(column + 1);
        let top = &done[column];
        for row in below {
            let factor = row[column] / top[column];
            for (value, above) in row.iter_mut().zip(top).skip(column) {
                *value -= factor * above;
            }
        }
    }
    let mut solution = vec![0.0; n];
    for at in (0..n).rev() {
        let solved: f64 = (at + 1..n)
            .map(|other| rows[at][other] * solution[other])
            .sum();
        solution[at] = (rows[at][n] - solved) / rows[at][at];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(left: usize, right: usize, log: f64, variance: f64) -> LogRatio {
        LogRatio {
            left,
            right,
            log,
            variance,
        }
    }

    fn deviations(sizes: &[f64], ratios: &[LogRatio]) -> f64 {
        let one =
            |r: &LogRatio| ((sizes[r.left] / sizes[r.right]).ln() - r.log).powi(2) / r.variance;
        ratios.iter().map(one).sum()
    }

    #[test]
    fn ratios_that_agree_give_the_sizes_exactly() {
        let want: [f64; 3] = [0.5, 0.3, 0.2];
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let ratios = pairs.map(|(l, r)| ratio(l, r, (want[l] / want[r]).ln(), 0.1));
        for ratios in [&ratios[..], &ratios[..2]] {
            let sizes = least_squares(3, ratios).unwrap();
            assert!(
                sizes
                    .iter()
                    .zip(want)
                    .all(|(got, want)| (got - want).abs() < 1e-12)
            );
        }
    }

    #[test]
    fn collections_without_any_ratio_have_no_size() {
        assert_eq!(least_squares(3, &[ratio(0, 1, 0.1, 1.0)]), None);
        assert_eq!(least_squares(0, &[]), None);
        assert_eq!(least_squares(1, &[]), Some(vec![1.0]));
    }

    #[test]
    fn a_ratio_known_better_counts_for_more() {
        let ratios = [ratio(0, 1, 0.0, 1.0), ratio(0, 1, 1.0, 0.25)];
        let sizes = least_squares(2, &ratios).unwrap();
        assert!(((sizes[0] / sizes[1]).ln() - 0.8).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn no_other_sizes_fit_better(
            logs in prop::collection::vec((-2.0_f64..2.0, 0.01_f64..1.0), 6),
            moves in prop::collection::vec(-0.1_f64..0.1, 4),
        ) {
            let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
            let ratios: Vec<LogRatio> = pairs.iter().zip(&logs)
                .map(|((l, r), (log, variance))| ratio(*l, *r, *log, *variance)).collect();
            let best = least_squares(4, &ratios).unwrap();
            prop_assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let moved: Vec<f64> = best.iter().zip(&moves).map(|(s, by)| s * by.exp()).collect();
            prop_assert!(deviations(&best, &ratios) <= deviations(&moved, &ratios) + 1e-9);
        }
    }
}
