//! Prints configs: the one in effect with where each value comes from, and the defaults as a file to begin with.

use std::io::{self, Write};

use super::options::{OPTIONS, Section, of_copied_text};
use super::{Config, Preset, asks_for_copied_text};
use crate::app::commands::COMMANDS;
use crate::base::sanitise;
use crate::ui::theme::DEFAULT_THEME;

/// Options whose default is another one somewhere.
const ELSEWHERE: [(&str, &str); 2] = [
    (
        "decided-different",
        " of screens and reports; lists count such pairs and say so",
    ),
    ("min-words", "; 8 for blocks"),
];

/// Writes the values in effect without a command line, as a config file with comments that say where each comes from.
///
/// # Errors
/// Errors of `out`.
pub fn show(config: &Config, out: &mut impl Write) -> io::Result<()> {
    let source = |path: &std::path::Path| {
        let path = path.display().to_string();
        sanitise::line(&path).into_owned()
    };
    let begins = of_copied_text();
    for (name, section) in Section::ALL {
        writeln!(out, "[{name}]")?;
        if section == Section::Screens {
            let from = config.files.iter().rev().find(|file| file.theme.is_some());
            let theme = config.theme().unwrap_or(DEFAULT_THEME);
            let from = from.map_or("default".to_owned(), |file| source(&file.path));
            writeln!(out, "theme = {:?}  # {from}", sanitise::line(theme))?;
        }
        for option in OPTIONS.iter().filter(|option| option.section == section) {
            // Of what copied text begins with, only the file that asks for it and those after it have a say.
            let begin = begins.iter().find(|(begin, _)| begin.name == option.name);
            let asked = begin.zip(asks_for_copied_text(&config.files));
            let from = asked.map_or(0, |(_, from)| from);
            let set = config.files[from..].iter().rev().find_map(|file| {
                let mut set = file.set.iter();
                let value = set.find(|(at, name, _)| (*at, *name) == (section, option.name));
                value.map(|(.., value)| (value, &file.path))
            });
            let set = set.or(asked.map(|((_, value), from)| (value, &config.files[from].path)));
            match set {
                Some((value, path)) => {
                    let value = sanitise::line(value);
                    writeln!(out, "{} = {value}  # {}", option.name, source(path))?;
                }
                // As a comment: used as a file, defaults would stand before those of a command or a purpose of its own.
                None => {
                    let elsewhere = ELSEWHERE.iter().find(|(name, _)| *name == option.name);
                    let elsewhere = elsewhere.map_or("", |(_, elsewhere)| elsewhere);
                    writeln!(
                        out,
                        "# {} = {}  # default{elsewhere}",
                        option.name, option.default
                    )?;
                }
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "[keys]")?;
    let preset = config
        .files
        .iter()
        .rev()
        .find_map(|file| Some((file.preset?, &file.path)));
    let (preset, from) = match preset {
        Some((preset, path)) => (preset, source(path)),
        None => (Preset::Default, "default".to_owned()),
    };
    let name = Preset::ALL.iter().find(|(_, known)| *known == preset);
    writeln!(
        out,
        "preset = {:?}  # {from}",
        name.map_or("", |(name, _)| name)
    )?;
    for entry in COMMANDS {
        let given = config
            .files
            .iter()
            .rev()
            .find_map(|file| Some((file.keys.get(&entry.command)?, &file.path)));
        if let Some((keys, path)) = given {
            let keys: Vec<String> = keys
                .iter()
                .map(|keys| format!("{:?}", keys.to_string()))
                .collect();
            writeln!(
                out,
                "{} = [{}]  # {}",
                entry.name,
                keys.join(", "),
                source(path)
            )?;
        }
    }
    Ok(())
}

/// Writes all defaults as comments, with what they mean.
///
/// # Errors
/// Errors of `out`.
pub fn default(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "# Config of shinglescope. Take the sign # from a line to change its value; what is left out has its default.\n\
         # The command line comes first, then .shinglescope.toml in the folder of a corpus ([settings] alone), then this file."
    )?;
    for (name, section) in Section::ALL {
        writeln!(out, "\n[{name}]")?;
        if section == Section::Screens {
            writeln!(
                out,
                "# Colours; `shinglescope config themes` lists the themes\n# theme = {DEFAULT_THEME:?}"
            )?;
        }
        for option in OPTIONS.iter().filter(|option| option.section == section) {
            writeln!(
                out,
                "# {}\n# {} = {}",
                option.about, option.name, option.default
            )?;
        }
    }
    let presets = Preset::ALL.map(|(name, _)| name).join(", ");
    writeln!(out, "\n[keys]\n# One of {presets}\n# preset = \"default\"")?;
    for entry in COMMANDS.iter().filter(|entry| entry.is_of_screens()) {
        let keys: Vec<String> = entry.keys.iter().map(|key| format!("{key:?}")).collect();
        writeln!(
            out,
            "# {}\n# {} = [{}]",
            entry.doc,
            entry.name,
            keys.join(", ")
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::read::ConfigFile;
    use super::*;

    #[test]
    fn the_default_without_its_comment_signs_is_a_config() {
        let mut text = Vec::new();
        default(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let values = text
            .lines()
            .filter_map(|line| match line.strip_prefix("# ") {
                Some(rest) => rest.contains(" = ").then_some(rest),
                None => Some(line),
            });
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("config.toml");
        std::fs::write(&path, values.collect::<Vec<_>>().join("\n")).unwrap();
        let config = Config {
            files: vec![ConfigFile::read(&path).unwrap()],
            ..Config::default()
        };
        config.keymap().unwrap();
        let mut shown = Vec::new();
        show(&config, &mut shown).unwrap();
        let shown = String::from_utf8(shown).unwrap();
        assert!(shown.contains("k = 4  # "), "{shown}");
        assert!(toml::from_str::<toml::Table>(&shown).is_ok());
        let mut none = Vec::new();
        show(&Config::default(), &mut none).unwrap();
        let none = String::from_utf8(none).unwrap();
        assert!(none.contains("threshold = 0.8  # default"), "{none}");
    }
}
