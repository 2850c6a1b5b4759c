//! The rights of a new journal beside a corpus: words of the documents stand in it, so it is read by nobody who may not
//! read them all.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

use crate::base::access_list;
use crate::corpus::discover;

/// Rights of the user alone.
const OWN: u32 = 0o600;

/// Rights to read and to write of everybody.
const ALL: u32 = 0o666;

/// Rights of the group and of all others.
const OTHERS: u32 = 0o077;

/// The file at `path`, which `options` open or make, and which is beside or in `corpus`.
///
/// # Errors
/// It cannot be opened or made.
pub fn opened(
    options: &mut fs::OpenOptions,
    path: &Path,
    corpus: Option<&Path>,
) -> io::Result<File> {
    let Some(corpus) = corpus.filter(|_| !path.exists()) else {
        return options.open(path);
    };
    let group = group_of_new_files(path.parent().unwrap_or(Path::new(".")));
    let rights = in_common(corpus, group);
    let file = options.mode(rights).open(path)?;
    let metadata = file.metadata()?;
    // A folder may give its new files an access control list, whose most are the rights of the group.
    if metadata.len() == 0 && (metadata.gid() != group || access_list::is_on(path)) {
        // A file system that refuses has no rights of single files.
        let _ = file.set_permissions(PermissionsExt::from_mode(metadata.mode() & OWN));
    }
    Ok(file)
}

/// The group that a new file in `folder` has.
fn group_of_new_files(folder: &Path) -> u32 {
    const SET_GROUP: u32 = 0o2000;
    let folder = match folder.as_os_str().is_empty() {
        true => fs::metadata("."),
        false => fs::metadata(folder),
    };
    let inherited = folder
        .ok()
        .filter(|folder| folder.mode() & SET_GROUP != 0 || cfg!(not(target_os = "linux")));
    inherited.map_or_else(
        || rustix::process::getegid().as_raw(),
        |folder| folder.gid(),
    )
}

/// The rights that a file of this group may have: those that all files of a corpus and the folders on the way to them
/// give. Those of the user alone where a link leads out of the corpus, where documents stand elsewhere, or where a file has
/// an access control list.
fn in_common(corpus: &Path, group: u32) -> u32 {
    if discover::names_files_elsewhere(corpus) || corpus.is_file() && corpus.is_symlink() {
        return OWN;
    }
    let mut common = ALL;
    // What each folder on the way to the file at hand leaves, the folder of the corpus first.
    let mut ways: Vec<u32> = Vec::new();
    let home = corpus.canonicalize().ok();
    for entry in walkdir::WalkDir::new(corpus).into_iter().flatten() {
        let (path, depth) = (entry.path(), entry.depth());
        if depth > 0 && entry.path_is_symlink() {
            let target = path.canonicalize().ok();
            let leads_out = |home: &Path| target.as_ref().is_some_and(|to| !to.starts_with(home));
            if home.as_deref().is_none_or(leads_out) {
                return OWN;
            }
            continue;
        }
        let Ok(metadata) = fs::metadata(path) else {
            continue;
        };
        ways.truncate(depth);
        let way = ways.last().copied().unwrap_or(ALL);
        if metadata.is_dir() {
            ways.push(match depth {
                0 => ALL,
                _ => way & through(rights(&metadata, group)),
            });
        } else if metadata.is_file() {
            common &= way & rights(&metadata, group) | OWN;
        } else {
            continue;
        }
        // The journal lies in the folder of the corpus, or beside its only file.
        if (depth > 0 || metadata.is_file()) && access_list::is_on(path) {
            common &= OWN;
        }
        if common == OWN {
            break;
        }
    }
    common & ALL
}

/// The rights that a file gives to its user, to the members of `group` and to all others. Of a file of another group both
/// have what it gives to its group and to others alike.
fn rights(file: &Metadata, group: u32) -> u32 {
    let mode = file.mode() & 0o777;
    if file.gid() == group {
        return mode;
    }
    let both = (mode >> 3) & mode & 0o007;
    mode & !OTHERS | both << 3 | both
}

/// What these rights to a folder leave of those to its files.
fn through(folder: u32) -> u32 {
    let of = |run: u32, all: u32| if folder & run == 0 { 0 } else { all };
    OWN | of(0o010, 0o060) | of(0o001, 0o006)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{chown, symlink};

    use super::*;

    /// The rights of a new journal of a corpus whose files and folders have these modes.
    fn of(modes: &[(&str, u32)]) -> u32 {
        of_changed(modes, |_| {})
    }

    fn of_changed(modes: &[(&str, u32)], change: impl Fn(&Path)) -> u32 {
        let folder = tempfile::tempdir().unwrap();
        let corpus = folder.path().join("c");
        fs::create_dir(&corpus).unwrap();
        for (name, _) in modes.iter().filter(|(name, _)| name.ends_with(".txt")) {
            let path = corpus.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "words").unwrap();
        }
        change(&corpus);
        for (name, mode) in modes {
            fs::set_permissions(corpus.join(name), PermissionsExt::from_mode(*mode)).unwrap();
        }
        in_common(&corpus, group_of_new_files(&corpus))
    }

    #[test]
    fn they_are_those_that_all_files_and_the_folders_above_them_give() {
        let one = |mode| of(&[("a.txt", 0o666), ("b.txt", mode)]);
        assert_eq!(
            [0o644, 0o640, 0o664, 0o600, 0o755].map(one),
            [0o644, 0o640, 0o664, 0o600, 0o644]
        );
        let within = |mode| {
            of(&[
                ("d/e/a.txt", 0o664),
                ("b.txt", 0o664),
                ("d/e", 0o755),
                ("d", mode),
            ])
        };
        assert_eq!(
            [0o755, 0o750, 0o700, 0o710, 0o711].map(within),
            [0o664, 0o660, 0o600, 0o660, 0o664]
        );
        // A folder counts for what is in it only.
        assert_eq!(
            of(&[("d/a.txt", 0o666), ("e/b.txt", 0o644), ("d", 0o755)]),
            0o644
        );
        assert_eq!(of(&[("a.txt", 0o664), (".", 0o700)]), 0o664);
    }

    #[test]
    fn they_are_those_of_the_user_where_a_link_leads_out_or_another_group_may_read() {
        let files = [("a.txt", 0o664), ("b.txt", 0o664)];
        let linked =
            |to: &str| of_changed(&files, |corpus| symlink(to, corpus.join("l.txt")).unwrap());
        assert_eq!(
            ["a.txt", "../c/b.txt", "/", "..", "gone"].map(linked),
            [0o664, 0o664, 0o600, 0o600, 0o664]
        );
        let folder = tempfile::tempdir().unwrap();
        let own = group_of_new_files(folder.path());
        let pages = folder.path().join("pages.csv");
        for (table, rights) in [
            ("url,file\nhttp://h/a,a.html\n", OWN),
            ("url,text\nhttp://h/a,words\n", 0o644),
        ] {
            fs::write(&pages, table).unwrap();
            fs::set_permissions(&pages, PermissionsExt::from_mode(0o644)).unwrap();
            assert_eq!(in_common(&pages, own), rights, "{table}");
        }
        let link = folder.path().join("link.csv");
        symlink(&pages, &link).unwrap();
        assert_eq!(in_common(&link, own), OWN);
        // Only the superuser may give any group.
        if chown(folder.path(), None, Some(own + 1)).is_ok() {
            let of_group = |mode| {
                let change =
                    |corpus: &Path| chown(corpus.join("b.txt"), None, Some(own + 1)).unwrap();
                of_changed(&[("a.txt", 0o666), ("b.txt", mode)], change)
            };
            assert_eq!(
                [0o660, 0o664, 0o604, 0o666].map(of_group),
                [0o600, 0o644, 0o600, 0o666]
            );
        }
    }

    /// An access control list as Linux keeps it: version 2; user rw-, user 1240 r--, the group, the mask, others.
    #[cfg(target_os = "linux")]
    fn list(group: u16, mask: u16) -> Vec<u8> {
        let entries = [
            (1_u16, 6_u16, u32::MAX),
            (2, 4, 1240),
            (4, group, u32::MAX),
            (16, mask, u32::MAX),
            (32, 0, u32::MAX),
        ];
        let mut list = 2_u32.to_le_bytes().to_vec();
        for (tag, rights, id) in entries {
            list.extend(tag.to_le_bytes());
            list.extend(rights.to_le_bytes());
            list.extend(id.to_le_bytes());
        }
        list
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_list_that_the_folder_gives_does_not_give_more() {
        let folder = tempfile::tempdir().unwrap();
        let corpus = folder.path();
        let text = corpus.join("a.txt");
        fs::write(&text, "words").unwrap();
        fs::set_permissions(&text, PermissionsExt::from_mode(0o640)).unwrap();
        let none = rustix::fs::XattrFlags::empty();
        let given = rustix::fs::setxattr(corpus, "system.posix_acl_default", &list(4, 7), none);
        if given.is_err() {
            eprintln!("skipped: this file system has no access control lists");
            return;
        }
        let path = corpus.join("review.jsonl");
        let mut options = File::options();
        options.append(true).create(true);
        opened(&mut options, &path, Some(corpus)).unwrap();
        assert!(access_list::is_on(&path));
        assert_eq!(path.metadata().unwrap().mode() & 0o777, OWN);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_access_control_list_leaves_them_to_the_user_and_is_kept_by_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let [listed, plain] = ["a.txt", "b.txt"].map(|name| folder.path().join(name));
        let file = File::create(&listed).unwrap();
        let none = rustix::fs::XattrFlags::empty();
        if rustix::fs::fsetxattr(&file, "system.posix_acl_access", &list(0, 4), none).is_err() {
            eprintln!("skipped: this file system has no access control lists");
            return;
        }
        let copy = File::create(&plain).unwrap();
        assert!(access_list::is_on(&listed) && !access_list::is_on(&plain));
        assert_eq!(
            in_common(folder.path(), group_of_new_files(folder.path())),
            OWN
        );
        access_list::copy(&listed, &copy).unwrap();
        assert!(access_list::is_on(&plain));
        assert_eq!(
            plain.metadata().unwrap().mode(),
            listed.metadata().unwrap().mode()
        );
    }
}
