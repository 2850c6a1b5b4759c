//! Event loop: waits for an event, takes all pending events, updates the state, performs effects, draws once. It blocks
//! while nothing happens.

use std::io::{self, Stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use crossbeam_channel::{Receiver, never, select, unbounded};
use ratatui::Terminal;

use super::capabilities::{self, Overrides};
use super::clipboard;
use super::editor::Editor;
use super::input::InputThread;
use super::painter::Painter;
use super::session::Session;
use super::{panics, restore, signals};
use crate::app::action::{Event, Mouse, Signal};
use crate::app::keymap::Keymap;
use crate::app::state::Themes;
use crate::app::{Action, App, Command, Effect, StartupOptions, update};
use crate::engine::{Request, Stage, Update};
use crate::ui;
use crate::ui::theme::Depth;
use crate::ui::theme::palette::{self, Palette};
use crate::ui::{HitMap, Theme};

/// Maximum number of events per frame: a flood of engine updates must not delay the response to keys.
const BATCH: usize = 256;

/// Options of a screen session.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Startup parameters for display.
    pub start: StartupOptions,
    /// User overrides of colours and character set.
    pub overrides: Overrides,
    /// A theme with its own colours.
    pub palette: Option<&'static Palette>,
    /// Key bindings.
    pub keymap: Keymap,
    /// Error in the config, shown once the work is done.
    pub fault: Option<String>,
    /// Capture mouse clicks and wheel (the terminal's own selection then needs shift).
    pub mouse: bool,
    /// Set by a signal that arrived before the screens handle signals.
    pub ended: Arc<AtomicBool>,
}

/// Reason in the log: the user has quit.
pub const QUIT: &str = "quit";
/// Reason in the log: a signal.
const TERMINATED: &str = "ended by a signal";
/// Reason in the log: the terminal is gone.
const LOST: &str = "ended because the terminal is gone";

type Screen = Terminal<Painter<Stdout>>;

/// Runs the screens until they end; returns the reason. `ask` passes requests to the engine and must not block;
/// `updates` receives the engine's answers.
///
/// # Errors
/// The terminal cannot be used. It is released in every case.
pub fn run(
    options: RunOptions,
    ask: Box<dyn Fn(Request)>,
    updates: Receiver<Update>,
) -> anyhow::Result<&'static str> {
    let theme = theme(options.overrides);
    let (send, events) = unbounded();
    panics::set_drawing_thread(send.clone());
    signals::start(send.clone()).context("cannot listen to signals")?;
    if options.ended.load(Ordering::SeqCst) {
        return Ok(TERMINATED);
    }
    let (palettes, shown) = palette::choices(options.palette);
    let mut themes = Themes::default();
    if theme.takes_palettes() {
        let name_and_about = |palette: &&Palette| (palette.name.clone(), palette.about.clone());
        themes.all = palettes.iter().map(name_and_about).collect();
        themes.shown = shown;
    }
    let app = App {
        themes,
        keymap: options.keymap,
        fault: options.fault,
        ..App::new(options.start)
    };
    let follows_background = options.overrides.light.is_none() && theme.depth() >= Depth::Sixteen;
    let session = Session {
        mouse: options.mouse,
    };
    session.enter().context("cannot use the terminal")?;
    signals::watch_hang_up(send.clone()).context("cannot watch the terminal")?;
    let input = InputThread::start(send).context("cannot read the terminal")?;
    let painter = Painter::new(io::stdout(), theme.depth());
    let screen = Terminal::new(painter).context("cannot use the terminal")?;
    Runner {
        app,
        theme,
        overrides: options.overrides,
        follows_background,
        palettes,
        screen,
        hits: HitMap::default(),
        stage: None,
        pressed: None,
        started: Instant::now(),
        session,
        input,
        ask,
        ended: None,
        to_confirm: None,
        confirmed: None,
        redraw_all: false,
        stopped_itself: false,
    }
    .run(&events, updates)
}

fn theme(overrides: Overrides) -> Theme {
    capabilities::theme(|name| std::env::var(name).ok(), overrides)
}

struct Runner {
    app: App,
    /// The theme with the terminal's own colours.
    theme: Theme,
    overrides: Overrides,
    /// Whether light or dark follows the terminal, because the user chose neither.
    follows_background: bool,
    /// The themes to choose from, in the order of their list.
    palettes: Vec<&'static Palette>,
    screen: Screen,
    hits: HitMap,
    /// The last stage of the work that was logged.
    stage: Option<Stage>,
    /// The row and the action where the mouse button was pressed.
    pressed: Option<(u16, Action)>,
    started: Instant,
    session: Session,
    input: InputThread,
    ask: Box<dyn Fn(Request)>,
    ended: Option<&'static str>,
    /// The file that waits for a second key, because the editor may write, and the file that the current key confirms.
    to_confirm: Option<PathBuf>,
    confirmed: Option<PathBuf>,
    /// The content of the terminal is unknown: the next frame is drawn completely.
    redraw_all: bool,
    /// The process suspended itself, and the SIGCONT that resumes it has not arrived yet.
    stopped_itself: bool,
}

impl Runner {
    fn run(
        mut self,
        events: &Receiver<Event>,
        mut updates: Receiver<Update>,
    ) -> anyhow::Result<&'static str> {
        let size = self.screen.size()?;
        self.act(Action::Resize(size.width, size.height))?;
        self.draw()?;
        self.ask_background()?;
        loop {
            self.draw()?;
            self.wait(events, &mut updates)?;
            // User input is handled before engine updates.
            for _ in 0..BATCH {
                if self.ended.is_some() {
                    break;
                } else if let Ok(event) = events.try_recv() {
                    self.event(event)?;
                } else if let Ok(update) = updates.try_recv() {
                    self.act(Action::Engine(update))?;
                } else {
                    break;
                }
            }
            if let Some(ended) = self.ended {
                return Ok(ended);
            }
        }
    }

    /// Blocks until an event arrives or a timer of the screen expires.
    fn wait(
        &mut self,
        events: &Receiver<Event>,
        updates: &mut Receiver<Update>,
    ) -> anyhow::Result<()> {
        let now = self.started.elapsed();
        self.app_clock()?;
        let idle = Duration::from_secs(3600);
        let wakes_at = self.app.wakes_at();
        let timeout = wakes_at.map_or(idle, |at| at.saturating_sub(now));
        // The clock is updated first, so that a message is shown from now on, not from the start of the wait.
        select! {
            recv(events) -> event => {
                self.app_clock()?;
                match event {
                    Ok(event) => self.event(event)?,
                    Err(_) => self.ended = Some(LOST),
                }
            }
            recv(updates) -> update => {
                self.app_clock()?;
                match update {
                    Ok(update) => self.act(Action::Engine(update))?,
                    // The engine has ended: no more updates will arrive.
                    Err(_) => *updates = never(),
                }
            }
            default(timeout) => self.app_clock()?,
        }
        Ok(())
    }

    fn app_clock(&mut self) -> anyhow::Result<()> {
        self.act(Action::Clock(self.started.elapsed()))
    }

    fn event(&mut self, event: Event) -> anyhow::Result<()> {
        let is_input = matches!(event, Event::Key(_) | Event::Mouse(_) | Event::Paste(_));
        // The second key of a sequence belongs to the first.
        if is_input && self.app.first_key.is_none() {
            self.confirmed = self.to_confirm.take();
        }
        let action = match event {
            Event::Key(key) => Action::Key(key),
            Event::Paste(text) => Action::Paste(text),
            Event::Resize(columns, rows) => {
                // If the size changed and changed back between two frames, the terminal may have lost
                // its content.
                self.redraw_all = true;
                Action::Resize(columns, rows)
            }
            Event::Panicked(update) => Action::Engine(update),
            Event::Mouse(mouse) => match self.mouse(mouse) {
                Some(action) => action,
                None => return Ok(()),
            },
            Event::Signal(Signal::Suspend) => Action::Run(Command::Suspend),
            Event::Signal(Signal::Continue) => {
                if !std::mem::take(&mut self.stopped_itself) {
                    // Another process stopped this one; the shell may have changed the terminal settings.
                    restore::restore();
                    self.resume()?;
                }
                return Ok(());
            }
            Event::Signal(Signal::Terminate) => {
                self.ended = Some(TERMINATED);
                return Ok(());
            }
            Event::Background(light) => {
                if self.follows_background {
                    let light = Some(light);
                    self.theme = theme(Overrides {
                        light,
                        ..self.overrides
                    });
                }
                return Ok(());
            }
            Event::Focus => return self.ask_background(),
            Event::Closed => {
                self.ended = Some(LOST);
                return Ok(());
            }
        };
        self.act(action)
    }

    fn mouse(&mut self, mouse: Mouse) -> Option<Action> {
        match mouse {
            Mouse::Click(x, y) => {
                let action = self.hits.click(x, y)?;
                self.pressed = Some((y, action.clone()));
                Some(action)
            }
            Mouse::Drag(x, _) => {
                // A drag stays on the row on which it began.
                let (y, pressed) = self.pressed.as_ref()?;
                self.hits.drag(pressed, x, *y)
            }
            Mouse::Release => {
                self.pressed = None;
                None
            }
            Mouse::Wheel(x, y, by) => self.hits.wheel(x, y, by),
        }
    }

    /// Queries the terminal whether its background is light, unless the user chose a background. The answer may change
    /// while the window has no focus, or before the user redraws the screen. The terminal's own reports of a change
    /// (mode 2031) cannot be used: crossterm 0.29 keeps an unknown `CSI ?` in its buffer together with the keys after
    /// it.
    fn ask_background(&self) -> anyhow::Result<()> {
        if self.follows_background {
            self.session.ask_background()?;
        }
        Ok(())
    }

    fn act(&mut self, action: Action) -> anyhow::Result<()> {
        if let Action::Engine(Update::Progress(progress)) = &action
            && self.stage.replace(progress.stage) != Some(progress.stage)
        {
            log::info!("{}", progress.stage.name());
        }
        let mut effects: std::collections::VecDeque<Effect> = update(&mut self.app, action).into();
        while let Some(effect) = effects.pop_front() {
            let after = match effect {
                Effect::Ask(request) => {
                    if log::log_enabled!(log::Level::Debug) {
                        // Only the name, because the request may contain text of documents.
                        let request = format!("{request:?}");
                        let name = request.split(|c: char| !c.is_alphanumeric()).next();
                        log::debug!("request {}", name.unwrap_or_default());
                    }
                    (self.ask)(request);
                    None
                }
                Effect::Copy(text) => Some(match clipboard::copy(&text) {
                    Ok(message) => Action::Notice(message),
                    Err(error) => Action::Failed(format!("could not copy: {error}")),
                }),
                Effect::Edit { path, line } => self.edit(&path, line)?,
                Effect::Suspend => {
                    restore::restore();
                    signals::stop_here();
                    self.stopped_itself = true;
                    self.resume()?;
                    None
                }
                Effect::Redraw => {
                    self.redraw_all = true;
                    self.ask_background()?;
                    None
                }
                Effect::Quit => {
                    self.ended = Some(QUIT);
                    None
                }
            };
            effects.extend(after.map(|a| update(&mut self.app, a)).unwrap_or_default());
        }
        Ok(())
    }

    /// Releases the terminal to the editor; reloads the corpus if the file was changed. An editor without a read-only
    /// option is opened only if requested twice in a row.
    fn edit(&mut self, path: &Path, line: u64) -> anyhow::Result<Option<Action>> {
        let editor = match Editor::of_user() {
            Ok(editor) => editor,
            Err(error) => return Ok(Some(Action::Failed(error.to_string()))),
        };
        if self.confirmed.take().as_deref() != Some(path) && editor.may_write() {
            let name = editor.name();
            let key = self.app.keymap.label(Command::Edit);
            self.to_confirm = Some(path.to_owned());
            return Ok(Some(Action::Notice(format!(
                "{key} again opens it: {name} may write, and use settings of the folder"
            ))));
        }
        let modified = || path.metadata().and_then(|m| m.modified()).ok();
        let before = modified();
        self.input.pause();
        restore::restore();
        let result = editor.open(path, line);
        // A killed editor leaves its own terminal settings, which must not be restored at the end.
        restore::restore_settings();
        self.resume()?;
        self.input.resume();
        self.app_clock()?;
        Ok(match result {
            Err(error) => Some(Action::Failed(error.to_string())),
            Ok(()) if modified() != before => Some(Action::Run(Command::Reload)),
            Ok(()) => None,
        })
    }

    /// Takes the terminal again; its content and size may have changed.
    fn resume(&mut self) -> anyhow::Result<()> {
        self.session
            .enter()
            .context("cannot take the terminal back")?;
        self.ask_background()?;
        self.redraw_all = true;
        let size = self.screen.size()?;
        self.act(Action::Resize(size.width, size.height))
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        // Another thread has released the terminal because the program is ending.
        if !restore::held() {
            return Ok(());
        }
        if std::mem::take(&mut self.redraw_all) {
            let size = self.screen.size()?;
            self.screen.backend_mut().invalidate();
            // Also clears the screen. (`Terminal::clear` would first query the cursor position and wait
            // for an answer that the input thread may consume.)
            self.screen.resize(size.into())?;
        }
        ui::fit(&mut self.app);
        let mut hits = HitMap::default();
        let palette = self.palettes.get(self.app.themes.shown);
        let theme = palette.map_or(self.theme, |palette| self.theme.with_palette(palette));
        let app = &self.app;
        self.screen
            .draw(|frame| hits = ui::draw(app, &theme, frame))?;
        for (panel, offset, rows) in hits.views() {
            self.app.seen(panel, offset, rows);
        }
        self.hits = hits;
        Ok(())
    }
}
