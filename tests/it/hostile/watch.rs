//! Checks terminal output against the sequences that the program has reason to send.

/// Terminal parser that records unexpected sequences.
#[derive(Default)]
struct Watch {
    wrong: Vec<String>,
}

impl vte::Perform for Watch {
    fn print(&mut self, c: char) {
        if c.is_control() || shinglescope::base::sanitise::mark(c).is_some() {
            self.wrong.push(format!("printed {c:?}"));
        }
    }

    fn execute(&mut self, byte: u8) {
        if !matches!(byte, b'\r' | b'\n') {
            self.wrong.push(format!("control {byte:#x}"));
        }
    }

    fn osc_dispatch(&mut self, parameters: &[&[u8]], _bell: bool) {
        // Only the question for the background colour.
        if parameters != [&b"11"[..], &b"?"[..]] {
            let text = String::from_utf8_lossy(parameters.last().copied().unwrap_or_default());
            self.wrong.push(format!("OSC {text:?}"));
        }
    }

    fn hook(&mut self, _: &vte::Params, _: &[u8], _: bool, action: char) {
        self.wrong.push(format!("DCS {action}"));
    }

    fn csi_dispatch(
        &mut self,
        parameters: &vte::Params,
        intermediates: &[u8],
        _ignore: bool,
        action: char,
    ) {
        // Colours and attributes, cursor positions, erasing, modes and the query of the cursor
        // shape.
        let is_allowed = matches!(
            action,
            'm' | 'H' | 'f' | 'A' | 'B' | 'C' | 'D' | 'G' | 'J' | 'K' | 'h' | 'l' | 'q' | 'u'
        );
        if !is_allowed {
            let parameters: Vec<u16> = parameters.iter().flatten().copied().collect();
            self.wrong
                .push(format!("CSI {parameters:?} {intermediates:?} {action}"));
        }
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], _ignore: bool, byte: u8) {
        if !matches!((intermediates, byte), ([], b'\\' | b'7' | b'8')) {
            self.wrong.push(format!("ESC {intermediates:?} {byte:#x}"));
        }
    }
}

/// Asserts that `raw`, the whole terminal output, contains no sequence that comes from a document.
pub fn assert_harmless(what: &str, raw: &[u8]) {
    let (mut parser, mut watch) = (vte::Parser::new(), Watch::default());
    parser.advance(&mut watch, raw);
    watch.wrong.dedup();
    assert!(
        watch.wrong.is_empty(),
        "{what}: {:?}",
        &watch.wrong[..watch.wrong.len().min(8)]
    );
}
