//! Why something was not read, as a kind that a report has words for.

use crate::corpus::SkipReason;

/// All kinds.
pub const KINDS: [&str; 22] = [
    "binary",
    "empty",
    "limit",
    "special-file",
    "link",
    "version-control",
    "index",
    "config",
    "again",
    "changed",
    "shortage",
    "unreadable",
    "row",
    "no-page",
    "damaged",
    "field",
    "unsupported",
    "pictures",
    "encrypted",
    "rest",
    "read-in-part",
    "cut-short",
];

/// The kind of a reason, one of [`KINDS`].
pub(super) fn kind(reason: &SkipReason) -> &'static str {
    use SkipReason as R;
    match reason {
        R::Binary => "binary",
        R::Empty => "empty",
        R::TooLarge(..)
        | R::TooDeep(_)
        | R::TooSlow(_)
        | R::Expands(_)
        | R::Unpacked(_)
        | R::OutOfMemory(_) => "limit",
        R::NotRegular(_) => "special-file",
        R::Link | R::HardLink(_) => "link",
        R::VersionControl => "version-control",
        R::Index => "index",
        R::Again(_) => "again",
        R::Changed => "changed",
        R::Exhausted(_) => "shortage",
        R::Unreadable(_) => "unreadable",
        R::BadRow(_) => "row",
        R::NoPage(_) => "no-page",
        R::Damaged(_) | R::ParserFailed(_) => "damaged",
        R::NoField(_) => "field",
        R::Unsupported(_) | R::NoReader(_) => "unsupported",
        R::NoTextLayer => "pictures",
        R::Encrypted => "encrypted",
        R::RestUnread => "rest",
        R::ReadInPart(..) => "read-in-part",
        R::CutShort => "cut-short",
    }
}
