//! What each control word means.

use super::super::code_page::{CodePage, character_set, code_page};
use super::Rtf;
use super::group::To;

impl Rtf {
    pub(super) fn word(&mut self, word: &str, number: Option<i32>) {
        let on = number != Some(0);
        match word {
            "ansicpg" => {
                if let Some(page) = number {
                    self.encoding = code_page(page).unwrap_or(CodePage::USUAL);
                }
            }
            "mac" => self.encoding = CodePage::Encoding(encoding_rs::MACINTOSH),
            "pc" => self.encoding = code_page(437).unwrap_or(CodePage::USUAL),
            "pca" => self.encoding = code_page(850).unwrap_or(CodePage::USUAL),
            "deff" => self.font = number.unwrap_or(0),
            "f" => match self.group.in_fonts {
                true => {
                    self.defined = number.unwrap_or(0);
                    self.defined_name.clear();
                }
                false => self.group.font = number,
            },
            "fcharset" | "cpg" if self.group.in_fonts => {
                let number = number.unwrap_or(0);
                let encoding = match word {
                    "cpg" => code_page(number),
                    _ => character_set(number),
                };
                if let Some(encoding) = encoding {
                    self.fonts.insert(self.defined, encoding);
                }
            }
            "uc" => self.group.fallback = usize::try_from(number.unwrap_or(1)).unwrap_or(1),
            "par" | "sect" | "page" | "column" => self.end_paragraph(),
            "line" => match self.group.to {
                To::Body => self.body.break_line(),
                To::Note => self.note.break_line(),
                _ => {}
            },
            "tab" => self.sign("\t"),
            "emdash" => self.sign("—"),
            "endash" => self.sign("–"),
            "lquote" => self.sign("‘"),
            "rquote" => self.sign("’"),
            "ldblquote" => self.sign("“"),
            "rdblquote" => self.sign("”"),
            "bullet" => self.sign("•"),
            "emspace" | "enspace" | "qmspace" => self.sign(" "),
            "zwj" => self.sign("\u{200d}"),
            "zwnj" => self.sign("\u{200c}"),
            "pard" => self.group.in_table = false,
            "plain" => {
                (self.group.hidden, self.group.deleted) = (false, false);
                self.group.font = None;
            }
            "intbl" => self.group.in_table = true,
            "cell" | "nestcell" if self.group.to == To::Body => {
                self.body.begin_cell();
                self.body.end_cell();
            }
            "row" | "nestrow" if self.group.to == To::Body => self.body.end_row(),
            "v" => {
                self.group.hidden = on;
                self.group.is_counted = false;
            }
            "deleted" => {
                self.group.deleted = on;
                self.left_out.deletions += u32::from(on);
            }
            "footnote" if self.group.shown != To::Nowhere => {
                (self.group.to, self.group.shown) = (To::Note, To::Note);
            }
            "annotation" => {
                self.left_out.comments += 1;
                self.nowhere();
            }
            "title" => self.group.to = To::Title,
            "author" => self.group.to = To::Author,
            "creatim" => self.in_created = true,
            "yr" if self.in_created => self.created[0] = number,
            "mo" if self.in_created => self.created[1] = number,
            "dy" if self.in_created => self.created[2] = number,
            // The same text in the code page, and in Unicode for readers that know it.
            "upr" => self.group.twice = Some((self.group.to, self.lengths())),
            "ud" => {
                if let Some((to, before)) = self.group.twice.take() {
                    self.cut(&before);
                    self.group.to = to;
                }
            }
            // A text box: read although a reader may not know it.
            "shptxt" | "dptxbxtext" => self.group.to = self.group.shown,
            "sn" if self.group.shown != To::Nowhere => {
                self.shape_name.clear();
                self.group.to = To::ShapeName;
            }
            // The text of a picture made of letters (WordArt).
            "sv" => {
                let name = std::mem::take(&mut self.shape_name);
                self.group.to = match name.trim() {
                    "gtextUNICODE" => To::ShapeText,
                    "fHidden" => To::ShapeHidden,
                    _ => To::Nowhere,
                };
            }
            "moMath" | "moMathPara" => {
                (self.group.to, self.group.in_formula) = (self.group.shown, true);
            }
            "object" => {
                self.group.object = Some(self.lengths());
                self.group.to = To::Nowhere;
            }
            // What a word processor shows of the object.
            "result" => self.group.to = self.group.shown,
            "fonttbl" => {
                (self.group.to, self.group.shown) = (To::FontName, To::Nowhere);
                self.group.in_fonts = true;
            }
            "colortbl" | "stylesheet" | "info" | "pict" | "header" | "headerl" | "headerr"
            | "headerf" | "footer" | "footerl" | "footerr" | "footerf" | "pntext" | "listtext"
            | "fldinst" | "operator" | "doccomm" | "comment" | "subject" | "keywords"
            | "company" | "manager" | "category" | "nonshppict" | "atnid" | "atnauthor" | "xe"
            | "tc" | "bkmkstart" | "bkmkend" | "themedata" | "datastore" | "generator"
            | "filetbl" | "rxe" | "listtable" | "ftnsep" | "ftnsepc" | "ftncn" | "aftnsep"
            | "aftnsepc" | "aftncn" | "pntxta" | "pntxtb" => self.nowhere(),
            // What readers show that do not know the shape.
            "shprslt" => self.nowhere(),
            // Properties of a formula.
            word if self.group.in_formula && word.starts_with('m') && word.ends_with("Pr") => {
                self.nowhere();
            }
            _ => {}
        }
    }
}
