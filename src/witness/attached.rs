//! A script with its witness in the comments after it: one file that any solver reads, and that proves
//! itself satisfiable.

use crate::smtlib::{ReadError, Tree};
use crate::witness::Witness;

/// What starts the comment after which the witness stands.
const MARK: &str = "; Expected: sat.";

/// A script, and after it, as comments, the definitions that satisfy it.
pub fn attach(script: &str, witness: &Witness, definitions: &str) -> String {
    let mut text = format!("{script}{MARK} Satisfied by this witness ({}):\n", witness.origin);
    definitions.lines().for_each(|line| text.extend(["; ", line, "\n"]));
    text
}

/// A script and the definitions in the comments after it, a definition a line, if there are any.
///
/// # Errors
/// Text that is no list of s-expressions.
pub(crate) fn detach(text: &str) -> Result<(&str, Option<String>), ReadError> {
    let tree = Tree::parse(text.to_owned())?;
    // Comments cannot be told from lines of a string by their looks.
    let end = tree.roots().last().map_or(0, |&last| tree.span(last).1 as usize);
    let (script, comments) = text.split_at(end);
    let mut comments = comments.lines().skip_while(|line| !line.starts_with(MARK));
    if comments.next().is_none() {
        return Ok((script, None));
    }
    let mut definitions: Vec<&str> =
        comments.map(|line| line.strip_prefix("; ").unwrap_or_default()).collect();
    // A definition ends with its parenthesis; other remarks may follow the last one.
    while definitions.pop_if(|last| !last.ends_with(')')).is_some() {}
    Ok((script, Some(definitions.into_iter().map(|line| format!("{line}\n")).collect())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::Script;

    #[test]
    fn what_is_attached_can_be_detached() {
        let script = "(declare-fun s () String)\n(assert (= s \"\n; Expected: sat.\n; no\"))\n(check-sat)";
        let definitions = "(define-fun s () String \"\n; Expected: sat.\n; no\")\n";
        let declared = Script::parse(script.to_owned()).unwrap();
        let read = Script::parse(definitions.to_owned()).unwrap();
        let witness = Witness::from_definitions(&declared, vec![definitions.trim_end().to_owned()], &read);
        let text = attach(&format!("{script}\n"), &witness, definitions);
        assert!(text.starts_with(&format!("{script}\n; Expected: sat. Satisfied by this witness (")));
        assert_eq!(detach(&text).unwrap(), (script, Some(definitions.to_owned())));
        assert_eq!(detach(script).unwrap(), (script, None));
    }
}
