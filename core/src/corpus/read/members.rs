//! Members of an archive as units of work; those with rows, and archives in archives, unit by unit.

use std::collections::HashSet;
use std::sync::Arc;

use super::input::Input;
use super::open_file::OrEmpty;
use super::open_file::Origin;
use super::open_file::{Context, OpenFile, UnitsOf};
use super::{Content, Work, Works};
use crate::corpus::archive::{self, as_written};
use crate::corpus::content;
use crate::corpus::entry::RowStart;
use crate::corpus::limits::Clock;
use crate::corpus::packing::{Form, SEPARATOR};
use crate::corpus::review_file;
use crate::corpus::unpacked::{Unpacked, within_limit};
use crate::corpus::{RowSpan, SkipReason};
use crate::settings::Reading;

/// Iterator over the units of work of an archive.
pub(super) struct Members {
    members: archive::Members,
    origin: Origin,
    context: Context,
    units_of: UnitsOf,
    /// Units of the present member.
    inner: Option<Works>,
    /// Version-control folders that were listed.
    folders: HashSet<String>,
}

impl Members {
    /// The units of `members`, which are of the archive `origin`.
    pub fn new(
        members: archive::Members,
        origin: Origin,
        context: &Context,
        units_of: UnitsOf,
    ) -> Self {
        Members {
            members,
            origin,
            context: context.clone(),
            units_of,
            inner: None,
            folders: HashSet::new(),
        }
    }

    fn is_wanted(&self, member: &str) -> bool {
        self.context.only.as_deref().is_none_or(|only| {
            let rest = only.strip_prefix(member);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(SEPARATOR))
        })
    }

    /// The version-control folder that a member lies in, `Some(None)` if it was listed.
    fn hidden(&mut self, name: &str) -> Option<Option<Work>> {
        let mut end = 0;
        for part in name.split('/') {
            end += part.len();
            if [".git", ".hg", ".svn", ".jj"].contains(&part) && end < name.len() {
                let folder = &name[..end];
                let is_new = self.folders.insert(folder.to_owned());
                let origin = self.origin.member(folder);
                return Some(is_new.then(|| origin.skipped(SkipReason::VersionControl)));
            }
            end += 1;
        }
        None
    }

    /// The unit of a member, or its units.
    fn of(&mut self, member: archive::Member) -> Option<Work> {
        if let Some(hidden) = self.hidden(&member.name) {
            return hidden;
        }
        let origin = self.origin.member(&member.name);
        if !self.is_wanted(origin.place.view().member) {
            return None;
        }
        match self.content(member, &origin) {
            Ok(Ok(bytes)) => Some(origin.part(RowSpan::default(), Content::Bytes(bytes))),
            Ok(Err(works)) => {
                self.inner = Some(works);
                None
            }
            Err(reason) => Some(origin.skipped(reason)),
        }
    }

    /// The bytes of a document, or the units of a file with rows.
    fn content(
        &self,
        member: archive::Member,
        origin: &Origin,
    ) -> Result<Result<Vec<u8>, Works>, SkipReason> {
        let Context {
            reading,
            budget,
            depth,
            ..
        } = &self.context;
        let written = as_written(&member.name);
        let form = Form::of(written.as_ref());
        let mut content = member.content?;
        if let Some(packing) = form.packing {
            let unpacked = Unpacked::new(packing, content, Arc::clone(budget))?;
            content = Box::new(unpacked);
        }
        if form.packing.is_none() && review_file::has_name(written.as_ref()) {
            let (journal, whole) =
                review_file::split_journal(content).map_err(|e| SkipReason::of(&e))?;
            if journal {
                return Ok(Err(Box::new(std::iter::empty())));
            }
            content = whole;
        }
        let (format, content) = content::sniffed(written.as_ref(), content, reading)?;
        let Some(units) = (self.units_of)(format) else {
            let clock = Clock::start(reading);
            return within_limit(content, reading, &clock).map(Ok);
        };
        if format.is_archive() && depth + 1 >= Reading::MOST_ARCHIVES {
            let most = Reading::MOST_ARCHIVES;
            return Err(SkipReason::Unsupported(format!(
                "archives in archives are read {most} levels deep: unpack it first"
            )));
        }
        let context = Context {
            depth: depth + 1,
            ..self.context.clone()
        };
        let works = units(OpenFile {
            input: Input::stream(content, u64::MAX),
            origin: origin.clone(),
            context: &context,
            start: RowStart::default(),
        })?;
        Ok(Err(match context.only {
            None => Box::new(OrEmpty::new(works, origin.id.clone())),
            Some(_) => works,
        }))
    }
}

impl Iterator for Members {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        loop {
            if let Some(inner) = &mut self.inner {
                match inner.next() {
                    Some(work) => return Some(work),
                    None => self.inner = None,
                }
            }
            let found = match self.members.next()? {
                Ok(member) => self.of(member),
                Err(reason) => Some(self.origin.skipped(reason)),
            };
            if found.is_some() {
                return found;
            }
        }
    }
}
