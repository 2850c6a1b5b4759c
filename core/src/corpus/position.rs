//! Where a document is: its file, the form of that, and the position in it.

use std::path::Path;

use super::PlaceView;
use super::archive::as_written;
use super::packing::Form;

/// Where in its file a document is: member of the archive and row.
#[must_use]
pub fn position(place: PlaceView<'_>) -> (&str, u64) {
    match place {
        PlaceView::File(_) | PlaceView::Demo(_) => ("", 0),
        PlaceView::Row { line, .. } | PlaceView::DemoRow(_, line) => ("", line),
        PlaceView::Member { member, line, .. } => (member, line),
    }
}

/// The file that a document is in; of the demo corpus its path there.
#[must_use]
pub fn file_of(place: PlaceView<'_>) -> &Path {
    match place {
        PlaceView::File(path) | PlaceView::Row { path, .. } | PlaceView::Member { path, .. } => {
            path
        }
        PlaceView::Demo(path) | PlaceView::DemoRow(path, _) => Path::new(path),
    }
}

/// The form of the file that holds the row or the document: of a member, its own.
#[must_use]
pub fn form_of(place: PlaceView<'_>) -> Form {
    match place {
        PlaceView::Member { member, .. } => Form::of(Path::new(as_written(member))),
        place => Form::of(file_of(place)),
    }
}
