//! The files that a change touches: those between two commits, those that are named, or those of a list.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use crate::process::{Exit, Job, KEPT, run};

/// How long git may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// The word for a list on standard input.
const LIST: &str = "-";

/// Returns the changed files, relative to the top folder of their repository: `BASE..HEAD` stands for the difference
/// between two commits in the repository of the folder `root`, `-` for a list on standard input, and any other word for
/// a file. `folder` is for temporary files.
///
/// # Errors
/// git fails, or the list is too long; in words.
pub(super) fn changed_files(
    words: &[String],
    root: &Path,
    folder: &Path,
) -> Result<BTreeSet<String>, String> {
    let mut files = BTreeSet::new();
    for word in words {
        match word.as_str() {
            LIST => files.extend(listed(io::stdin().lock())?),
            range if is_range(range, root) => files.extend(difference(range, root, folder)?),
            file => files.extend(clean(file)),
        }
    }
    Ok(files)
}

/// Returns whether a word is a range of commits, and not a path with two dots in it.
fn is_range(word: &str, root: &Path) -> bool {
    let is_path = ["./", "../"].iter().any(|start| word.starts_with(start)) || root.join(word).exists();
    word.contains("..") && !is_path
}

/// Returns the files that differ between two commits.
fn difference(range: &str, root: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let options = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv"];
    let root = root.to_string_lossy();
    let argv = ["git", "-C", &root].into_iter().chain(options).chain(["--end-of-options", range, "--"]);
    let argv: Vec<String> = argv.map(str::to_owned).collect();
    let done = run(&Job::new(&argv, PATIENCE, folder)).map_err(|error| format!("--diff: {error}"))?;
    if done.exit != Exit::Code(0) {
        let said = String::from_utf8_lossy(&done.stderr);
        let said = said.lines().next().unwrap_or("it did not end in time");
        return Err(format!(
            "--diff: git cannot compare `{range}` in {root}: {said}; fetch both commits, or name the changed files"
        ));
    }
    if done.flooded {
        return Err(format!("--diff: `{range}` has more than {} MiB of names of files", KEPT >> 20));
    }
    let names = done.stdout.split(|byte| *byte == 0).map(String::from_utf8_lossy);
    Ok(names.filter_map(|name| clean(&name)).collect())
}

/// Returns the files of a list, one a line.
fn listed(list: impl Read) -> Result<Vec<String>, String> {
    let mut text = String::new();
    list.take(KEPT + 1)
        .read_to_string(&mut text)
        .map_err(|error| format!("--diff: standard input: {error}"))?;
    if text.len() as u64 > KEPT {
        return Err(format!("--diff: standard input is longer than {} MiB", KEPT >> 20));
    }
    Ok(text.lines().filter_map(clean).collect())
}

/// Returns a path as git prints it, if there is one.
fn clean(path: &str) -> Option<String> {
    let path = path.trim();
    let path = path.strip_prefix("./").unwrap_or(path);
    (!path.is_empty()).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs git in a folder, with a user of its own.
    fn git(folder: &Path, arguments: &str) {
        let who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        let argv = ["git", "-C", folder.to_str().unwrap()].into_iter().chain(who).chain(arguments.split(' '));
        let argv: Vec<String> = argv.map(str::to_owned).collect();
        let done = run(&Job::new(&argv, PATIENCE, folder)).unwrap();
        assert_eq!(done.exit, Exit::Code(0), "{arguments}: {}", String::from_utf8_lossy(&done.stderr));
    }

    #[test]
    fn the_files_of_a_change_are_those_between_two_commits() {
        let folder = tempfile::tempdir().unwrap();
        let (top, inner) = (folder.path(), folder.path().join("storm"));
        std::fs::create_dir_all(top.join("src")).unwrap();
        std::fs::create_dir_all(&inner).unwrap();
        git(top, "init -q");
        for (file, text) in [("src/a b.c", "1"), ("src/old.c", "a file that moves\nfrom here\nto there\n")] {
            std::fs::write(top.join(file), text).unwrap();
        }
        git(top, "add .");
        git(top, "commit -qm one");
        std::fs::write(top.join("src/a b.c"), "2").unwrap();
        git(top, "mv src/old.c src/new.c");
        git(top, "commit -qam two");
        let changed = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            changed_files(&words, &inner, top).map(|files| files.into_iter().collect::<Vec<_>>())
        };
        let both = ["src/a b.c", "src/new.c", "src/old.c"].map(str::to_owned).to_vec();
        assert_eq!(changed(&["HEAD~1..HEAD"]), Ok(both.clone()), "from a folder below, too");
        assert_eq!(changed(&["HEAD..HEAD"]), Ok(Vec::new()));
        assert_eq!(changed(&["./x.c", "HEAD..HEAD", "y.c"]), Ok(["x.c", "y.c"].map(str::to_owned).to_vec()));
        let wrong = changed(&["none..HEAD"]).unwrap_err();
        assert!(wrong.starts_with("--diff: git cannot compare `none..HEAD` in "), "{wrong}");
        assert!(wrong.ends_with("; fetch both commits, or name the changed files"), "{wrong}");
        // What looks like an option is none.
        assert!(changed(&["--output=x..y"]).is_err() && !top.join("x..y").exists());
    }

    #[test]
    fn a_list_has_a_file_on_each_line() {
        let read = |text: &str| listed(text.as_bytes());
        assert_eq!(read("./a.c\n\nb/c d.h\n"), Ok(vec!["a.c".to_owned(), "b/c d.h".to_owned()]));
        let long = "x".repeat(KEPT as usize + 1);
        assert!(read(&long).unwrap_err().contains("longer than 1 MiB"));
    }
}
