//! The modules of `src`: the names that each file defines and imports, the paths that it uses, and the file that
//! defines the target of a path. Test-only items are excluded.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// A path that a module uses.
#[derive(Debug)]
pub struct Written {
    pub module: usize,
    pub path: Vec<String>,
    pub kind: Kind,
}

/// How a file uses a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Imported, or written in code.
    Use,
    /// Imported with everything in it.
    Glob,
    /// Re-exported, and the file itself does not mention the name again.
    ReExport,
}

/// A module. A file may have several; the first is the file itself.
#[derive(Debug, Default)]
pub struct Module {
    pub file: usize,
    pub path: Vec<String>,
    defined: HashSet<String>,
    imported: HashMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
}

/// The target of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Module(usize),
    /// An item that this module defines.
    ItemOf(usize),
}

#[derive(Debug, Default)]
pub struct Modules {
    /// Paths below `src`.
    pub files: Vec<PathBuf>,
    pub modules: Vec<Module>,
    pub written: Vec<Written>,
    by_path: HashMap<Vec<String>, usize>,
}

/// The module path of a file: `a/b.rs` is `a::b`; `lib.rs` is the root.
fn module_path(file: &Path) -> Vec<String> {
    let names = file.with_extension("");
    let names = names.iter().map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "lib").collect()
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let tokens = match &attribute.meta {
            syn::Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string(),
            _ => return false,
        };
        tokens == "test" || tokens.starts_with("all (test")
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The name that an item defines.
fn name(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        _ => return None,
    })
}

impl Modules {
    /// Reads the files (path below `src`, source).
    pub fn read(files: &[(PathBuf, String)]) -> Self {
        let mut for_tests: Vec<Vec<String>> = Vec::new();
        let parsed = files.iter().map(|(path, source)| {
            let file = syn::parse_file(source).unwrap_or_else(|e| panic!("{path:?}: {e}"));
            let own = module_path(path);
            for item in &file.items {
                if let Item::Mod(module) = item
                    && is_for_tests(&module.attrs)
                {
                    for_tests.push([&own[..], &[module.ident.to_string()]].concat());
                }
            }
            (own, path, file.items)
        });
        let parsed: Vec<_> = parsed.collect();
        let mut all = Modules::default();
        let mut read = Vec::new();
        for (own, path, items) in &parsed {
            if !for_tests.iter().any(|test| own.starts_with(test)) {
                all.files.push((*path).clone());
                read.push((all.module(own.clone(), all.files.len() - 1), items));
            }
        }
        for (module, items) in read {
            let first = all.written.len();
            let mentioned = all.read_items(module, items);
            for written in &mut all.written[first..] {
                let is_mentioned = written.path.last().is_some_and(|n| mentioned.contains(n));
                if written.kind == Kind::ReExport && is_mentioned {
                    written.kind = Kind::Use;
                }
            }
        }
        all
    }

    fn module(&mut self, path: Vec<String>, file: usize) -> usize {
        let id = self.modules.len();
        self.by_path.insert(path.clone(), id);
        self.modules.push(Module {
            file,
            path,
            ..Module::default()
        });
        id
    }

    /// Reads what a module defines, imports and names; returns the first names of the paths in its code.
    fn read_items(&mut self, module: usize, items: &[Item]) -> HashSet<String> {
        let mut mentioned = HashSet::new();
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            self.modules[module].defined.extend(name(item));
            if let Item::Mod(inner) = item {
                if let Some((_, items)) = &inner.content {
                    let path =
                        [&self.modules[module].path[..], &[inner.ident.to_string()]].concat();
                    let inner = self.module(path, self.modules[module].file);
                    mentioned.extend(self.read_items(inner, items));
                }
                continue;
            }
            let mut reader = Reader::default();
            reader.visit_item(item);
            for (path, alias, is_public) in reader.imports {
                self.import(module, path, alias, is_public);
            }
            mentioned.extend(reader.called);
            for path in reader.paths {
                // A lower-case name alone may be a variable.
                if path.len() > 1 || path[0].starts_with(char::is_uppercase) {
                    mentioned.insert(path[0].clone());
                }
                if path.len() > 1 {
                    let kind = Kind::Use;
                    self.written.push(Written { module, path, kind });
                }
            }
        }
        mentioned
    }

    fn import(&mut self, module: usize, mut path: Vec<String>, alias: String, is_public: bool) {
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let own = &mut self.modules[module];
        let kind = if alias == "*" && !is_public {
            Kind::Glob
        } else if is_public {
            Kind::ReExport
        } else {
            Kind::Use
        };
        if alias == "*" {
            own.globs.push(path.clone());
        } else {
            let name = if alias == "self" {
                path.last().cloned().unwrap_or_default()
            } else {
                alias
            };
            own.imported.insert(name, path.clone());
        }
        self.written.push(Written { module, path, kind });
    }

    /// The target of the path, if it is in this crate.
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
            // The first name of a path is known in the module, or it is another crate.
            first => match self.look_up(here, first, path.len() == 1, hops)? {
                Target::Module(inner) => (here, rest) = (inner, &path[1..]),
                item => return Some(item),
            },
        }
        while let Some((name, after)) = rest.split_first() {
            match self.look_up(here, name, after.is_empty(), hops) {
                Some(Target::Module(inner)) => (here, rest) = (inner, after),
                Some(item) => return Some(item),
                // A macro generates the item.
                None => return Some(Target::ItemOf(here)),
            }
        }
        Some(Target::Module(here))
    }

    /// Looks up a name in a module. Items take precedence at the end of a path, modules elsewhere.
    fn look_up(&self, module: usize, name: &str, last: bool, hops: usize) -> Option<Target> {
        let hops = hops.checked_sub(1)?;
        let own = &self.modules[module];
        let child = [&own.path[..], &[name.to_owned()]].concat();
        let child = self.by_path.get(&child).copied().map(Target::Module);
        let item = || {
            if own.defined.contains(name) {
                return Some(Target::ItemOf(module));
            }
            self.resolve_within(module, own.imported.get(name)?, hops)
        };
        let named = if last {
            item().or(child)
        } else {
            child.or_else(item)
        };
        named.or_else(|| {
            own.globs
                .iter()
                .find_map(|glob| match self.resolve_within(module, glob, hops)? {
                    Target::Module(inner) if inner != module => {
                        self.look_up(inner, name, last, hops)
                    }
                    _ => None,
                })
        })
    }
}

/// Collects the imports of an item (path, name or `*`, whether public), the paths in its code, and the functions
/// that it calls without a path.
#[derive(Default)]
struct Reader {
    called: Vec<String>,
    imports: Vec<(Vec<String>, String, bool)>,
    paths: Vec<Vec<String>>,
}

impl Reader {
    fn use_tree(&mut self, tree: &UseTree, mut path: Vec<String>, is_public: bool) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.use_tree(&tree.tree, path, is_public);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.use_tree(tree, path.clone(), is_public);
                }
            }
            UseTree::Name(name) => {
                path.push(name.ident.to_string());
                self.imports.push((path, name.ident.to_string(), is_public));
            }
            UseTree::Rename(rename) => {
                path.push(rename.ident.to_string());
                self.imports
                    .push((path, rename.rename.to_string(), is_public));
            }
            UseTree::Glob(_) => self.imports.push((path, "*".into(), is_public)),
        }
    }

    /// Collects the paths among the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.paths.push(std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                other => {
                    self.paths.push(std::mem::take(&mut path));
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.paths.push(path);
        self.paths.retain(|path| !path.is_empty());
    }
}

impl<'a> Visit<'a> for Reader {
    fn visit_item(&mut self, item: &'a Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_field(&mut self, field: &'a syn::Field) {
        if !is_for_tests(&field.attrs) {
            visit::visit_field(self, field);
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        let is_public = !matches!(item.vis, Visibility::Inherited);
        self.use_tree(&item.tree, Vec::new(), is_public);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names = path.segments.iter().map(|name| name.ident.to_string());
        self.paths.push(names.collect());
        visit::visit_path(self, path);
    }

    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        if let syn::Expr::Path(function) = &*call.func {
            let name = function.path.get_ident().map(ToString::to_string);
            self.called.extend(name);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, called: &'a syn::Macro) {
        self.tokens(called.tokens.clone());
    }
}
