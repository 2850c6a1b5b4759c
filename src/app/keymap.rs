//! Key bindings: from key and screen to command, and from command to its keys for display.

use std::collections::HashMap;

use super::commands::{Command, TABLE};
use super::key::Key;
use super::screen::Screen;

/// Key bindings of all screens.
#[derive(Clone, Debug)]
pub struct Keymap {
    by_key: HashMap<(Screen, Key), Command>,
    by_command: HashMap<Command, Vec<Key>>,
}

impl Default for Keymap {
    /// The default keys of the command table.
    fn default() -> Self {
        let mut map = Keymap {
            by_key: HashMap::new(),
            by_command: HashMap::new(),
        };
        for entry in TABLE {
            for key in entry.keys.iter().filter_map(|k| k.parse::<Key>().ok()) {
                map.by_command.entry(entry.command).or_default().push(key);
                for screen in entry.screens {
                    map.by_key.entry((*screen, key)).or_insert(entry.command);
                }
            }
        }
        map
    }
}

impl Keymap {
    /// The command bound to `key` on `screen`.
    #[must_use]
    pub fn command(&self, screen: Screen, key: Key) -> Option<Command> {
        self.by_key.get(&(screen, key)).copied()
    }

    /// The keys of a command; the first is the one displayed.
    #[must_use]
    pub fn keys(&self, command: Command) -> &[Key] {
        self.by_command.get(&command).map_or(&[], Vec::as_slice)
    }

    /// The key to display for a command; empty if it has none.
    #[must_use]
    pub fn label(&self, command: Command) -> String {
        self.keys(command)
            .first()
            .map(ToString::to_string)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_keys_are_keys_and_no_two_commands_fight_over_one() {
        let mut seen = HashMap::new();
        for entry in TABLE {
            for text in entry.keys {
                let key: Key = text.parse().unwrap();
                for screen in entry.screens {
                    let before = seen.insert((*screen, key), entry.name);
                    assert_eq!(before, None, "{text} on {}: {}", screen.name(), entry.name);
                }
            }
        }
    }
}
