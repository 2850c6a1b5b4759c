//! Corpora with planted mirrors: sites of pages in folders; every second site is a copy of the previous one.
//!
//! All sites have the same names of folders and pages, so names prove nothing: two sites that were not planted look
//! like mirrors by name only. Ids are paths.

use std::io::{self, Write};

use super::{BATCH, Synth, write_rows};

/// Folders of a site.
const FOLDERS: usize = 10;

/// Minimum words of a page for edits, and words for each edit.
const WORDS_PER_EDIT: usize = 80;

/// The change from one site to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirroring {
    /// The same bytes under another root.
    Bytes,
    /// The same words with other punctuation, capitals and line breaks.
    Words,
    /// One in 80 words is replaced, deleted or inserted.
    Edited,
    /// Per cent of pages with another text.
    Changed(usize),
    /// Per cent of pages that are missing.
    Missing(usize),
    /// Per cent of pages that are in another folder under another name.
    Moved(usize),
    /// Pages are Markdown, not HTML.
    Extension,
    /// Names are in capitals.
    Capitals,
    /// The site is below another one, which has its own pages.
    Nested,
    /// Only one folder is copied, into a site of other pages.
    Folder,
    /// Half the pages have another text: too few for a mirror.
    Half,
    /// All pages have another text.
    Friends,
}

impl Mirroring {
    /// All kinds with their names, in the order of the sites.
    pub const ALL: [(&'static str, Mirroring); 18] = [
        ("bytes", Mirroring::Bytes),
        ("words", Mirroring::Words),
        ("edited", Mirroring::Edited),
        ("changed-10", Mirroring::Changed(10)),
        ("changed-20", Mirroring::Changed(20)),
        ("changed-30", Mirroring::Changed(30)),
        ("changed-40", Mirroring::Changed(40)),
        ("missing-10", Mirroring::Missing(10)),
        ("missing-20", Mirroring::Missing(20)),
        ("missing-40", Mirroring::Missing(40)),
        ("moved-10", Mirroring::Moved(10)),
        ("moved-30", Mirroring::Moved(30)),
        ("extension", Mirroring::Extension),
        ("capitals", Mirroring::Capitals),
        ("nested", Mirroring::Nested),
        ("folder", Mirroring::Folder),
        ("half", Mirroring::Half),
        ("friends", Mirroring::Friends),
    ];

    /// Whether the two sites have a mirror: 60 % of their pages or more.
    pub fn is_mirror(self) -> bool {
        !matches!(self, Mirroring::Half | Mirroring::Friends)
    }
}

/// A planted pair of trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlantedMirror {
    /// Path of the tree of the original, in canonical form.
    pub left: String,
    /// Path of the tree of the copy.
    pub right: String,
    /// Name of the kind.
    pub kind: &'static str,
    /// Whether it is a mirror; if not, the pair must not be listed.
    pub is_mirror: bool,
}

/// A corpus with planted mirrors. Every page is a function of the parameters and its number.
#[derive(Clone, Debug)]
pub struct SyntheticMirrors {
    synth: Synth,
    pages: usize,
}

/// A page of a site.
struct Page {
    path: String,
    /// Number of the document whose words it has.
    words: usize,
    /// Number that determines its punctuation.
    style: usize,
    is_edited: bool,
}

impl SyntheticMirrors {
    /// About `documents` pages of about `words` words each, in sites of ten folders of `pages` pages. Missing pages are
    /// not replaced.
    pub fn new(documents: usize, pages: usize, words: usize, seed: u64) -> Self {
        SyntheticMirrors {
            synth: Synth::new(documents, words, 0.0, seed),
            pages: pages.max(1),
        }
    }

    fn site_size(&self) -> usize {
        FOLDERS * self.pages
    }

    /// Number of sites; it is even.
    pub fn sites(&self) -> usize {
        (self.synth.documents() / self.site_size()).max(2) / 2 * 2
    }

    /// The kind of the pair of sites `pair`, with its name.
    pub fn kind(&self, pair: usize) -> (&'static str, Mirroring) {
        Mirroring::ALL[pair % Mirroring::ALL.len()]
    }

    /// The planted pairs of trees.
    pub fn planted(&self) -> Vec<PlantedMirror> {
        let pairs = 0..self.sites() / 2;
        let planted = pairs.map(|pair| {
            let (name, kind) = self.kind(pair);
            let (left, right) = (root(2 * pair), root(2 * pair + 1));
            let (left, right) = match kind {
                Mirroring::Nested => (left, format!("{right}/archive/copy")),
                Mirroring::Folder => (format!("{left}/f3"), format!("{right}/f3")),
                _ => (left, right),
            };
            PlantedMirror {
                left,
                right,
                kind: name,
                is_mirror: kind.is_mirror(),
            }
        });
        planted.collect()
    }

    /// Writes the pages as JSON Lines with the fields `id`, a path, and `text`; returns their number and the
    /// bytes of text. Before each batch, `should_continue` is called with both so far; if it returns false,
    /// the rest is not written.
    ///
    /// # Errors
    /// Output errors.
    pub fn write_jsonl(
        &self,
        out: impl Write,
        should_continue: impl FnMut(usize, u64) -> bool,
    ) -> io::Result<(usize, u64)> {
        let batch = (BATCH / self.site_size()).max(2);
        let rows = |site: usize| {
            let pages = self.pages(site).into_iter();
            let row = |page: Page| (page.path.clone(), self.text(&page), ());
            pages.map(row).collect()
        };
        let ignore = |()| Ok(());
        write_rows(out, (self.sites(), batch), rows, ignore, should_continue)
    }

    fn pages(&self, site: usize) -> Vec<Page> {
        let root = root(site);
        let own = |folder: usize, page: usize| Page {
            path: format!("{root}/{}", name(folder, page, "html")),
            words: site * self.site_size() + folder * self.pages + page,
            style: site * self.site_size() + folder * self.pages + page,
            is_edited: false,
        };
        let all = (0..FOLDERS).flat_map(|folder| (0..self.pages).map(move |page| (folder, page)));
        let kind = match site % 2 {
            0 => return all.map(|(folder, page)| own(folder, page)).collect(),
            _ => self.kind(site / 2).1,
        };
        let mut pages = Vec::new();
        for (folder, page) in all {
            let mut copy = own(folder, page);
            let number = folder * self.pages + page;
            let original = (site - 1) * self.site_size() + number;
            // Spread evenly over the folders and pages.
            let is_selected = |percent: usize| {
                let up_to = |n: usize| n * percent / 100;
                up_to(number + 1) > up_to(number)
            };
            copy.words = original;
            match kind {
                Mirroring::Bytes => copy.style = original,
                Mirroring::Words => {}
                Mirroring::Edited => copy.is_edited = true,
                Mirroring::Changed(percent) if is_selected(percent) => copy.words = copy.style,
                Mirroring::Missing(percent) if is_selected(percent) => continue,
                Mirroring::Moved(percent) if is_selected(percent) => {
                    copy.path = format!("{root}/moved/{folder}-{page}.html");
                }
                Mirroring::Changed(_) | Mirroring::Missing(_) | Mirroring::Moved(_) => {}
                Mirroring::Extension => {
                    copy.path = format!("{root}/{}", name(folder, page, "md"));
                }
                Mirroring::Capitals => {
                    copy.path = format!("{root}/{}", name(folder, page, "html").to_uppercase());
                }
                Mirroring::Nested => {
                    pages.push(own(folder, page));
                    copy.path = format!("{root}/archive/copy/{}", name(folder, page, "html"));
                }
                Mirroring::Folder if folder == 3 => {}
                Mirroring::Half if number.is_multiple_of(2) => {}
                Mirroring::Folder | Mirroring::Half | Mirroring::Friends => copy.words = copy.style,
            }
            pages.push(copy);
        }
        pages
    }

    fn text(&self, page: &Page) -> String {
        let mut words = self.synth.words(page.words);
        if page.is_edited {
            let mut random = self.synth.random(page.style, "edits");
            for _ in 0..words.len() / WORDS_PER_EDIT {
                self.synth.edit(&mut words, &mut random);
            }
        }
        let mut random = self.synth.random(page.style, "face");
        self.synth.vocabulary.write(&words, &mut random)
    }
}

fn root(site: usize) -> String {
    format!("s{site:05}")
}

/// Path of a page below its site. The first page of a folder is its index page.
fn name(folder: usize, page: usize, extension: &str) -> String {
    match page {
        0 => format!("f{folder}/index.{extension}"),
        _ => format!("f{folder}/p{page:02}.{extension}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_have_the_pages_of_their_kind() {
        let mirrors = SyntheticMirrors::new(36 * 60, 6, 100, 7);
        assert_eq!(mirrors.sites(), 36);
        let count = |name: &str| {
            let index = Mirroring::ALL.iter().position(|(other, _)| *other == name);
            let site = 2 * index.unwrap() + 1;
            let (own, pages) = (mirrors.pages(site - 1), mirrors.pages(site));
            let is_copied = |page: &&Page| own.iter().any(|o| o.words == page.words);
            (pages.len(), pages.iter().filter(is_copied).count())
        };
        assert_eq!(count("bytes"), (60, 60));
        assert_eq!(count("changed-40"), (60, 36));
        assert_eq!(count("missing-40"), (36, 36));
        assert_eq!(count("moved-30"), (60, 60));
        assert_eq!(count("nested"), (120, 60));
        assert_eq!(count("folder"), (60, 6));
        assert_eq!(count("half"), (60, 30));
        assert_eq!(count("friends"), (60, 0));
        let planted = mirrors.planted();
        assert_eq!(planted.len(), 18);
        assert_eq!(planted.iter().filter(|p| p.is_mirror).count(), 16);
        assert_eq!(planted[14].right, "s00029/archive/copy");
    }
}
