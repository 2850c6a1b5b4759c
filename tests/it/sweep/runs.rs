//! A sweep from an index of other settings, and threads.

use super::families;
use crate::support::{Work, edited};

#[test]
fn a_sweep_is_the_same_from_an_index_of_other_settings_and_at_any_number_of_threads() {
    let work = Work::new();
    families(&work);
    let args = [
        "sweep", "corpus", "--k", "1-3", "-t", "0.5,0.8", "--format", "csv", "--quiet",
    ];
    let want = work.done(&[&args[..], &["--in-memory", "--threads", "1"]].concat());
    work.ran_well("index corpus --index index --k 5 --sketch oph");
    let indexed = [&args[..], &["--index", "index"]].concat();
    assert_eq!(work.run(&indexed).out, want.out);
    work.write("0/9.txt", edited(0, 120, 7));
    let changed = work.run(&indexed);
    assert_ne!(changed.out, want.out);
    assert_eq!(
        changed.out,
        work.run(&[&args[..], &["--in-memory", "--threads", "3"]].concat())
            .out
    );
}
