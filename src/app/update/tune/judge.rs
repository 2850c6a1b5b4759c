//! Manual judging of pairs: selection of the next pair, commands, and the threshold proposed from
//! the answers.

use super::super::super::App;
use super::super::super::commands::Command;
use super::super::super::dialog::{Dialog, Kind};
use super::super::super::effect::Effect;
use super::super::super::state::compare::CompareAction;
use super::super::threshold;
use super::forms;
use crate::base::DocNo;
use crate::engine::Request;
use crate::lab::judge::{self, Proposal, Verdict};

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
    app.dialogs.push(Dialog::new(Kind::Judge));
    next(app)
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

fn close(app: &mut App) {
    app.dialogs.pop();
    app.tune.judging.ask(None);
}

/// Records the answer for the current pair and shows the next one.
fn answer(app: &mut App, verdict: Verdict) -> Vec<Effect> {
    let Some(collection) = app.data.collection.clone() else {
        return vec![];
    };
    if app.tune.judging.pair().is_none() {
        return vec![];
    }
    app.tune.judging.answer(verdict, &collection);
    let mut effects = vec![keep(app)];
    effects.extend(next(app));
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
    let mut effects = vec![keep(app)];
    effects.extend(ask(app, Some((a, b))));
    effects
}

fn keep(app: &App) -> Effect {
    Effect::Ask(Request::Judged(app.tune.judging.answers.clone()))
}

/// Applies the threshold proposed from the answers.
fn take(app: &mut App) -> Vec<Effect> {
    match proposal(app) {
        Ok(proposal) => {
            close(app);
            app.reanalysis.let_go();
            threshold::set(app, proposal.threshold)
        }
        Err(why) => {
            app.say(why);
            vec![]
        }
    }
}

/// The threshold proposed from the answers.
///
/// # Errors
/// A sentence that says what is missing.
pub(super) fn proposal(app: &App) -> Result<Proposal, String> {
    let judging = &app.tune.judging;
    judging
        .proposal
        .clone()
        .unwrap_or_else(|| Err("no pair is judged yet".into()))
}

/// Updates the proposal and shows the most informative pair next.
pub(in super::super) fn next(app: &mut App) -> Vec<Effect> {
    let (Some(collection), Some(tuning)) =
        (app.data.collection.clone(), app.tune.results.tuning.clone())
    else {
        return vec![];
    };
    let judging = &mut app.tune.judging;
    let measure = tuning.truth.found.measure;
    let told = judge::scored_answers(&collection, measure, &judging.answers);
    judging.proposal = Some(judge::proposal(&judge::scored(&told)));
    let pair = judge::next(&tuning.truth, &told, app.threshold, 0);
    ask(app, pair.map(|pair| (pair.a, pair.b)))
}

fn ask(app: &mut App, pair: Option<(DocNo, DocNo)>) -> Vec<Effect> {
    app.tune.judging.ask(pair);
    let request = pair.map(|(a, b)| Effect::Ask(Request::Compare(a, b)));
    request.into_iter().collect()
}
