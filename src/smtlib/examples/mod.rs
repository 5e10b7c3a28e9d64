//! Examples in data files, with what is expected of them.

/// A line of a file: a term and, after the last ` ; `, what is expected of it. A line without ` ; ` declares symbols for
/// the lines down to the next blank one; a line that begins with `;` is a comment.
pub(crate) struct Example {
    /// The number of the line, from 1.
    line: usize,
    pub(crate) declared: String,
    pub(crate) term: &'static str,
    pub(crate) expected: &'static str,
}

/// Returns the examples in the text of a file.
fn examples(text: &'static str) -> Vec<Example> {
    let (mut found, mut declared) = (Vec::new(), String::new());
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with(';')) {
        match line.rsplit_once(" ; ") {
            Some((term, expected)) => {
                found.push(Example { line: at + 1, declared: declared.clone(), term, expected });
            }
            None if line.is_empty() => declared.clear(),
            None => declared.extend([line, "\n"]),
        }
    }
    found
}

/// Checks that what is found of each example in the text of a file is what it expects.
#[track_caller]
pub(crate) fn check(text: &'static str, find: impl Fn(&Example) -> String) {
    let wrong = examples(text).into_iter().filter_map(|example| {
        let found = find(&example);
        (found != example.expected).then(|| format!("line {}: {} ; {found}", example.line, example.term))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
