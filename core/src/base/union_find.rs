//! Union-find over document numbers, for connected components.

/// Disjoint sets of `0..len` with union by size and path halving (Tarjan, van Leeuwen 1984).
#[derive(Clone, Debug)]
pub struct UnionFind {
    /// The parent of each element; a root is its own parent.
    pub parent: Vec<u32>,
    size: Vec<u32>,
}

impl UnionFind {
    /// Creates `len` sets of one element each.
    pub fn new(len: usize) -> Self {
        UnionFind {
            parent: (0..len as u32).collect(),
            size: vec![1; len],
        }
    }

    /// Root element of the set of `x`.
    pub fn find(&mut self, x: u32) -> u32 {
        let mut x = x as usize;
        while self.parent[x] as usize != x {
            self.parent[x] = self.parent[self.parent[x] as usize];
            x = self.parent[x] as usize;
        }
        x as u32
    }

    /// Number of elements in the set of `x`.
    pub fn size(&mut self, x: u32) -> u32 {
        let root = self.find(x);
        self.size[root as usize]
    }

    /// All sets in order of their lowest elements, each with its elements ascending.
    pub fn groups(&mut self) -> Vec<Vec<u32>> {
        let mut groups: Vec<Vec<u32>> = vec![Vec::new(); self.parent.len()];
        for x in 0..self.parent.len() as u32 {
            groups[self.find(x) as usize].push(x);
        }
        groups.retain(|group| !group.is_empty());
        groups.sort_unstable_by_key(|group| group[0]);
        groups
    }

    /// Merges the sets of `a` and `b`; returns false if they were already the same set.
    pub fn union(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let (large, small) = if self.size[a as usize] >= self.size[b as usize] {
            (a, b)
        } else {
            (b, a)
        };
        self.parent[small as usize] = large;
        self.size[large as usize] += self.size[small as usize];
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sets_equal_breadth_first_components(edges in prop::collection::vec((0_u32..40, 0_u32..40), 0..60)) {
            let mut sets = UnionFind::new(40);
            for &(a, b) in &edges {
                sets.union(a, b);
            }
            let mut component = [u32::MAX; 40];
            for start in 0..40_u32 {
                let mut queue = vec![start];
                while let Some(x) = queue.pop() {
                    if component[x as usize] == u32::MAX {
                        component[x as usize] = start;
                        queue.extend(edges.iter().filter(|e| e.0 == x).map(|e| e.1));
                        queue.extend(edges.iter().filter(|e| e.1 == x).map(|e| e.0));
                    }
                }
            }
            for a in 0..40 {
                for b in 0..40 {
                    prop_assert_eq!(sets.find(a) == sets.find(b), component[a as usize] == component[b as usize]);
                }
            }
        }
    }
}
