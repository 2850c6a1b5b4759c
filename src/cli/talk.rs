//! Talk on standard error: a progress bar on a terminal, sentences otherwise, silence when asked.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

use crate::base::{sanitise, units};
use crate::engine::Progress;
use crate::lab::sweep;

/// Says how a command gets on.
pub struct Talk {
    quiet: bool,
    bar: ProgressBar,
}

impl Talk {
    /// Speaks unless `quiet`; draws a bar only on a terminal.
    #[must_use]
    pub fn new(quiet: bool) -> Self {
        let bar = if quiet || !stderr().is_terminal() {
            ProgressBar::hidden()
        } else {
            let style = ProgressStyle::with_template("{prefix:>10} {bar:30} {msg}");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        };
        Talk { quiet, bar }
    }

    /// Shows a sample of the work's state.
    pub fn progress(&self, progress: &Progress) {
        self.bar.set_prefix(progress.stage.name());
        self.bar.set_length(progress.total.max(1));
        self.bar.set_position(progress.done);
        let mut message = units::count(progress.done);
        if progress.total > 0 {
            message += &format!(" of {}", units::count(progress.total));
        }
        message += &format!(" · {}/s", units::count(progress.rate() as u64));
        if let Some(left) = progress.left() {
            message += &format!(" · {} left", units::duration(left));
        }
        self.bar.set_message(message);
    }

    /// Shows how far a proof is.
    pub fn step(&self, what: &str, done: u64, total: u64) {
        self.working("verifying", what, done, total);
    }

    /// Shows how far work in steps is.
    pub fn working(&self, work: &'static str, what: &str, done: u64, total: u64) {
        self.bar.set_prefix(work);
        self.bar.set_length(total.max(1));
        self.bar.set_position(done);
        self.bar
            .set_message(format!("{} of {total} · {what}", done + 1));
    }

    /// Shows how far a sweep is.
    pub fn swept(&self, progress: &sweep::Progress) {
        /// Steps of the bar for each block.
        const STEPS: f64 = 100.0;
        self.bar.set_prefix("sweeping");
        self.bar.set_length((progress.total as f64 * STEPS) as u64);
        let done = progress.done as f64 + progress.share;
        self.bar.set_position((done * STEPS) as u64);
        let block = progress.block;
        self.bar.set_message(format!(
            "{} of {} · k {}",
            units::count(progress.done as u64),
            units::count(progress.total as u64),
            block.k
        ));
    }

    /// Says a sentence.
    pub fn say(&self, sentence: &str) {
        self.bar.finish_and_clear();
        if !self.quiet {
            eprintln!("{}", sanitise::line(sentence));
        }
    }

    /// Takes the bar away.
    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}
