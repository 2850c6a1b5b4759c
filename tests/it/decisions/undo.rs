//! Undo of decisions: with `z`, in the lab, and for several marked rows.

use super::*;

#[test]
fn each_key_decides_the_pair_under_the_cursor_and_z_takes_it_back() {
    let mut desk = Desk::new((120, 36), no_acts);
    assert!(!desk.typed("2").contains("4 decided"));
    let mut was = String::new();
    for (key, word) in [
        ("d c", "copied"),
        ("d a", "acceptable"),
        ("d t", "template"),
        ("d x", "different"),
        ("d u", "unsure"),
    ] {
        let shown = desk.typed(key);
        let mut rows = shown.lines().filter(|line| line.contains('▸'));
        assert!(rows.next().unwrap().contains(word), "{shown}");
        assert_contains(&shown, "1 of ");
        // The first message also says where decisions are kept.
        let kept = match key {
            "d c" => "; decisions are kept in essays/review.jsonl",
            _ => "",
        };
        let message =
            format!("{word}{was}; z takes it back: mirror-a/index.html, mirror-b/index.html{kept}");
        assert_eq!(desk.status(), message);
        was = format!(", was {word}");
    }
    let shown = desk.typed("z");
    let mut rows = shown.lines().filter(|line| line.contains('▸'));
    assert!(rows.next().unwrap().contains("different"), "{shown}");
    let shown = desk.typed("z z z z");
    assert_lacks(&shown, "4 decided");
    assert_eq!(desk.sent.last().unwrap().statement, Statement::default());
    desk.typed("z");
    assert_eq!(desk.status(), "no decision is left to take back");
    desk.typed("z");
    assert!(desk.status().contains("no change of settings to undo"));
    // The same key a second time writes nothing.
    desk.typed("d c d c");
    assert_eq!(desk.sent.len(), 11);
    assert!(desk.status().contains("already"));
}

#[test]
fn settings_and_decisions_are_undone_in_the_order_they_were_made() {
    let mut desk = Desk::new((120, 36), no_acts);
    desk.typed("2 d c");
    desk.typed("g s Down Down Down Down Down Down Down Down Down Right Enter");
    let k = |desk: &Desk| desk.app.reanalysis.requested().settings.sketching.k;
    assert_eq!((k(&desk), desk.sent.len()), (4, 1));
    desk.typed("z");
    assert_eq!((k(&desk), desk.sent.len()), (3, 1));
    desk.typed("z");
    assert_eq!(desk.sent.len(), 2);
}

#[test]
fn answers_of_the_lab_are_decisions_and_going_back_takes_them_back() {
    let mut desk = Desk::new((120, 36), no_acts);
    desk.typed("5 J");
    let pair = desk.app.tune.judging.pair().unwrap();
    let subject = DecisionTarget::pair(pair.0, pair.1);
    desk.typed("n");
    assert_eq!(desk.sent[0].target, subject);
    assert_eq!(desk.sent[0].statement.decision, Decision::Different);
    desk.typed("b");
    assert_eq!(desk.sent[1].statement, Statement::default());
    assert_eq!((desk.sent.len(), &desk.sent[1].target), (2, &subject));
    // An answer that agrees with the current decision writes nothing.
    desk.typed("y b");
    let before = desk.sent.len();
    assert_eq!(desk.sent[before - 2].statement.decision, Decision::Copied);
    let acceptable = decided(Decision::Acceptable, "");
    let collection = desk.app.data.collection.clone().unwrap();
    desk.acts
        .push(act_of(&collection, &subject, "ida", 59, &acceptable));
    desk.tell();
    desk.typed("y");
    assert_eq!(desk.sent.len(), before);
}

#[test]
fn marked_rows_are_decided_together_and_taken_back_one_by_one() {
    let mut desk = Desk::new((120, 36), |_| Vec::new());
    let shown = desk.typed("2 Space Space");
    assert_eq!(desk.app.marked.len(), 2);
    assert_eq!(desk.app.pair_list.scroll.selected, 2, "the cursor goes on");
    assert_eq!(shown.matches('◆').count(), 2, "{shown}");
    // The same key takes a mark away.
    desk.typed("k Space");
    assert_eq!(desk.app.marked.len(), 1);
    desk.typed("k Space");
    let marked = desk.app.marked.clone();
    desk.typed("d c");
    let subject = desk.sent.iter().map(|sent| sent.target.clone());
    assert_eq!(Vec::from_iter(subject), marked);
    let copied = |sent: &Decide| sent.statement.decision == Decision::Copied;
    assert!(desk.sent.iter().all(copied));
    assert!(desk.app.marked.is_empty());
    desk.typed("z z");
    assert_eq!(desk.sent.len(), 4);
    let taken_back = |sent: &Decide| sent.statement.decision == Decision::Undecided;
    assert!(desk.sent[2..].iter().all(taken_back));
    // The same on Clusters. Esc removes the marks.
    desk.typed("1 Space Space Space");
    assert_eq!(desk.app.marked.len(), 3);
    assert!(matches!(desk.app.marked[0], DecisionTarget::Cluster(_)));
    desk.typed("Esc");
    assert!(desk.app.marked.is_empty());
    desk.typed("Space d x");
    assert_eq!(desk.sent.len(), 5);
    // Clusters at another threshold are different ones, so the marks are removed.
    desk.typed("Space +");
    desk.send(Update::Clusters(Arc::new(World::new().clustering(0.81))));
    assert!(desk.app.marked.is_empty());
}
