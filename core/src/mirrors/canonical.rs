//! Canonical paths: different spellings of a document's path in two trees become equal.
//!
//! A path is a list of names. Irrelevant differences are removed, unless paths are compared as written: capitals,
//! repeated slashes, the index page of a folder, extensions of pages. URLs also lose `http` or `https`, `www.`, default
//! ports, session ids, `utm_` parameters, and the order of parameters.

use super::url::{self, Url};

/// Maximum depth. Deeper names are joined to one name, so that a long path does not create 100,000 folders.
const MAX_DEPTH: usize = 64;

/// Extensions of pages, which describe the storage or generation of a page.
const PAGE_EXTENSIONS: [&str; 15] = [
    "html", "htm", "xhtml", "xht", "shtml", "php", "asp", "aspx", "jsp", "md", "markdown", "rst",
    "adoc", "txt", "text",
];

/// Names of the index page of a folder, without extension.
const INDEX_NAMES: [&str; 4] = ["index", "_index", "default", "home"];

/// Names of parameters that identify a visit, not a page; in lower case.
const SESSION_NAMES: [&str; 10] = [
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

/// The canonical path of a document: `file` is the file that contains it, for a row of a file, and `id` its own id, a
/// path or a URL. Returns the names from the top; a name is empty only if paths are compared `as_written`.
pub fn canonical(file: Option<&str>, id: &str, as_written: bool) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    if let Some(file) = file {
        let folders = file.split('/').filter(|name| !name.is_empty());
        names.extend(folders.map(str::to_owned));
    }
    let start = names.len();
    match url::split(id) {
        Some(url) => push_url(&url, as_written, &mut names),
        None => push_path(id, as_written, &mut names),
    }
    if let Some(first) = names.get_mut(start)
        && file.is_some()
    {
        // The separator between the name of a file and the id of a row.
        first.insert(0, '#');
    }
    if names.len() > MAX_DEPTH {
        let rest = names.split_off(MAX_DEPTH - 1).join("/");
        names.push(rest);
    }
    names
}

/// Appends the names of a URL.
fn push_url(url: &Url<'_>, as_written: bool, names: &mut Vec<String>) {
    let scheme = url.scheme.to_ascii_lowercase();
    // Hosts have no case (RFC 3986, 6.2.2.1), even as written.
    let host = url.host.to_ascii_lowercase();
    let host = host.strip_suffix('.').unwrap_or(&host);
    let mut top = match host.strip_prefix("www.") {
        Some(rest) if !as_written && rest.contains('.') => rest.to_owned(),
        _ => host.to_owned(),
    };
    let default = match scheme.as_str() {
        "http" => "80",
        "https" => "443",
        "ftp" => "21",
        _ => "",
    };
    if !(url.port.is_empty() || !as_written && url.port == default) {
        top = [&top, ":", url.port].concat();
    }
    if as_written || !matches!(scheme.as_str(), "http" | "https") {
        top = [&scheme, "://", &top].concat();
    }
    names.push(top);
    let (path, parameters) = url.path.split_once(';').unwrap_or((url.path, ""));
    let is_session = |name: &str| is_session(name.split('=').next().unwrap_or_default());
    let start = names.len();
    push_path(path.strip_prefix('/').unwrap_or(path), as_written, names);
    let mut rest = String::new();
    for parameter in parameters.split(';').filter(|p| !p.is_empty()) {
        if as_written || !is_session(parameter) {
            rest = [&rest, ";", parameter].concat();
        }
    }
    if let Some(query) = url.query {
        let mut query_parts: Vec<&str> = query.split('&').collect();
        if !as_written {
            query_parts.retain(|parameter| !parameter.is_empty() && !is_session(parameter));
            query_parts.sort_unstable();
        }
        if !query_parts.is_empty() {
            rest = [&rest, "?", &query_parts.join("&")].concat();
        }
    }
    // Pages of one script are siblings: the query belongs to the last name.
    match names[start..].last_mut() {
        Some(last) => last.push_str(&rest),
        None if !rest.is_empty() => names.push(rest),
        None => {}
    }
}

/// Appends the names of a path.
fn push_path(path: &str, as_written: bool, names: &mut Vec<String>) {
    let start = names.len();
    for name in path.split('/') {
        if name.is_empty() && !as_written {
            continue;
        }
        names.push(if as_written {
            name.to_owned()
        } else {
            name.to_lowercase()
        });
    }
    let in_folder = names.len() > start + 1;
    let Some(last) = names[start..].last_mut() else {
        return;
    };
    let (stem, extension) = match last.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (last.as_str(), ""),
    };
    let length = stem.len();
    let is_page = PAGE_EXTENSIONS
        .iter()
        .any(|page| extension.eq_ignore_ascii_case(page));
    let is_index = INDEX_NAMES.iter().any(|n| stem.eq_ignore_ascii_case(n));
    // A file called `home` may be anything; without an extension, only `index` in a folder is an index page.
    let is_plain_index = extension.is_empty() && stem.eq_ignore_ascii_case("index");
    let is_folder_page = is_index && is_page || is_plain_index && in_folder;
    if !as_written && is_folder_page {
        names.pop();
    } else if is_page && !as_written {
        last.truncate(length);
    }
}

/// Whether a parameter of this name identifies the visitor, not the page.
fn is_session(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SESSION_NAMES.contains(&name.as_str())
        || name.starts_with("utm_")
        || name.starts_with("aspsessionid")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(id: &str, as_written: bool) -> String {
        canonical(None, id, as_written).join("|")
    }

    #[test]
    fn irrelevant_differences_are_removed_unless_paths_are_as_written() {
        for (a, b) in [
            ("https://h.org/a", "http://h.org/a"),
            ("http://www.h.org/a", "http://h.org/a"),
            ("http://h.org:80/a", "http://h.org/a"),
            ("http://h.org/A", "http://h.org/a"),
            ("Docs/ReadMe", "docs/readme"),
            ("http://h.org//a/", "http://h.org/a"),
            ("http://h.org/a/index.html", "http://h.org/a"),
            ("http://h.org/index.html", "http://h.org/"),
            ("http://h.org/a.html", "http://h.org/a.md"),
            ("d/a.txt", "d/a.md"),
            (
                "http://h.org/a;jsessionid=17?x=1&PHPSESSID=abc&utm_source=n",
                "http://h.org/a?x=1",
            ),
            ("http://h.org/a?y=2&x=1", "http://h.org/a?x=1&y=2"),
        ] {
            assert_eq!(path(a, false), path(b, false));
            assert_ne!(path(a, true), path(b, true));
        }
    }

    #[test]
    fn other_differences_are_retained() {
        for (a, b) in [
            ("http://h.org/a", "http://g.org/a"),
            ("http://h.org:8080/a", "http://h.org/a"),
            ("ftp://h.org/a", "http://h.org/a"),
            ("http://h.org/a?x=1", "http://h.org/a?x=2"),
            ("src/a.c", "src/a.h"),
            ("a/b", "a/c"),
            ("http://www.org/", "http://org/"),
        ] {
            assert_ne!(path(a, false), path(b, false));
        }
    }

    #[test]
    fn a_row_is_below_its_file_and_a_broken_url_is_a_path() {
        let row = canonical(Some("crawl/a.warc"), "http://h.org/x.html", false);
        assert_eq!(row, ["crawl", "a.warc", "#h.org", "x"]);
        let broken = canonical(None, "http://a b/x", false);
        assert_eq!(broken, ["http:", "a b", "x"]);
        let deep = canonical(None, &"a/".repeat(100_000), false);
        assert_eq!(deep.len(), MAX_DEPTH);
        assert!(canonical(None, "", false).is_empty());
    }
}
