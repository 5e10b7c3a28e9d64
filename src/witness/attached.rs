//! A script with its witness in the comments after it: one file that any solver reads, and that proves
//! itself satisfiable.

use crate::smtlib::{ReadError, Tree};
use crate::witness::Witness;

/// What starts the comment after which the witness stands.
const MARK: &str = "; Expected: sat.";
/// The same of a witness that is one of several.
const MARK_OF_CHECKS: &str = "; Expected: sat at check-sat ";

/// A script, and after it, as comments, the definitions that satisfy it.
pub fn attach(script: &str, witness: &Witness, definitions: &str) -> String {
    let mut text = format!("{script}{MARK} Satisfied by this witness ({}):\n", witness.origin);
    definitions.lines().for_each(|line| text.extend(["; ", line, "\n"]));
    text
}

/// A script, and after it the definitions that satisfy it at some of its checks each, from 0.
pub fn attach_each<'a>(
    script: &str,
    witness: &Witness,
    blocks: impl Iterator<Item = (Vec<usize>, &'a str)>,
) -> String {
    let mut text = script.to_owned();
    for (checks, definitions) in blocks {
        let checks: Vec<String> = checks.into_iter().map(|check| (check + 1).to_string()).collect();
        let checks = checks.join(", ");
        text.push_str(&format!(
            "{MARK_OF_CHECKS}{checks}. Satisfied by this witness ({}):\n",
            witness.origin
        ));
        definitions.lines().for_each(|line| text.extend(["; ", line, "\n"]));
    }
    text
}

/// A script and the definitions in the comments after it, a definition a line, if there are any; the first ones, if there
/// are several witnesses.
///
/// # Errors
/// Text that is no list of s-expressions.
pub(crate) fn detach(text: &str) -> Result<(&str, Option<String>), ReadError> {
    let (script, definitions) = detach_each(text)?;
    Ok((script, definitions.into_iter().next()))
}

/// A script and the definitions of each witness in the comments after it.
///
/// # Errors
/// Text that is no list of s-expressions.
pub(crate) fn detach_each(text: &str) -> Result<(&str, Vec<String>), ReadError> {
    let tree = Tree::parse(text.to_owned())?;
    // Comments cannot be told from lines of a string by their looks.
    let end = tree.roots().last().map_or(0, |&last| tree.span(last).1 as usize);
    let (script, comments) = text.split_at(end);
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    for line in comments.lines() {
        if line.starts_with(MARK) || line.starts_with(MARK_OF_CHECKS) {
            blocks.push(Vec::new());
        } else if let Some(block) = blocks.last_mut() {
            block.push(line.strip_prefix("; ").unwrap_or_default());
        }
    }
    let text = |mut definitions: Vec<&str>| -> String {
        // A definition ends with its parenthesis; other remarks may follow the last one.
        while definitions.pop_if(|last| !last.ends_with(')')).is_some() {}
        definitions.into_iter().map(|line| format!("{line}\n")).collect()
    };
    Ok((script, blocks.into_iter().map(text).collect()))
}

/// Whether a script has its witness in the comments after it.
pub fn is_certified(text: &str) -> bool {
    detach(text).is_ok_and(|(_, definitions)| definitions.is_some())
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
        let other = "(define-fun s () String \"\")\n";
        let blocks = [(vec![0, 2], definitions), (vec![1], other)];
        let text = attach_each(&format!("{script}\n"), &witness, blocks.into_iter());
        assert!(text.contains("\n; Expected: sat at check-sat 1, 3. Satisfied by"), "{text}");
        assert_eq!(detach_each(&text).unwrap(), (script, vec![definitions.to_owned(), other.to_owned()]));
    }
}
