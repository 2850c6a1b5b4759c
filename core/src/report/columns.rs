//! The columns of the tables that `tune`, `sweep` and `verify` write: a name means one thing and has one type in all of
//! them. docs/columns.md is generated from this table.

use arrow_schema::DataType;

/// The type of a column, independent of its values. Any cell may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Text.
    Text,
    /// A whole number.
    Count,
    /// A number with a fraction.
    Number,
}

/// A column: name, type, and meaning with the unit.
pub struct ColumnMeaning(pub &'static str, pub ColumnType, pub &'static str);

/// All columns, in the order of their names.
#[rustfmt::skip]
pub static COLUMNS: &[ColumnMeaning] = {
    use ColumnMeaning as C;
    use ColumnType::{Count, Number, Text};
    &[
        C("a", Text, "id of the first document of a pair"),
        C("all_documents", Count, "documents of the corpus"),
        C("area", Number, "area under the ROC curve"),
        C("area_behind_high", Number, "upper end of the 95 % interval of the greatest area of the sweep minus this one"),
        C("area_behind_low", Number, "its lower end; 0 or less: this setting may be as good"),
        C("area_high", Number, "upper end of the 95 % interval of the area"),
        C("area_low", Number, "lower end of the 95 % interval of the area"),
        C("average_precision", Number, "mean of the precision at each near-duplicate, by falling similarity"),
        C("b", Text, "id of the second document of a pair"),
        C("bag", Text, "once: a document is the set of its shingles; counted: the bag of them"),
        C("bands", Count, "bands of a sketch"),
        C("below_floor", Count, "candidates below the floor"),
        C("best", Text, "best: the highest F1 of all settings; tied: the same F1; empty if no F1 is .01 above that of calling all near-duplicates"),
        C("bias", Number, "mean of estimate - Jaccard over the pairs, and over the seeds"),
        C("bias_se", Number, "standard error of the bias over the seeds"),
        C("bits", Count, "bits kept of each value of a sketch"),
        C("called", Count, "pairs with the label at the threshold or above"),
        C("called_share", Number, "called / labelled: a recall if the label means near-duplicate, else a false-alarm rate"),
        C("candidate_precision", Number, "candidates at the threshold or above / all candidates"),
        C("candidates", Count, "pairs of different texts that the method compares"),
        C("candidates_mean", Number, "mean of the candidates over the seeds"),
        C("capped", Count, "pairs in buckets too large to be compared"),
        C("clusters", Count, "clusters of two or more documents"),
        C("compared", Count, "pairs of texts whose estimate is compared with the Jaccard"),
        C("containment", Number, "containment of the pair"),
        C("coverage", Number, "share of estimates whose 95 % interval contains the Jaccard; above .95 with fss and superminhash, whose errors are smaller"),
        C("coverage_least", Number, "lowest coverage over the seeds"),
        C("cpu_s", Number, "CPU seconds of finding and verifying the pairs"),
        C("document_pairs", Count, "pairs of documents at the threshold or above, copies among them"),
        C("documents", Count, "documents in clusters; in verify's table truth those of the corpus"),
        C("error", Number, "root mean squared error of the estimates"),
        C("error_sd", Number, "standard deviation of the error over the seeds"),
        C("estimate", Number, "Jaccard as the sketches estimate it"),
        C("expected_missed", Number, "pairs that such bands are expected to miss: the sum of (1 - s^rows)^bands over the pairs"),
        C("expected_recall", Number, "recall that such bands are expected to have"),
        C("expected_wasted", Number, "expected candidates between floor and threshold"),
        C("f1", Number, "harmonic mean of precision and recall"),
        C("false_alarm_rate", Number, "false_alarms / (false_alarms + passed)"),
        C("false_alarms", Count, "labelled independent pairs at the threshold or above"),
        C("floor", Number, "similarity from which every pair is known"),
        C("found", Count, "pairs of different texts at the threshold or above that are found"),
        C("high", Number, "upper end of the 95 % interval of the best threshold; empty if it contains only 0, which calls all near-duplicates"),
        C("hits", Count, "labelled near-duplicates at the threshold or above"),
        C("jaccard", Number, "exact Jaccard of the pair"),
        C("k", Count, "terms or characters in a shingle"),
        C("label", Text, "label of the pair"),
        C("labelled", Count, "pairs with the label"),
        C("largest", Count, "documents of the largest cluster"),
        C("low", Number, "lower end of the 95 % interval of the best threshold; empty if high is"),
        C("means", Text, "meaning of the label: near-duplicate or independent"),
        C("measure", Text, "jaccard or containment"),
        C("method", Text, "method that finds the candidates"),
        C("missed", Count, "pairs at the threshold or above that are not found; with labels, near-duplicates below it"),
        C("missed_mean", Number, "mean of missed over the seeds"),
        C("mistake", Text, "missed: a near-duplicate below the threshold; false alarm: an independent pair at it or above"),
        C("off", Number, "(estimate - Jaccard) / standard error"),
        C("outliers", Count, "estimates more than 1.96 standard errors off"),
        C("pairs", Count, "pairs of documents at the threshold or above; in verify's table sketch the pairs compared"),
        C("pairs_at_floor", Count, "pairs of documents at the floor or above"),
        C("pairs_of_texts", Count, "pairs of different texts at the threshold or above"),
        C("passed", Count, "labelled independent pairs below the threshold"),
        C("permutations", Count, "values in a sketch"),
        C("plateau_high", Number, "thresholds up to this one have the best F1"),
        C("plateau_low", Number, "thresholds above this one have the best F1"),
        C("precision", Number, "hits / (hits + false_alarms)"),
        C("recall", Number, "found / (found + missed), with labels hits / (hits + missed); over seeds its mean"),
        C("recall_least", Number, "lowest recall over the seeds"),
        C("recall_sd", Number, "standard deviation of the recall over the seeds; empty for one draw"),
        C("rows", Count, "values of a sketch in a band"),
        C("seed", Count, "seed of hashes and permutations"),
        C("seeds", Count, "number of seeds; 1 where they do not matter"),
        C("silent", Count, "pairs for which this sketch gives no estimate"),
        C("similarity", Number, "similarity of the pair by the measure"),
        C("sketch", Text, "kind of sketch; a subset has as many random shingles as a sketch has values, in total or for each text"),
        C("sketch_cpu_s", Number, "CPU seconds of making the sketches"),
        C("stable_high", Number, "clusters stay as they are up to this threshold"),
        C("stable_low", Number, "clusters stay as they are from this threshold on"),
        C("texts", Count, "different texts of the corpus"),
        C("theory", Number, "error that theory expects"),
        C("threshold", Number, "similarity from which a pair counts; in tables of labels the one with the best F1 (docs/labels.md)"),
        C("took", Text, "method that auto chose, or bands×rows"),
        C("true_pairs", Count, "pairs of different texts at the threshold or above"),
        C("unit", Text, "what shingles are made of: term or char"),
        C("wanted_recall", Number, "required probability of finding a pair at the threshold"),
        C("wasted", Count, "candidates between floor and threshold"),
        C("which", Text, "threshold at which labels are counted: current, best, or one that all pairs reach"),
    ]
};

/// All columns with their meanings, for the help of the three commands.
pub fn help() -> String {
    let line = |meaning: &ColumnMeaning| format!("  {:<20}{}", meaning.0, meaning.2);
    let lines: Vec<String> = COLUMNS.iter().map(line).collect();
    format!("Columns of tune, sweep and verify:\n{}", lines.join("\n"))
}

/// The type of a column of these tables; `None` for a column of other tables.
pub(super) fn type_of(column: &str) -> Option<DataType> {
    let index = COLUMNS
        .binary_search_by(|meaning| meaning.0.cmp(column))
        .ok()?;
    Some(match COLUMNS[index].1 {
        ColumnType::Text => DataType::Utf8,
        ColumnType::Count => DataType::Int64,
        ColumnType::Number => DataType::Float64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_unique_and_sorted_by_name() {
        assert!(COLUMNS.is_sorted_by(|a, b| a.0 < b.0));
    }
}
