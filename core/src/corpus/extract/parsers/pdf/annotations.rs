//! Annotations (ISO 32000-1, 12.5) as they appear on a page: notes written on it, stamps, and what is filled in forms. Those
//! that only show when somebody points at them have no appearance, or one without text.

use pdf_extract::{Dictionary, Object};

use super::made::RewrittenContent;
use super::making::Making;
use super::operations::Operand;

/// Flags of annotations that are not shown on a screen: `Hidden` and `NoView`.
const NOT_SHOWN: i64 = 1 << 1 | 1 << 5;

impl<'a> Making<'a> {
    /// Puts in the appearances of the annotations of a page.
    pub fn annotations(&mut self, page: &'a Dictionary, made: &mut RewrittenContent) {
        let all = self
            .entry(page, b"Annots")
            .and_then(|all| all.as_array().ok());
        for annotation in all.into_iter().flatten() {
            let annotation = self.document.dereference(annotation);
            if let Ok((_, Object::Dictionary(annotation))) = annotation {
                self.annotation(annotation, made);
            }
        }
    }

    fn annotation(&mut self, annotation: &'a Dictionary, made: &mut RewrittenContent) {
        let subtype = annotation.get(b"Subtype").and_then(Object::as_name);
        let flags = self
            .entry(annotation, b"F")
            .and_then(|flags| flags.as_i64().ok());
        if matches!(subtype, Ok(b"Popup")) || flags.is_some_and(|flags| flags & NOT_SHOWN != 0) {
            return;
        }
        if self.is_hidden(annotation) {
            made.hidden = made.hidden.saturating_add(1);
            return;
        }
        let Some(appearance) = self.appearance(annotation) else {
            return match annotation.has(b"AP") {
                // In a state that shows nothing.
                true => {}
                false => self.unpainted(annotation, made),
            };
        };
        let Ok((_, Object::Stream(form))) = self.document.dereference(appearance) else {
            return;
        };
        let Some(place) = self.place(annotation, &form.dict) else {
            return;
        };
        made.operation(b"q", &[]);
        made.operation(b"cm", &place.map(Operand::Number));
        let resources = self.form_resources();
        self.put_in(appearance, resources, made);
        made.operation(b"Q", &[]);
    }

    /// The normal appearance, that of the present state where there are several.
    fn appearance(&self, annotation: &'a Dictionary) -> Option<&'a Object> {
        let normal = self.inner(annotation, b"AP")?.get(b"N").ok()?;
        match self.document.dereference(normal).ok()? {
            (_, Object::Dictionary(states)) => {
                let state = self.entry(annotation, b"AS")?.as_name().ok()?;
                states.get(state).ok()
            }
            _ => Some(normal),
        }
    }

    /// The matrix that puts an appearance where the annotation is (12.5.5, algorithm 8).
    fn place(&self, annotation: &'a Dictionary, form: &'a Dictionary) -> Option<[f64; 6]> {
        let to: [f64; 4] = self.numbers(annotation, b"Rect")?;
        let [left, bottom, right, top] = self.numbers(form, b"BBox")?;
        let identity = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        let [a, b, c, d, e, f] = self.numbers(form, b"Matrix").unwrap_or(identity);
        let corners = [(left, bottom), (left, top), (right, bottom), (right, top)];
        let corners = corners.map(|(x, y)| (a * x + c * y + e, b * x + d * y + f));
        let range = |values: [f64; 4]| {
            let least = values.into_iter().fold(f64::INFINITY, f64::min);
            (least, values.into_iter().fold(f64::NEG_INFINITY, f64::max))
        };
        let (from_left, from_right) = range(corners.map(|(x, _)| x));
        let (from_bottom, from_top) = range(corners.map(|(_, y)| y));
        let scale = |to: f64, from: f64| if from > 0.0 { to / from } else { 1.0 };
        let x = scale((to[2] - to[0]).abs(), from_right - from_left);
        let y = scale((to[3] - to[1]).abs(), from_top - from_bottom);
        let (to_left, to_bottom) = (to[0].min(to[2]), to[1].min(to[3]));
        let place = [
            x,
            0.0,
            0.0,
            y,
            to_left - x * from_left,
            to_bottom - y * from_bottom,
        ];
        place
            .iter()
            .all(|number| number.is_finite())
            .then_some(place)
    }

    /// What forms to be filled in share.
    fn form_resources(&self) -> Option<&'a Dictionary> {
        let catalog = self.document.catalog().ok()?;
        self.inner(self.inner(catalog, b"AcroForm")?, b"DR")
    }
}
