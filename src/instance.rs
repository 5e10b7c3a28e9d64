//! Phase 3: instances, satisfiable by construction (paper, section 3.3).

use std::ops::Range;

use crate::digest::Digest;
use crate::graph::Scratch;
use crate::pool::Pools;
use crate::rng::{Key, Stream};
use crate::smtlib::{DeclarationKind, Script};

/// A generated script. Every assertion is true under the witness, so the only right answer
/// to its one check-sat is `sat`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// The whole script.
    pub text: String,
    /// The byte range of each declaration in `text`, line end included; in the order of the
    /// seed's declarations.
    pub declarations: Vec<Range<usize>>,
    /// The byte range of each `(assert …)` line in `text`, line end included.
    pub assertions: Vec<Range<usize>>,
}

impl Instance {
    /// SHA-256 of the script.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.text)
    }

    /// The same script with only some of its assertions, which keeps it satisfiable.
    pub fn with_assertions(&self, kept: &[usize]) -> Instance {
        let declarations: Vec<usize> = (0..self.declarations.len()).collect();
        self.with(&declarations, kept)
    }

    /// The same script with only the declarations that are marked.
    pub fn with_declarations(&self, kept: &[bool]) -> Instance {
        let declarations: Vec<usize> = (0..self.declarations.len()).filter(|&at| kept[at]).collect();
        let assertions: Vec<usize> = (0..self.assertions.len()).collect();
        self.with(&declarations, &assertions)
    }

    fn with(&self, declarations: &[usize], assertions: &[usize]) -> Instance {
        let mut smaller = Instance::default();
        let head =
            self.declarations.first().or(self.assertions.first()).map_or(self.text.len(), |line| line.start);
        let tail =
            self.assertions.last().or(self.declarations.last()).map_or(self.text.len(), |line| line.end);
        smaller.text.push_str(&self.text[..head]);
        let mut copy = |lines: &[Range<usize>], kept: &[usize]| -> Vec<Range<usize>> {
            let kept = kept.iter().filter_map(|&at| lines.get(at));
            kept.map(|line| {
                let start = smaller.text.len();
                smaller.text.push_str(&self.text[line.clone()]);
                start..smaller.text.len()
            })
            .collect()
        };
        let declarations = copy(&self.declarations, declarations);
        let assertions = copy(&self.assertions, assertions);
        smaller.text.push_str(&self.text[tail..]);
        Instance { declarations, assertions, ..smaller }
    }
}

/// Makes the instances of one case.
#[derive(Debug)]
pub struct Generator<'a> {
    pools: &'a Pools,
    key: Key,
    preamble: Instance,
    check_sat: String,
    a_max: u32,
    scratch: Scratch,
}

impl<'a> Generator<'a> {
    /// A generator of instances of `script` with at most `a_max` assertions, asked by the
    /// command `check_sat`.
    pub fn new(script: &Script, pools: &'a Pools, key: Key, a_max: u32, check_sat: &str) -> Self {
        let check_sat = check_sat.to_owned();
        Generator { pools, key, preamble: preamble(script), check_sat, a_max, scratch: Scratch::default() }
    }

    /// Instance number `number`; it does not depend on which were made before.
    pub fn instance(&mut self, number: u32) -> Instance {
        let mut instance = Instance::default();
        self.write(number, &mut instance);
        instance
    }

    /// Like [`Generator::instance`], into memory that is there already.
    pub fn write(&mut self, number: u32, instance: &mut Instance) {
        let mut rng = self.key.stream(Stream::Instance(number));
        let text = &mut instance.text;
        text.clone_from(&self.preamble.text);
        instance.declarations.clone_from(&self.preamble.declarations);
        instance.assertions.clear();
        let count = rng.below(self.a_max) + 1;
        for _ in 0..count {
            let formula = self.pools.random(&mut rng);
            let start = text.len();
            text.push_str("(assert ");
            self.pools.graph.print(formula.node, !formula.truth, text, &mut self.scratch);
            text.push_str(")\n");
            instance.assertions.push(start..text.len());
        }
        text.push_str(&self.check_sat);
        text.push('\n');
    }
}

/// Logic and declarations of the seed, in its own words.
fn preamble(script: &Script) -> Instance {
    let tree = &script.tree;
    let mut text = String::new();
    let mut declarations = Vec::new();
    if let Some(logic) = &script.logic {
        text.push_str(&format!("(set-logic {logic})\n"));
    }
    for declaration in &script.declarations {
        let line = match &declaration.kind {
            // Old solvers (Boolector 1.5) know no `declare-const`.
            DeclarationKind::Function(name, arguments, result) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|&sort| tree.canonical_text(sort)).collect();
                format!("(declare-fun {name} ({}) {})", arguments.join(" "), tree.canonical_text(*result))
            }
            _ => tree.canonical_text(declaration.node),
        };
        let start = text.len();
        text.push_str(&line);
        text.push('\n');
        declarations.push(start..text.len());
    }
    Instance { text, declarations, assertions: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_can_be_dropped() {
        let text = "(set-logic X)\n(assert a)\n(assert b)\n(assert c)\n(check-sat)\n".to_owned();
        let instance = Instance { text, declarations: Vec::new(), assertions: vec![14..25, 25..36, 36..47] };
        let smaller = instance.with_assertions(&[0, 2]);
        assert_eq!(smaller.text, "(set-logic X)\n(assert a)\n(assert c)\n(check-sat)\n");
        assert_eq!(&smaller.text[smaller.assertions[1].clone()], "(assert c)\n");
    }
}
