//! Generated hostile files, each with its expected outcome.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::support::{Work, words};

/// The expected outcome of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    Read,
    /// Skipped, with these words in the reason.
    Skipped(&'static str),
    /// The outcome of each row of a file.
    Rows {
        read: usize,
        skipped: usize,
    },
}
pub use End::{Read, Rows, Skipped};

fn rows(read: usize, skipped: usize) -> End {
    Rows { read, skipped }
}

/// Control sequences that a terminal obeys, and characters that mislead its reader.
fn commands() -> String {
    [
        "\x1b[2J",
        "\x1b[31m",
        "\x1b[6n",
        "\x1b[?1049l",
        "\x1b]0;owned\x07",
        "\x1b]8;;http://x.invalid\x1b\\",
        "\x1b]52;c;aGk=\x07",
        "\x1bP+q544e\x1b\\",
        "\x1b_apc\x1b\\",
        "\x1b^pm\x1b\\",
        "\x1b[201~",
        "\x1bc",
        "\u{9b}31m",
        "\u{90}q\u{9c}",
        "\u{85}",
        "\x07",
        "\x08\x08",
        "\r",
        "\x0b\x0c",
        "\x7f",
        "\x0e\x0f",
        "\u{202e}desrever\u{202c}",
        "\u{2066}isolate\u{2069}",
        "\u{200b}\u{2060}\u{feff}",
        "\u{fe0f}",
        "\u{e0041}",
    ]
    .join(" word ")
}

pub fn plain(seed: u64) -> String {
    words(seed, 80).join(" ")
}

fn jsonl_of(text: &str) -> String {
    format!(
        "{{\"id\":1,\"text\":{}}}\n",
        serde_json::to_string(text).unwrap()
    )
}

/// Files: name, content and expected outcome.
fn files(large: usize) -> Vec<(Vec<u8>, Vec<u8>, End)> {
    let mut files: Vec<(Vec<u8>, Vec<u8>, End)> = Vec::new();
    let mut file =
        |name: &[u8], content: &[u8], end: End| files.push((name.to_vec(), content.to_vec(), end));
    // Encodings.
    file(
        b"invalid-utf8.txt",
        &[
            plain(1).as_bytes(),
            b" na\xefve \xff\xfe\xc3( ",
            "Grüße ".repeat(9).as_bytes(),
        ]
        .concat(),
        Read,
    );
    let units: Vec<u16> = plain(2).encode_utf16().collect();
    let le: Vec<u8> = units.iter().flat_map(|u| u.to_le_bytes()).collect();
    let be: Vec<u8> = units.iter().flat_map(|u| u.to_be_bytes()).collect();
    file(b"utf16-le-mark.txt", &[b"\xff\xfe", &le[..]].concat(), Read);
    file(b"utf16-be-mark.txt", &[b"\xfe\xff", &be[..]].concat(), Read);
    file(b"utf16-le.txt", &le, Skipped("iconv"));
    file(b"utf16-odd.txt", &le[..le.len() - 1], Skipped("iconv"));
    file(
        b"latin1.txt",
        b"Die Flut l\xe4uft zweimal t\xe4glich \xfcber das Watt zur\xfcck",
        Read,
    );
    file(
        b"windows-1252.txt",
        b"\x93Quoted\x94 \x96 caf\xe9 \x80 5 and more words to tell it by",
        Read,
    );
    file(b"nul.txt", b"text\0with a NUL", Skipped("binary"));
    file(
        b"late-nul.txt",
        &[plain(3).repeat(40).as_bytes(), b"\0\0 and on"].concat(),
        Read,
    );
    file(b"empty.txt", b"", Skipped("empty"));
    file(b"blank.txt", b" \n\t\r\n", Read);
    // Control sequences, in text and in names.
    file(b"commands.txt", commands().as_bytes(), Read);
    for (i, name) in [
        "esc\x1b[2J.txt",
        "osc\x1b]0;owned\x07.txt",
        "osc52\x1b]52;c;aGk=\x07.txt",
        "bell\x07.txt",
        "c1\u{9b}31m.txt",
        "bidi\u{202e}txt.exe",
        "line\nfeed.txt",
        "return\rhere.txt",
        "tab\there.txt",
        "del\x7f.txt",
        "-rf",
        "--help",
        " leading space",
        "$(reboot).txt",
        "`id`;rm *.txt",
        "quote'\".txt",
        "zero\u{200b}width.txt",
        "..\u{2028}.txt",
    ]
    .iter()
    .enumerate()
    {
        file(
            name.as_bytes(),
            [plain(100), commands(), i.to_string()].join(" ").as_bytes(),
            Read,
        );
    }
    file(b"not\xff\xfeutf8.txt", plain(101).as_bytes(), Read);
    // Scripts and characters.
    let scripts = "น้ำขึ้นวันละสองครั้ง المد يأتي مرتين في اليوم ज्वार दिन में दो बार आता है 潮は一日に二度満ちる 밀물은 하루에 두 번 온다 👩‍👩‍👧‍👦 🏳️‍🌈 ❤️ ";
    file(b"scripts.txt", scripts.repeat(20).as_bytes(), Read);
    file(
        b"marks.txt",
        format!("a{} b {}", "\u{301}".repeat(5_000), plain(4)).as_bytes(),
        Read,
    );
    file(
        b"variations.txt",
        "❤\u{fe0f}\u{fe0f}\u{fe0f}x\u{e0100}y \u{200d}\u{200d} "
            .repeat(200)
            .as_bytes(),
        Read,
    );
    file(
        b"homoglyphs.txt",
        plain(5)
            .replace('a', "\u{430}")
            .replace('o', "\u{43e}")
            .as_bytes(),
        Read,
    );
    file(b"long-word.txt", "x".repeat(1 << 20).as_bytes(), Read);
    file(b"long-line.txt", "word ".repeat(large / 5).as_bytes(), Read);
    // Pages.
    file(
        b"deep.html",
        format!("<html>{}deep{}", "<div><b>".repeat(4_000), plain(6)).as_bytes(),
        Read,
    );
    file(
        b"deeper.html",
        format!("<html>{}deep{}", "<div><b>".repeat(100_000), plain(6)).as_bytes(),
        Skipped("nested too deep"),
    );
    file(
        b"attribute.html",
        format!(
            "<html><p title=\"{}\">shown {}",
            "y".repeat(1 << 20),
            plain(7)
        )
        .as_bytes(),
        Read,
    );
    file(
        b"script.html",
        format!(
            "<html><script>alert('</p>')</script><p>{}<style>p{{}}",
            plain(8)
        )
        .as_bytes(),
        Read,
    );
    file(
        b"broken.html",
        b"<html><p <b a=<<< &#x110000; &#0; &notit; </ </p><![CDATA[x]]><!-- never closed",
        Read,
    );
    file(
        b"entities.html",
        "<html>&#27;[31mred&#7;&#155;&#x202e; "
            .repeat(50)
            .as_bytes(),
        Read,
    );
    // Rows.
    let deep = format!(
        "{{\"text\":\"x\",\"y\":{}{}}}\n",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    file(
        b"rows/deep.jsonl",
        &[deep.as_bytes(), jsonl_of(&plain(9)).as_bytes()].concat(),
        rows(2, 0),
    );
    file(
        b"rows/keys.jsonl",
        b"{\"text\":\"one two three four\",\"text\":\"five six seven eight\"}\n",
        rows(0, 1),
    );
    file(
        b"rows/surrogate.jsonl",
        b"{\"text\":\"lone \\ud800 here\"}\n{\"text\":\"a pair \\ud83d\\ude00 here and on\"}\n",
        rows(2, 0),
    );
    file(b"rows/number.jsonl", b"{\"id\":1e99999,\"text\":\"first of the rows\"}\n{\"id\":123456789012345678901234567890,\"text\":\"second of the rows\"}\n", rows(2, 0));
    file(
        b"rows/commands.jsonl",
        serde_json::json!({"id": commands(), "title": commands(), "text": commands()})
            .to_string()
            .as_bytes(),
        rows(1, 0),
    );
    file(
        b"rows/none.jsonl",
        b"not json\n[]\n{\"text\":5}\n{\"text\":null}\n{}\n\"x\"\n",
        rows(1, 5),
    );
    file(
        b"rows/invalid.jsonl",
        b"{\"text\":\"bytes \xff here and there\"}\n",
        rows(1, 0),
    );
    let long = format!(
        "{{\"text\":\"{}\"}}\n{}",
        "word ".repeat(large / 5),
        jsonl_of(&plain(10))
    );
    file(b"rows/long.jsonl", long.as_bytes(), rows(2, 0));
    // Files whose content does not match their name.
    file(
        b"compressed.txt",
        b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b\xcc\x06\0",
        Skipped("binary"),
    );
    file(
        b"archive.txt",
        b"PK\x03\x04\x14\0\0\0\x08\0",
        Skipped("binary"),
    );
    file(
        b"picture.txt",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        Skipped("binary"),
    );
    file(b"print.txt", b"%PDF-1.7\n1 0 obj", Skipped("binary"));
    files
}

/// Creates the folder. Returns the id and the expected outcome of each file.
pub fn make(work: &Work, large: usize) -> Vec<(String, End)> {
    let corpus = work.corpus();
    let mut made = Vec::new();
    for (name, content, end) in files(large) {
        let path = corpus.join(OsStr::from_bytes(&name));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        made.push((String::from_utf8_lossy(&name).into_owned(), end));
    }
    let link =
        |target: &str, name: &str| std::os::unix::fs::symlink(target, corpus.join(name)).unwrap();
    link(".", "loop");
    link("nowhere", "dangling");
    link("/dev/zero", "zero.txt");
    for name in ["loop", "dangling", "zero.txt"] {
        made.push((name.into(), Skipped("symbolic link")));
    }
    let fifo = std::process::Command::new("mkfifo")
        .arg(corpus.join("pipe.txt"))
        .status();
    assert!(fifo.unwrap().success());
    made.push(("pipe.txt".into(), Skipped("not a regular file")));
    drop(std::os::unix::net::UnixListener::bind(corpus.join("socket.txt")).unwrap());
    made.push(("socket.txt".into(), Skipped("not a regular file")));
    let mut deep = String::new();
    for _ in 0..300 {
        deep.push_str("d/");
    }
    deep.push_str("deep.txt");
    work.write(&deep, plain(11));
    made.push((deep, Read));
    let locked = corpus.join("locked.txt");
    std::fs::write(&locked, plain(12)).unwrap();
    std::fs::set_permissions(&locked, std::os::unix::fs::PermissionsExt::from_mode(0o0)).unwrap();
    // For root nothing is unreadable.
    let end = if std::fs::File::open(&locked).is_ok() {
        Read
    } else {
        Skipped("cannot be read")
    };
    made.push(("locked.txt".into(), end));
    made
}
