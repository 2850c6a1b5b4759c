//! The counters of this process, for measuring what methods cost.

use crate::base::process;
use crate::lab::assessment::Meter;

/// The counters of this process, for the assessment of methods.
pub struct Process;

impl Meter for Process {
    fn cpu_seconds(&self) -> f64 {
        process::cpu_seconds()
    }
}
