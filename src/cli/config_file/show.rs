//! Prints configs: the one in effect with where each value comes from, and the defaults as a file to begin with.

use std::io::{self, Write};

use super::options::{OPTIONS, Section, of_copied_text};
use super::{Config, ConfigFile, Preset};
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
    let file = config.file.as_ref();
    let source = |file: &ConfigFile| {
        let path = file.path.display().to_string();
        sanitise::line(&path).into_owned()
    };
    let begins = of_copied_text();
    for (name, section) in Section::ALL {
        writeln!(out, "[{name}]")?;
        if section == Section::Screens {
            let from = file.filter(|file| file.theme.is_some());
            let theme = config.theme().unwrap_or(DEFAULT_THEME);
            let from = from.map_or("default".to_owned(), source);
            writeln!(out, "theme = {:?}  # {from}", sanitise::line(theme))?;
        }
        for option in OPTIONS.iter().filter(|option| option.section == section) {
            let set = file.and_then(|file| {
                let mut set = file.set.iter();
                let set = set.find(|(at, name, _)| (*at, *name) == (section, option.name));
                // What copied text begins with, if the file asks for it and says nothing else.
                let begin = begins.iter().find(|(begin, _)| begin.name == option.name);
                let begin = begin.filter(|_| config.asks_for_copied_text());
                let value = set
                    .map(|(.., value)| value)
                    .or(begin.map(|(_, value)| value));
                Some((value?, file))
            });
            match set {
                Some((value, file)) => {
                    let value = sanitise::line(value);
                    writeln!(out, "{} = {value}  # {}", option.name, source(file))?;
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
    writeln!(out, "[readers]")?;
    for (file, (extension, command)) in
        { file.into_iter() }.flat_map(|file| file.readers.iter().map(move |reader| (file, reader)))
    {
        let command = toml::Value::String(sanitise::line(command).into_owned());
        writeln!(out, "{extension} = {command}  # {}", source(file))?;
    }
    writeln!(out, "\n[keys]")?;
    let preset = file.and_then(|file| Some((file.preset?, source(file))));
    let (preset, from) = preset.unwrap_or((Preset::Default, "default".to_owned()));
    let name = Preset::ALL.iter().find(|(_, known)| *known == preset);
    writeln!(
        out,
        "preset = {:?}  # {from}",
        name.map_or("", |(name, _)| name)
    )?;
    for entry in COMMANDS {
        let given = file.and_then(|file| Some((file.keys.get(&entry.command)?, file)));
        if let Some((keys, file)) = given {
            let keys: Vec<String> = keys
                .iter()
                .map(|keys| format!("{:?}", keys.to_string()))
                .collect();
            writeln!(
                out,
                "{} = [{}]  # {}",
                entry.name,
                keys.join(", "),
                source(file)
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
         # The command line comes first, then this file."
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
    writeln!(
        out,
        "\n[readers]\n# Programs that print the text of documents by extension; {{}} stands for the path of the file\n\
         # \"rtf doc\" = \"pandoc -t plain --wrap=none {{}}\""
    )?;
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
            file: Some(ConfigFile::read(&path).unwrap()),
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
