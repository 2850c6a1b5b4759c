//! Runs the command `config`.

use std::io::{Write, stdout};

use anyhow::Context;

use super::super::args::ConfigCommand;
use super::super::config_file::{Config, ConfigFile, own_themes, show, user_file};
use super::Run;
use crate::base::units;
use crate::corpus::CONFIG_NAME;
use crate::ui::theme::palette;

impl Run<'_> {
    pub(super) fn config(&self, asked: &ConfigCommand) -> anyhow::Result<()> {
        let mut out = stdout().lock();
        match asked {
            ConfigCommand::Show { path } => {
                let paths: Vec<_> = path.iter().cloned().collect();
                show::show(&Config::of(&self.common, &paths)?, &mut out)?;
            }
            ConfigCommand::Check { file } => {
                let file = match file {
                    Some(file) => file.clone(),
                    None => user_file().context("the system names no folder for config files")?,
                };
                let of_corpus = file.file_name().is_some_and(|name| name == CONFIG_NAME);
                let read = match of_corpus {
                    true => ConfigFile::of_corpus(&file)?,
                    false => ConfigFile::read(&file)?,
                };
                let values = read.set.len() + read.keys.len() + usize::from(read.theme.is_some());
                let config = Config {
                    files: vec![read],
                    ..Config::default()
                };
                config.keymap()?;
                config.check_theme()?;
                let values = units::counted(values as u64, "value", "values");
                writeln!(out, "{}: {values}, no fault", file.display())?;
            }
            ConfigCommand::Default => show::default(&mut out)?,
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
