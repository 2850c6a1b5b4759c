//! Min-hash signatures of all columns of a matrix in one pass over its rows, with explicitly given row
//! orders (Leskovec, Rajaraman, Ullman, section 3.3.5; IIR 19.6).
//!
//! This is min-hash with true permutations instead of hash functions. Corpora are sketched document by
//! document with [`super::Permutations`]; this version accepts any orders and exposes each intermediate
//! state, for teaching.

/// Signature matrix: for each order and column, the minimum position so far of a row with a 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures {
    columns: usize,
    slots: Vec<Option<u32>>,
}

impl Signatures {
    /// Empty slots for `orders` row orders and `columns` columns.
    #[must_use]
    pub fn new(orders: usize, columns: usize) -> Self {
        Signatures {
            columns,
            slots: vec![None; orders * columns],
        }
    }

    /// Processes a row: `places` are its positions under each order (or its row hashes), `members` the
    /// columns with a 1 in this row. Rows may come in any sequence. Surplus places and columns are
    /// ignored.
    pub fn row(&mut self, places: &[u32], members: &[usize]) {
        let orders = self.slots.chunks_mut(self.columns.max(1));
        for (slots, &place) in orders.zip(places) {
            for &column in members {
                if let Some(slot) = slots.get_mut(column) {
                    *slot = Some(slot.map_or(place, |least| least.min(place)));
                }
            }
        }
    }

    /// Minima under one order, one per column; `None` for a column without a 1 so far.
    #[must_use]
    pub fn minima(&self, order: usize) -> &[Option<u32>] {
        &self.slots[order * self.columns..(order + 1) * self.columns]
    }

    /// Number of orders under which two columns have the same minimum. Columns without a 1 agree with
    /// none.
    #[must_use]
    pub fn agreeing(&self, a: usize, b: usize) -> usize {
        let orders = self.slots.chunks(self.columns.max(1));
        orders
            .filter(|slots| slots[a].is_some() && slots[a] == slots[b])
            .count()
    }

    /// Estimate of the Jaccard of two columns: the fraction of orders under which they agree; 0 without
    /// orders.
    #[must_use]
    pub fn estimate(&self, a: usize, b: usize) -> f64 {
        let orders = self.slots.len() / self.columns.max(1);
        self.agreeing(a, b) as f64 / orders.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::Overlap;
    use proptest::prelude::*;

    fn some(minima: &[u32]) -> Vec<Option<u32>> {
        minima.iter().copied().map(Some).collect()
    }

    /// Signatures of columns given as sets of rows 1…; `orders` give the place of each row.
    fn of(columns: &[Vec<u64>], orders: &[&[u32]]) -> Signatures {
        let mut signatures = Signatures::new(orders.len(), columns.len());
        for row in 0..orders[0].len() {
            let places: Vec<u32> = orders.iter().map(|order| order[row]).collect();
            let has = |column: &usize| columns[*column].contains(&(row as u64 + 1));
            let members: Vec<usize> = (0..columns.len()).filter(has).collect();
            signatures.row(&places, &members);
        }
        signatures
    }

    fn jaccard(columns: &[Vec<u64>], a: usize, b: usize) -> f64 {
        Overlap::of(&columns[a], &columns[b]).jaccard()
    }

    /// IIR figure 19.9: rows 01, 10, 11, 00, 11, 01.
    #[test]
    fn example_4_a_matrix_of_two_columns() {
        let columns = [vec![2, 3, 5], vec![1, 3, 5, 6]];
        let overlap = Overlap::of(&columns[0], &columns[1]);
        assert_eq!((overlap.shared, overlap.union()), (2, 5));
        // All orders of the six rows: the minima agree in exactly 2/5 of them.
        let mut orders = vec![Vec::new()];
        for _ in 0..6 {
            let longer = orders.iter().flat_map(|order: &Vec<u32>| {
                let free = (1..=6).filter(|place| !order.contains(place));
                free.map(|place| [order.as_slice(), &[place]].concat())
            });
            orders = longer.collect();
        }
        assert_eq!(orders.len(), 720);
        let orders: Vec<&[u32]> = orders.iter().map(Vec::as_slice).collect();
        assert_eq!(of(&columns, &orders).agreeing(0, 1), 720 * 2 / 5);
    }

    #[test]
    fn example_5_signature_matrix() {
        let columns = [
            vec![1, 2, 6, 7],
            vec![3, 4, 5],
            vec![1, 6, 7],
            vec![2, 3, 4, 5],
        ];
        let signatures = of(
            &columns,
            &[
                &[3, 4, 7, 6, 1, 2, 5],
                &[4, 2, 1, 3, 6, 7, 5],
                &[1, 3, 7, 6, 2, 5, 4],
            ],
        );
        assert_eq!(signatures.minima(0), some(&[2, 1, 2, 1]));
        assert_eq!(signatures.minima(1), some(&[2, 1, 4, 1]));
        assert_eq!(signatures.minima(2), some(&[1, 2, 1, 2]));
        let pairs = [
            ((0, 2), 0.75, 2),
            ((1, 3), 0.75, 3),
            ((0, 1), 0.0, 0),
            ((2, 3), 0.0, 0),
        ];
        for ((a, b), truth, agreeing) in pairs {
            assert_eq!(jaccard(&columns, a, b), truth);
            assert_eq!(signatures.agreeing(a, b), agreeing);
            assert_eq!(signatures.estimate(a, b), agreeing as f64 / 3.0);
        }
    }

    /// The exercise gives orders as the sequence in which rows are read and notes the number of the
    /// first row with a 1; a row's place is its position in this sequence.
    #[test]
    fn example_6_first_row_with_a_1() {
        let columns = [vec![1, 3, 4], vec![2, 5], vec![1, 2, 4]];
        let sequences = [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [3, 4, 5, 1, 2]];
        let places = sequences.map(|sequence| {
            let place = |row| sequence.iter().position(|r| *r == row).unwrap() as u32;
            [1, 2, 3, 4, 5].map(place)
        });
        let signatures = of(&columns, &[&places[0], &places[1], &places[2]]);
        let want = [[1, 2, 1], [4, 5, 4], [3, 5, 4]];
        for (order, want) in want.iter().enumerate() {
            let minima = signatures.minima(order).iter().flatten();
            let rows: Vec<u32> = minima.map(|at| sequences[order][*at as usize]).collect();
            assert_eq!(rows, want);
        }
        for ((a, b), truth, agreeing) in [((0, 1), 0.0, 0), ((0, 2), 0.5, 2), ((1, 2), 0.25, 0)] {
            assert_eq!(jaccard(&columns, a, b), truth);
            assert_eq!(signatures.agreeing(a, b), agreeing);
        }
    }

    #[test]
    fn example_7_row_hashing_in_one_pass() {
        let members: [&[usize]; 5] = [&[0], &[1], &[0, 1], &[0], &[1]];
        let after = [
            ([Some(1), None], [Some(3), None]),
            ([Some(1), Some(2)], [Some(3), Some(0)]),
            ([Some(1), Some(2)], [Some(2), Some(0)]),
            ([Some(1), Some(2)], [Some(2), Some(0)]),
            ([Some(1), Some(0)], [Some(2), Some(0)]),
        ];
        let mut signatures = Signatures::new(2, 2);
        for ((x, members), (h, g)) in (1..).zip(members).zip(after) {
            signatures.row(&[x % 5, (2 * x + 1) % 5], members);
            assert_eq!(
                (signatures.minima(0), signatures.minima(1)),
                (&h[..], &g[..]),
                "{x}"
            );
        }
        assert_eq!(signatures.agreeing(0, 1), 0);
    }

    proptest! {
        #[test]
        fn one_pass_finds_every_columns_least_place(
            rows in prop::collection::vec((prop::collection::vec(any::<u32>(), 3), prop::collection::vec(any::<bool>(), 4)), 0..30),
        ) {
            let mut signatures = Signatures::new(3, 4);
            for (places, bits) in &rows {
                let members: Vec<usize> = (0..4).filter(|c| bits[*c]).collect();
                signatures.row(places, &members);
            }
            for order in 0..3 {
                for column in 0..4 {
                    let places = rows.iter().filter(|(_, bits)| bits[column]).map(|(p, _)| p[order]);
                    prop_assert_eq!(signatures.minima(order)[column], places.min());
                }
            }
        }
    }
}
