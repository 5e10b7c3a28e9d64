//! A script that was written before → an instance again.

use super::{Instance, Kind};
use crate::smtlib::{NodeId, ReadError, Tree};

impl Instance {
    /// Reads a script, each command of which becomes a line of its own. What was drawn for it
    /// is not known any more.
    ///
    /// # Errors
    /// Text that is no list of s-expressions.
    pub fn read(script: &str) -> Result<Instance, ReadError> {
        let tree = Tree::parse(script.to_owned())?;
        let mut instance = Instance::default();
        for &root in tree.roots() {
            instance.add(kind(&tree, root), |text| text.push_str(tree.text(root)));
        }
        Ok(instance)
    }
}

fn kind(tree: &Tree, command: NodeId) -> Kind {
    let parts = tree.list(command).unwrap_or_default();
    let name = parts.first().and_then(|&name| tree.symbol(name)).unwrap_or_default();
    let levels = || parts.get(1).and_then(|&count| tree.atom_text(count)?.parse().ok()).unwrap_or(1);
    match name {
        "assert" => Kind::Assertion,
        "check-sat" | "check-sat-assuming" | "check-sat-using" => Kind::Check,
        "get-model" => Kind::Model,
        "push" => Kind::Push(levels()),
        "pop" => Kind::Pop(levels()),
        "reset" | "reset-assertions" => Kind::Reset,
        _ if name.starts_with("declare-") || name.starts_with("define-") => Kind::Declaration,
        _ => Kind::Setup,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_again() {
        let mut instance = Instance::default();
        for (kind, line) in [
            (Kind::Setup, "(set-logic ALL)"),
            (Kind::Declaration, "(declare-fun |a b| () Bool)"),
            (Kind::Declaration, "(define-fun s () String \"; no\ncomment\")"),
            (Kind::Push(2), "(push 2)"),
            (Kind::Assertion, "(assert |a b|)"),
            (Kind::Check, "(check-sat-using (then simplify smt))"),
            (Kind::Model, "(get-model)"),
            (Kind::Pop(1), "(pop)"),
            (Kind::Reset, "(reset-assertions)"),
            (Kind::Check, "(check-sat-assuming (|a b|))"),
        ] {
            instance.add(kind, |text| text.push_str(line));
        }
        assert_eq!(Instance::read(&instance.text).unwrap(), instance);
        assert!(Instance::read("(assert").is_err());
    }
}
