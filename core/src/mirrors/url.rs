//! The parts of a URL, split as appendix B of RFC 3986 does.

/// Parts of a URL with a host, unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Url<'a> {
    /// Scheme, without `:`.
    pub scheme: &'a str,
    /// Host, without user and port.
    pub host: &'a str,
    /// Port; empty if none is given.
    pub port: &'a str,
    /// Path, with its first `/`; may be empty.
    pub path: &'a str,
    /// Query, without `?`; `None` if there is none.
    pub query: Option<&'a str>,
}

/// Splits `text` if it is a URL with a host. The fragment is dropped, because a server never sees it.
pub fn split(text: &str) -> Option<Url<'_>> {
    let (scheme, rest) = text.split_once("://")?;
    let mut letters = scheme.bytes();
    let starts_with_letter = letters.next().is_some_and(|b| b.is_ascii_alphabetic());
    if !starts_with_letter || !letters.all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b)) {
        return None;
    }
    let rest = rest.split('#').next().unwrap_or_default();
    let (rest, query) = rest
        .split_once('?')
        .map_or((rest, None), |(rest, query)| (rest, Some(query)));
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (_, address) = authority.rsplit_once('@').unwrap_or(("", authority));
    // An IPv6 address is in brackets and contains colons.
    let start = address.rfind(']').unwrap_or(0);
    let (host, port) = match address[start..].find(':') {
        Some(colon) => (&address[..start + colon], &address[start + colon + 1..]),
        None => (address, ""),
    };
    let is_number = port.is_empty() || port.parse::<u16>().is_ok();
    let is_invalid = |c: char| c.is_whitespace() || c.is_control() || r#"<>"\^`{|}"#.contains(c);
    let is_url = !host.is_empty() && !host.contains(is_invalid) && is_number;
    is_url.then_some(Url {
        scheme,
        host,
        port,
        path,
        query,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_split_and_other_text_is_rejected() {
        for (text, scheme, host, port, path, query) in [
            (
                "http://me:pw@Example.org:8080/a/b?x=1#top",
                "http",
                "Example.org",
                "8080",
                "/a/b",
                Some("x=1"),
            ),
            ("https://h", "https", "h", "", "", None),
            ("http://[::1]:80/", "http", "[::1]", "80", "/", None),
            ("http://h?q", "http", "h", "", "", Some("q")),
        ] {
            let url = Url {
                scheme,
                host,
                port,
                path,
                query,
            };
            assert_eq!(split(text), Some(url));
        }
        for other in [
            "a/b.txt",
            "C:/x",
            "://h",
            "1http://h/",
            "a b://h",
            "http://",
            "http:///x",
            "http://h:99999/",
            "http://a b/",
            "http://h:x/",
        ] {
            assert_eq!(split(other), None, "{other}");
        }
    }
}
