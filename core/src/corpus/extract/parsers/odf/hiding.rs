//! Which text the paragraphs and spans around it hide.

/// Text that is hidden or shown, as the paragraphs and spans around it say.
#[derive(Default)]
pub(super) struct Hiding {
    /// Of each that is open, whether it hides its text.
    pub open: Vec<bool>,
    /// Whether the hidden text at hand has been counted.
    is_counted: bool,
}

impl Hiding {
    pub fn hides(&self) -> bool {
        self.open.last().is_some_and(|hides| *hides)
    }

    pub fn begin(&mut self, hides: bool) {
        self.is_counted &= self.hides() && hides;
        self.open.push(hides);
    }

    /// Whether text is shown; the first of each hidden run counts.
    pub fn shows(&mut self, text: &str, hidden: &mut u32) -> bool {
        if self.hides() && !text.trim().is_empty() && !std::mem::replace(&mut self.is_counted, true)
        {
            *hidden += 1;
        }
        !self.hides()
    }
}
