//! The program on a made-up corpus: its start parameters, and responses to every request as an engine would
//! send them.

use shinglescope::base::Cancel;
use std::sync::Arc;
use std::time::Duration;

use shinglescope::app::{Action, App, StartupOptions, update};
use shinglescope::base::DocNo;
use shinglescope::engine::message::{LectureTexts, StageSlides};
use shinglescope::engine::mirrors;
use shinglescope::engine::pair_order;
use shinglescope::engine::sets::Sets;
use shinglescope::engine::{AnalysisConfig, Progress, Stage, Update};
use shinglescope::mirrors::MirrorsConfig;

use super::World;

/// The start parameters of the program.
pub fn start() -> StartupOptions {
    StartupOptions {
        corpus: "submissions".into(),
        settings: vec![("method".into(), "lsh".into())],
        store: Some("/home/ada/.cache/shinglescope/submissions-5f2c".into()),
        threshold: 0.8,
        analysis_config: AnalysisConfig::default(),
        calm: false,
        two_files: None,
        dates: false,
        demo: false,
        lecture: None,
        keeps_masks: true,
        kept_masks: false,
    }
}

/// The updates of an engine that has finished its initial work.
pub fn finished(world: &World) -> Vec<Update> {
    let pairs = Arc::new(world.pairs());
    *world.pairs_sent.borrow_mut() = Some(Arc::clone(&pairs));
    vec![
        Update::Progress(progress(Stage::Sketch, 30)),
        Update::Collection(Arc::clone(&world.collection)),
        Update::Pairs(Arc::clone(&pairs)),
        Update::Clusters(Arc::new(world.clustering(0.8))),
        Update::FullText(world.collection.len()),
        Update::Finished {
            stopped: false,
            elapsed: Duration::from_millis(420),
        },
    ]
}

pub fn progress(stage: Stage, done: u64) -> Progress {
    Progress {
        stage,
        done,
        total: 68,
        bytes: 0,
        elapsed: Duration::from_millis(100),
    }
}

/// A program that has received all of `world`, with its messages cleared.
pub fn app(world: &World, size: (u16, u16)) -> App {
    let mut app = App::new(start());
    update(&mut app, Action::Resize(size.0, size.1));
    for message in finished(world) {
        let effects = update(&mut app, Action::Engine(message));
        answer(world, &mut app, effects);
    }
    app.notices.dismiss();
    app
}

/// Applies an action, and answers its requests.
pub fn act(world: &World, app: &mut App, action: Action) {
    let effects = update(app, action);
    answer(world, app, effects);
}

/// Answers every request among `effects`, and those that result from the answers.
pub fn answer(world: &World, app: &mut App, effects: Vec<shinglescope::app::Effect>) {
    use shinglescope::app::Effect;
    for effect in effects {
        if let Effect::Ask(request) = effect
            && let Some(message) = reply(world, &request)
        {
            let more = update(app, Action::Engine(message));
            answer(world, app, more);
        }
    }
}

/// An engine's response to a request.
pub fn reply(world: &World, request: &shinglescope::engine::Request) -> Option<Update> {
    use shinglescope::engine::Request;
    Some(match request {
        Request::Threshold(t) => {
            world.threshold.set(*t);
            Update::Clusters(Arc::new(world.clustering(*t)))
        }
        Request::Matrix(members) => Update::Matrix(Arc::new(world.matrix(members))),
        Request::Aliases => {
            let aliases = shinglescope::html_report::aliases(&world.collection);
            Update::Aliases(world.collection.clone(), aliases.into())
        }
        Request::Document(doc) => Update::Document(Arc::new(world.view(*doc))),
        Request::Compare(a, b) => Update::Comparison(Arc::new(world.comparison(*a, *b))),
        Request::PairList => Update::PairList(Arc::new(world.pair_list())),
        Request::ArrangePairs(request) => {
            let arranged = pair_order::arrange(
                &world.collection,
                request,
                &Default::default(),
                &Cancel::default(),
            );
            Update::ArrangedPairs(Arc::new(arranged?))
        }
        Request::CopiedDocuments(request) => {
            let list = pair_order::documents(&world.collection, request);
            Update::CopiedDocuments(Arc::new(list?))
        }
        Request::Search(query) => Update::Search(Arc::new(world.search(query))),
        Request::Blocks => Update::Blocks(Arc::new(world.blocks())),
        Request::Mirrors => {
            let config = MirrorsConfig::default();
            let pairs = world.pairs_sent.borrow().clone()?;
            let threshold = world.threshold.get();
            let list = mirrors::mirrors(
                &world.collection,
                &pairs,
                threshold,
                config,
                &Sets::default(),
                &Cancel::default(),
            );
            Update::Mirrors(Arc::new(list?))
        }
        Request::MirrorTrees(list, at) => Update::MirrorTrees(Arc::new(mirrors::trees(list, *at)?)),
        Request::Settings(analysis_config) => Update::Settled {
            analysis_config: analysis_config.clone(),
            stopped: false,
            elapsed: Duration::from_millis(120),
        },
        Request::Slides(request) => Update::Slides(Arc::new(StageSlides {
            lecture: request.lecture,
            stage: request.stage,
            revision: request.revision,
            is_last: true,
            slides: request.staged.slides().map_err(Into::into),
        })),
        Request::LectureTexts(a, b) => {
            let text =
                |doc: DocNo| format!("one text of many words that says {} again", doc.index());
            let other = b.unwrap_or(DocNo::at((a.index() + 1) % world.collection.len()));
            Update::LectureTexts(Arc::new(LectureTexts {
                documents: (*a, *b),
                texts: vec![text(*a), text(other)],
            }))
        }
        other => return crate::tune_screen::answers::reply(world, other),
    })
}
