//! The modules of `src`: what each file defines, what it imports, which paths it writes, and the file
//! that defines what a path names.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::tokens::{Token, closing, tokens, without_tests};

/// A path as it stands in a file.
#[derive(Debug)]
pub struct Written {
    pub module: usize,
    pub line: usize,
    pub path: Vec<String>,
    pub kind: Kind,
}

/// How a file comes to name a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Imported, or written in code.
    Use,
    /// Imported with everything in it.
    Glob,
    /// Re-exported, and the file itself does not mention the name again.
    ReExport,
}

/// A module; one file may have several, the first of them its own.
#[derive(Debug, Default)]
pub struct Module {
    pub file: usize,
    pub path: Vec<String>,
    names: HashMap<String, Name>,
    globs: Vec<Vec<String>>,
}

/// What a name stands for in a module. A module and an item may share one.
#[derive(Debug, Default)]
struct Name {
    module: Option<usize>,
    defined: bool,
    imported: Option<Vec<String>>,
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Module(usize),
    /// An item that this module defines.
    ItemOf(usize),
    /// Something of another crate.
    Outside,
}

#[derive(Debug, Default)]
pub struct Modules {
    /// Paths below `src`.
    pub files: Vec<PathBuf>,
    pub modules: Vec<Module>,
    pub written: Vec<Written>,
    by_path: HashMap<Vec<String>, usize>,
}

const ITEMS: [&str; 8] = [
    "struct", "enum", "union", "trait", "type", "fn", "const", "static",
];

/// The module path of a file: `a/b.rs` is `a::b`; `lib.rs` is the root.
fn module_path(file: &Path) -> Vec<String> {
    let names = file.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "lib").collect()
}

impl Modules {
    /// Reads the files (path below `src`, source), less those that are for tests only.
    pub fn read(files: &[(PathBuf, String)]) -> Self {
        let mut tokens_of = Vec::new();
        let mut for_tests: Vec<Vec<String>> = Vec::new();
        for (path, source) in files {
            let (kept, modules) = without_tests(&tokens(source));
            let own = module_path(path);
            for_tests.extend(
                modules
                    .iter()
                    .map(|m| [&own[..], &[(*m).to_owned()]].concat()),
            );
            tokens_of.push(kept);
        }
        let mut all = Modules::default();
        let mut parsed = Vec::new();
        for ((path, _), tokens) in files.iter().zip(&tokens_of) {
            let own = module_path(path);
            if for_tests.iter().any(|test| own.starts_with(test)) {
                continue;
            }
            let file = all.files.len();
            all.files.push(path.clone());
            parsed.push((all.module(own, file), tokens));
        }
        for (module, tokens) in parsed {
            let first = all.written.len();
            let mut mentioned = HashSet::new();
            all.read_module(module, tokens, &mut mentioned);
            for written in &mut all.written[first..] {
                let again = written
                    .path
                    .last()
                    .is_some_and(|name| mentioned.contains(&name[..]));
                if written.kind == Kind::ReExport && again {
                    written.kind = Kind::Use;
                }
            }
        }
        all
    }

    /// The module with this path; it is made if it is not there.
    fn module(&mut self, path: Vec<String>, file: usize) -> usize {
        if let Some(known) = self.by_path.get(&path) {
            return *known;
        }
        let id = self.modules.len();
        self.by_path.insert(path.clone(), id);
        if let Some((name, parent)) = path.split_last()
            && let Some(parent) = self.by_path.get(parent)
        {
            let name = self.modules[*parent].names.entry(name.clone()).or_default();
            name.module = Some(id);
        }
        self.modules.push(Module {
            file,
            path,
            ..Module::default()
        });
        id
    }

    fn read_module<'a>(
        &mut self,
        module: usize,
        tokens: &[Token<'a>],
        mentioned: &mut HashSet<&'a str>,
    ) {
        let (mut at, mut depth) = (0, 0_usize);
        let text = |at: usize| tokens.get(at).map_or("", |t| t.text);
        while at < tokens.len() {
            let before = at.checked_sub(1).map_or("", text);
            match text(at) {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                "pub" if text(at + 1) == "(" => at += closing(&tokens[at + 1..]),
                "mod" if text(at + 2) == "{" => {
                    let length = closing(&tokens[at + 2..]);
                    let path =
                        [&self.modules[module].path[..], &[text(at + 1).to_owned()]].concat();
                    let inner = self.module(path, self.modules[module].file);
                    self.read_module(inner, &tokens[at + 3..at + 1 + length], mentioned);
                    at += 1 + length;
                }
                "mod" if text(at + 2) == ";" => {
                    let path =
                        [&self.modules[module].path[..], &[text(at + 1).to_owned()]].concat();
                    let child = self.by_path.get(&path).copied();
                    let names = &mut self.modules[module].names;
                    names.entry(text(at + 1).to_owned()).or_default().module = child;
                    at += 2;
                }
                "use" if before != "+" && text(at + 1) != "<" => {
                    let end = at + tokens[at..].iter().take_while(|t| t.text != ";").count();
                    let public = before == "pub" || before == ")";
                    self.import(module, &tokens[at + 1..end], public);
                    at = end;
                }
                item if depth == 0 && ITEMS.contains(&item) => {
                    let names = &mut self.modules[module].names;
                    names.entry(text(at + 1).to_owned()).or_default().defined = true;
                    at += usize::from(text(at + 1) != "fn");
                }
                first if is_name(first) && ![".", "::"].contains(&before) => {
                    // A lower-case name alone may be a variable.
                    if first.starts_with(char::is_uppercase) || ["(", "::"].contains(&text(at + 1))
                    {
                        mentioned.insert(first);
                    }
                    let mut path = vec![first.to_owned()];
                    let line = tokens[at].line;
                    while text(at + 1) == "::" && is_name(text(at + 2)) {
                        path.push(text(at + 2).to_owned());
                        at += 2;
                    }
                    if path.len() > 1 {
                        let kind = Kind::Use;
                        self.written.push(Written {
                            module,
                            line,
                            path,
                            kind,
                        });
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Records the leaves of one `use`, given without the word and its semicolon.
    fn import(&mut self, module: usize, tree: &[Token<'_>], public: bool) {
        let mut leaves = Vec::new();
        let mut rest = tree;
        while !rest.is_empty() {
            rest = use_tree(rest, &[], &mut leaves);
        }
        for (mut path, alias, line) in leaves {
            let glob = path.last().is_some_and(|last| last == "*");
            if glob
                || path
                    .last()
                    .is_some_and(|last| last == "self" && path.len() > 1)
            {
                path.pop();
            }
            let kind = match (glob, public) {
                (true, false) => Kind::Glob,
                (_, true) => Kind::ReExport,
                (false, false) => Kind::Use,
            };
            let own = &mut self.modules[module];
            if glob {
                own.globs.push(path.clone());
            } else if let Some(name) = alias.as_ref().or(path.last()) {
                let name = own.names.entry(name.clone()).or_default();
                name.imported.get_or_insert_with(|| path.clone());
            }
            self.written.push(Written {
                module,
                line,
                path,
                kind,
            });
        }
    }

    /// What the path leads to, if it stays within the crate.
    pub fn resolve(&self, module: usize, path: &[String]) -> Option<Target> {
        self.resolve_within(module, path, 16)
    }

    fn resolve_within(&self, module: usize, path: &[String], hops: usize) -> Option<Target> {
        let (mut here, mut rest) = (module, path);
        match path.first()?.as_str() {
            "crate" | "shinglescope" => (here, rest) = (*self.by_path.get(&[][..])?, &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    let (_, parent) = self.modules[here].path.split_last()?;
                    (here, rest) = (*self.by_path.get(parent)?, &rest[1..]);
                }
            }
            // The first name of a path is the module's own or that of another crate.
            first => {
                let last = path.len() == 1;
                match self.look_up(here, first, last, hops)? {
                    Target::Module(found) => (here, rest) = (found, &path[1..]),
                    item => return Some(item),
                }
            }
        }
        while let Some((name, after)) = rest.split_first() {
            match self.look_up(here, name, after.is_empty(), hops) {
                Some(Target::Module(found)) => (here, rest) = (found, after),
                Some(item) => return Some(item),
                // Made by a macro.
                None => return Some(Target::ItemOf(here)),
            }
        }
        Some(Target::Module(here))
    }

    /// What a name is in a module: at the end of a path an item before a module, elsewhere the reverse.
    fn look_up(&self, module: usize, name: &str, last: bool, hops: usize) -> Option<Target> {
        let hops = hops.checked_sub(1)?;
        let own = &self.modules[module];
        if let Some(known) = own.names.get(name) {
            let imported = || {
                let path = known.imported.as_ref()?;
                let found = self.resolve_within(module, path, hops);
                Some(found.unwrap_or(Target::Outside))
            };
            let item = || {
                if known.defined {
                    Some(Target::ItemOf(module))
                } else {
                    imported()
                }
            };
            let child = known.module.map(Target::Module);
            return if last {
                item().or(child)
            } else {
                child.or_else(item)
            };
        }
        own.globs
            .iter()
            .find_map(|glob| match self.resolve_within(module, glob, hops)? {
                Target::Module(inside) if inside != module => {
                    self.look_up(inside, name, last, hops)
                }
                _ => None,
            })
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

type Leaf = (Vec<String>, Option<String>, usize);

/// Adds the leaves of the tree that `tokens` opens with; the tokens after it and its comma.
fn use_tree<'t, 'a>(
    mut tokens: &'t [Token<'a>],
    prefix: &[String],
    leaves: &mut Vec<Leaf>,
) -> &'t [Token<'a>] {
    let mut path = prefix.to_vec();
    let (mut alias, mut line, mut group) = (None, 0, false);
    while let Some((token, rest)) = tokens.split_first() {
        tokens = rest;
        match token.text {
            "," => break,
            "::" => {}
            "as" => {
                alias = rest.first().map(|t| t.text.to_owned());
                tokens = rest.get(1..).unwrap_or_default();
            }
            "{" => {
                // `rest` starts inside of the bracket.
                let (mut depth, mut length) = (1_usize, 0);
                while depth > 0 && length < rest.len() {
                    match rest[length].text {
                        "{" => depth += 1,
                        "}" => depth -= 1,
                        _ => {}
                    }
                    length += 1;
                }
                let mut inside = &rest[..length.saturating_sub(1)];
                while !inside.is_empty() {
                    inside = use_tree(inside, &path, leaves);
                }
                (tokens, group) = (&rest[length..], true);
            }
            name => {
                line = token.line;
                path.push(name.to_owned());
            }
        }
    }
    if !group && path.len() > prefix.len() {
        leaves.push((path, alias, line));
    }
    tokens
}
