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
    /// The numbers of rows of a file that are read and skipped.
    Rows(usize, usize),
}
pub use End::{Read, Rows, Skipped};

/// Control sequences that a terminal executes, and characters that mislead a reader.
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
    serde_json::json!({"id": 1, "text": text}).to_string() + "\n"
}

/// A file: name, content and expected outcome.
type File = (Vec<u8>, Vec<u8>, End);

fn file(name: impl AsRef<[u8]>, content: impl AsRef<[u8]>, end: End) -> File {
    (name.as_ref().to_vec(), content.as_ref().to_vec(), end)
}

/// Text in several encodings, and bytes in no encoding.
fn encodings() -> Vec<File> {
    let german = "Grüße ".repeat(9);
    let invalid = [
        plain(1).as_bytes(),
        b" na\xefve \xff\xfe\xc3( ",
        german.as_bytes(),
    ]
    .concat();
    let units: Vec<u16> = plain(2).encode_utf16().collect();
    let le: Vec<u8> = units.iter().flat_map(|u| u.to_le_bytes()).collect();
    let be: Vec<u8> = units.iter().flat_map(|u| u.to_be_bytes()).collect();
    let latin = b"Die Flut l\xe4uft zweimal t\xe4glich \xfcber das Watt zur\xfcck";
    let windows = b"\x93Quoted\x94 \x96 caf\xe9 \x80 5 and more words to tell it by";
    let late = plain(3).repeat(40) + "\0\0 and on";
    vec![
        file("invalid-utf8.txt", invalid, Read),
        file("utf16-le-mark.txt", [b"\xff\xfe", &le[..]].concat(), Read),
        file("utf16-be-mark.txt", [b"\xfe\xff", &be[..]].concat(), Read),
        file("utf16-le.txt", &le, Skipped("iconv")),
        file("utf16-odd.txt", &le[..le.len() - 1], Skipped("iconv")),
        file("latin1.txt", latin, Read),
        file("windows-1252.txt", windows, Read),
        file("nul.txt", b"text\0with a NUL", Skipped("binary")),
        file("late-nul.txt", late, Read),
        file("empty.txt", b"", Skipped("empty")),
        file("blank.txt", b" \n\t\r\n", Read),
    ]
}

/// Names that a terminal, a shell or a command may execute, and names that mislead a reader.
const NAMES: [&str; 18] = [
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
];

/// Control sequences in texts and names, and unusual scripts and characters.
fn characters(large: usize) -> Vec<File> {
    let named = NAMES.iter().enumerate().map(|(i, name)| {
        let text = [plain(100), commands(), i.to_string()].join(" ");
        file(name, text, Read)
    });
    let scripts = "น้ำขึ้นวันละสองครั้ง المد يأتي مرتين في اليوم ज्वार दिन में दो बार आता है 潮は一日に二度満ちる 밀물은 하루에 두 번 온다 👩‍👩‍👧‍👦 🏳️‍🌈 ❤️ ";
    let marks = format!("a{} b {}", "\u{301}".repeat(5_000), plain(4));
    let variations = "❤\u{fe0f}\u{fe0f}\u{fe0f}x\u{e0100}y \u{200d}\u{200d} ";
    let alike = plain(5).replace('a', "\u{430}").replace('o', "\u{43e}");
    let others = [
        file("commands.txt", commands(), Read),
        file(b"not\xff\xfeutf8.txt", plain(101), Read),
        file("scripts.txt", scripts.repeat(20), Read),
        file("marks.txt", marks, Read),
        file("variations.txt", variations.repeat(200), Read),
        file("homoglyphs.txt", alike, Read),
        file("long-word.txt", "x".repeat(1 << 20), Read),
        file("long-line.txt", "word ".repeat(large / 5), Read),
    ];
    named.chain(others).collect()
}

fn pages() -> Vec<File> {
    let nested = |depth, seed| {
        let tags = "<div><b>".repeat(depth);
        format!("<html>{tags}deep{}", plain(seed))
    };
    let title = "y".repeat(1 << 20);
    let attribute = format!("<html><p title=\"{title}\">shown {}", plain(7));
    let script = "<html><script>alert('</p>')</script><p>".to_owned() + &plain(8) + "<style>p{}";
    let broken = "<html><p <b a=<<< &#x110000; &#0; &notit; </ </p><![CDATA[x]]><!-- never closed";
    let entities = "<html>&#27;[31mred&#7;&#155;&#x202e; ".repeat(50);
    let too_deep = Skipped("nested too deep");
    vec![
        file("deep.html", nested(4_000, 6), Read),
        file("deeper.html", nested(100_000, 6), too_deep),
        file("attribute.html", attribute, Read),
        file("script.html", script, Read),
        file("broken.html", broken, Read),
        file("entities.html", entities, Read),
    ]
}

/// Files of rows, with the numbers of those that are read and skipped.
fn tables(large: usize) -> Vec<File> {
    let brackets = "[".repeat(100_000) + &"]".repeat(100_000);
    let deep = format!("{{\"text\":\"x\",\"y\":{brackets}}}\n");
    let all = commands();
    let obeyed = serde_json::json!({"id": all, "title": all, "text": all}).to_string();
    let long = format!("{{\"text\":\"{}\"}}\n", "word ".repeat(large / 5));
    let keys = "{\"text\":\"one two three four\",\"text\":\"five six seven eight\"}\n";
    let surrogate =
        "{\"text\":\"lone \\ud800 here\"}\n{\"text\":\"a pair \\ud83d\\ude00 here and on\"}\n";
    let number = "{\"id\":1e99999,\"text\":\"first of the rows\"}\n{\"id\":123456789012345678901234567890,\"text\":\"second of the rows\"}\n";
    let none = "not json\n[]\n{\"text\":5}\n{\"text\":null}\n{}\n\"x\"\n";
    let invalid = b"{\"text\":\"bytes \xff here and there\"}\n";
    let files: [(&str, Vec<u8>, usize, usize); 8] = [
        ("deep", (deep + &jsonl_of(&plain(9))).into(), 2, 0),
        ("keys", keys.into(), 0, 1),
        ("surrogate", surrogate.into(), 2, 0),
        ("number", number.into(), 2, 0),
        ("commands", obeyed.into(), 1, 0),
        ("none", none.into(), 1, 5),
        ("invalid", invalid.to_vec(), 1, 0),
        ("long", (long + &jsonl_of(&plain(10))).into(), 2, 0),
    ];
    let named = files.into_iter().map(|(name, content, read, skipped)| {
        let name = format!("rows/{name}.jsonl");
        file(name, content, Rows(read, skipped))
    });
    named.collect()
}

/// Files whose content does not match their name.
fn misnamed() -> Vec<File> {
    let zipped = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b\xcc\x06\0";
    let files: [(&str, &[u8]); 4] = [
        ("compressed.txt", zipped),
        ("archive.txt", b"PK\x03\x04\x14\0\0\0\x08\0"),
        ("picture.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("print.txt", b"%PDF-1.7\n1 0 obj"),
    ];
    files
        .map(|(name, content)| file(name, content, Skipped("binary")))
        .into()
}

/// Creates the folder. Returns the id and the expected outcome of each file.
pub fn make(work: &Work, large: usize) -> Vec<(String, End)> {
    let corpus = work.corpus();
    let mut made = Vec::new();
    let files = [
        encodings(),
        characters(large),
        pages(),
        tables(large),
        misnamed(),
    ];
    for (name, content, end) in files.concat() {
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
    let deep = "d/".repeat(300) + "deep.txt";
    work.write(&deep, plain(11));
    made.push((deep, Read));
    let locked = corpus.join("locked.txt");
    std::fs::write(&locked, plain(12)).unwrap();
    std::fs::set_permissions(&locked, std::os::unix::fs::PermissionsExt::from_mode(0o0)).unwrap();
    // Root can read every file.
    let end = if std::fs::File::open(&locked).is_ok() {
        Read
    } else {
        Skipped("cannot be read")
    };
    made.push(("locked.txt".into(), end));
    made
}
