//! Where a repository gets smt-storm from, and what follows for its `Cargo.toml` and its workflow.

use std::path::{Path, PathBuf};

use super::error::InitError;

/// Where cargo finds this crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dependency {
    /// A folder; written as it is seen from the crate if it is in the same repository, otherwise as an absolute path, which
    /// is for trying out.
    Path(PathBuf),
    /// A git repository, at a branch, tag or commit if one is given.
    Git {
        /// Its address.
        url: String,
        /// The commit, tag or branch.
        rev: Option<String>,
    },
    /// Cargo's registry, with the version of this program.
    Registry,
}

impl Dependency {
    /// What a `Cargo.toml` needs for the test target, in the folder `package` of the repository `root`. Cargo takes it at the
    /// end of any manifest that does not have it yet.
    pub(super) fn manifest_lines(&self, root: &Path, package: &Path) -> Result<String, InitError> {
        // A JSON string is one of TOML.
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let from = match self {
            Dependency::Path(path) => {
                let unreadable = |source| InitError::Path { path: path.clone(), source };
                let path = path.canonicalize().map_err(unreadable)?;
                let path = inside(&path, root, package).unwrap_or(path);
                format!("path = {}\n", text(&path.to_string_lossy()))
            }
            Dependency::Git { url, rev } => {
                let rev = rev.iter().map(|rev| format!("rev = {}\n", text(rev)));
                rev.fold(format!("git = {}\n", text(url)), |lines, rev| lines + &rev)
            }
            Dependency::Registry => format!("version = {}\n", text(env!("CARGO_PKG_VERSION"))),
        };
        Ok(include_str!("files/target.toml").replace("{from}", from.trim_end()))
    }

    /// The repository on GitHub and the commit, tag or branch whose workflows are called, or why there is none.
    pub(super) fn on_github(&self) -> Result<(&str, &str), String> {
        const WHY: &str = "it would call smt-storm's, which needs `--git` with a repository on GitHub";
        let Dependency::Git { url, rev } = self else { return Err(WHY.to_owned()) };
        let repository = repository(url).ok_or(WHY)?;
        let rev = rev.as_deref().unwrap_or("main");
        if !rev.split('/').all(is_plain) {
            return Err(format!("`{rev}` is no name that it could call smt-storm's by"));
        }
        Ok((repository, rev))
    }
}

/// Whether a manifest is that of a package; one of a workspace alone has no tests.
pub(super) fn is_package(manifest: &str) -> bool {
    manifest.lines().any(|line| line.trim_start().starts_with("[package"))
}

/// Whether a manifest has smt-storm already.
pub(super) fn has_target(manifest: &str) -> bool {
    manifest.contains("smt-storm")
}

/// A path in the repository `root` as it is seen from its folder `from`; `None` for one elsewhere.
pub(super) fn inside(path: &Path, root: &Path, from: &Path) -> Option<PathBuf> {
    let (path, from) = (path.strip_prefix(root).ok()?, from.strip_prefix(root).ok()?);
    let up = from.components().map(|_| Path::new(".."));
    let up: PathBuf = up.collect();
    Some(if up.as_os_str().is_empty() { Path::new(".").join(path) } else { up.join(path) })
}

/// `OWNER/NAME` of an address on GitHub.
fn repository(url: &str) -> Option<&str> {
    let path = ["https://github.com/", "ssh://git@github.com/", "git@github.com:"];
    let path = path.iter().find_map(|start| url.strip_prefix(start))?;
    let path = path.trim_end_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let (owner, name) = path.split_once('/')?;
    (is_plain(owner) && is_plain(name)).then_some(path)
}

/// Whether YAML and GitHub take it as it stands.
fn is_plain(part: &str) -> bool {
    !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_is_read_off_its_address() {
        for url in ["https://github.com/a/b.c", "https://github.com/a/b.c.git", "git@github.com:a/b.c.git"] {
            assert_eq!(repository(url), Some("a/b.c"), "{url}");
        }
        for url in ["https://example.org/a/b", "https://github.com/a", "https://github.com/a/b/c", "a/b"] {
            assert_eq!(repository(url), None, "{url}");
        }
    }

    #[test]
    fn a_workflow_needs_plain_names() {
        let git = |rev: &str| {
            let url = "https://github.com/a/b".to_owned();
            Dependency::Git { url, rev: Some(rev.to_owned()) }
        };
        assert_eq!(git("release/1.0").on_github(), Ok(("a/b", "release/1.0")));
        assert!(git("a\nb").on_github().is_err() && git("").on_github().is_err());
        assert!(Dependency::Registry.on_github().is_err());
    }

    #[test]
    fn the_lines_are_what_cargo_reads() {
        let git = |rev: Option<&str>| Dependency::Git { url: "u".into(), rev: rev.map(str::to_owned) };
        let lines = |from: Dependency, root: &Path| from.manifest_lines(root, &root.join("storm"));
        let start = "[dev-dependencies.smt-storm]\n";
        let is = |from, here: &Path, expected: &str| {
            let lines = lines(from, here).unwrap();
            let end = lines.strip_prefix(start).unwrap();
            assert!(end.starts_with(&format!("{expected}\n\n[[test]]")), "{lines}");
        };
        let here = Path::new("/");
        is(git(None), here, "git = \"u\"");
        is(git(Some("v1")), here, "git = \"u\"\nrev = \"v1\"");
        is(Dependency::Registry, here, &format!("version = {:?}", env!("CARGO_PKG_VERSION")));
        let missing = lines(Dependency::Path("/no/such/folder".into()), here).unwrap_err().to_string();
        assert!(missing.contains("/no/such/folder") && missing.contains("`--path`"), "{missing}");
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let path = root.join("vendor/smt-storm");
        std::fs::create_dir_all(&path).unwrap();
        is(Dependency::Path(path.clone()), &root, "path = \"../vendor/smt-storm\"");
        is(
            Dependency::Path(path.clone()),
            &root.join("solver"),
            &format!("path = {:?}", path.display().to_string()),
        );
    }

    #[test]
    fn only_packages_have_tests() {
        assert!(is_package("# mine\n[package] # a comment\nname = \"x\"\n"));
        assert!(!is_package("[workspace]\nmembers = [\"a\"]\n[workspace.package]\nedition = \"2024\"\n"));
    }
}
