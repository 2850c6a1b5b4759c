//! One corpus in every form: rows of each kind, packed in each way, and archives.

use std::io::{Cursor, Write};

#[derive(Clone, Debug)]
pub struct Text {
    pub id: String,
    pub title: String,
    pub text: String,
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(3);
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    let members: Vec<(&str, Vec<u8>)> = members
        .iter()
        .map(|(name, text)| (*name, text.as_bytes().to_vec()))
        .collect();
    zip_of_bytes(&members)
}

/// A zip archive packed by deflate. It is written by hand so that two members may have the same name.
pub fn zip_of_bytes(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in members {
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        let packed = encoder.finish().unwrap();
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        let offset = out.len() as u32;
        let mut common = Vec::new();
        // Version, flags (UTF-8), method, time, date.
        for word in [20_u16, 0x800, 8, 0, 0x21] {
            common.extend(word.to_le_bytes());
        }
        for word in [crc.sum(), packed.len() as u32, bytes.len() as u32] {
            common.extend(word.to_le_bytes());
        }
        common.extend((name.len() as u16).to_le_bytes());
        common.extend(0_u16.to_le_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(name.as_bytes());
        out.extend(packed);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        // Comment, disk, attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = out.len() as u32;
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    for count in [members.len() as u16; 2] {
        out.extend(count.to_le_bytes());
    }
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend(0_u16.to_le_bytes());
    out
}

pub fn tar(members: &[(&str, &str)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, text) in members {
        let mut header = tar::Header::new_gnu();
        // Names that the builder refuses are written as they are.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder
            .append(&header, Cursor::new(text.as_bytes()))
            .unwrap();
    }
    builder.into_inner().unwrap()
}

fn jsonl(texts: &[Text]) -> Vec<u8> {
    let row = |text: &Text| {
        let row = serde_json::json!({"id": text.id, "title": text.title, "text": text.text});
        format!("{row}\n")
    };
    texts.iter().map(row).collect::<String>().into_bytes()
}

fn separated(texts: &[Text], separator: u8) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .delimiter(separator)
        .from_writer(Vec::new());
    writer.write_record(["title", "text", "id"]).unwrap();
    for text in texts {
        writer
            .write_record([&text.title, &text.text, &text.id])
            .unwrap();
    }
    writer.into_inner().unwrap()
}

fn batch(texts: &[Text]) -> arrow_array::RecordBatch {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};

    let column = |field: fn(&Text) -> &str| -> ArrayRef {
        Arc::new(
            texts
                .iter()
                .map(|text| Some(field(text)))
                .collect::<StringArray>(),
        )
    };
    let numbers: ArrayRef = Arc::new((0..texts.len() as i64).collect::<Int64Array>());
    RecordBatch::try_from_iter([
        ("number", numbers),
        ("text", column(|text| &text.text)),
        ("id", column(|text| &text.id)),
        ("title", column(|text| &text.title)),
    ])
    .unwrap()
}

/// A Parquet file of several row groups.
fn parquet(texts: &[Text]) -> Vec<u8> {
    use parquet::basic::Compression;
    use parquet::file::properties::WriterProperties;

    let batch = batch(texts);
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .build();
    let mut out = Vec::new();
    let schema = batch.schema();
    let mut writer =
        parquet::arrow::ArrowWriter::try_new(&mut out, schema, Some(properties)).unwrap();
    for start in (0..texts.len()).step_by(3) {
        writer
            .write(&batch.slice(start, 3.min(texts.len() - start)))
            .unwrap();
        writer.flush().unwrap();
    }
    writer.close().unwrap();
    out
}

/// Name and content of the corpus in every form; the ids of the documents end in those of the texts.
pub fn all_forms(texts: &[Text]) -> Vec<(String, Vec<u8>)> {
    let rows = jsonl(texts);
    let names: Vec<String> = texts
        .iter()
        .map(|text| format!("{}.txt", text.id))
        .collect();
    let files: Vec<(&str, &str)> = names
        .iter()
        .zip(texts)
        .map(|(name, text)| (name.as_str(), text.text.as_str()))
        .collect();
    let csv = separated(texts, b',');
    let packed: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|(name, text)| (format!("{name}.gz"), gzip(text.as_bytes())))
        .collect();
    let packed: Vec<(&str, Vec<u8>)> = packed
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.clone()))
        .collect();
    let mut all = vec![
        ("rows.jsonl", rows.clone()),
        ("rows.jsonl.gz", gzip(&rows)),
        ("rows.jsonl.zst", zstd(&rows)),
        ("rows.jsonl.bz2", bzip2(&rows)),
        ("rows.jsonl.xz", xz(&rows)),
        (
            "halves.jsonl.gz",
            [gzip(&rows[..100]), gzip(&rows[100..])].concat(),
        ),
        ("rows.csv", csv.clone()),
        ("semicolon.csv", separated(texts, b';')),
        ("rows.csv.zst", zstd(&csv)),
        ("rows.tsv", separated(texts, b'\t')),
        ("files.zip", zip(&files)),
        ("packed.zip", zip_of_bytes(&packed)),
        ("rows.zip", zip_of_bytes(&[("rows.jsonl.gz", gzip(&rows))])),
        ("files.tar", tar(&files)),
        ("files.tar.gz", gzip(&tar(&files))),
        ("files.tar.zst", zstd(&tar(&files))),
    ];
    all.extend([
        ("rows.parquet", parquet(texts)),
        ("rows.parquet.gz", gzip(&parquet(texts))),
        (
            "table.zip",
            zip_of_bytes(&[("rows.parquet", parquet(texts))]),
        ),
    ]);
    all.into_iter()
        .map(|(name, bytes)| (name.to_owned(), bytes))
        .collect()
}
