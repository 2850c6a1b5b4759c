//! The definition of a term in docs/methods/terms.md: its lines of Python give the same terms as the program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use shinglescope::settings::Normalisation;
use shinglescope::text::{Normaliser, term_text};

use crate::{brute, support};

/// Texts whose terms are hard to determine.
const HARD: &str = "ﬁnd the oﬃce ﬆone\nﻣﺮﺣﺒﺎ مرحبـــا مَرْحَبًا ﷺ\nＦｕｌｌ　Ｗｉｄｔｈ １２３ ｶﾞｷﾞ カﾞ ﾊﾟﾝ\nso\u{ad}ft hy\u{200b}phens \u{feff}mark\u{2060}ed\n\
    п'ять п’ять пʼять ʹ ʻ ˀ ׳ Ꞌꞌ ʹ\nΟΔΥΣΣΕΥΣ ΣΑΣ ΑΣ\u{301}Σ\nİstanbul ISTANBUL ıI\ncafe\u{301} a\u{323}\u{307} a\u{307}\u{323}\n\
    東京タワー3階 ー々〆ヶ か\u{3099}\nที่นี่ ພາສາລາວ ភាសាខ្មែរ မြန်မာဘာသာ\nहिन्दी में நாட்டின் বাংলা ക്ഷ\u{200d}\n각 \u{1100}\u{1161}\u{11a8} ﾡ\u{ffa0}\n\
    x² ½ Ⅷ ③ ٣ १२ 𝔘𝔫𝔦 𐐀𐐨 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩\u{200d}👩 a_b don't\n日\u{fe00}本 葛\u{e0100}城 \u{fb1d} שׁ יִ ﬠ\n";

fn of_program(text: &str) -> Vec<String> {
    let normaliser = Normaliser::new(&Normalisation::default()).unwrap();
    let terms = normaliser.terms(text);
    terms
        .iter()
        .map(|term| term_text(text, term, false))
        .collect()
}

/// The terms of `texts` by the Python code of the page; `None` if there is no Python with `regex`.
fn of_page(texts: &[String]) -> Option<Vec<Vec<String>>> {
    let page = include_str!("../../docs/methods/terms.md");
    let (_, code) = page.split_once("```python\n").unwrap();
    let (code, _) = code.split_once("```").unwrap();
    let ends =
        "import json, sys\njson.dump([terms(text) for text in json.load(sys.stdin)], sys.stdout)\n";
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/target/notebook/bin/python");
    let has_regex = |python: &&str| {
        let ran = Command::new(python).args(["-c", "import regex"]).output();
        ran.is_ok_and(|ran| ran.status.success())
    };
    let python = [built, "python3"].into_iter().find(has_regex)?;
    let mut child = Command::new(python)
        .args(["-X", "utf8", "-c", &[code, ends].concat()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = serde_json::to_vec(texts).unwrap();
    child.stdin.take().unwrap().write_all(&input).unwrap();
    let output = child.wait_with_output().unwrap();
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn the_page_the_oracle_and_the_program_have_the_same_terms() {
    let mut texts: Vec<String> = HARD.lines().map(str::to_owned).collect();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo-corpus");
    texts.extend(
        brute::demo_documents(&demo)
            .into_iter()
            .map(|(_, text)| text),
    );
    let of_program: Vec<_> = texts.iter().map(|text| of_program(text)).collect();
    for (text, program) in texts.iter().zip(&of_program) {
        assert_eq!(
            &brute::terms(text),
            program,
            "{}",
            &text[..text.floor_char_boundary(60)]
        );
    }
    let Some(of_page) = of_page(&texts) else {
        return support::skip("regex", "no python3 with the package regex");
    };
    for ((text, program), page) in texts.iter().zip(&of_program).zip(&of_page) {
        assert_eq!(page, program, "{}", &text[..text.floor_char_boundary(60)]);
    }
}
