//! Key bindings: from key and context to command, and from command to its keys for display.

use std::collections::HashMap;

use super::commands::{self, Command, Entry};
use super::context::Context;
use super::key::Key;

/// Key bindings of all contexts.
#[derive(Clone, Debug)]
pub struct Keymap {
    commands: HashMap<(Context, Key), Command>,
    keys: HashMap<(Context, Command), Vec<Key>>,
}

impl Default for Keymap {
    /// The default keys of the command table.
    fn default() -> Self {
        let mut map = Keymap {
            commands: HashMap::new(),
            keys: HashMap::new(),
        };
        for entry in commands::rows() {
            for key in entry.keys.iter().filter_map(|k| k.parse::<Key>().ok()) {
                for context in entry.contexts {
                    let keys = map.keys.entry((*context, entry.command)).or_default();
                    keys.push(key);
                    map.commands.entry((*context, key)).or_insert(entry.command);
                }
            }
        }
        map
    }
}

impl Keymap {
    /// The command bound to `key` in `context`.
    #[must_use]
    pub fn command(&self, context: Context, key: Key) -> Option<Command> {
        self.commands.get(&(context, key)).copied()
    }

    /// The keys of a row of the command table; the first is the one displayed.
    #[must_use]
    pub fn keys(&self, entry: &Entry) -> &[Key] {
        let first = entry.contexts.first();
        let keys = first.and_then(|context| self.keys.get(&(*context, entry.command)));
        keys.map_or(&[], Vec::as_slice)
    }

    /// The key to display for a command on the screens; empty if it has none.
    #[must_use]
    pub fn label(&self, command: Command) -> String {
        self.first(command, |_| true)
    }

    /// Like [`Keymap::label`], but a key with a name (Up) before one with a character (k).
    #[must_use]
    pub fn named(&self, command: Command) -> String {
        let named = self.first(command, |key| key.typed().is_none());
        if named.is_empty() {
            return self.label(command);
        }
        named
    }

    fn first(&self, command: Command, wanted: impl Fn(&Key) -> bool) -> String {
        let first = self.keys(command.entry()).iter().find(|key| wanted(key));
        first.map(ToString::to_string).unwrap_or_default()
    }

    /// The key to display for a command in a dialog; empty if it has none.
    #[must_use]
    pub fn label_in(&self, context: Context, command: Command) -> String {
        let keys = self.keys.get(&(context, command));
        let first = keys.and_then(|keys| keys.first());
        first.map(ToString::to_string).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_keys_are_keys_and_no_two_commands_fight_over_one() {
        let mut seen = HashMap::new();
        for entry in commands::rows() {
            for text in entry.keys {
                let key: Key = text.parse().unwrap();
                for context in entry.contexts {
                    let before = seen.insert((*context, key), entry.name);
                    assert_eq!(before, None, "{text} in {context:?}: {}", entry.name);
                }
            }
        }
    }
}
