//! Markdown (CommonMark 0.31, with GitHub's tables) of text that nobody vouches for: none of it
//! gets out of where it was put.

use crate::bugs::evidence::one_line;

/// A fenced block of code. The fence is longer than any in the text.
pub(crate) fn fence(language: &str, text: &str) -> String {
    let marks = "`".repeat((longest_run(text) + 1).max(3));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{marks}{language}\n{text}{end}{marks}\n")
}

/// A span of code in a line.
pub(crate) fn code(text: &str) -> String {
    let text = one_line(text);
    let marks = "`".repeat(longest_run(&text) + 1);
    // A blank keeps its own marks apart from the span's.
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{marks}{blank}{text}{blank}{marks}")
}

/// A table; the cells are code, but for those of the first column's heading.
pub(super) fn table<const N: usize>(heads: [&str; N], rows: &[[&str; N]]) -> String {
    let line = |cells: [String; N]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(heads.map(str::to_owned));
    text.push_str(&line(heads.map(|_| "---".to_owned())));
    for row in rows {
        text.push_str(&line(row.map(|cell| code(cell).replace('|', "\\|"))));
    }
    text
}

/// A comment, on lines of its own.
pub(super) fn comment(text: &str) -> String {
    format!("<!-- {} -->\n", one_line(text).replace("-->", "-- >"))
}

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// No line of a text ends its block.
        #[test]
        fn nothing_gets_out_of_a_block(text in "[`a\n]{0,40}") {
            let block = fence("smt2", &text);
            let marks = block.lines().last().unwrap();
            let inside = block.lines().skip(1).filter(|line| *line == marks).count();
            prop_assert!(marks.len() >= 3 && inside == 1, "{}", block);
        }

        #[test]
        fn code_comments_and_cells_stay_in_their_line(text in "[`|a>!\n-]{0,20}") {
            prop_assert_eq!(code(&text).lines().count(), 1);
            let comment = comment(&text);
            prop_assert!(comment.matches("-->").count() == 1 && comment.lines().count() == 1);
            let table = table(["a", "b"], &[[&text, "c"]]);
            let bars = table.lines().last().unwrap().replace("\\|", "").matches('|').count();
            prop_assert!(table.lines().count() == 3 && bars == 3, "{}", table);
        }
    }

    #[test]
    fn marks_in_a_span_are_outnumbered() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`\n`"), "`` ` ` ``");
    }
}
