//! Where a repository gets smt-storm from, and what follows for its workflow.

use std::path::PathBuf;

use toml_edit::{InlineTable, Value};

use super::error::InitError;
use super::setup::FOLDER;

/// Where cargo finds this crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dependency {
    /// A folder; written as an absolute path, which is for trying out.
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
    /// The value in the manifest.
    pub(super) fn line(&self) -> Result<Value, InitError> {
        let mut table = InlineTable::new();
        match self {
            Dependency::Path(path) => {
                let path = path.canonicalize().map_err(|source| InitError::file(path, source))?;
                table.insert("path", path.to_string_lossy().into_owned().into());
            }
            Dependency::Git { url, rev } => {
                table.insert("git", url.as_str().into());
                if let Some(rev) = rev {
                    table.insert("rev", rev.as_str().into());
                }
            }
            Dependency::Registry => return Ok(env!("CARGO_PKG_VERSION").into()),
        }
        Ok(table.into())
    }

    /// The workflow that calls smt-storm's, or why there is none. `own` says that the repository is a crate itself.
    pub(super) fn workflow(&self, own: bool) -> Result<String, String> {
        const WHY: &str = "it would call smt-storm's, which needs `--git` with a repository on GitHub";
        let Dependency::Git { url, rev } = self else { return Err(WHY.to_owned()) };
        let repository = repository(url).ok_or(WHY)?;
        let rev = rev.as_deref().unwrap_or("main");
        if !rev.split('/').all(is_plain) {
            return Err(format!("`{rev}` is no name that it could call smt-storm's by"));
        }
        let folder = if own { String::new() } else { format!("{FOLDER}/") };
        let text = include_str!("files/soundness.yml");
        Ok(text.replace("{repository}", repository).replace("{rev}", rev).replace("{folder}", &folder))
    }
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
        let workflow = |rev: &str| {
            let url = "https://github.com/a/b".to_owned();
            Dependency::Git { url, rev: Some(rev.to_owned()) }.workflow(false)
        };
        assert!(workflow("release/1.0").unwrap().contains("soundness.yml@release/1.0\n"));
        assert!(workflow("a\nb").is_err() && workflow("").is_err());
        assert!(Dependency::Registry.workflow(true).is_err());
    }

    #[test]
    fn the_line_is_what_cargo_reads() {
        let git = |rev: Option<&str>| Dependency::Git { url: "u".into(), rev: rev.map(str::to_owned) };
        assert_eq!(git(None).line().unwrap().to_string(), "{ git = \"u\" }");
        assert_eq!(git(Some("v1")).line().unwrap().to_string(), "{ git = \"u\", rev = \"v1\" }");
        assert_eq!(
            Dependency::Registry.line().unwrap().to_string(),
            format!("{:?}", env!("CARGO_PKG_VERSION"))
        );
        assert!(Dependency::Path("/no/such/folder".into()).line().is_err());
    }
}
