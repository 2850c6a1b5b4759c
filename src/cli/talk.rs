//! Talk on standard error: a progress bar on a terminal, or its quarters line by line; sentences
//! otherwise; silence when asked.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use crate::base::{sanitise, units};
use crate::engine::Progress;
use crate::lab::sweep;

/// Says how a command gets on.
pub struct Talk {
    quiet: bool,
    bar: ProgressBar,
    /// In place of the bar: the work and the quarter of it that were told last.
    steps: Option<Mutex<(&'static str, u64)>>,
}

impl Talk {
    /// Speaks unless `quiet`. On a terminal it draws a bar; with `calm`, or where nothing can be drawn
    /// over, it tells each quarter in a line of its own.
    #[must_use]
    pub fn new(quiet: bool, calm: bool) -> Self {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let terminal = !quiet && stderr().is_terminal();
        let bar = if !terminal || calm || dumb {
            ProgressBar::hidden()
        } else {
            let style = ProgressStyle::with_template("{prefix:>10} {bar:30} {msg}");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        };
        let steps = (terminal && (calm || dumb)).then(|| Mutex::new(("", 0)));
        Talk { quiet, bar, steps }
    }

    /// Tells of the work where it is new, and of each quarter of it.
    fn tell_step(&self, work: &'static str, done: u64, total: u64) {
        let Some(steps) = &self.steps else { return };
        let mut told = steps.lock().unwrap_or_else(PoisonError::into_inner);
        let quarter = (done * 4).checked_div(total).unwrap_or(0).min(4);
        if *told != (work, quarter) && (told.0 != work || quarter > told.1) {
            *told = (work, quarter);
            let share = match quarter {
                0 => String::new(),
                quarter => format!(": {} %", quarter * 25),
            };
            let _ = writeln!(stderr(), "{work}{share}");
        }
    }

    /// Shows a sample of the work's state.
    pub fn progress(&self, progress: &Progress) {
        self.tell_step(progress.stage.name(), progress.done, progress.total);
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
        self.tell_step(work, done, total);
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
        self.tell_step("sweeping", progress.done as u64, progress.total as u64);
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
            // Nobody may be left to hear it: `2>&1 | head` is no failure.
            let _ = writeln!(stderr(), "{}", sanitise::line(sentence));
        }
    }

    /// Takes the bar away.
    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}
