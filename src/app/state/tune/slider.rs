//! A slider: the threshold, or a row of the table of settings.

use crate::app::choices::{self, Field, ROWS, Row};
use crate::engine::AnalysisConfig;
use crate::typeset::figures;

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Slider {
    /// The threshold.
    #[default]
    Threshold,
    /// A setting.
    Field(Field),
}

impl Slider {
    /// All that have something to say in `choice`.
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

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().map_or("threshold", |row| row.name)
    }

    /// The heading it stands under.
    #[must_use]
    pub fn group(self) -> &'static str {
        self.row().map_or("Finding", |row| row.group)
    }

    /// What it does, in a sentence, and where that comes from.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.row().map_or(
            "Two documents at or above it are near-duplicates: a pair, and so in one cluster. [Broder 1997]",
            |row| row.about,
        )
    }

    /// Its value; of one that is left to the program, what the program takes too.
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

    /// Where in its range the value stands, 0..=1.
    #[must_use]
    pub fn place(self, choice: &AnalysisConfig, threshold: f64) -> f64 {
        match self {
            Slider::Threshold => threshold,
            Slider::Field(field) => field.place(choice, threshold),
        }
    }

    /// Whether its values are more and less of something.
    #[must_use]
    pub fn ordered(self) -> bool {
        match self {
            Slider::Threshold => true,
            Slider::Field(field) => field.ordered(),
        }
    }

    /// Whether its value can be typed.
    #[must_use]
    pub fn typed(self) -> bool {
        match self {
            Slider::Threshold => true,
            Slider::Field(field) => field.typed(),
        }
    }

    /// Whether `c` can be part of what is typed.
    #[must_use]
    pub fn takes(self, c: char) -> bool {
        match self {
            Slider::Threshold => c.is_ascii_digit() || matches!(c, '.' | ',' | '%'),
            Slider::Field(field) => field.takes(c),
        }
    }

    /// An example of what can be typed.
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
