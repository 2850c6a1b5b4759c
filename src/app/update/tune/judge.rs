//! Manual judging of pairs: commands, and requests for the next pair and for the threshold proposed from
//! the answers.

use super::super::super::App;
use super::super::super::commands::Command;
use super::super::super::dialog::{Dialog, DialogKind};
use super::super::super::effect::Effect;
use super::super::super::state::compare::CompareAction;
use super::super::{review, threshold};
use super::forms;
use crate::base::DocNo;
use crate::engine::Request;
use crate::lab::judge::{JudgingFor, JudgingStep, Verdict};

/// Opens the dialog with the first pair to judge.
pub(in super::super) fn judge(app: &mut App) -> Vec<Effect> {
    let Some(tuning) = app
        .tune
        .results
        .tuning
        .clone()
        .filter(|_| !app.tune.results.waiting())
    else {
        app.say("wait until the pairs of these settings stand, then judge them");
        return vec![];
    };
    if tuning.truth.pairs.is_empty() {
        app.say("there is no pair to judge: no two texts are alike enough");
        return vec![];
    }
    app.tune.judging.before = app.tune.judging.answers.len();
    app.dialogs.push(Dialog::new(DialogKind::Judge));
    vec![next(app)]
}

/// Runs a command in the dialog.
pub(in super::super) fn command(app: &mut App, command: Command) -> Vec<Effect> {
    use Command as C;
    match command {
        C::AnswerYes => answer(app, Verdict::Yes),
        C::AnswerNo => answer(app, Verdict::No),
        C::AnswerUnsure => answer(app, Verdict::Unsure),
        C::PreviousPair => back(app),
        C::TakeBest => take(app),
        C::JudgeFor => turn(app),
        C::Escape | C::Back => {
            close(app);
            vec![]
        }
        C::ExportJudged => {
            forms::export(app);
            vec![]
        }
        _ => {
            if let Some(texts) = &mut app.tune.judging.texts {
                texts.apply(CompareAction::Run(command));
            }
            vec![]
        }
    }
}

/// Lets pairs be chosen for the threshold, or for figures over all pairs; the pair in sight is replaced.
fn turn(app: &mut App) -> Vec<Effect> {
    let judging = &mut app.tune.judging;
    judging.judging_for = match judging.judging_for {
        JudgingFor::Threshold => JudgingFor::AllPairs,
        JudgingFor::AllPairs => JudgingFor::Threshold,
    };
    judging.all_pairs = None;
    judging.returned = false;
    let said = match judging.judging_for {
        JudgingFor::Threshold => "next: pairs near the similarity at which answers change",
        JudgingFor::AllPairs => "next: a sample of all pairs, by similarity",
    };
    app.say(said);
    vec![next(app)]
}

fn close(app: &mut App) {
    app.dialogs.pop();
    // A proposal that is being computed is still wanted.
    app.tune.judging.texts = None;
}

/// Records the answer for the current pair and asks for the next one.
fn answer(app: &mut App, verdict: Verdict) -> Vec<Effect> {
    let Some(collection) = app.data.collection.clone() else {
        return vec![];
    };
    let judging = &mut app.tune.judging;
    let unknown = judging.pending && !judging.returned;
    if unknown || judging.pair().is_none() {
        return vec![];
    }
    let pair = judging.pair();
    judging.answer(verdict, &collection);
    judging.returned = false;
    let mut effects = keep(app);
    effects.extend(pair.and_then(|pair| review::judged(app, pair, verdict)));
    effects.push(next(app));
    effects
}

fn back(app: &mut App) -> Vec<Effect> {
    let Some(collection) = app.data.collection.clone() else {
        return vec![];
    };
    let Some((a, b)) = app.tune.judging.back(&collection) else {
        app.say("the first pair of this sitting");
        return vec![];
    };
    let mut effects = keep(app);
    effects.extend(review::unjudged(app, (a, b)));
    effects.extend(ask(app, Some((a, b))));
    // The proposal of the answers that are left; the pair stays.
    effects.push(next(app));
    app.tune.judging.returned = true;
    effects
}

/// Writes the answers to the file of judgements where there is no journal.
fn keep(app: &App) -> Vec<Effect> {
    let answers = &app.tune.judging.answers;
    let write = || Effect::Ask(Request::Judged(answers.clone()));
    match review::has_journal(app) {
        true => vec![],
        false => vec![write()],
    }
}

/// Applies the threshold proposed from the answers.
fn take(app: &mut App) -> Vec<Effect> {
    let judging = &app.tune.judging;
    let why = match &judging.proposal {
        _ if judging.pending => "the last answer is still being counted".to_owned(),
        Some(Ok(proposal)) => {
            let threshold = proposal.threshold;
            close(app);
            app.reanalysis.let_go();
            return threshold::set(app, threshold);
        }
        Some(Err(why)) => why.to_string(),
        None => "no pair is judged yet".to_owned(),
    };
    app.say(why);
    vec![]
}

/// Requests the proposal of all answers and the most informative pair to judge next.
fn next(app: &mut App) -> Effect {
    app.tune.judging.pending = true;
    Effect::Ask(Request::Judge {
        answers: app.tune.judging.answers.clone(),
        threshold: app.threshold,
        judging_for: app.tune.judging.judging_for,
    })
}

/// Takes over the proposal, and shows the next pair if the dialog is still open, unless the user went back
/// to another one. A step computed from other answers than the current ones is ignored.
pub(in super::super) fn arrived(app: &mut App, step: &JudgingStep) -> Vec<Effect> {
    let judging = &mut app.tune.judging;
    if !judging.pending
        || step.answers != judging.answers
        || step.judging_for != judging.judging_for
    {
        return vec![];
    }
    judging.all_pairs.clone_from(&step.all_pairs);
    judging.proposal = Some(step.proposal);
    judging.outdated = step.outdated;
    judging.pending = false;
    if std::mem::take(&mut judging.returned) {
        return vec![];
    }
    let open = app
        .dialogs
        .iter()
        .any(|dialog| dialog.kind == DialogKind::Judge);
    ask(app, step.pair.filter(|_| open))
}

fn ask(app: &mut App, pair: Option<(DocNo, DocNo)>) -> Vec<Effect> {
    app.tune.judging.ask(pair);
    let request = pair.map(|(a, b)| Effect::Ask(Request::Compare(a, b)));
    request.into_iter().collect()
}
