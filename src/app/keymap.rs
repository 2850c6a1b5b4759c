//! Key bindings: from key and context to command, and from command to its keys for display.

use std::collections::HashMap;

use super::commands::{self, COMMANDS, Command, CommandEntry};
use super::key::{Key, KeySequence};
use super::screen::Context;

/// Key bindings of all contexts.
#[derive(Clone, Debug)]
pub struct Keymap {
    commands: HashMap<(Context, KeySequence), Command>,
    keys: HashMap<(Context, Command), Vec<KeySequence>>,
}

/// Keys that replace the keys of commands in the command table.
pub type Remapped = HashMap<Command, Vec<KeySequence>>;

/// Two commands that are given the same keys in one context.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{keys} is given to {one} and to {other}")]
pub struct Conflict {
    keys: KeySequence,
    one: &'static str,
    other: &'static str,
}

impl Default for Keymap {
    /// The keys of the command table.
    fn default() -> Self {
        let remapped = Remapped::new();
        Keymap::with(&remapped).unwrap_or_else(|conflict| unreachable!("{conflict}"))
    }
}

impl Keymap {
    /// Creates the keys of the command table, with replacements for some commands on the screens and in the other
    /// contexts of the command's first row. A key that is given to a command is removed from its command in the table.
    ///
    /// # Errors
    /// Two commands are given the same keys in one context.
    pub fn with(remapped: &Remapped) -> Result<Self, Conflict> {
        let mut map = Keymap {
            commands: HashMap::new(),
            keys: HashMap::new(),
        };
        for entry in COMMANDS {
            for keys in remapped.get(&entry.command).into_iter().flatten() {
                let conflict = |before: Command| Conflict {
                    keys: *keys,
                    one: before.entry().name,
                    other: entry.name,
                };
                for context in entry.contexts {
                    let bound = map.bind(*context, *keys, entry.command);
                    bound.map_err(conflict)?;
                }
            }
        }
        for (row, entry) in commands::rows().enumerate() {
            // Rows of further contexts follow the rows of the commands.
            let is_first = row < COMMANDS.len();
            if is_first && remapped.contains_key(&entry.command) {
                continue;
            }
            for keys in entry.keys.iter().filter_map(|keys| keys.parse().ok()) {
                for context in entry.contexts {
                    // A command that already has the keys keeps them.
                    let _ = map.bind(*context, keys, entry.command);
                }
            }
        }
        Ok(map)
    }

    /// Binds keys in a context. Fails with another command that has these keys, or keys that begin with them or vice
    /// versa.
    fn bind(
        &mut self,
        context: Context,
        keys: KeySequence,
        command: Command,
    ) -> Result<(), Command> {
        let owner = self.commands.get(&(context, keys)).copied();
        let prefix_owner = match keys.then {
            Some(_) => self.command(context, keys.first),
            None => self.begun(context, keys.first),
        };
        if let Some(other) = owner.or(prefix_owner) {
            return if other == command { Ok(()) } else { Err(other) };
        }
        self.commands.insert((context, keys), command);
        self.keys.entry((context, command)).or_default().push(keys);
        Ok(())
    }

    /// Returns a command of two keys in `context`, of which `key` is the first.
    pub fn begun(&self, context: Context, key: Key) -> Option<Command> {
        self.after(context, key)
            .first()
            .map(|(_, command)| *command)
    }

    /// The command bound to a key, or two keys, in `context`.
    pub fn command(&self, context: Context, keys: impl Into<KeySequence>) -> Option<Command> {
        self.commands.get(&(context, keys.into())).copied()
    }

    /// The second keys after `first` in `context`, with their commands, in the order of the table.
    pub fn after(&self, context: Context, first: Key) -> Vec<(Key, Command)> {
        let second_keys = self.commands.iter().filter_map(|((at, keys), command)| {
            let then = keys.then.filter(|_| *at == context && keys.first == first);
            Some((then?, *command))
        });
        let mut second_keys: Vec<(Key, Command)> = second_keys.collect();
        second_keys.sort_by_key(|(key, command)| (*command, key.to_string()));
        second_keys
    }

    /// The keys of a row of the command table; the first is the one displayed.
    pub fn keys(&self, entry: &CommandEntry) -> &[KeySequence] {
        let first = entry.contexts.first();
        let keys = first.and_then(|context| self.keys.get(&(*context, entry.command)));
        keys.map_or(&[], Vec::as_slice)
    }

    /// The key to display for a command on the screens; `:` and its name if it has none.
    pub fn label(&self, command: Command) -> String {
        let first = self.keys(command.entry()).first();
        first.map_or_else(|| format!(":{}", command.entry().name), ToString::to_string)
    }

    /// Does the same as [`Keymap::label`], but prefers a key with a name (Up) to a character (k).
    pub fn named(&self, command: Command) -> String {
        let mut keys = self.keys(command.entry()).iter();
        let named = keys.find(|keys| keys.first.typed().is_none());
        named.map_or_else(|| self.label(command), ToString::to_string)
    }

    /// The key to display for a command in a dialog; empty if it has none.
    pub fn label_in(&self, context: Context, command: Command) -> String {
        let keys = self.keys.get(&(context, command));
        let first = keys.and_then(|keys| keys.first());
        first.map(ToString::to_string).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::screen::Screen;
    use super::*;

    const CLUSTERS: Context = Context::Screen(Screen::Clusters);

    fn keys(text: &str) -> KeySequence {
        text.parse().unwrap()
    }

    #[test]
    fn default_keys_are_valid_and_unique() {
        let mut seen = HashMap::new();
        for entry in commands::rows() {
            for context in entry.contexts {
                for text in entry.keys {
                    let keys: KeySequence = text.parse().unwrap();
                    let before = seen.insert((*context, keys), entry.name);
                    assert_eq!(before, None, "{text} in {context:?}: {}", entry.name);
                }
            }
        }
    }

    #[test]
    fn a_remapped_key_is_taken_from_the_command_that_had_it() {
        let remapped = HashMap::from([(Command::Sort, vec![keys("x"), keys("ctrl-s")])]);
        let map = Keymap::with(&remapped).unwrap();
        assert_eq!(map.command(CLUSTERS, Key::char('x')), Some(Command::Sort));
        assert_eq!(map.command(CLUSTERS, Key::char('s')), None);
        assert_eq!(map.label(Command::Sort), "x");
        // In the table, `f` is a key of Filter.
        let remapped = HashMap::from([(Command::Sort, vec![keys("f")])]);
        let map = Keymap::with(&remapped).unwrap();
        assert_eq!(map.command(CLUSTERS, Key::char('f')), Some(Command::Sort));
        assert_eq!(map.label(Command::Filter), ":filter");
        let both = HashMap::from([
            (Command::Sort, vec![keys("ctrl-x")]),
            (Command::Filter, vec![keys("ctrl-x")]),
        ]);
        let message = Keymap::with(&both).unwrap_err().to_string();
        assert!(message.contains("ctrl-x is given to"), "{message}");
    }

    #[test]
    fn the_first_of_two_keys_is_no_command() {
        let map = Keymap::default();
        let g = Key::char('g');
        assert_eq!(map.command(CLUSTERS, g), None);
        assert!(map.begun(CLUSTERS, g).is_some());
        assert_eq!(map.command(CLUSTERS, keys("g g")), Some(Command::Top));
        assert_eq!(map.label(Command::Mirrors), "g m");
        let remapped = HashMap::from([
            (Command::Sort, vec![keys("x")]),
            (Command::Filter, vec![keys("x y")]),
        ]);
        assert!(Keymap::with(&remapped).is_err());
    }
}
