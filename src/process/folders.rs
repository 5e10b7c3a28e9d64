//! Texts without the folders of this machine: they are kept with failures, and read elsewhere.

/// The text with each absolute path cut down to the name of its file.
pub(crate) fn without_folders(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let end = from.find(ends_path).unwrap_or(from.len());
        let (path, after) = from.split_at(end);
        let name = path.rsplit('/').find(|part| !part.is_empty());
        match name {
            Some(name) if before.chars().next_back().is_none_or(starts_path) => out.push_str(name),
            _ => out.push_str(path),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Whether a `/` after this is the root of the file system.
fn starts_path(before: char) -> bool {
    before.is_whitespace() || "\"'`(<[=".contains(before)
}

fn ends_path(c: char) -> bool {
    c.is_whitespace() || "\"'`()<>[],;".contains(c)
}

#[cfg(test)]
mod tests {
    use super::without_folders;

    #[test]
    fn absolute_paths_lose_their_folders() {
        for (text, without) in [
            ("/home/me/z3/src/ast.cpp:12: Assertion `a/b' failed.", "ast.cpp:12: Assertion `a/b' failed."),
            (
                "crash (killed by SIGABRT: cannot open /tmp/tmp-1/0.smt2)",
                "crash (killed by SIGABRT: cannot open 0.smt2)",
            ),
            ("in `/opt/solvers/`", "in `solvers`"),
            ("../src/x.cpp (/ 1 2) https://host/page", "../src/x.cpp (/ 1 2) https://host/page"),
        ] {
            assert_eq!(without_folders(text), without);
        }
    }
}
