//! Lists of values in one array (compressed sparse rows): the start of each list, and the values of all lists one after
//! another.

/// Numbered lists.
#[derive(Clone, Debug)]
pub struct Lists<T> {
    starts: Vec<usize>,
    values: Vec<T>,
}

impl<T> Lists<T> {
    /// Creates lists of these lengths. `values` contains the values of all lists, list after list.
    pub fn new(lengths: impl Iterator<Item = usize>, values: Vec<T>) -> Self {
        let mut starts = Vec::with_capacity(lengths.size_hint().0 + 1);
        starts.push(0);
        let mut end = 0;
        starts.extend(lengths.map(|length| {
            end += length;
            end
        }));
        debug_assert_eq!(end, values.len());
        Lists { starts, values }
    }

    /// List `i`.
    #[inline]
    pub fn get(&self, i: usize) -> &[T] {
        &self.values[self.starts[i]..self.starts[i + 1]]
    }

    /// Number of lists.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// All values, list after list.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// All lists.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.count()).map(|i| self.get(i))
    }

    /// All lists, mutable.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        let mut rest = self.values.as_mut_slice();
        self.starts.windows(2).map(move |bounds| {
            let (list, tail) = std::mem::take(&mut rest).split_at_mut(bounds[1] - bounds[0]);
            rest = tail;
            list
        })
    }
}

impl<T: Copy + Default> Lists<T> {
    /// Creates lists of these lengths from `entries` (number of a list, its next value). Each list must receive as many
    /// entries as its length.
    pub fn filled(lengths: &[u32], entries: impl Iterator<Item = (usize, T)>) -> Self {
        let total = lengths.iter().map(|length| *length as usize).sum();
        let mut lists = Lists::new(
            lengths.iter().map(|length| *length as usize),
            vec![T::default(); total],
        );
        let mut next = lists.starts.clone();
        entries.for_each(|(list, value)| {
            let slot = &mut next[list];
            lists.values[*slot] = value;
            *slot += 1;
        });
        lists
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_listed_by_number_in_their_order() {
        let entries = [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd')];
        let mut lists = Lists::filled(&[1, 0, 2, 1], entries.into_iter());
        let all: Vec<&[char]> = lists.iter().collect();
        assert_eq!(all, [&['b'][..], &[], &['a', 'c'], &['d']]);
        assert_eq!(
            (lists.count(), lists.values()),
            (4, &['b', 'a', 'c', 'd'][..])
        );
        lists.iter_mut().for_each(<[char]>::reverse);
        assert_eq!(lists.get(2), ['c', 'a']);
    }
}
