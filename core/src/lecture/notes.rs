//! A lecture as Markdown: notes for the speaker, and a handout for the audience.

use super::file::Lecture;
use super::plain::Answers;
use super::slide::{Block, Line, Question, Slide, said};
use super::stage::dial;
use super::teller::Teller;
use super::{picture, plain};
use crate::base::sanitise;

/// Who the notes are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// The speaker: captions, every slide, answers at the questions.
    Speaker,
    /// The audience: every slide without captions, answers at the end unless they are hidden.
    Audience,
}

impl For {
    /// Whether they see the answers of a lecture that would show or hide them: a speaker always does.
    #[must_use]
    pub fn sees(self, answers: Answers) -> Answers {
        match self {
            For::Speaker => Answers::Shown,
            For::Audience => answers,
        }
    }
}

/// The notes of a lecture, ending with a line break. Where answers are hidden, those for the audience are a sheet.
///
/// # Errors
/// As the slides of its stages.
pub fn markdown(lecture: &Lecture, whom: For, answers: Answers) -> anyhow::Result<String> {
    let seen = whom.sees(answers);
    let mut out = format!("# {}\n", escaped(&lecture.title));
    let mut at_end = Vec::new();
    let mut asked = 0_usize;
    for stage in &lecture.stages {
        let t = Teller::new(&stage.setup);
        let title = stage.kind.title(&stage.setup);
        out.push_str(&format!(
            "\n## {} {}\n",
            stage.kind.number(),
            escaped(&title)
        ));
        if whom == For::Speaker {
            let turned = dial(stage.kind, &stage.setup).said(&stage.setup);
            if !turned.is_empty() {
                out.push_str(&format!("\n*{}*\n", escaped(&turned)));
            }
            if !stage.caption.is_empty() {
                out.push_str(&format!("\n> {}\n", escaped(&stage.caption)));
            }
        }
        for slide in plain::shown(stage.slides()?, seen) {
            slide_of(&slide, t, &mut out);
            let Some(question) = &slide.question else {
                continue;
            };
            asked += 1;
            let answer = escaped(&answered(question, asked, t));
            match whom {
                For::Speaker => out.push_str(&format!("\n**{answer}**\n")),
                For::Audience if seen == Answers::Hidden => {}
                For::Audience => at_end.push(answer),
            }
        }
    }
    if let (Some(stage), false) = (lecture.stages.first(), at_end.is_empty()) {
        let title = said(&Teller::new(&stage.setup).line("notes-answers", &[]));
        out.push_str(&format!("\n## {title}\n\n"));
        at_end
            .iter()
            .for_each(|answer| out.push_str(&format!("- {answer}\n")));
    }
    Ok(out)
}

/// The answer of a question by its number in the lecture, such as `Answer 2: 2/6`.
#[must_use]
pub fn answered(question: &Question, number: usize, t: Teller) -> String {
    let answer = question.right.and_then(|right| question.answers.get(right));
    let answer = match answer {
        Some(answer) => said(answer),
        None => said(&t.line("notes-open", &[])),
    };
    let values = [("question", number.into()), ("answer", answer.into())];
    said(&t.line("notes-answer", &values))
}

fn slide_of(slide: &Slide, t: Teller, out: &mut String) {
    for block in &slide.blocks {
        out.push('\n');
        match block {
            Block::Text(line) => out.push_str(&format!("{}\n", text(line))),
            Block::Big { value, says } => {
                out.push_str(&format!("**{}** {}\n", escaped(value), text(says)));
            }
            _ => {
                // A picture that is part of the page, and the same as text for those who do not see it.
                if let Some(drawn) = picture::svg(block, t) {
                    out.push_str(&format!("{drawn}\n\n"));
                }
                out.push_str("```text\n");
                for line in plain::lines(block, t) {
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
    fn the_handout_has_all_answers_at_its_end_and_the_speakers_notes_at_the_questions() {
        let lecture = shipped("ten-minutes").unwrap().unwrap();
        let speaker = markdown(&lecture, For::Speaker, Answers::Shown).unwrap();
        let handout = markdown(&lecture, For::Audience, Answers::Shown).unwrap();
        let caption = "Read both lines aloud";
        assert!(speaker.contains(caption) && !handout.contains(caption));
        let (before, after) = handout.split_once("## Answers").unwrap();
        assert!(!before.contains("Answer 1:") && after.contains("Answer 1: 11,904,760"));
        assert!(speaker.contains("**Answer 1: 11,904,760**"));
        // Every picture is there as SVG and as text.
        for notes in [&speaker, &handout] {
            let pictures = notes.split("<svg").skip(1);
            assert!(pictures.clone().count() > 5);
            for picture in pictures {
                let (_, after) = picture.split_once("</svg>").unwrap();
                assert!(after.starts_with("\n\n```text\n"), "{after}");
            }
        }
    }

    #[test]
    fn the_handout_of_an_exam_has_no_answer_and_no_slide_that_has_one() {
        let exam = shipped("worked-examples").unwrap().unwrap();
        let sheet = markdown(&exam, For::Audience, exam.answers).unwrap();
        let solved = markdown(&exam, For::Audience, Answers::Shown).unwrap();
        let speaker = markdown(&exam, For::Speaker, exam.answers).unwrap();
        assert!(solved.contains("## Answers") && speaker.contains("**Answer 1:"));
        assert!(!sheet.contains("Answer"), "{sheet}");
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
