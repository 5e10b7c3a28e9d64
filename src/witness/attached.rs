//! A script with its witness in the comments after it: one file that any solver reads, and that proves
//! itself satisfiable.

use crate::smtlib::instance::numbered;
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

/// A script, and after it the definitions that satisfy it at some of its checks each, from 0, and which checks are open.
pub fn attach_each<'a>(
    script: &str,
    witness: &Witness,
    blocks: impl Iterator<Item = (Vec<usize>, &'a str)>,
    open: &[usize],
) -> String {
    let mut text = script.to_owned();
    for (checks, definitions) in blocks {
        text.push_str(&format!(
            "{MARK_OF_CHECKS}{}. Satisfied by this witness ({}):\n",
            numbered(&checks),
            witness.origin
        ));
        definitions.lines().for_each(|line| text.extend(["; ", line, "\n"]));
    }
    if !open.is_empty() {
        text.push_str(&format!(
            "; Not judged: check-sat {}, of which no witness is known.\n",
            numbered(open)
        ));
    }
    text
}

/// A witness in the comments after a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attached {
    /// The checks that it is of, from 0; none if it is of all.
    pub checks: Option<Vec<usize>>,
    /// A definition a line.
    pub definitions: String,
}

impl Attached {
    fn new(line: &str) -> Option<Attached> {
        let of_some = || {
            let (checks, _) = line.strip_prefix(MARK_OF_CHECKS)?.split_once('.')?;
            let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
            checks.split(", ").map(number).collect::<Option<Vec<_>>>()
        };
        let checks = if line.starts_with(MARK) { None } else { Some(of_some()?) };
        Some(Attached { checks, definitions: String::new() })
    }

    /// Whether it is a witness of a check, from 0.
    pub(crate) fn is_of(&self, check: usize) -> bool {
        self.checks.as_ref().is_none_or(|checks| checks.contains(&check))
    }
}

/// A script and each witness in the comments after it.
///
/// # Errors
/// Text that is no list of s-expressions.
pub(crate) fn detach(text: &str) -> Result<(&str, Vec<Attached>), ReadError> {
    let tree = Tree::parse(text.to_owned())?;
    // Comments cannot be told from lines of a string by their looks.
    let end = tree.roots().last().map_or(0, |&last| tree.span(last).1 as usize);
    let (script, comments) = text.split_at(end);
    let mut blocks: Vec<(Attached, Vec<&str>)> = Vec::new();
    for line in comments.lines() {
        if let Some(attached) = Attached::new(line) {
            blocks.push((attached, Vec::new()));
        } else if let Some((_, lines)) = blocks.last_mut() {
            lines.push(line.strip_prefix("; ").unwrap_or_default());
        }
    }
    let read = |(attached, mut lines): (Attached, Vec<&str>)| {
        // A definition ends with its parenthesis; other remarks may follow the last one.
        while lines.pop_if(|last| !last.ends_with(')')).is_some() {}
        Attached { definitions: lines.into_iter().map(|line| format!("{line}\n")).collect(), ..attached }
    };
    Ok((script, blocks.into_iter().map(read).collect()))
}

/// The checks of a script, from 0, of which it has a witness in the comments after it; none if it has none at all.
pub fn certified_checks(text: &str, checks: usize) -> Option<Vec<usize>> {
    let attached = detach(text).ok()?.1;
    let is_certified = |check: &usize| attached.iter().any(|one| one.is_of(*check));
    (!attached.is_empty()).then(|| (0..checks).filter(is_certified).collect())
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
        let attached = |checks, definitions: &str| Attached { checks, definitions: definitions.to_owned() };
        assert_eq!(detach(&text).unwrap(), (script, vec![attached(None, definitions)]));
        assert_eq!(detach(script).unwrap(), (script, vec![]));
        assert_eq!((certified_checks(script, 2), certified_checks(&text, 2)), (None, Some(vec![0, 1])));
        let other = "(define-fun s () String \"\")\n";
        let blocks = [(vec![0, 2], definitions), (vec![1], other)];
        let text = attach_each(&format!("{script}\n"), &witness, blocks.into_iter(), &[3]);
        assert!(text.contains("\n; Expected: sat at check-sat 1, 3. Satisfied by"), "{text}");
        assert!(text.ends_with("; Not judged: check-sat 4, of which no witness is known.\n"), "{text}");
        let blocks = vec![attached(Some(vec![0, 2]), definitions), attached(Some(vec![1]), other)];
        assert_eq!(detach(&text).unwrap(), (script, blocks));
        assert_eq!(certified_checks(&text, 4), Some(vec![0, 1, 2]));
    }
}
