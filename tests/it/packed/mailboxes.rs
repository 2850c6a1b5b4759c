//! Mailboxes: whole, packed, and in an archive.

use shinglescope::corpus::read::{DocumentReader, again};
use shinglescope::settings::Reading;

use super::{forms, read_all};
use crate::support::Work;

const MAILBOX: &str = "From ada@example.org Mon May  6 10:00:00 2024\nFrom: Ada Brook <ada@example.org>\n\
    Subject: The mill\nDate: Mon, 6 May 2024 10:00:00 +0000\n\nThe mill stands on the river.\n\n\
    From bo@example.org Tue May  7 10:00:00 2024\nFrom: bo@example.org\nSubject: Again\n\n\
    Still it stands there.\n\n";

#[test]
fn a_mailbox_is_read_message_by_message_in_every_form() {
    let (work, reading) = (Work::new(), Reading::default());
    let zipped = [("d/mail.mbox", MAILBOX)];
    for (name, bytes, before) in [
        ("mail.mbox", MAILBOX.as_bytes().to_vec(), "mail.mbox"),
        (
            "mail.mbox.gz",
            forms::gzip(MAILBOX.as_bytes()),
            "mail.mbox.gz",
        ),
        (
            "mail.mbox.zst",
            forms::zstd(MAILBOX.as_bytes()),
            "mail.mbox.zst",
        ),
        ("a.zip", forms::zip(&zipped), "a.zip!/d/mail.mbox"),
        (
            "a.tar.gz",
            forms::gzip(&forms::tar(&zipped)),
            "a.tar.gz!/d/mail.mbox",
        ),
    ] {
        work.write(name, bytes);
        let path = work.corpus().join(name);
        let (documents, skipped) = read_all(&path, &reading);
        assert_eq!(skipped, [], "{name}");
        let ids: Vec<&str> = documents.iter().map(|d| d.row.id.as_str()).collect();
        assert_eq!(ids, [format!("{before}#1"), format!("{before}#2")]);
        let titles: Vec<&str> = documents.iter().map(|d| d.row.title.as_str()).collect();
        assert_eq!(titles, ["The mill", "Again"]);
        let authors: Vec<&str> = documents
            .iter()
            .filter_map(|d| d.author.as_deref())
            .collect();
        assert_eq!(authors, ["Ada Brook", "bo@example.org"]);
        assert_eq!(documents[0].text.trim(), "The mill stands on the river.");
        let mut in_order = DocumentReader::new(&reading);
        for document in &documents {
            let row = &document.row;
            let readers = [
                again(&row.id, &row.location, &reading),
                in_order.document(&row.id, &row.location),
            ];
            for again in readers {
                let again = again.unwrap_or_else(|reason| panic!("{}: {reason}", row.id));
                assert_eq!(
                    (&again.text, &again.row),
                    (&document.text, &with_times(&again.row, row))
                );
            }
        }
        std::fs::remove_file(path).unwrap();
    }
}

/// `row` with the time and stamp of `again`, because these are not set when a single document is read.
fn with_times(
    again: &shinglescope::corpus::DocumentRow,
    row: &shinglescope::corpus::DocumentRow,
) -> shinglescope::corpus::DocumentRow {
    shinglescope::corpus::DocumentRow {
        modified: again.modified,
        stamp: again.stamp,
        ..row.clone()
    }
}

#[test]
fn a_truncated_packed_mailbox_gives_its_complete_messages_and_a_reason() {
    let work = Work::new();
    let many = MAILBOX.repeat(2000);
    let packed = forms::zstd(many.as_bytes());
    work.write("cut.mbox.zst", &packed[..packed.len() - 5]);
    let (documents, skipped) = read_all(&work.corpus().join("cut.mbox.zst"), &Reading::default());
    assert!(
        !skipped.is_empty() && documents.len() > 100,
        "{} documents",
        documents.len()
    );
    assert!(documents.iter().all(|d| d.text.contains("stand")));
    let reason = skipped[0].reason.to_string();
    assert!(reason.contains("zstd"), "{reason}");
}
