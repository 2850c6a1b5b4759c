//! The blocks of elements inside each other, against the rules byte by byte.

use proptest::prelude::*;

use super::*;

fn holds(outer: &MarkedElement, inner: &MarkedElement) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// What each byte of a text of letters is, by the rules.
fn brute(length: usize, marked: &[MarkedElement]) -> Vec<Option<PageBlock>> {
    let at = |f: &MarkedElement, byte: usize| f.start <= byte && byte < f.end;
    let mains: Vec<&MarkedElement> = marked
        .iter()
        .filter(|f| matches!(f.role, ElementRole::Main(_)))
        .collect();
    let elements = mains
        .iter()
        .filter(|f| f.role == ElementRole::Main(RoleSource::Element));
    let elements: Vec<&&MarkedElement> = elements.collect();
    // Of main parts inside each other the outer one counts.
    let outer = |f: &&&&MarkedElement| {
        let around = elements.iter().filter(|g| holds(g, f));
        around.into_iter().all(|g| holds(f, g))
    };
    let outermost: Vec<&&&MarkedElement> = elements.iter().filter(outer).collect();
    let is_frame = |f: &&MarkedElement| match f.role {
        ElementRole::Frame(_, RoleSource::Name) => {
            let holds_main = outermost.iter().any(|main| holds(f, main));
            !holds_main && (f.end - f.start) * 2 < length
        }
        role => matches!(role, ElementRole::Frame(..)),
    };
    let frame: Vec<&MarkedElement> = marked.iter().filter(is_frame).collect();
    let free = { mains.iter() }.filter(|f| !frame.iter().any(|g| holds(g, f)));
    let free: Vec<&MarkedElement> = free.copied().collect();
    let by = |f: &MarkedElement| match f.role {
        ElementRole::Main(by) => by,
        _ => RoleSource::Name,
    };
    let best = free.iter().map(|f| by(f)).min();
    let main: Vec<&&MarkedElement> = free.iter().filter(|f| Some(by(f)) == best).collect();
    let is_links = |f: &&MarkedElement| {
        f.role == ElementRole::Links && !main.iter().any(|m| holds(m, f) || holds(f, m))
    };
    let links: Vec<&MarkedElement> = marked.iter().filter(is_links).collect();
    let framed = |byte| frame.iter().any(|f| at(f, byte));
    let linked = |byte| links.iter().any(|f| at(f, byte));
    let only_links = (0..length).all(|byte| framed(byte) || linked(byte));
    let label = |byte| {
        let inner = frame.iter().filter(|f| at(f, byte));
        let inner = inner.max_by_key(|f| (f.start, Reverse(f.end), f.depth));
        if let Some(MarkedElement {
            role: ElementRole::Frame(block, _),
            ..
        }) = inner
        {
            return Some(*block);
        }
        if !only_links && linked(byte) {
            return Some(PageBlock::Navigation);
        }
        let is_heading = |f: &MarkedElement| {
            f.role == ElementRole::Heading
                && at(f, byte)
                && (main.is_empty() || main.iter().any(|m| holds(m, f)))
        };
        if marked.iter().any(is_heading) {
            return Some(PageBlock::Heading);
        }
        let outside = !main.is_empty() && !main.iter().any(|f| at(f, byte));
        outside.then_some(PageBlock::Outside)
    };
    (0..length).map(label).collect()
}

const ROLES: [ElementRole; 8] = [
    ElementRole::Main(RoleSource::Element),
    ElementRole::Main(RoleSource::Article),
    ElementRole::Main(RoleSource::Name),
    ElementRole::Frame(PageBlock::Navigation, RoleSource::Element),
    ElementRole::Frame(PageBlock::Aside, RoleSource::Element),
    ElementRole::Frame(PageBlock::Header, RoleSource::Name),
    ElementRole::Heading,
    ElementRole::Links,
];

/// Elements inside each other, in the order of their ends, and the length of the text.
fn elements() -> impl Strategy<Value = (usize, Vec<MarkedElement>)> {
    // Text, an element that opens, or one that closes.
    let step = prop_oneof![
        2 => Just(None),
        3 => prop::sample::select(&ROLES[..]).prop_map(|role| Some(Some(role))),
        3 => Just(Some(None)),
    ];
    prop::collection::vec(step, 0..40).prop_map(|steps| {
        let (mut length, mut open, mut marked) = (0, Vec::new(), Vec::new());
        for step in steps {
            match step {
                None => length += 2,
                Some(Some(role)) => open.push((length, role)),
                Some(None) => {
                    if let Some((start, role)) = open.pop()
                        && start < length
                    {
                        marked.push(MarkedElement {
                            start,
                            end: length,
                            depth: open.len(),
                            role,
                        });
                    }
                }
            }
        }
        (length, marked)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn blocks_are_what_the_rules_say_of_each_byte((length, marked) in elements()) {
        let text = "a".repeat(length);
        let spans = blocks(&text, marked.clone());
        let mut got = vec![None; length];
        let mut end = 0;
        for span in &spans {
            prop_assert!(end <= span.start && span.start < span.end, "{:?}", spans);
            end = span.end;
            got[span.start..span.end].fill(Some(span.block));
        }
        prop_assert_eq!(got, brute(length, &marked), "{:?}", marked);
    }
}
