//! The snapshots of a folder that are most likely of one bug.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::bugs::cluster::{Member, Traits, clusters};
use crate::bugs::snapshot::Snapshot;

/// Those that are in one cluster with the snapshot at `path`, itself among them, the smallest script first. What cannot be
/// read is in none.
pub fn shapes(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let is_snapshot = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".snap") || name.ends_with(".snap.new")
    };
    // Of a bug that is accepted and pending, what was accepted.
    let mut known: BTreeMap<String, (PathBuf, Snapshot)> = BTreeMap::new();
    let mut paths: Vec<PathBuf> = entries.filter(is_snapshot).collect();
    paths.sort();
    for path in paths.into_iter().chain([path.to_owned()]) {
        if let Ok(Some(snapshot)) = Snapshot::unedited(&path) {
            known.entry(snapshot.info.name()).or_insert((path, snapshot));
        }
    }
    let Ok(Some(own)) = Snapshot::unedited(path) else { return vec![path.to_owned()] };
    let own = own.info.name();
    let traits: Vec<Option<Traits>> = known.values().map(|(_, snapshot)| Traits::of(snapshot)).collect();
    let members = known.iter().zip(&traits);
    let members: Vec<Member<'_>> =
        members.map(|((name, (_, snapshot)), traits)| member(name, snapshot, traits.as_ref())).collect();
    let paths: Vec<&PathBuf> = known.values().map(|(path, _)| path).collect();
    let cluster = clusters(&members).into_iter().find(|all| all.iter().any(|&at| members[at].name == own));
    cluster.into_iter().flatten().map(|at| paths[at].clone()).collect()
}

fn member<'a>(name: &'a str, snapshot: &'a Snapshot, traits: Option<&'a Traits>) -> Member<'a> {
    let info = &snapshot.info;
    Member { row: &info.solver, class: info.class, name, size: info.bytes.1, traits }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The golden snapshots of a folder by cluster, each the sizes of its scripts.
    fn clustered(folder: &str) -> Vec<Vec<usize>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/clusters").join(folder);
        let paths = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let size = |path: &PathBuf| Snapshot::verified(path).unwrap().unwrap().info.bytes.1;
        let mut found: Vec<Vec<PathBuf>> = paths.map(|path| shapes(&path)).collect();
        found.sort();
        found.dedup();
        found.iter().map(|all| all.iter().map(size).collect()).collect()
    }

    #[test]
    fn the_shapes_of_one_bug_are_one_cluster() {
        let found = clustered("yices-arrays-over-bool");
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [12], "{found:?}");
        assert!(found[0].is_sorted(), "{found:?}");
    }

    #[test]
    fn two_bugs_are_two() {
        let found = clustered("z3-sat-smt");
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2], "{found:?}");
    }
}
