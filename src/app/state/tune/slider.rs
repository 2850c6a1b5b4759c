//! Sliders of the Tune screen: the threshold, or a row of the settings table.

use crate::app::choices::{self, Field, ROWS, Row};
use crate::engine::AnalysisConfig;
use crate::typeset::figures;

/// A slider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slider {
    /// The similarity threshold.
    #[default]
    Threshold,
    /// A setting.
    Field(Field),
}

impl Slider {
    /// All sliders relevant in `choice`, the threshold first.
    #[must_use]
    pub fn all(choice: &AnalysisConfig) -> Vec<Slider> {
        let rows = choices::shown(choice).into_iter();
        let fields = rows.map(|row| Slider::Field(row.field));
        std::iter::once(Slider::Threshold).chain(fields).collect()
    }

    fn row(self) -> Option<&'static Row> {
        match self {
            Slider::Threshold => None,
            Slider::Field(field) => ROWS.iter().find(|row| row.field == field),
        }
    }

    /// Display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().map_or("threshold", |row| row.name)
    }

    /// Heading of its group.
    #[must_use]
    pub fn group(self) -> &'static str {
        self.row().map_or("Finding", |row| row.group)
    }

    /// One-sentence description with its source.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.row().map_or(
            "Two documents at or above it are near-duplicates: a pair, and so in one cluster. [Broder 1997]",
            |row| row.about,
        )
    }

    /// Current value; if it is automatic, followed by the value in effect.
    #[must_use]
    pub fn value(self, choice: &AnalysisConfig, threshold: f64) -> String {
        match self {
            Slider::Threshold => figures::threshold(threshold),
            Slider::Field(field) => match field.automatic(choice, threshold) {
                Some(taken) => format!("{} {taken}", field.value(choice)),
                None => field.value(choice),
            },
        }
    }

    /// Position of the current value in its range, 0..=1.
    #[must_use]
    pub fn place(self, choice: &AnalysisConfig, threshold: f64) -> f64 {
        match self {
            Slider::Threshold => threshold,
            Slider::Field(field) => field.place(choice, threshold),
        }
    }

    /// Whether the values are ordered numbers rather than names.
    #[must_use]
    pub fn ordered(self) -> bool {
        match self {
            Slider::Threshold => true,
            Slider::Field(field) => field.ordered(),
        }
    }

    /// Whether a value can be typed.
    #[must_use]
    pub fn typed(self) -> bool {
        match self {
            Slider::Threshold => true,
            Slider::Field(field) => field.typed(),
        }
    }

    /// Whether `c` can be part of a typed value.
    #[must_use]
    pub fn takes(self, c: char) -> bool {
        match self {
            Slider::Threshold => c.is_ascii_digit() || matches!(c, '.' | ',' | '%'),
            Slider::Field(field) => field.takes(c),
        }
    }

    /// Hint on what can be typed; empty if nothing can.
    #[must_use]
    pub fn example(self) -> &'static str {
        match self {
            Slider::Threshold => "type one like 0.85 or 85%",
            Slider::Field(Field::Bands) => "type them like 20x10, or auto",
            Slider::Field(Field::Passage) => "type a number, or auto",
            Slider::Field(field) if field.typed() => "type a number",
            Slider::Field(_) => "",
        }
    }
}
