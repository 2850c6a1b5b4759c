//! `config`: shows and checks config files.

use std::io::{self, Write, stdout};

use anyhow::Context;
use clap::Subcommand;

use super::config_file::{Config, ConfigSection, KEYS, of_copied_text, own_themes, user_file};
use super::context::{CommandContext, RunCommand};
use crate::app::commands::COMMANDS;
use crate::base::sanitise;
use crate::config::Purpose;
use crate::ui::theme::palette;

/// Keys whose default differs in some commands, with a remark on the difference.
const OTHER_DEFAULTS: [(&str, &str); 2] = [
    (
        "decided-different",
        " of screens and reports; lists count such pairs and say so",
    ),
    ("min-words", "; 8 for blocks"),
];

/// Actions on config files.
#[derive(Clone, Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print every value in effect as a config file, with its origin
    Show,
    /// Print a config file to start with: every setting and key as a comment
    Default,
    /// Print the path of the user's config file, whether it exists or not
    Path,
    /// List the themes
    Themes,
}

impl RunCommand for ConfigCommand {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        let mut out = stdout().lock();
        match self {
            ConfigCommand::Show => show(&context.common.read_config()?, &mut out)?,
            ConfigCommand::Default => default(&mut out)?,
            ConfigCommand::Path => {
                let path = user_file().context("the system names no folder for config files")?;
                writeln!(out, "{}", path.display())?;
            }
            ConfigCommand::Themes => {
                for palette in palette::all() {
                    writeln!(out, "{:<20}  {}", palette.name, palette.about)?;
                }
                for name in own_themes() {
                    writeln!(out, "{name:<20}  a theme of your own")?;
                }
            }
        }
        Ok(out.flush()?)
    }
}

/// Writes the values in effect without a command line, as a config file. A comment has the origin of each value.
fn show(config: &Config, out: &mut impl Write) -> io::Result<()> {
    let path = config.path.display().to_string();
    let path = sanitise::line(&path);
    let is_of_copied_text = config.purpose() == Purpose::CopiedText;
    let purpose_values = is_of_copied_text.then(of_copied_text).unwrap_or_default();
    for (heading, section) in ConfigSection::ALL {
        writeln!(out, "[{heading}]")?;
        for key in KEYS.iter().filter(|key| key.section == section) {
            let name = key.name;
            let file_value = config.value(name).map(|value| &value.written);
            let default = purpose_values.iter().find(|(default, _)| *default == name);
            if let Some(value) = file_value.or(default.map(|(_, value)| value)) {
                writeln!(out, "{name} = {}  # {path}", sanitise::line(value))?;
                continue;
            }
            // A comment, because a default in a file would override the default of a command or a purpose.
            let remark = OTHER_DEFAULTS.iter().find(|(key, _)| *key == name);
            let remark = remark.map_or("", |(_, remark)| remark);
            writeln!(out, "# {name} = {}  # default{remark}", key.default())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "[readers]")?;
    for (extension, command) in &config.readers {
        let command = toml::Value::String(sanitise::line(command).into_owned());
        writeln!(out, "{extension} = {command}  # {path}")?;
    }
    writeln!(out, "\n[keys]")?;
    for entry in COMMANDS {
        if let Some(keys) = config.keys.get(&entry.command) {
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            writeln!(out, "{} = {keys:?}  # {path}", entry.name)?;
        }
    }
    Ok(())
}

/// Writes all defaults as comments, with their meaning.
fn default(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "# Config of shinglescope. Take the sign # from a line to change its value; what is left out has its default.\n\
         # The command line comes first, then this file. --set NAME=VALUE takes the same names and values."
    )?;
    for (heading, section) in ConfigSection::ALL {
        writeln!(out, "\n[{heading}]")?;
        for key in KEYS.iter().filter(|key| key.section == section) {
            writeln!(out, "# {}\n# {} = {}", key.about, key.name, key.default())?;
        }
    }
    writeln!(
        out,
        "\n[readers]\n# Programs that print the text of documents by extension; {{}} stands for the path of the file\n\
         # \"rtf doc\" = \"pandoc -t plain --wrap=none {{}}\""
    )?;
    writeln!(out, "\n[keys]")?;
    for entry in COMMANDS.iter().filter(|entry| entry.is_of_screens()) {
        writeln!(out, "# {}\n# {} = {:?}", entry.doc, entry.name, entry.keys)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_file_without_comment_signs_is_a_config() {
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
        let config = Config::read(&path).unwrap();
        config.check().unwrap();
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
