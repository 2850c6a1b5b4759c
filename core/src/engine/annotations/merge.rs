//! Merges a change of annotations into the file that another process may have written meanwhile.

/// The items of `on_disk` with the changes from `before` to `now` applied: items of `now` that stand in
/// neither `before` nor `sent` are set, items of `before` whose key is gone are removed. `sent` is what the
/// screens last received, so that an item of another process that they adopted is no change of theirs.
/// Order: that of `on_disk`, then the new items. `key` identifies an item.
pub fn merge<T: Clone + PartialEq, K: PartialEq>(
    before: &[T],
    sent: &[T],
    now: &[T],
    on_disk: Vec<T>,
    key: impl for<'t> Fn(&'t T) -> K,
) -> Vec<T> {
    let has = |list: &[T], of: &T| list.iter().any(|item| key(item) == key(of));
    let mut merged = on_disk;
    merged.retain(|item| has(now, item) || !has(before, item));
    for item in now {
        if before.contains(item) || sent.contains(item) {
            continue;
        }
        match merged.iter_mut().find(|known| key(known) == key(item)) {
            Some(known) => *known = item.clone(),
            None => merged.push(item.clone()),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::merge;

    fn merged(before: &str, sent: &str, now: &str, on_disk: &str) -> String {
        // An item is a key letter and a value digit.
        let items =
            |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
        let key = |item: &String| item.as_bytes()[0];
        merge(
            &items(before),
            &items(sent),
            &items(now),
            items(on_disk),
            key,
        )
        .join(" ")
    }

    #[test]
    fn what_another_process_added_or_changed_stays() {
        assert_eq!(merged("a1", "a1", "a1 b1", "a1 c1"), "a1 c1 b1");
        assert_eq!(merged("a1", "a1", "a1 b1", "a2"), "a2 b1");
        assert_eq!(merged("a1 b1", "a1 b1", "b1", "a1 b1 c1"), "b1 c1");
    }

    #[test]
    fn the_newer_answer_to_one_question_wins() {
        assert_eq!(merged("a1", "a1", "a2", "a3 b1"), "a2 b1");
        assert_eq!(merged("", "", "a2", "a1"), "a2");
    }

    #[test]
    fn an_adopted_item_that_its_owner_took_back_does_not_return() {
        assert_eq!(merged("a1", "a1 b1", "a1 b1 c1", "a1"), "a1 c1");
    }

    #[test]
    fn alone_the_file_holds_what_the_screen_holds() {
        assert_eq!(merged("a1 b1", "a1 b1", "a1 b2 c1", "a1 b1"), "a1 b2 c1");
    }
}
