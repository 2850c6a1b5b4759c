//! Notes of a lecture as Markdown: captions, all slides, answers at the questions.

use super::lectures::Lecture;
use super::plain::{self, Answers};
use super::slide::{Block, Line, Slide, said};
use super::stage::dial;
use crate::base::sanitise;

/// The notes of a lecture, ending with a line break; where answers are hidden, the sheet of an exam.
///
/// # Errors
/// As the slides of its stages.
pub fn markdown(lecture: &Lecture, answers: Answers) -> anyhow::Result<String> {
    let mut out = format!("# {}\n", escaped(&lecture.title));
    for (stage, number) in lecture.stages.iter().zip(1..) {
        out.push_str(&format!("\n## {number} {}\n", stage.title()));
        let turned = dial(stage.kind, &stage.setup).said(&stage.setup);
        if !turned.is_empty() {
            out.push_str(&format!("\n*{}*\n", escaped(&turned)));
        }
        if !stage.caption.is_empty() {
            out.push_str(&format!("\n> {}\n", escaped(&stage.caption)));
        }
        for slide in plain::shown(stage.slides()?, answers) {
            slide_of(&slide, &mut out);
            if let (Some(question), Answers::Shown) = (&slide.question, answers) {
                let right = question.right;
                let answer = text(&question.answers[right]);
                out.push_str(&format!("\n**Answer {}: {answer}**\n", right + 1));
            }
        }
    }
    Ok(out)
}

fn slide_of(slide: &Slide, out: &mut String) {
    for block in &slide.blocks {
        out.push('\n');
        match block {
            Block::Text(line) => out.push_str(&format!("{}\n", text(line))),
            Block::Big { value, says } => {
                out.push_str(&format!("**{}** {}\n", escaped(value), text(says)));
            }
            _ => {
                out.push_str("```text\n");
                for line in plain::lines(block) {
                    // A fence cannot be closed by a line that is indented, which all of these are.
                    out.push_str(&format!("  {}\n", line.trim_end()));
                }
                out.push_str("```\n");
            }
        }
    }
    if let Some(question) = &slide.question {
        let asked = text(&question.text);
        if !asked.is_empty() {
            out.push_str(&format!("\n{asked}\n"));
        }
        out.push('\n');
        for (at, answer) in question.answers.iter().enumerate() {
            out.push_str(&format!("{}. {}\n", at + 1, text(answer)));
        }
    }
}

fn text(line: &Line) -> String {
    escaped(&said(line))
}

/// Text with every sign that Markdown or HTML could take for its own written as such, and marks for what a terminal
/// would take for a command.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in sanitise::lines(text).chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lecture::shipped;

    #[test]
    fn notes_have_captions_answers_at_the_questions_and_plots_as_text() {
        let lecture = shipped("ten-minutes").unwrap();
        let notes = markdown(&lecture, Answers::Shown).unwrap();
        assert!(notes.contains("> Read both lines aloud"));
        assert!(notes.contains("**Answer 2: 11,904,760**"));
        assert_eq!(notes.matches("```text\n  [").count(), 3);
    }

    #[test]
    fn notes_of_an_exam_have_no_answer_and_no_slide_that_has_one_until_it_is_asked_for() {
        let exam = shipped("worked-examples").unwrap();
        let sheet = markdown(&exam, Answers::Hidden).unwrap();
        let solved = markdown(&exam, Answers::Shown).unwrap();
        assert!(solved.contains("**Answer 2:") && !sheet.contains("Answer"));
        // What examples 5 and 7 are about, and not the signature or the slots after the pass.
        for given in ["π1  π2  π3", "d1  d2  d3  d4", "g(x) = 2x+1 mod 5"] {
            assert!(sheet.contains(given), "{given}: {sheet}");
        }
        for answer in ["π1   2   1   2   1", "2/6 = .333", "share 2 of 6"] {
            assert!(
                !sheet.contains(answer) && solved.contains(answer),
                "{answer}: {sheet}"
            );
        }
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escaped("<b>*x*</b>"), "&lt;b&gt;\\*x\\*&lt;/b&gt;");
        assert_eq!(escaped("a\x1bc\u{9b}2J\u{202e}\nb"), "a␛c\u{fffd}2J⇄\nb");
    }
}
