//! What a proof is asked for.

use crate::candidates::{Method, MethodConfig};

/// What is to be proved.
#[derive(Clone, Debug)]
pub struct Question {
    /// The methods to try.
    pub methods: Vec<Method>,
    /// What is set about them; which of them it names does not matter.
    pub method_config: MethodConfig,
    /// Exact similarity at and above which a pair is a true one.
    pub threshold: f64,
}
