//! The seed files that match a pattern, and their names.

use std::num::NonZeroU32;
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern};

use super::config::SeedGlob;
use super::names::is_name;

/// The largest number of files and folders that are searched for one pattern: more than all benchmarks of SMT-LIB.
const MOST: usize = if cfg!(test) { 10_000 } else { 1_000_000 };

/// A seed file and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seed {
    pub logic: String,
    /// The relative path without the extension, and without a leading folder of the logic.
    pub name: String,
    pub path: PathBuf,
    /// The weight of its pattern.
    pub weight: NonZeroU32,
}

/// A pattern, prepared for matching.
pub(super) struct Source<'a> {
    glob: &'a SeedGlob,
    /// The folder before the first wildcard: names are relative to it.
    folder: PathBuf,
    /// The whole pattern, absolute.
    text: String,
    pattern: Pattern,
}

impl<'a> Source<'a> {
    /// Prepares a pattern. The error is a mistake in the file, with its place and the remedy.
    pub(super) fn new(glob: &'a SeedGlob, root: &Path) -> Result<Self, String> {
        let parts: Vec<&str> = glob.pattern.split('/').collect();
        let literal = parts.iter().take_while(|part| !is_wild(part)).count();
        let (literal, wild) = parts.split_at(literal);
        let literal = match literal {
            // Patterns such as `/*.smt2` start at the root of the file system.
            [""] => Path::new("/").to_owned(),
            literal => normal(&root.join(literal.join("/"))),
        };
        let folder = match wild {
            // A single file is named by its folder and its name, as for `*/seed.smt2`.
            [] => {
                let parent = literal.parent().unwrap_or(&literal);
                parent.parent().unwrap_or(parent).to_owned()
            }
            _ => literal.clone(),
        };
        let start = literal.to_str().ok_or_else(|| odd_path(glob, &literal))?;
        let mut text = Pattern::escape(start);
        if !wild.is_empty() {
            text = [text.trim_end_matches('/'), &wild.join("/")].join("/");
        }
        let pattern = Pattern::new(&text).map_err(|source| malformed(glob, &source))?;
        Ok(Self { glob, folder, text, pattern })
    }

    /// Returns all matching files, ordered by path. Mistakes are added to `mistakes`.
    pub(super) fn seeds(&self, mistakes: &mut Vec<String>) -> Vec<Seed> {
        let SeedGlob { pattern, place, .. } = self.glob;
        if self.is_endless() {
            let folder = self.folder.display();
            mistakes.push(format!(
                "{place}: `{pattern}` has to search more than {MOST} files and folders below {folder}; start it in a \
                 deeper folder"
            ));
            return Vec::new();
        }
        let paths = match glob::glob(&self.text) {
            Ok(paths) => paths,
            Err(source) => {
                mistakes.push(malformed(self.glob, &source));
                return Vec::new();
            }
        };
        let before = mistakes.len();
        let mut seeds = Vec::new();
        for path in paths {
            match path {
                Ok(path) if path.is_file() => match self.seed(path) {
                    Ok(seed) => seeds.push(seed),
                    Err(mistake) => mistakes.push(mistake),
                },
                Ok(path) => mistakes.extend(no_seed(&path).map(|what| {
                    let path = path.display();
                    format!(
                        "{place}: {path} is {what}, which cannot be a seed; remove it, or narrow the pattern"
                    )
                })),
                Err(error) => mistakes.push(format!(
                    "{place}: cannot list {}: {}; allow reading it, or narrow the pattern",
                    error.path().display(),
                    error.error()
                )),
            }
        }
        if seeds.is_empty() && mistakes.len() == before {
            mistakes.push(format!("{place}: `{pattern}` matches no file; {}", describe_search(&self.folder)));
        }
        seeds
    }

    /// Returns whether the folder contains more than anybody keeps seeds in, down to the depth of the pattern: a search
    /// for matches would take minutes without output.
    fn is_endless(&self) -> bool {
        let wild = self.glob.pattern.split('/').skip_while(|part| !is_wild(part));
        let depth = if self.glob.pattern.contains("**") { usize::MAX } else { wild.count() };
        let mut left = MOST;
        let mut open = vec![(self.folder.clone(), depth)];
        while let Some((folder, depth)) = open.pop() {
            let entries = folder.read_dir().into_iter().flatten().flatten();
            for entry in entries.filter(|_| depth > 0) {
                let Some(less) = left.checked_sub(1) else { return true };
                left = less;
                // Links to folders are followed, as in the crate `glob`.
                let path = entry.path();
                let is_folder = match entry.file_type() {
                    Ok(kind) if kind.is_symlink() => path.is_dir(),
                    kind => kind.is_ok_and(|kind| kind.is_dir()),
                };
                if is_folder {
                    open.push((path, depth - 1));
                }
            }
        }
        false
    }

    /// Returns the seed of this name, if there is such a file and the pattern matches it. At most one folder is listed
    /// for each possible path.
    pub(super) fn find_named(&self, logic: &str, name: &str) -> Option<Seed> {
        let stems = [self.folder.join(logic).join(name), self.folder.join(name)];
        let paths = stems.iter().flat_map(|stem| self.with_extension(stem));
        paths
            .filter(|path| self.matches(path) && path.is_file())
            .filter_map(|path| self.seed(path).ok())
            .find(|seed| seed.logic == logic && seed.name == name)
    }

    /// Returns whether the pattern matches an absolute path.
    pub(super) fn matches(&self, path: &Path) -> bool {
        let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
        self.pattern.matches_path_with(path, options)
    }

    /// Returns the possible matches that are `stem` without their extension.
    fn with_extension(&self, stem: &Path) -> Vec<PathBuf> {
        let last = self.text.rsplit('/').next().unwrap_or_default();
        match last.rsplit_once('.') {
            Some((_, extension)) if !extension.contains(['*', '?', '[', ']']) => {
                let mut path = stem.as_os_str().to_owned();
                path.push(".");
                path.push(extension);
                vec![PathBuf::from(path)]
            }
            _ => {
                let entries = stem.parent().and_then(|folder| folder.read_dir().ok());
                let paths = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
                let mut paths: Vec<PathBuf> = paths.filter(|path| path.with_extension("") == stem).collect();
                paths.sort();
                paths
            }
        }
    }

    fn seed(&self, path: PathBuf) -> Result<Seed, String> {
        let Some((folder, mut name)) = names(&path, &self.folder) else {
            return Err(odd_path(self.glob, &path));
        };
        let logic = match &self.glob.logic {
            Some(logic) => logic.clone(),
            None if is_name(&folder) => folder,
            None => {
                return Err(format!(
                    "{}: the logic of {} would be `{folder}`, the name of its folder; write `logic: NAME` beside the \
                     pattern",
                    self.glob.place,
                    path.display()
                ));
            }
        };
        if let Some(shorter) = name.strip_prefix(&logic).and_then(|name| name.strip_prefix('/')) {
            name = shorter.to_owned();
        }
        Ok(Seed { logic, name, path, weight: self.glob.weight })
    }
}

/// Returns the name of the folder of a file, and the path of the file below `start` without its extension.
fn names(path: &Path, start: &Path) -> Option<(String, String)> {
    let below = path.strip_prefix(start).ok()?.with_extension("");
    let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
    let name = parts?.join("/");
    let folder = path.parent()?.file_name().unwrap_or_default().to_str()?.to_owned();
    let printable = !name.is_empty() && !name.contains(char::is_control);
    printable.then_some((folder, name))
}

/// Returns whether a part of a pattern may match several names.
fn is_wild(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

/// Describes a match that is not a file, unless it is ignored: folders match in passing, and so do the locks of Emacs,
/// which are dangling links.
fn no_seed(path: &Path) -> Option<&'static str> {
    match path.metadata() {
        Ok(metadata) if metadata.is_dir() => None,
        Ok(_) => Some("a FIFO, a socket or a device"),
        Err(_) if path.file_name()?.to_string_lossy().starts_with(".#") => None,
        Err(_) => Some("a link that leads nowhere"),
    }
}

fn malformed(glob: &SeedGlob, source: &glob::PatternError) -> String {
    format!("{}: `{}` is not a valid pattern: {source}", glob.place, glob.pattern)
}

fn odd_path(glob: &SeedGlob, path: &Path) -> String {
    format!("{}: the path {path:?} has characters that a test name cannot have; rename it", glob.place)
}

fn describe_search(folder: &Path) -> String {
    let shown = folder.display();
    if folder.is_dir() {
        format!("looked in {shown}, which has no such file: add seeds or correct the pattern")
    } else {
        format!("the folder {shown} does not exist: create it or correct the pattern")
    }
}

/// Removes `.` and `..` from a path, so that the names of its folders are visible.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            component => normal.push(component),
        }
    }
    normal
}
