//! Runs the command `config`.

use std::io::{Write, stdout};

use anyhow::Context;

use super::super::args::ConfigCommand;
use super::super::config_file::{Config, ConfigFile, own_themes, show, user_file};
use super::Run;
use crate::base::units;
use crate::ui::theme::palette;

impl Run<'_> {
    pub(super) fn config(&self, asked: &ConfigCommand) -> anyhow::Result<()> {
        let mut out = stdout().lock();
        match asked {
            ConfigCommand::Show => show::show(&Config::of(&self.common)?, &mut out)?,
            ConfigCommand::Check { file } => {
                let file = match file {
                    Some(file) => file.clone(),
                    None => user_file().context("the system names no folder for config files")?,
                };
                let read = ConfigFile::read(&file)?;
                let values = read.set.len()
                    + read.keys.len()
                    + read.readers.len()
                    + usize::from(read.theme.is_some());
                let config = Config {
                    file: Some(read),
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
