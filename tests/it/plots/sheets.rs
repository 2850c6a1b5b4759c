//! The SVGs of the made corpus: they parse, and everything that a figure has stands in them.

use roxmltree::{Document, Node};
use shinglescope::plot::{Figure, Marks, Tone, svg};

use super::{all, made};

const SIZE: (u32, u32) = (720, 440);

fn named<'a, 'd>(document: &'a Document<'d>, name: &str) -> Vec<Node<'a, 'd>> {
    let nodes = document.descendants();
    nodes
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
        .collect()
}

fn texts(document: &Document<'_>) -> Vec<String> {
    let texts = named(document, "text").into_iter();
    texts
        .map(|node| node.text().unwrap_or_default().trim().to_owned())
        .collect()
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Elements of this name and colour, by fill or by stroke.
fn coloured(document: &Document<'_>, name: &str, colour: &str) -> usize {
    let is = |node: &Node<'_, '_>| {
        node.attribute("fill") == Some(colour) || node.attribute("stroke") == Some(colour)
    };
    named(document, name).into_iter().filter(is).count()
}

#[test]
fn every_sheet_has_the_words_of_its_figure_inside() {
    for (name, figure) in all() {
        for size in [SIZE, (240, 180), (1600, 900)] {
            let svg = svg::render(&figure, size);
            let document = Document::parse(&svg).unwrap();
            let root = document.root_element();
            assert_eq!(
                root.attribute("width"),
                Some(&*size.0.to_string()),
                "{name}"
            );
            let title = named(&document, "title")[0].text();
            assert_eq!(title, Some(figure.title.as_str()), "{name}");
            for node in named(&document, "text") {
                let (x, y) = (number(node, "x"), number(node, "y"));
                assert!(
                    (0.0..=f64::from(size.0) * 10.0).contains(&x),
                    "{name}: {node:?}"
                );
                assert!(
                    (0.0..=f64::from(size.1) * 10.0).contains(&y),
                    "{name}: {node:?}"
                );
            }
            let texts = texts(&document);
            let written = |text: &str| texts.iter().any(|t| t == text);
            for axis in [Some(&figure.x), Some(&figure.y), figure.right.as_ref()] {
                let label = &axis.map_or("", |axis| &axis.label);
                assert!(label.is_empty() || written(label), "{name}: {label}");
            }
            for layer in &figure.layers {
                let name = &layer.name;
                assert!(name.is_empty() || written(name), "{name}: {texts:?}");
            }
        }
    }
}

#[test]
fn every_mark_of_a_figure_is_one_element() {
    let tuning = made::tuning();
    let banded = made::banded(&tuning);
    let of = |name: &str| -> Figure { all().into_iter().find(|(n, _)| *n == name).unwrap().1 };
    let marks = |figure: &Figure, tone: Tone| -> usize {
        let here = figure.layers.iter().filter(|layer| layer.tone == tone);
        here.map(|layer| match &layer.marks {
            Marks::Bars(bars) => bars.iter().filter(|bar| bar.2 > 0.0).count(),
            Marks::Points(points) => points.len(),
            Marks::Density(squares, _) => squares.len(),
            _ => 0,
        })
        .sum()
    };
    let document = |svg: &str| Document::parse(svg).map(|_| ()).unwrap();

    let figure = of("s_curve");
    let svg = svg::render(&figure, SIZE);
    document(&svg);
    let sheet = Document::parse(&svg).unwrap();
    // Each once in the plot and once in the legend.
    let bars = marks(&figure, Tone::First);
    assert!(bars > 15);
    assert_eq!(coloured(&sheet, "rect", "#80B9D9"), bars + 1);
    assert_eq!(coloured(&sheet, "polyline", "#AA3377"), 2);
    let measured = marks(&figure, Tone::Third);
    assert!(measured > 5 && !banded.steps.is_empty());
    assert_eq!(coloured(&sheet, "polygon", "#008A64"), measured + 1);
    assert_eq!(coloured(&sheet, "polyline", "#222222"), 2);

    let figure = of("scatter");
    let svg = svg::render(&figure, SIZE);
    let sheet = Document::parse(&svg).unwrap();
    // The ground, squares, thirty of the legend's ramp, and the band's sample.
    let squares = marks(&figure, Tone::First);
    assert!(squares > 300);
    assert_eq!(named(&sheet, "rect").len(), 1 + squares + 30 + 1);
    assert_eq!(named(&sheet, "polygon").len(), 1);
    assert_eq!(named(&sheet, "circle").len(), 2);
    assert_eq!(
        coloured(&sheet, "polyline", "#D55E00"),
        2 * (marks(&figure, Tone::Bad) + 1)
    );

    let figure = of("sweep");
    let svg = svg::render(&figure, SIZE);
    let sheet = Document::parse(&svg).unwrap();
    assert_eq!(named(&sheet, "rect").len(), 1 + made::grid().len() + 30);
    assert_eq!(coloured(&sheet, "polyline", "#D55E00"), 1);
    let values = texts(&sheet)
        .into_iter()
        .filter(|text| text.len() == 4 && text.starts_with('.'));
    assert!(values.count() > 390);
}

#[test]
fn the_same_figure_makes_the_same_bytes() {
    for (name, figure) in all() {
        assert_eq!(
            svg::render(&figure, SIZE),
            svg::render(&figure.clone(), SIZE),
            "{name}"
        );
    }
}
