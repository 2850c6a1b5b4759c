//! The location of a document: its file, the path in this file if it is an archive, and the row.

use std::path::Path;
use std::sync::Arc;

use super::archive::as_written;
use super::packing::{FileForm, SEPARATOR};

/// Location of a document's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceLocation<File = Arc<Path>, Member = Option<Arc<str>>> {
    /// The file or archive; the documents of one file share the allocation.
    pub path: File,
    /// Whether the program contains the content: a file of the demo corpus, or standard input.
    pub in_program: bool,
    /// Path of the file in the archive; `!/` separates nested archives.
    pub member: Member,
    /// The row of the file.
    pub row: RowSpan,
}

/// A [`SourceLocation`] that borrows its paths. `member` is empty for a file in no archive.
pub type PlaceView<'a> = SourceLocation<&'a Path, &'a str>;

/// A row of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct RowSpan {
    /// 1-based number of the line, row, record or message; 0 for the complete file.
    pub line: u64,
    /// Byte offset of the row in the file, unpacked; 0 if rows are not contiguous.
    pub offset: u64,
    /// Length of the row in bytes, of a line without its line end; 0 if rows are not contiguous.
    pub length: u64,
}

impl Default for SourceLocation {
    fn default() -> Self {
        SourceLocation::file("")
    }
}

impl SourceLocation {
    /// A complete file.
    pub fn file(path: impl AsRef<Path>) -> Self {
        SourceLocation {
            path: path.as_ref().into(),
            in_program: false,
            member: None,
            row: RowSpan::default(),
        }
    }

    /// A complete file that the program contains, by its name.
    pub fn in_program(name: &str) -> Self {
        SourceLocation {
            in_program: true,
            ..SourceLocation::file(name)
        }
    }

    /// A row of this file.
    pub fn row(&self, row: RowSpan) -> Self {
        SourceLocation {
            row,
            ..self.clone()
        }
    }

    /// A file in this archive.
    pub fn member(&self, name: &str) -> Self {
        let member = match &self.member {
            Some(archive) => [archive, SEPARATOR, name].concat().into(),
            None => name.into(),
        };
        SourceLocation {
            member: Some(member),
            ..self.clone()
        }
    }

    /// The location, borrowed.
    pub fn view(&self) -> PlaceView<'_> {
        PlaceView {
            path: &self.path,
            in_program: self.in_program,
            member: self.member.as_deref().unwrap_or_default(),
            row: self.row,
        }
    }
}

impl<'a> PlaceView<'a> {
    /// An owned copy of the location.
    pub fn to_place(self) -> SourceLocation {
        SourceLocation {
            path: self.path.into(),
            in_program: self.in_program,
            member: (!self.member.is_empty()).then(|| self.member.into()),
            row: self.row,
        }
    }

    /// Path of the file on disk; `None` if the program contains it.
    pub fn on_disk(self) -> Option<&'a Path> {
        (!self.in_program).then_some(self.path)
    }

    /// Path of the file on disk, if the document is a complete file.
    pub fn file_on_disk(self) -> Option<&'a Path> {
        self.on_disk().filter(|_| self.is_file())
    }

    /// Whether it is a complete file that is in no archive.
    pub fn is_file(self) -> bool {
        self.row.line == 0 && self.member.is_empty()
    }

    /// Whether it is a row of a file that is in no archive.
    pub fn is_row(self) -> bool {
        self.row.line > 0 && self.member.is_empty()
    }

    /// The path that determines the format: for a member, its own.
    pub fn named(self) -> &'a Path {
        match self.member {
            "" => self.path,
            member => Path::new(as_written(member)),
        }
    }

    /// The form of the file that is the document or contains the row.
    pub fn form(self) -> FileForm {
        FileForm::from_path(self.named())
    }
}
