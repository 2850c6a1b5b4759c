//! Cyclic dependencies between files: strongly connected components of the graph "this file uses an item that
//! that file defines".

use std::collections::{BTreeMap, BTreeSet};

use super::modules::{Kind, Modules, Target, Written};

/// For each file, the files whose items it uses, each with one of the places where it does.
pub fn uses(all: &Modules) -> Vec<BTreeMap<usize, &Written>> {
    let mut edges = vec![BTreeMap::new(); all.files.len()];
    for written in &all.written {
        let from = all.modules[written.module].file;
        let defined_in = match (all.resolve(written.module, &written.path), written.kind) {
            (Some(Target::ItemOf(module)), Kind::Use | Kind::Glob)
            | (Some(Target::Module(module)), Kind::Glob) => all.modules[module].file,
            _ => continue,
        };
        if defined_in != from {
            edges[from].entry(defined_in).or_insert(written);
        }
    }
    edges
}

/// The strongly connected components of two files or more (Tarjan 1972).
pub fn circles<T>(edges: &[BTreeMap<usize, T>]) -> Vec<BTreeSet<usize>> {
    let mut search = Search {
        order: vec![None; edges.len()],
        lowest: vec![0; edges.len()],
        ..Search::default()
    };
    for file in 0..edges.len() {
        search.visit(file, edges);
    }
    search.circles
}

#[derive(Default)]
struct Search {
    visited: usize,
    order: Vec<Option<usize>>,
    lowest: Vec<usize>,
    stack: Vec<usize>,
    circles: Vec<BTreeSet<usize>>,
}

impl Search {
    fn visit<T>(&mut self, file: usize, edges: &[BTreeMap<usize, T>]) {
        if self.order[file].is_some() {
            return;
        }
        let number = self.visited;
        self.visited += 1;
        self.order[file] = Some(number);
        self.lowest[file] = number;
        self.stack.push(file);
        for next in edges[file].keys() {
            let unseen = self.order[*next].is_none();
            self.visit(*next, edges);
            if unseen || self.stack.contains(next) {
                self.lowest[file] = self.lowest[file].min(self.lowest[*next]);
            }
        }
        if self.lowest[file] == number {
            let first = self.stack.iter().position(|f| *f == file).unwrap();
            let component: BTreeSet<_> = self.stack.drain(first..).collect();
            if component.len() > 1 {
                self.circles.push(component);
            }
        }
    }
}

#[test]
fn components_are_found() {
    let edges = [&[1, 3][..], &[2], &[0], &[4], &[5], &[4], &[6]];
    let edges = edges.map(|to| to.iter().map(|to| (*to, ())).collect::<BTreeMap<_, _>>());
    let mut components = circles(&edges);
    components.sort();
    let expected = [BTreeSet::from([0, 1, 2]), BTreeSet::from([4, 5])];
    assert_eq!(components, expected);
}

#[test]
fn re_exports_lead_to_the_file_that_defines_the_item() {
    let files = [
        ("lib.rs", "mod a;"),
        (
            "a.rs",
            "mod b; mod c; pub use b::B; pub use c::C; pub struct A;",
        ),
        (
            "a/b.rs",
            "pub struct B; fn f() { super::C::new(); super::super::a::A }",
        ),
        (
            "a/c.rs",
            "use super::B; use std::fmt as B; pub struct C; mod d { use super::super::b; fn g(_: b::B) {} }",
        ),
    ];
    let files = files.map(|(path, source)| (path.into(), source.to_owned()));
    let all = Modules::read(&files);
    let edges: Vec<Vec<usize>> = uses(&all)
        .iter()
        .map(|to| to.keys().copied().collect())
        .collect();
    assert_eq!(edges, [vec![], vec![], vec![1, 3], vec![2]]);
}
