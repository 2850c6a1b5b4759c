//! Members of an archive as units of work; those with rows, and archives in archives, unit by unit.

use std::collections::HashSet;
use std::sync::Arc;

use super::open_file::{Input, OpenFile, Origin, or_empty};
use super::units::of;
use super::{Content, Works};
use crate::corpus::archive::{self, as_written};
use crate::corpus::discover::VERSION_CONTROL;
use crate::corpus::entry::RowStart;
use crate::corpus::limits::Clock;
use crate::corpus::packing::{Form, SEPARATOR};
use crate::corpus::unpacked::{Unpacked, within_limit};
use crate::corpus::{RowSpan, SkipReason, content, review_file};
use crate::settings::Reading;

/// The units of the members of the archive `origin`.
pub(super) fn units(members: archive::Members, origin: Origin) -> Works {
    let mut folders = HashSet::new();
    Box::new(members.flat_map(move |member| -> Works {
        let member = match member {
            Ok(member) => member,
            Err(reason) => return Box::new(std::iter::once(origin.skipped(reason))),
        };
        if let Some(folder) = version_control(&member.name) {
            let is_new = folders.insert(folder.to_owned());
            let origin = origin.member(folder);
            let skipped = is_new.then(|| origin.skipped(SkipReason::VersionControl));
            return Box::new(skipped.into_iter());
        }
        let origin = origin.member(&member.name);
        if !is_wanted(&origin) {
            return Box::new(std::iter::empty());
        }
        let units = units_of(member, origin.clone());
        units.unwrap_or_else(|reason| Box::new(std::iter::once(origin.skipped(reason))))
    }))
}

/// The version-control folder that a member lies in.
fn version_control(name: &str) -> Option<&str> {
    let mut folders = name.match_indices('/').map(|(end, _)| &name[..end]);
    folders.find(|folder| {
        let last = folder.rsplit('/').next();
        VERSION_CONTROL.iter().any(|name| last == Some(name))
    })
}

/// Whether this member, or one in it, is wanted.
fn is_wanted(origin: &Origin) -> bool {
    origin.only.as_deref().is_none_or(|only| {
        let rest = only.strip_prefix(origin.place.view().member);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(SEPARATOR))
    })
}

/// A member that is a document, or the units of one with rows or members.
fn units_of(member: archive::Member, mut origin: Origin) -> Result<Works, SkipReason> {
    let reading = Arc::clone(&origin.reading);
    let name = as_written(&member.name).as_ref();
    let form = Form::of(name);
    let mut content = member.content?;
    if let Some(packing) = form.packing {
        let unpacked = Unpacked::new(packing, content, Arc::clone(&origin.budget))?;
        content = Box::new(unpacked);
    } else if review_file::has_name(name) {
        let (is_journal, whole) = review_file::split_journal(content)?;
        if is_journal {
            return Ok(Box::new(std::iter::empty()));
        }
        content = whole;
    }
    let (format, content) = content::sniffed(name, content, &reading)?;
    let Some(units) = of(format) else {
        let bytes = within_limit(content, &reading, &Clock::start(&reading))?;
        let part = origin.part(RowSpan::default(), Content::Bytes(bytes));
        return Ok(Box::new(std::iter::once(part)));
    };
    origin.depth += 1;
    if format.is_archive() && origin.depth >= Reading::MOST_ARCHIVES {
        let most = Reading::MOST_ARCHIVES;
        return Err(SkipReason::Unsupported(format!(
            "archives in archives are read {most} levels deep: unpack it first"
        )));
    }
    let id = origin.only.is_none().then(|| origin.id.clone());
    let works = units(OpenFile {
        input: Input::Stream(content, u64::MAX),
        origin,
        start: RowStart::default(),
    })?;
    Ok(match id {
        Some(id) => or_empty(works, id),
        None => works,
    })
}
