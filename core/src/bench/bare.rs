//! Baselines for the whole index: tantivy alone, used as in its own examples, with the same threads and memory.
//! One has the program's fields and terms; the other has tantivy's own tokenizer, and id, title and text only.

use std::path::Path;

use tantivy::schema::{STORED, STRING, Schema, TEXT};
use tantivy::{Index, IndexWriter, TantivyDocument};

use super::corpus::Corpus;
use super::job::Job;
use crate::engine::cancel::Cancel;
use crate::search::{self, Budget};

/// Indexes the documents of `job` in `folder`; returns their number.
///
/// # Errors
/// A corpus that cannot be opened, a folder that cannot be written.
pub(super) fn index(
    job: &Job,
    folder: &Path,
    default_tokenizer: bool,
    cancel: &Cancel,
) -> anyhow::Result<u64> {
    let index = if default_tokenizer {
        Index::create_in_dir(folder, of_its_own())?
    } else {
        search::open_or_create(folder)?
    };
    let schema = index.schema();
    let field = |name| schema.get_field(name);
    let [id, title, body] = [field("id")?, field("title")?, field("body")?];
    let (key, path) = (field("key").ok(), field("path").ok());
    let threads = match job.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let mut writer: IndexWriter =
        index.writer_with_num_threads(threads, Budget::default().bytes)?;
    let corpus = Corpus {
        paths: job.paths.clone(),
        settings: job.settings.clone(),
    };
    let mut documents = 0;
    for document in corpus.documents()? {
        if cancel.stopped() {
            break;
        }
        let mut entry = TantivyDocument::default();
        if let (Some(key), Some(path)) = (key, path) {
            entry.add_u64(key, documents);
            entry.add_text(path, &document.row.id);
        }
        entry.add_text(id, &document.row.id);
        entry.add_text(title, &document.row.title);
        entry.add_text(body, &document.text);
        writer.add_document(entry)?;
        documents += 1;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    Ok(documents)
}

/// The id, title and text with positions, all stored, with tantivy's defaults.
fn of_its_own() -> Schema {
    let mut builder = Schema::builder();
    builder.add_text_field("id", STRING | STORED);
    builder.add_text_field("title", TEXT | STORED);
    builder.add_text_field("body", TEXT | STORED);
    builder.build()
}
