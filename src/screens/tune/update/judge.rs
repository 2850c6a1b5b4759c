//! Manual judging of pairs: commands, and requests for the next pair and for the threshold proposed from
//! the answers.

use crate::app::dialog::{Dialog, DialogKind};
use crate::app::update::{review, threshold};
use crate::app::{App, Command};
use crate::base::DocNo;
use crate::engine::Request;
use crate::engine::message::AskedPair;
use crate::engine::review::labels;
use crate::lab::judge::{Answer, JudgingStep, Verdict};
use crate::review::DecisionTarget;
use crate::screens::compare::state::{CompareAction, CompareState};

/// Opens the dialog with the first pair to judge.
pub(crate) fn judge(app: &mut App) {
    let results = &app.tune.results;
    let Some(tuning) = results.tuning.clone().filter(|_| !results.waiting()) else {
        return app.say("wait until the pairs of these settings stand, then judge them");
    };
    if tuning.truth.pairs.is_empty() {
        return app.say("there is no pair to judge: no two texts are alike enough");
    }
    if let Some(why) = review::why_unwritable(app) {
        return app.say(why);
    }
    app.tune.judging.begin();
    app.dialogs.push(Dialog::new(DialogKind::Judge));
    next(app);
}

/// Runs a command in the dialog.
pub(crate) fn command(app: &mut App, command: Command) {
    use Command as C;
    match command {
        C::AnswerYes => answer(app, Verdict::Yes),
        C::AnswerNo => answer(app, Verdict::No),
        C::AnswerUnsure => answer(app, Verdict::Unsure),
        C::PreviousPair => back(app),
        C::TakeBest => take(app),
        C::Escape | C::Back => close(app),
        _ => {
            if let Some(texts) = &mut app.tune.judging.texts {
                texts.apply(CompareAction::Run(command));
            }
        }
    }
}

fn close(app: &mut App) {
    app.dialogs.pop();
    // A proposal that is being computed is still wanted.
    app.tune.judging.texts = None;
}

/// Records the answer for the current pair as a decision and asks for the next pair.
fn answer(app: &mut App, verdict: Verdict) {
    let judging = &mut app.tune.judging;
    let unknown = judging.pending && !judging.returned;
    let Some((a, b)) = judging.pair().filter(|_| !unknown) else {
        return;
    };
    judging.returned = false;
    let decide = review::judged(app, (a, b), verdict);
    let act = decide.as_ref().map(|decide| decide.number);
    let answer = Answer::new(a, b, verdict);
    app.tune.judging.record(answer, act);
    if let Some(decide) = decide {
        app.ask(Request::Decide(decide));
    }
    next(app);
}

fn back(app: &mut App) {
    let Some(previous) = app.tune.judging.session.pop() else {
        return app.say("the first pair of this sitting");
    };
    if let Some(decide) = previous.act.and_then(|act| app.decisions.undo_act(act)) {
        app.ask(Request::Decide(decide));
    }
    ask(app, Some((previous.answer.a, previous.answer.b)));
    // The proposal of the answers that are left; the pair stays.
    next(app);
    app.tune.judging.returned = true;
}

/// Takes over the answers that the journal has.
pub(crate) fn take_answers(app: &mut App) {
    let Some(collection) = app.data.collection.clone() else {
        return;
    };
    let Some(state) = app.decisions.state(&collection).cloned() else {
        return;
    };
    let labels = labels(&state, &collection);
    let answers = labels.iter().map(|l| Answer::new(l.a, l.b, l.verdict));
    let decisions = &app.decisions;
    let being_written = |answer: &Answer| {
        let target = DecisionTarget::pair(answer.a, answer.b);
        decisions.pending_of(&collection, &target).is_some()
    };
    let before = app.tune.judging.answers();
    app.tune.judging.take(answers.collect(), being_written);
    let judging = &app.tune.judging;
    // A step that is computed from other answers is ignored.
    if !judging.pending || judging.answers() == before {
        return;
    }
    next(app);
}

/// Applies the threshold proposed from the answers.
fn take(app: &mut App) {
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
    app.say(why)
}

/// Requests the proposal of all answers and the most informative pair to judge next.
fn next(app: &mut App) {
    let Some(collection) = app.data.collection.clone() else {
        return;
    };
    app.tune.judging.pending = true;
    app.ask(Request::Judge(AskedPair {
        collection,
        answers: app.tune.judging.answers(),
        threshold: app.threshold,
    }));
}

/// Takes over the proposal, and shows the next pair if the dialog is still open, unless the user went back
/// to another one. A step computed from other answers than the current ones is ignored.
pub(crate) fn arrived(app: &mut App, step: &JudgingStep) {
    let judging = &mut app.tune.judging;
    if !judging.pending || step.answers != judging.answers() {
        return;
    }
    judging.proposal = Some(step.proposal);
    judging.pending = false;
    if std::mem::take(&mut judging.returned) {
        return;
    }
    let mut dialogs = app.dialogs.iter();
    let is_open = dialogs.any(|dialog| dialog.kind == DialogKind::Judge);
    ask(app, step.pair.filter(|_| is_open))
}

fn ask(app: &mut App, pair: Option<(DocNo, DocNo)>) {
    let state = |(a, b)| Box::new(CompareState::new(a, vec![b], 0));
    let judging = &mut app.tune.judging;
    (judging.pending, judging.texts) = (false, pair.map(state));
    if let Some((a, b)) = pair {
        app.ask(Request::Compare(a, b));
    }
}
