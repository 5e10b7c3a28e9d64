//! What was drawn of a solver's options for an instance.

use super::Instance;

/// What was drawn from one group of options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// The name of the group.
    pub group: String,
    /// Who uses such options, in a word.
    pub tier: &'static str,
    /// Further arguments for the solver.
    pub args: Vec<String>,
    /// The same as `solvers.yaml` has them: they are kept with a failure, and read on other machines.
    pub written: Vec<String>,
    /// Options as `set-option` takes them, `:produce-models true`.
    pub set_options: Vec<String>,
}

impl Drawn {
    /// The arguments and options, one after the other.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.written.iter().chain(&self.set_options).map(String::as_str)
    }
}

impl Instance {
    /// The arguments that were drawn.
    pub fn arguments(&self) -> Vec<&str> {
        self.drawn.iter().flat_map(|one| one.args.iter().map(String::as_str)).collect()
    }

    /// The arguments that were drawn, as `solvers.yaml` has them.
    pub fn written_arguments(&self) -> Vec<&str> {
        self.drawn.iter().flat_map(|one| one.written.iter().map(String::as_str)).collect()
    }

    /// The arguments and options that were drawn, one after the other.
    pub fn drawn_words(&self) -> Vec<String> {
        self.drawn.iter().flat_map(|one| one.words().map(str::to_owned)).collect()
    }

    /// What was drawn, in words: `arith: smt.arith.solver=2 (expert)`.
    pub fn drawn_in_words(&self) -> Vec<String> {
        let described = |one: &Drawn| {
            let words: Vec<&str> = one.words().collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join(" ") };
            format!("{}: {words} ({})", one.group, one.tier)
        };
        self.drawn.iter().map(|one| described(one)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn what_was_drawn_has_arguments_and_words() {
        let drawn = |group: &str, args: &[&str], set_options: &[&str]| {
            let [args, set_options]: [Vec<String>; 2] =
                [args, set_options].map(|all| all.iter().map(ToString::to_string).collect());
            Arc::new(Drawn {
                group: group.to_owned(),
                tier: "expert",
                written: args.clone(),
                args,
                set_options,
            })
        };
        let drawn = vec![drawn("arith", &["smt.arith.solver=2"], &[":x 1"]), drawn("more", &[], &[])];
        let instance = Instance { drawn, ..Instance::default() };
        assert_eq!(instance.arguments(), ["smt.arith.solver=2"]);
        assert_eq!(instance.drawn_words(), ["smt.arith.solver=2", ":x 1"]);
        assert_eq!(
            instance.drawn_in_words(),
            ["arith: smt.arith.solver=2 :x 1 (expert)", "more: none (expert)"]
        );
    }
}
