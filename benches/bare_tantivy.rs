//! Yardstick for the whole index: only tantivy, used as in its own examples, with the same threads and memory. It has
//! the program's fields and terms, or its own tokenizer with id, title and text only.

use std::path::{Path, PathBuf};

use shinglescope::base::Cancel;
use shinglescope::corpus::{self, Source, read};
use shinglescope::index;
use shinglescope::settings::Reading;
use tantivy::schema::{STORED, STRING, Schema, TEXT};
use tantivy::{Index, IndexWriter, TantivyDocument};

/// The memory of the program's own writer.
const MEMORY_BYTES: usize = 256 << 20;

/// Indexes a corpus in `folder`; returns the numbers of documents and of bytes of their text.
pub fn index(
    paths: &[PathBuf],
    threads: usize,
    folder: &Path,
    own_tokenizer: bool,
) -> anyhow::Result<(u64, u64)> {
    let index = if own_tokenizer {
        let mut builder = Schema::builder();
        builder.add_text_field("id", STRING | STORED);
        builder.add_text_field("title", TEXT | STORED);
        builder.add_text_field("body", TEXT | STORED);
        Index::create_in_dir(folder, builder.build())?
    } else {
        index::open_or_create(folder)?
    };
    let schema = index.schema();
    let field = |name| schema.get_field(name);
    let [id, title, body] = [field("id")?, field("title")?, field("body")?];
    let (key, path) = (field("key").ok(), field("path").ok());
    let threads = match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let mut writer: IndexWriter = index.writer_with_num_threads(threads, MEMORY_BYTES)?;
    let (reading, stop) = (Reading::default(), Cancel::default());
    let source = Source::Paths(paths.to_owned());
    let entries = corpus::discover(&source, &reading, |_| true)?.entries;
    let units = entries
        .into_iter()
        .flat_map(|entry| read::work_until(entry, &reading, &stop));
    let (mut documents, mut bytes) = (0, 0);
    for document in units.filter_map(|unit| read::document(unit, &reading).ok()) {
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
        bytes += document.text.len() as u64;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    Ok((documents, bytes))
}
