//! Messages on standard error: a progress bar on a terminal or one line per quarter, and notes. Silent
//! with `--quiet`.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressStyle};

use crate::base::{lock, sanitise, units};
use crate::engine::Progress;
use crate::lab::sweep;

/// Whether the terminal cannot place the cursor.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Progress reports and notes of a command.
pub struct Talk {
    quiet: bool,
    bar: ProgressBar,
    /// In place of the bar: the job and the quarter reported last.
    steps: Option<Mutex<(&'static str, u64)>>,
    /// The job reported last, for the log.
    job: Mutex<&'static str>,
}

impl Talk {
    /// Prints unless `quiet`. Draws a bar on a terminal. With `calm`, or on a dumb terminal, prints a
    /// line for each quarter instead.
    pub fn new(quiet: bool, calm: bool) -> Self {
        let dumb = is_dumb();
        let terminal = !quiet && stderr().is_terminal();
        let bar = if !terminal || calm || dumb {
            ProgressBar::hidden()
        } else {
            let style = ProgressStyle::with_template("{prefix:>10} {bar:30} {msg}");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        };
        let steps = (terminal && (calm || dumb)).then(|| Mutex::new(("", 0)));
        let job = Mutex::new("");
        Talk {
            quiet,
            bar,
            steps,
            job,
        }
    }

    /// Prints a line for each new job and each quarter of it.
    fn tell_step(&self, work: &'static str, done: u64, total: u64) {
        let Some(steps) = &self.steps else { return };
        let mut told = lock(steps);
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

    /// Shows a progress sample.
    pub fn progress(&self, progress: &Progress) {
        let mut message = units::count(progress.done);
        if progress.total > 0 {
            message += &format!(" of {}", units::count(progress.total));
        }
        message += &format!(" · {}/s", units::count(progress.rate() as u64));
        if let Some(left) = progress.left() {
            message += &format!(" · {} left", units::duration(left));
        }
        let (done, total) = (progress.done, progress.total);
        self.show(progress.stage.name(), done, total, message);
    }

    /// Shows the progress of a job that consists of steps.
    pub fn working(&self, work: &'static str, what: &str, done: u64, total: u64) {
        let message = format!("{} of {total} · {what}", done + 1);
        self.show(work, done, total, message);
    }

    fn show(&self, work: &'static str, done: u64, total: u64, message: String) {
        self.tell_step(work, done, total);
        if std::mem::replace(&mut *lock(&self.job), work) != work {
            log::info!("{work}");
        }
        self.bar.set_prefix(work);
        self.bar.set_length(total.max(1));
        self.bar.set_position(done);
        self.bar.set_message(message);
    }

    /// Shows the progress of a sweep.
    pub fn swept(&self, progress: &sweep::SweepProgress) {
        /// Bar positions per block.
        const STEPS: f64 = 100.0;
        let done = ((progress.done as f64 + progress.share) * STEPS) as u64;
        let total = (progress.total as f64 * STEPS) as u64;
        let message = format!(
            "{} of {} · k {}",
            units::count(progress.done as u64),
            units::count(progress.total as u64),
            progress.block.k
        );
        self.show("sweeping", done, total, message);
    }

    /// Prints a sentence.
    pub fn say(&self, sentence: &str) {
        self.bar.finish_and_clear();
        log::info!("{sentence}");
        if !self.quiet {
            // Standard error may be closed, as in `2>&1 | head`; this is not a failure.
            let _ = writeln!(stderr(), "{}", sanitise::line(sentence));
        }
    }

    /// Removes the bar.
    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}
