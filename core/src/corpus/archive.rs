//! Archives as folders: the members of zip and tar files, without writing any of them to disk.

mod tar;
mod zip;

use std::io::Read;

pub use tar::members as of_tar;
pub use zip::ZipMembers;

use crate::corpus::SkipReason;
use crate::corpus::packing::SEPARATOR;

/// Members of an archive. An error is the last item: the members after it cannot be located.
pub type Members = Box<dyn Iterator<Item = Result<Member, SkipReason>> + Send>;

/// The name without the suffix of `UniqueNames` (`~2`, `~3` …), which would hide the extension.
pub fn as_written(name: &str) -> &str {
    let is_number = |end: &str| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit());
    match name.rsplit_once('~') {
        Some((stem, number)) if is_number(number) && !stem.is_empty() => stem,
        _ => name,
    }
}

/// The path of a member with `/` as separator, without root, drive or empty parts; `..` becomes `__`. A folder called
/// `a.zip!` becomes `a.zip!_`, because `!/` marks a member of a nested archive.
fn safe(path: &str) -> String {
    let bytes = path.as_bytes();
    let path = match bytes {
        [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic() => &path[3..],
        _ => path,
    };
    let parts = path
        .split(['/', '\\'])
        .filter(|part| !matches!(*part, "" | "."));
    let parts = parts.map(|part| match part {
        ".." => "__".to_owned(),
        // The index separates the archive from its member by this character.
        part => part.replace('\0', "\u{fffd}"),
    });
    let safe = parts.collect::<Vec<_>>().join("/");
    let safe = safe.replace(SEPARATOR, "!_/");
    if safe.is_empty() {
        "_".to_owned()
    } else {
        safe
    }
}

/// A member of an archive.
pub struct Member {
    /// Path in the archive, made safe and unique.
    pub name: String,
    /// The content, or why there is none. The iterator skips bytes that were not read.
    pub content: Result<Box<dyn Read + Send>, SkipReason>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_made_safe_and_unique() {
        for (written, name) in [
            ("a/b.txt", "a/b.txt"),
            ("../../etc/passwd", "__/__/etc/passwd"),
            ("/etc/passwd", "etc/passwd"),
            ("C:\\Users\\x", "Users/x"),
            ("./a//b/.", "a/b"),
            ("", "_"),
            ("..", "__"),
            ("a.zip!/x", "a.zip!_/x"),
            ("a.zip!/\\.//x!", "a.zip!_/x!"),
        ] {
            assert_eq!(safe(written), name);
        }
        let mut names = crate::base::unique_names::UniqueNames::default();
        let all = ["a", "/a", "a~2", "./a"].map(|name| names.give(safe(name)));
        assert_eq!(all, ["a", "a~2", "a~2~2", "a~3"]);
    }

    proptest! {
        #[test]
        fn no_name_leaves_the_archive(written in any::<String>()) {
            let name = safe(&written);
            prop_assert!(!name.is_empty() && !name.starts_with('/') && !name.contains('\0'));
            prop_assert!(!name.contains(SEPARATOR));
            prop_assert!(name.split('/').all(|part| !matches!(part, "" | "." | "..")));
        }
    }
}
