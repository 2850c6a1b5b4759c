//! Forms (ISO 32000-1, 8.10): contents that pages and other forms draw. Each is written once and put in where it is drawn,
//! because the crate knows neither their place nor their fonts.

use pdf_extract::{Dictionary, Object, ObjectId};

use super::made::RewrittenContent;
use super::making::{Form, Making};
use super::operations::Operand;
use super::streams::data;

/// Forms within forms at most.
const DEPTH: usize = 24;

impl<'a> Making<'a> {
    /// Draws what these resources call by a name.
    pub fn draw(&mut self, resources: &'a Dictionary, name: &[u8], made: &mut RewrittenContent) {
        let value = self
            .inner(resources, b"XObject")
            .and_then(|all| all.get(name).ok());
        match value {
            Some(value) => self.put_in(value, Some(resources), made),
            None => made.damaged("what it draws is not in the file"),
        }
    }

    /// Puts in a form, which takes from `resources` what it needs and does not have itself.
    pub fn put_in(
        &mut self,
        form: &'a Object,
        resources: Option<&'a Dictionary>,
        made: &mut RewrittenContent,
    ) {
        let (id, dictionary) = match self.document.dereference(form) {
            Ok((Some(id), Object::Stream(stream))) => (id, &stream.dict),
            Ok((Some(id), Object::Dictionary(dictionary))) => (id, dictionary),
            _ => return made.damaged("what it draws is not in the file"),
        };
        let subtype = dictionary.get(b"Subtype").and_then(Object::as_name);
        if matches!(subtype, Ok(b"Image" | b"PS")) {
            return;
        }
        if self.is_hidden(dictionary) {
            made.hidden = made.hidden.saturating_add(1);
            return;
        }
        if self.open.contains(&id) || self.open.len() >= DEPTH {
            return made.damaged("a form draws itself");
        }
        if !self.forms.contains_key(&id) {
            self.forms.insert(id, None);
            self.open.push(id);
            let form = self.form(id, dictionary, resources);
            self.open.pop();
            self.forms.insert(id, Some(form));
        }
        let Some(Some(form)) = self.forms.get(&id) else {
            return;
        };
        if let Some(why) = &form.damage {
            made.damaged(why);
        }
        made.hidden = made.hidden.saturating_add(form.hidden);
        if form.bytes.is_empty() {
            return;
        }
        if made.bytes.len().saturating_add(form.bytes.len()) > self.left {
            return made.damaged("its contents are too large");
        }
        made.shown = made.shown.saturating_add(form.shown);
        made.unknown = made.unknown.saturating_add(form.unknown);
        made.codes = made.codes.saturating_add(form.codes);
        made.operation(b"q", &[]);
        if let Some(matrix) = &form.matrix {
            made.operation(b"cm", matrix);
        }
        made.bytes.extend(&form.bytes);
        made.operation(b"Q", &[]);
    }

    /// Whether a form or an annotation belongs to a layer that is not shown.
    pub fn is_hidden(&self, dictionary: &Dictionary) -> bool {
        let content = dictionary.get(b"OC");
        content.is_ok_and(|content| self.layers.hide(self.document, content))
    }

    fn form(
        &mut self,
        id: ObjectId,
        dictionary: &'a Dictionary,
        resources: Option<&'a Dictionary>,
    ) -> Form {
        let mut made = RewrittenContent::default();
        let own = self.inner(dictionary, b"Resources").or(resources);
        match data(self.document, self.file, id, self.left) {
            Ok((content, is_whole)) => {
                if !is_whole {
                    made.damaged("a form is cut or damaged");
                }
                self.rewrite(&content, own, &mut made);
            }
            Err(error) => made.damaged(&error.to_string()),
        }
        self.left = self.left.saturating_sub(made.bytes.len());
        let matrix = self.numbers::<6>(dictionary, b"Matrix");
        Form {
            bytes: if made.shown > 0 {
                made.bytes
            } else {
                Vec::new()
            },
            matrix: matrix.map(|matrix| matrix.map(Operand::Number).to_vec()),
            damage: made.damage,
            shown: made.shown,
            unknown: made.unknown,
            codes: made.codes,
            hidden: made.hidden,
        }
    }
}
