//! What a run of a coverage build reached in the sources of the solver, as `gcov --json-format` and `llvm-cov export` say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::matrix;

/// A line, or the line and column at which a region begins.
pub(super) type Place = (u32, u32);

/// The places that were reached, by file, relative to the top folder of the sources.
pub(super) type Coverage = BTreeMap<String, BTreeSet<Place>>;

/// A JSON document of either program. `gcov` prints one for each object file.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    current_working_directory: PathBuf,
    /// gcov
    #[serde(default)]
    files: Vec<GcovFile>,
    /// llvm-cov
    #[serde(default)]
    data: Vec<LlvmData>,
}

#[derive(Deserialize)]
struct GcovFile {
    file: PathBuf,
    lines: Vec<GcovLine>,
}

#[derive(Deserialize)]
struct GcovLine {
    line_number: u32,
    count: u64,
}

#[derive(Deserialize)]
struct LlvmData {
    files: Vec<LlvmFile>,
}

#[derive(Deserialize)]
struct LlvmFile {
    filename: PathBuf,
    /// Line, column, count, whether it has a count, whether a region begins, and whether it is a gap.
    segments: Vec<(u32, u32, u64, bool, bool, bool)>,
}

/// Reads what was reached in sources below the folder `root`.
///
/// # Errors
/// The text is not of either program.
pub(super) fn read(text: &[u8], root: &Path) -> Result<Coverage, serde_json::Error> {
    let mut coverage = Coverage::new();
    for document in serde_json::Deserializer::from_slice(text).into_iter::<Document>() {
        let Document { current_working_directory, files, data } = document?;
        let lines = |file: GcovFile| {
            let reached = file.lines.into_iter().filter(|line| line.count > 0);
            (current_working_directory.join(file.file), reached.map(|line| (line.line_number, 0)).collect())
        };
        let regions = |file: LlvmFile| {
            let reached = file.segments.into_iter().filter(|segment| segment.2 > 0 && segment.3 && segment.4);
            (file.filename, reached.map(|segment| (segment.0, segment.1)).collect())
        };
        let in_lines = files.into_iter().map(lines);
        let all = in_lines.chain(data.into_iter().flat_map(|data| data.files).map(regions));
        for (path, places) in all.collect::<Vec<(PathBuf, BTreeSet<Place>)>>() {
            if let Some(file) = relative(&path, root).filter(|_| !places.is_empty()) {
                coverage.entry(file).or_default().extend(places);
            }
        }
    }
    Ok(coverage)
}

/// Returns a path relative to the folder `root`, as git prints it; `None` if it is not below it.
fn relative(path: &Path, root: &Path) -> Option<String> {
    let clean = matrix::normal(path);
    let inside = if clean.is_absolute() { clean.strip_prefix(root).ok()? } else { &clean };
    Some(inside.to_str()?.to_owned()).filter(|file| !file.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(text: &str) -> Vec<(String, Vec<Place>)> {
        let coverage = read(text.as_bytes(), Path::new("/top")).unwrap();
        coverage.into_iter().map(|(file, places)| (file, places.into_iter().collect())).collect()
    }

    #[test]
    fn what_gcov_and_llvm_cov_print_is_read() {
        let gcov = r#"{"format_version": "2", "current_working_directory": "/top/build", "data_file": "a.gcda", "files": [
            {"file": "../src/a.cc", "functions": [], "lines": [{"line_number": 3, "count": 2, "branches": []},
             {"line_number": 4, "count": 0}]}, {"file": "/usr/include/x.h", "lines": [{"line_number": 1, "count": 1}]}]}
            {"current_working_directory": "/top", "files": [{"file": "./src/a.cc", "lines": [{"line_number": 9, "count": 1}]}]}"#;
        assert_eq!(reached(gcov), [("src/a.cc".to_owned(), vec![(3, 0), (9, 0)])]);
        let llvm = r#"{"data": [{"files": [{"filename": "/top/src/b.rs", "segments": [[1, 5, 18446744073709551615, true, true, false],
            [2, 1, 0, true, true, false], [3, 1, 4, true, false, false], [4, 1, 0, false, false, false]], "summary": {}}]}],
            "type": "llvm.coverage.json.export", "version": "2.0.1"}"#;
        assert_eq!(reached(llvm), [("src/b.rs".to_owned(), vec![(1, 5)])]);
        assert!(reached("").is_empty());
        for wrong in ["x", "[3]", r#"{"files": [{"file": 3}]}"#, r#"{"files": "#] {
            assert!(read(wrong.as_bytes(), Path::new("/top")).is_err(), "{wrong}");
        }
    }
}
