//! The terms around the calls of a recursive function.

use super::shapes::FunctionMaker;
use crate::generate::term_builder::{draw_value, literals};
use crate::smtlib::{Printer, Sort, Terms};
use crate::theory::operators::op;

impl FunctionMaker<'_> {
    /// Draws an operator that joins two results.
    pub(super) fn draw_join(&mut self, sort: &Sort) -> Option<&'static str> {
        let operators: &[&'static str] = match sort {
            Sort::Bool => &["and", "or", "xor", "=", "=>"],
            Sort::Int | Sort::Real => &["+", "-"],
            Sort::BitVec(_) => &["bvadd", "bvxor", "bvand", "bvsub"],
            Sort::Float(..) => &["fp.add RNE", "fp.sub RTZ"],
            Sort::String => &["str.++"],
            Sort::Seq(_) => &["seq.++"],
            Sort::RegLan => &["re.union", "re.++"],
            _ => &[],
        };
        self.rng.pick(operators).copied()
    }

    /// Draws a step for terms of a sort, with parts of the shrinking argument if some fit.
    pub(super) fn draw_step(&mut self, sort: &Sort, parts: &[(String, Sort)]) -> Option<String> {
        let own: Vec<&String> =
            parts.iter().filter(|(_, other)| other == sort).map(|(text, _)| text).collect();
        let mut ways: Vec<String> = Vec::new();
        let mut add = |texts: &[&str]| ways.extend(texts.iter().map(|text| (*text).to_owned()));
        let with_own: &[&str] = match sort {
            Sort::Bool => {
                add(&["(not {})"]);
                &["(or {own} {})", "(and {} {own})", "(xor {own} {})", "(=> {} {own})", "(= {own} {})"]
            }
            Sort::Int => {
                add(&["(+ 1 {})", "(- {})", "(* 2 {})"]);
                &["(+ {own} {})", "(- {own} {})", "(ite (< {own} 2) {} {own})"]
            }
            Sort::Real => {
                add(&["(+ {} 0.5)", "(- {})", "(* 2.0 {})", "(/ {} 2.0)"]);
                &["(+ {own} {})", "(- {own} {})", "(ite (< {own} 1.0) {} {own})"]
            }
            Sort::BitVec(_) => {
                add(&[
                    "(bvnot {})", "(bvneg {})", "((_ rotate_left 1) {})", "(bvadd {} {literal})",
                    "(bvmul {} {literal})",
                ]);
                &[
                    "(bvadd {own} {})", "(bvxor {} {own})", "(bvsub {own} {})",
                    "(ite (bvult {own} {literal}) {} {own})",
                ]
            }
            Sort::Float(..) => {
                add(&[
                    "(fp.neg {})", "(fp.abs {})", "(fp.add RNE {} {literal})", "(fp.roundToIntegral RTZ {})",
                ]);
                &["(fp.add RTP {own} {})", "(fp.sub RNE {} {own})", "(ite (fp.lt {own} {literal}) {} {own})"]
            }
            Sort::String => {
                add(&["(str.++ {} \"a\")", "(str.++ {literal} {})", "(str.substr {} 0 2)"]);
                &[
                    "(str.++ {own} {})", "(str.++ {} {own})", "(str.replace {} {own} \"\")",
                    "(ite (= {own} \"a\") {} {own})",
                ]
            }
            Sort::RegLan => {
                add(&["(re.opt {})", "(re.* {})", "(re.++ {} re.allchar)"]);
                &[]
            }
            Sort::Seq(_) => {
                add(&["(seq.extract {} 0 2)"]);
                &["(seq.++ {own} {})"]
            }
            _ => &[],
        };
        for own in own {
            ways.extend(with_own.iter().map(|text| text.replace("{own}", own)));
        }
        for (text, other) in parts {
            ways.extend(match (sort, other) {
                (Sort::RegLan, Sort::String) => {
                    Some(format!("(re.++ {{}} ({} {text}))", self.scope.spelled(op::STR_TO_RE)))
                }
                (Sort::Int, Sort::String) => Some(format!("(+ {{}} (str.len {text}))")),
                (Sort::Bool, Sort::Int) => Some(format!("(or {{}} (< {text} 1))")),
                (Sort::Bool, Sort::String) => Some(format!("(and {{}} (str.< {text} \"b\"))")),
                (Sort::Seq(element), other) if **element == *other => {
                    Some(format!("(seq.++ {{}} (seq.unit {text}))"))
                }
                _ => None,
            });
        }
        match sort {
            Sort::Array(index, element) => {
                let (at, item) = (self.draw_part(index, parts), self.draw_part(element, parts));
                ways.extend(at.zip(item).map(|(at, item)| format!("(store {{}} {at} {item})")));
            }
            Sort::Named(name, arguments) => ways.extend(self.draw_constructed(sort, name, arguments, parts)),
            _ => {}
        }
        for function in self.signature.functions() {
            let fits = matches!(&function.arguments[..], [one] if one == sort)
                && function.result.as_ref() == Some(sort);
            if fits && !self.scope.takes_number(&function.name, 0) {
                ways.push(format!("({} {{}})", function.name));
            }
        }
        let way = self.rng.pick(&ways)?.clone();
        if !way.contains("{literal}") {
            return Some(way);
        }
        Some(way.replace("{literal}", &self.draw_literal(sort)?))
    }

    /// Draws a condition that compares parts of two arguments, or is a part of one.
    pub(super) fn draw_comparison(&mut self, parts: [&[(String, Sort)]; 2]) -> Option<String> {
        let mut ways: Vec<String> = Vec::new();
        for (one, sort) in parts[0] {
            ways.extend((*sort == Sort::Bool).then(|| one.clone()));
            for (other, _) in parts[1].iter().filter(|(_, same)| same == sort) {
                ways.push(format!("(= {one} {other})"));
                ways.extend(self.scope.orders(sort).map(|order| format!("({order} {one} {other})")));
            }
        }
        self.rng.pick(&ways).cloned()
    }

    /// Draws a term of a sort: a part of the shrinking argument or a literal.
    pub(super) fn draw_part(&mut self, sort: &Sort, parts: &[(String, Sort)]) -> Option<String> {
        let fitting: Vec<&String> =
            parts.iter().filter(|(_, other)| other == sort).map(|(text, _)| text).collect();
        if let Some(&text) = self.rng.pick(&fitting).filter(|_| self.rng.percent(70)) {
            return Some(text.clone());
        }
        let is_written = *sort == Sort::Bool || literals::has_literals(sort, self.signature);
        let literal = if is_written { self.draw_literal(sort) } else { None };
        literal.or_else(|| fitting.first().map(|&text| text.clone()))
    }

    fn draw_literal(&mut self, sort: &Sort) -> Option<String> {
        let mut terms = Terms::default();
        let literal = draw_value(sort, self.signature, &mut terms, self.rng)?;
        let mut printer = Printer::new(&terms);
        printer.share(false);
        Some(printer.print(literal))
    }

    /// Draws a constructor around a term of its datatype.
    fn draw_constructed(
        &mut self,
        sort: &Sort,
        name: &str,
        arguments: &[Sort],
        parts: &[(String, Sort)],
    ) -> Option<String> {
        let datatype = self.datatype(name)?.clone();
        let holds = |at: &usize| datatype.fields(*at, arguments).contains(sort);
        let holders: Vec<usize> = (0..datatype.constructors.len()).filter(holds).collect();
        let at = *self.rng.pick(&holders)?;
        let fields = datatype.fields(at, arguments);
        let hole = fields.iter().position(|field| field == sort)?;
        let fields = fields.iter().enumerate().map(|(number, field)| match number == hole {
            true => Some("{}".to_owned()),
            false => self.draw_part(field, parts),
        });
        let fields: Vec<String> = fields.collect::<Option<_>>()?;
        Some(format!("({} {})", datatype.constructors[at].name, fields.join(" ")))
    }
}
