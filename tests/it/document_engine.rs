//! The engine behind the Document screen: it sends the text first if counting the neighbours takes
//! long.

use std::sync::Arc;

use shinglescope::base::DocNo;
use shinglescope::corpus::Source;
use shinglescope::engine::message::DocumentView;
use shinglescope::engine::options::Options;
use shinglescope::engine::{Request, Update};
use shinglescope::settings::Settings;

use crate::support::engine::{Running, options, start};
use crate::support::{Work, edited};

fn view(update: &Update) -> Option<Arc<DocumentView>> {
    match update {
        Update::Document(view) => Some(view.clone()),
        _ => None,
    }
}

/// The views sent for the first document, until its neighbours are counted.
fn views(running: &Running) -> Vec<Arc<DocumentView>> {
    let mut views = vec![running.ask(Request::Document(DocNo(0)), view)];
    while !views.last().unwrap().counted {
        views.push(running.until(view).0);
    }
    views
}

#[test]
fn in_a_large_corpus_the_text_is_sent_before_its_neighbours() {
    let work = Work::new();
    for (name, every) in [("a.txt", 0), ("b.txt", 40)] {
        work.write(name, edited(1, 200, every));
    }
    let opened = || {
        let source = Source::Paths(vec![work.corpus()]);
        start(Options {
            source,
            ..options(Settings::default())
        })
    };
    let small = views(&opened());
    assert_eq!(small.len(), 1, "the document is sent once");
    work.write("c.txt", "so it goes ".repeat(1_500_000));
    let views = views(&opened());
    let [first, then] = views.as_slice() else {
        panic!("{views:?}");
    };
    assert_eq!(first.text, then.text);
    assert_eq!((first.terms, first.shingles), (then.terms, then.shingles));
    assert!(!first.counted && first.neighbours.is_empty() && first.marked.is_empty());
    assert_eq!(then.neighbours, small[0].neighbours);
    assert_eq!(then.neighbours.len(), 1);
}
