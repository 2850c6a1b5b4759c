//! An error within an update.

use std::sync::Arc;

use thiserror::Error;

/// Why a part of an answer is missing. Updates are cloned, so clones share the error; it is shown with its causes.
#[derive(Clone, Debug, Error)]
#[error("{0:#}")]
pub struct SharedError(Arc<anyhow::Error>);

impl From<anyhow::Error> for SharedError {
    fn from(error: anyhow::Error) -> Self {
        SharedError(Arc::new(error))
    }
}
