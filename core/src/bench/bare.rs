//! Baseline for the whole index: tantivy alone, used as in its own examples, with the same fields,
//! threads and memory.

use std::path::Path;

use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
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
        Index::create_in_dir(folder, with_default_tokenizer())?
    } else {
        search::open_or_create(folder)?
    };
    let schema = index.schema();
    let field = |name| schema.get_field(name);
    let fields = Fields {
        key: field("key")?,
        id: field("id")?,
        path: field("path")?,
        title: field("title")?,
        body: field("body")?,
    };
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
        entry.add_u64(fields.key, documents);
        entry.add_text(fields.id, &document.row.id);
        entry.add_text(fields.path, &document.row.id);
        entry.add_text(fields.title, &document.row.title);
        entry.add_text(fields.body, &document.text);
        writer.add_document(entry)?;
        documents += 1;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    Ok(documents)
}

struct Fields {
    key: Field,
    id: Field,
    path: Field,
    title: Field,
    body: Field,
}

/// The program's schema with tantivy's default tokenizer in the text fields.
fn with_default_tokenizer() -> Schema {
    let own = search::schema();
    let mut builder = Schema::builder();
    for (_, entry) in own.fields() {
        let mut entry = entry.clone();
        if let tantivy::schema::FieldType::Str(options) = entry.field_type()
            && let Some(indexing) = options.get_indexing_options()
            && indexing.tokenizer() != "raw"
        {
            let positions = TextFieldIndexing::default()
                .set_tokenizer("default")
                .set_index_option(IndexRecordOption::WithFreqsAndPositions);
            let mut plain = TextOptions::default().set_indexing_options(positions);
            if options.is_stored() {
                plain = plain.set_stored();
            }
            entry = tantivy::schema::FieldEntry::new_text(entry.name().to_owned(), plain);
        }
        builder.add_field(entry);
    }
    builder.build()
}
