//! Parses HTML pages as a browser does, and checks their content policy.

use std::cell::RefCell;
use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use sha2::{Digest, Sha256};

/// A tag of a page: its name and its attributes, ascending.
pub type Tag = (String, BTreeMap<String, String>);

/// A page as a browser reads it.
#[derive(Default)]
pub struct Tags {
    /// Tags in page order; end tags begin with a slash.
    pub tags: RefCell<Vec<Tag>>,
    /// Text outside tags.
    pub text: RefCell<String>,
    /// Number of comments.
    pub comments: RefCell<usize>,
}

impl TokenSink for Tags {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) => {
                let attributes = tag.attrs.iter();
                let attributes = attributes
                    .map(|attr| (attr.name.local.to_string(), attr.value.to_string()))
                    .collect();
                let slash = if tag.kind == TagKind::EndTag { "/" } else { "" };
                let name = format!("{slash}{}", tag.name);
                self.tags.borrow_mut().push((name.clone(), attributes));
                if tag.self_closing {
                    let end = (format!("/{name}"), BTreeMap::new());
                    self.tags.borrow_mut().push(end);
                }
                match &*name {
                    "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
                    "style" => return TokenSinkResult::RawData(RawKind::Rawtext),
                    "title" => return TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => {}
                }
            }
            Token::CharacterTokens(text) => self.text.borrow_mut().push_str(&text),
            Token::CommentToken(_) => *self.comments.borrow_mut() += 1,
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Reads a page.
pub fn parsed(page: &str) -> Tags {
    let tokenizer = Tokenizer::new(Tags::default(), Default::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(page));
    while !queue.is_empty() {
        let _ = tokenizer.feed(&queue);
    }
    tokenizer.end();
    tokenizer.sink
}

/// Asserts that the policy allows only the style and script of the page.
pub fn assert_minimal_policy(page: &str) {
    let inside = |from: &str, to: &str| {
        let start = page.find(from).unwrap() + from.len();
        page[start..start + page[start..].find(to).unwrap()].to_owned()
    };
    let hash = |text: String| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    let policy = parsed(page).tags.into_inner();
    let policy = policy
        .iter()
        .find_map(|tag| {
            let is_policy = tag.1.contains_key("http-equiv");
            is_policy.then(|| tag.1["content"].clone())
        })
        .unwrap();
    let style = format!("style-src 'sha256-{}'", hash(inside("<style>", "</style>")));
    let script = format!(
        "script-src 'sha256-{}'",
        hash(inside("<script>", "</script>"))
    );
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    assert!(
        policy.contains(&style) && policy.contains(&script),
        "{policy}"
    );
    assert!(
        !policy.contains("unsafe") && !policy.contains("http"),
        "{policy}"
    );
}
