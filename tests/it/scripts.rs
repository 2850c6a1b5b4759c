//! Texts of many scripts in the cells of a terminal: nothing is lost, shifted or left behind, whether the terminal gives
//! a spacing vowel sign a column of its own, as most do, or joins it to its consonant.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::widgets::{Clear, Widget};
use ratatui::{Terminal, TerminalOptions, Viewport};
use regex::Regex;
use shinglescope::base::width::plain;
use shinglescope::term::painter::Painter;
use shinglescope::ui::theme::{Depth, Theme};
use shinglescope::ui::widgets::paint;
use shinglescope::ui::widgets::panel::PanelFrame;
use unicode_segmentation::UnicodeSegmentation;

use crate::support::Work;
use crate::support::pty::{PATIENCE, Pty};

/// Sentences with what makes each script difficult: vowel signs, conjuncts, marks, joined signs.
const TEXTS: [(&str, &str); 14] = [
    (
        "Tamil",
        "காலையில் வானவில் தோன்றியது குழந்தைகள் பூங்காவில் விளையாடினார்கள் கொக்கு பௌர்ணமி",
    ),
    (
        "Hindi",
        "शिक्षक ने कक्षा में नया पाठ समझाया किसान झील के किनारे गेहूँ बोता है",
    ),
    (
        "Bengali",
        "নদীর ধারে কৌতূহলী ছেলেরা গান গায় আর বাংলা ভাষায় গল্প শোনে নস্যাত্ \u{200d}করে",
    ),
    ("Kannada", "ಕೀಲಿ ಕೈಯಲ್ಲಿ ಹಿಡಿದು ಕೋಣೆಯ ಬಾಗಿಲು ತೆರೆದನು ನದಿಯ ಮೇಲೆ ಸೇತುವೆ"),
    (
        "Malayalam",
        "കാലത്ത് മഴ പെയ്തു കുട്ടികൾ കളിച്ചു അവന്റെ കൈയിൽ പൊൻ മോതിരം",
    ),
    ("Sinhala", "ගෙවත්තේ මල් පිපී ඇත ශ්‍රී ලංකාවේ කෑම රසයි"),
    ("Burmese", "မြန်မာ ဘာသာ စကား ကို လေ့လာ ကြသည် ကျောင်းသား များ"),
    ("Khmer", "ក្មេង ៗ លេង នៅ ក្រោម ដើម ឈើ ស្ត្រី ធ្វើ ម្ហូប"),
    ("Thai", "เด็ก ๆ ดื่ม น้ำ และ กำลัง ทำ การบ้าน ที่ โต๊ะ"),
    ("Lao", "ນ້ຳ ໃນ ແມ່ນ້ຳ ໃສ ຄຳ ເວົ້າ"),
    ("Arabic", "السلام على الأولاد الذين يلعبون لا إله وَلَدٌ صَغِير"),
    (
        "Korean",
        "한국어 사전 \u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af} 아침에 비가 왔다",
    ),
    ("Chinese", "早上下雨 了 孩子們 在 公園裡 玩"),
    (
        "Signs",
        "flag 🇩🇪 and 🇫🇷 heart ❤\u{fe0f} key 1\u{fe0f}\u{20e3} family 👨\u{200d}👩\u{200d}👧 thumbs 👍🏽 alarm ⚠\u{fe0f} end",
    ),
];

/// A terminal that gives each code point its columns, as wcwidth of the C library does.
struct Counting {
    /// The content of each cell; empty for the second cell of a wide character.
    rows: Vec<Vec<String>>,
    at: (usize, usize),
    /// Columns of a spacing mark: 1, or 0 in terminals that join it to the previous cell. With 1, the terminal joins
    /// the character after a zero-width joiner instead, as tmux does.
    spacing: usize,
}

impl Counting {
    fn new(columns: u16, rows: u16, spacing: usize) -> Self {
        Counting {
            rows: vec![vec![" ".to_owned(); columns.into()]; rows.into()],
            at: (0, 0),
            spacing,
        }
    }

    fn reads(&mut self, bytes: &[u8]) {
        vte::Parser::new().advance(self, bytes);
    }

    fn columns(&self, c: char) -> usize {
        static JOINED: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"[\p{Mn}\p{Me}\p{Cf}\x{1160}-\x{11ff}\x{d7b0}-\x{d7ff}]").unwrap()
        });
        static SPACING: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\p{Mc}").unwrap());
        let mut buffer = [0; 4];
        let text: &str = c.encode_utf8(&mut buffer);
        match u32::from(c) {
            _ if JOINED.is_match(text) => 0,
            _ if SPACING.is_match(text) => self.spacing,
            0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 2,
            0xfe30..=0xfe6f | 0xff01..=0xff60 | 0x1f300..=0x1f64f | 0x20000..=0x3fffd => 2,
            _ => 1,
        }
    }
}

impl vte::Perform for Counting {
    fn print(&mut self, c: char) {
        let width = self.columns(c);
        let (x, y) = self.at;
        let row = &mut self.rows[y];
        let before = row[..x].iter_mut().rfind(|cell| !cell.is_empty());
        let joins = |cell: &String| self.spacing == 1 && cell.ends_with('\u{200d}');
        if width == 0 || before.as_deref().is_some_and(joins) {
            if let Some(before) = before {
                before.push(c);
            }
            return;
        }
        assert!(x + width <= row.len(), "{c:?} in column {x} of row {y}");
        // A wide character that is half overwritten becomes a space.
        if row[x].is_empty() {
            row[x - 1] = " ".to_owned();
        }
        if row.get(x + width).is_some_and(String::is_empty) {
            row[x + width] = " ".to_owned();
        }
        row[x] = c.to_string();
        row[x + 1..x + width].fill(String::new());
        self.at.0 += width;
    }

    fn csi_dispatch(&mut self, parameters: &vte::Params, _: &[u8], _: bool, action: char) {
        let mut numbers = parameters.iter().map(|p| usize::from(p[0]));
        match action {
            'H' => {
                let mut number = || numbers.next().unwrap_or(1).max(1) - 1;
                let row = number();
                self.at = (number(), row);
            }
            'J' => self
                .rows
                .iter_mut()
                .flatten()
                .for_each(|cell| *cell = " ".to_owned()),
            _ => {}
        }
    }
}

/// Output shared by the painter and the test.
#[derive(Clone, Default)]
struct Sent(Rc<RefCell<Vec<u8>>>);

impl Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Asserts that the terminal shows each grapheme cluster of the buffer in its columns, and nothing else.
fn assert_shown(buffer: &Buffer, terminal: &Counting) {
    let width = usize::from(buffer.area.width);
    for (y, cells) in buffer.content.chunks(width).enumerate() {
        let mut x = 0;
        while x < width {
            let columns = match cells[x].diff_option {
                CellDiffOption::ForcedWidth(columns) => usize::from(columns.get()),
                _ => 1,
            };
            let shown = terminal.rows[y][x..x + columns].concat();
            assert_eq!(
                shown.trim_end(),
                cells[x].symbol().trim_end(),
                "column {x} of {:?}",
                terminal.rows[y].concat()
            );
            x += columns;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn a_terminal_shows_each_frame_whatever_was_there_before(
        frames in proptest::collection::vec(
            proptest::collection::vec((0..TEXTS.len(), 0u16..30, 0u16..6, 0usize..8, any::<bool>()), 1..8),
            1..6,
        ),
        dialog in (0u16..30, 0u16..3),
    ) {
        for spacing in [1, 0] {
            let area = Rect::new(0, 0, 40, 6);
            let sent = Sent::default();
            let options = TerminalOptions { viewport: Viewport::Fixed(area) };
            let painter = Painter::new(sent.clone(), Depth::Sixteen);
            let mut terminal = Terminal::with_options(painter, options).unwrap();
            let mut screen = Counting::new(area.width, area.height, spacing);
            for (i, frame) in frames.iter().enumerate() {
                let drawn = terminal.draw(|out| {
                    let buffer = out.buffer_mut();
                    for (text, x, y, from, coloured) in frame {
                        let text: String = TEXTS[*text].1.split_inclusive(' ').skip(*from).collect();
                        let background = if *coloured { Color::Blue } else { Color::Reset };
                        paint::words(buffer, *x, *y, area.width - x, &text, Style::new().bg(background));
                    }
                    if i % 2 == 1 {
                        let area_of_panel = Rect::new(dialog.0, dialog.1, 10, 3);
                        Clear.render(area_of_panel, buffer);
                        let theme = Theme::new(Depth::Sixteen, false);
                        PanelFrame::default().draw(buffer, area_of_panel, &theme, theme.glyphs());
                    }
                    paint::settle(buffer);
                }).unwrap();
                screen.reads(&sent.0.take());
                assert_shown(drawn.buffer, &screen);
            }
        }
    }
}

/// The program, and its screen.
struct Shown {
    pty: Pty,
    screen: Counting,
    read: usize,
}

impl Shown {
    /// Presses keys and waits until `seen` is true for the text of the screen without its spaces.
    fn press(&mut self, keys: &str, seen: impl Fn(&str) -> bool) {
        self.pty.press(keys);
        let begun = Instant::now();
        loop {
            self.screen.reads(&self.pty.raw[self.read..]);
            self.read = self.pty.raw.len();
            let rows: Vec<String> = self.screen.rows.iter().map(|row| row.concat()).collect();
            if seen(&rows.concat().replace(' ', "")) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{keys:?}:\n{}", rows.join("\n"));
            self.pty.idle(Duration::from_millis(50));
        }
    }

    /// Asserts that the rows of panels have their borders in these columns.
    fn assert_borders(&self, columns: &[usize]) {
        let rows = self.screen.rows.iter().filter(|row| row[0] == "│");
        for row in rows {
            let straight = columns.iter().all(|x| ["│", "┃"].contains(&&*row[*x]));
            assert!(straight, "{}", row.concat());
        }
    }
}

#[test]
fn the_screens_show_every_word_and_straight_borders() {
    let one = TEXTS.map(|(_, text)| text).join("\n");
    let two = one.replace("குழந்தைகள்", "சிறுவர்கள்").replace("झील", "तालाब");
    let shown = |cluster| plain(cluster).into_owned();
    let words: Vec<String> = one
        .split_whitespace()
        .map(|word| word.graphemes(true).map(shown).collect())
        .collect();
    let work = Work::new();
    work.write("one.txt", &one).write("two.txt", two);
    let corpus = work.corpus();
    let args = [corpus.to_str().unwrap(), "--in-memory", "-t", ".2"];
    for spacing in [1, 0] {
        let mut shown = Shown {
            pty: Pty::start(&args, 100, 36, &[]),
            screen: Counting::new(100, 36, spacing),
            read: 0,
        };
        shown.press("", |rows| rows.contains("Clusters1"));
        shown.press("\r", |rows| words.iter().all(|word| rows.contains(word)));
        shown.press("\r", |rows| {
            ["குழந்தைகள்", "சிறுவர்கள்", "झील", "तालाब"]
                .iter()
                .all(|word| rows.contains(word))
        });
        shown.assert_borders(&[50]);
    }
}
