//! Canonical paths: what is the same document's path in two trees, although it is not written the same.
//!
//! A path is a list of names. Each rule removes one difference that says nothing about the document, and
//! each can be switched off. The rules about hosts, queries and sessions apply to URLs alone.

use super::url::{self, Url};

/// Names beyond this depth are one name: a path of a megabyte does not make a hundred thousand folders.
const DEEPEST: usize = 64;

/// Extensions of pages, which name how a page is stored or made.
const PAGES: [&str; 15] = [
    "html", "htm", "xhtml", "xht", "shtml", "php", "asp", "aspx", "jsp", "md", "markdown", "rst",
    "adoc", "txt", "text",
];

/// Names of the page that stands for its folder, without extension.
const INDEX: [&str; 4] = ["index", "_index", "default", "home"];

/// Parameters that name a visit, not a page; in lower case.
const SESSIONS: [&str; 10] = [
    "jsessionid",
    "phpsessid",
    "aspsessionid",
    "sessionid",
    "session_id",
    "session",
    "sessid",
    "sid",
    "cfid",
    "cftoken",
];

/// A rule of the canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// `http` and `https` are one host.
    Scheme,
    /// `www.` before a host is left out.
    Www,
    /// The default port of a scheme is left out.
    Port,
    /// Capitals are small letters.
    Case,
    /// Slashes at the end, and repeated ones, are left out.
    Slash,
    /// The index page of a folder is the folder.
    Index,
    /// Extensions of pages are left out.
    Extension,
    /// Session ids in paths and queries, and `utm_` parameters, are left out.
    Session,
    /// The parameters of a query are sorted.
    Query,
}

impl Rule {
    /// All rules with their names.
    pub const ALL: [(&'static str, Rule); 9] = [
        ("scheme", Rule::Scheme),
        ("www", Rule::Www),
        ("port", Rule::Port),
        ("case", Rule::Case),
        ("slash", Rule::Slash),
        ("index", Rule::Index),
        ("extension", Rule::Extension),
        ("session", Rule::Session),
        ("query", Rule::Query),
    ];

    fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Which rules are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules(u16);

impl Default for Rules {
    fn default() -> Self {
        Rules::all()
    }
}

impl Rules {
    /// All rules.
    pub fn all() -> Self {
        Rules(Rule::ALL.iter().map(|(_, rule)| rule.bit()).sum())
    }

    /// No rule: paths as they stand.
    pub fn none() -> Self {
        Rules(0)
    }

    /// Without `rule`.
    pub fn without(self, rule: Rule) -> Self {
        Rules(self.0 & !rule.bit())
    }

    /// Whether `rule` is on.
    pub fn has(self, rule: Rule) -> bool {
        self.0 & rule.bit() != 0
    }
}

/// The canonical path of a document: `file` is the file that holds it, for a row of a file, and `id` its
/// own id, a path or a URL. Names from the top; empty ones do not occur unless a rule is off.
pub fn canonical(file: Option<&str>, id: &str, rules: Rules) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    if let Some(file) = file {
        let folders = file.split('/').filter(|name| !name.is_empty());
        names.extend(folders.map(str::to_owned));
    }
    let begin = names.len();
    match url::split(id) {
        Some(url) => push_url(&url, rules, &mut names),
        None => push_path(id, rules, &mut names),
    }
    if let Some(first) = names.get_mut(begin)
        && file.is_some()
    {
        // The sign between the name of a file and the id of a row.
        first.insert(0, '#');
    }
    if names.len() > DEEPEST {
        let rest = names.split_off(DEEPEST - 1).join("/");
        names.push(rest);
    }
    names
}

/// Appends the names of a URL.
fn push_url(url: &Url<'_>, rules: Rules, names: &mut Vec<String>) {
    let scheme = url.scheme.to_ascii_lowercase();
    // Hosts have no case (RFC 3986, 6.2.2.1), whatever the rules.
    let host = url.host.to_ascii_lowercase();
    let host = host.strip_suffix('.').unwrap_or(&host);
    let mut top = match host.strip_prefix("www.") {
        Some(rest) if rules.has(Rule::Www) && rest.contains('.') => rest.to_owned(),
        _ => host.to_owned(),
    };
    let default = match scheme.as_str() {
        "http" => "80",
        "https" => "443",
        "ftp" => "21",
        _ => "",
    };
    if !(url.port.is_empty() || rules.has(Rule::Port) && url.port == default) {
        top = [&top, ":", url.port].concat();
    }
    if !(rules.has(Rule::Scheme) && matches!(scheme.as_str(), "http" | "https")) {
        top = [&scheme, "://", &top].concat();
    }
    names.push(top);
    let session = rules.has(Rule::Session);
    let (path, parameters) = url.path.split_once(';').unwrap_or((url.path, ""));
    let is_session = |name: &str| is_session(name.split('=').next().unwrap_or_default());
    let begin = names.len();
    push_path(path.strip_prefix('/').unwrap_or(path), rules, names);
    let mut rest = String::new();
    for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
        if !(session && is_session(parameter)) {
            rest = [&rest, ";", parameter].concat();
        }
    }
    if let Some(query) = url.query {
        let mut kept: Vec<&str> = query.split('&').collect();
        if session {
            kept.retain(|p| !is_session(p));
        }
        if rules.has(Rule::Query) {
            kept.retain(|parameter| !parameter.is_empty());
            kept.sort_unstable();
        }
        if !kept.is_empty() {
            rest = [&rest, "?", &kept.join("&")].concat();
        }
    }
    // Pages of one script are siblings: the query belongs to the last name.
    match names[begin..].last_mut() {
        Some(last) => last.push_str(&rest),
        None if !rest.is_empty() => names.push(rest),
        None => {}
    }
}

/// Appends the names of a path.
fn push_path(path: &str, rules: Rules, names: &mut Vec<String>) {
    let begin = names.len();
    for name in path.split('/') {
        if name.is_empty() && rules.has(Rule::Slash) {
            continue;
        }
        names.push(if rules.has(Rule::Case) {
            name.to_lowercase()
        } else {
            name.to_owned()
        });
    }
    let in_folder = names.len() > begin + 1;
    let Some(last) = names[begin..].last_mut() else {
        return;
    };
    let (stem, extension) = match last.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (last.as_str(), ""),
    };
    let length = stem.len();
    let is_page = PAGES
        .iter()
        .any(|page| extension.eq_ignore_ascii_case(page));
    let is_index = INDEX.iter().any(|index| stem.eq_ignore_ascii_case(index));
    // A file called `home` may be anything; without an extension, only `index` below something is an index.
    let bare = extension.is_empty() && stem.eq_ignore_ascii_case("index");
    let stands_for_folder = is_index && is_page || bare && in_folder;
    if rules.has(Rule::Index) && stands_for_folder {
        names.pop();
    } else if is_page && rules.has(Rule::Extension) {
        last.truncate(length);
    }
}

/// Whether a parameter of this name says who looks at a page, not which.
fn is_session(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SESSIONS.contains(&name.as_str())
        || name.starts_with("utm_")
        || name.starts_with("aspsessionid")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(id: &str, rules: Rules) -> String {
        canonical(None, id, rules).join("|")
    }

    #[test]
    fn each_rule_removes_one_difference_and_only_that() {
        let cases = [
            (Rule::Scheme, "https://h.org/a", "http://h.org/a"),
            (Rule::Www, "http://www.h.org/a", "http://h.org/a"),
            (Rule::Port, "http://h.org:80/a", "http://h.org/a"),
            (Rule::Case, "http://h.org/A", "http://h.org/a"),
            (Rule::Case, "Docs/ReadMe", "docs/readme"),
            (Rule::Slash, "http://h.org//a/", "http://h.org/a"),
            (Rule::Index, "http://h.org/a/index.html", "http://h.org/a"),
            (Rule::Index, "http://h.org/index.html", "http://h.org/"),
            (Rule::Extension, "http://h.org/a.html", "http://h.org/a.md"),
            (Rule::Extension, "d/a.txt", "d/a.md"),
            (
                Rule::Session,
                "http://h.org/a;jsessionid=17?x=1&PHPSESSID=abc&utm_source=n",
                "http://h.org/a?x=1",
            ),
            (
                Rule::Query,
                "http://h.org/a?y=2&x=1",
                "http://h.org/a?x=1&y=2",
            ),
        ];
        for (rule, a, b) in cases {
            let all = Rules::all();
            assert_eq!(path(a, all), path(b, all), "{rule:?}");
            let off = all.without(rule);
            assert_ne!(path(a, off), path(b, off), "{rule:?} is off");
        }
    }

    #[test]
    fn other_differences_stay() {
        let all = Rules::all();
        for (a, b) in [
            ("http://h.org/a", "http://g.org/a"),
            ("http://h.org:8080/a", "http://h.org/a"),
            ("ftp://h.org/a", "http://h.org/a"),
            ("http://h.org/a?x=1", "http://h.org/a?x=2"),
            ("src/a.c", "src/a.h"),
            ("a/b", "a/c"),
            ("http://www.org/", "http://org/"),
        ] {
            assert_ne!(path(a, all), path(b, all));
        }
    }

    #[test]
    fn a_row_is_below_its_file_and_a_broken_url_is_a_path() {
        let row = canonical(Some("crawl/a.warc"), "http://h.org/x.html", Rules::all());
        assert_eq!(row, ["crawl", "a.warc", "#h.org", "x"]);
        let broken = canonical(None, "http://a b/x", Rules::all());
        assert_eq!(broken, ["http:", "a b", "x"]);
        let deep = canonical(None, &"a/".repeat(100_000), Rules::all());
        assert_eq!(deep.len(), DEEPEST);
        assert!(canonical(None, "", Rules::all()).is_empty());
    }
}
