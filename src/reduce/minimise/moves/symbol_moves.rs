//! Moves to short names, and to fewer declared sorts.

use std::collections::{BTreeMap, BTreeSet};

use super::proposals::Proposals;
use crate::reduce::minimise::draft::Draft;
use crate::reduce::minimise::paths::{all, bound};
use crate::smtlib::instance::Kind;
use crate::smtlib::{Expr, symbol};

/// Proposes to replace all names by single letters, in order of declaration or in alphabetical order, since a
/// solver's behaviour may depend on it; then single names; then `declare-const` for constants.
pub(super) fn shorter_names(draft: &Draft) -> Proposals<'_> {
    let names = names(draft);
    let mut sorted = names.clone();
    sorted.sort();
    let used: BTreeSet<String> = atoms(draft);
    let together = [shortest(&names, &used), shortest(&sorted, &used)];
    let alone: Vec<_> =
        together[0].iter().map(|(old, new)| BTreeMap::from([(old.clone(), new.clone())])).collect();
    let renamed =
        together.into_iter().chain(alone).filter(|map| !map.is_empty()).map(move |map| renamed(draft, &map));
    Box::new(renamed.chain(shorter_declarations(draft)))
}

/// A name that the script introduces, and whether it is the name of a sort.
type Name = (String, bool);

/// Returns the names that the script declares or binds, in order.
fn names(draft: &Draft) -> Vec<Name> {
    let mut found: Vec<Name> = Vec::new();
    let mut add = |name: Option<&Expr>, is_sort: bool| {
        let name = name.and_then(Expr::text).map(|name| (name.to_owned(), is_sort));
        found.extend(name.filter(|name| !found.contains(name)));
    };
    for line in &draft.lines {
        // The names of datatypes, constructors and selectors are kept.
        if line.kind == Kind::Declaration
            && matches!(
                line.expr.head(),
                Some("declare-sort" | "declare-fun" | "declare-const" | "define-fun")
            )
        {
            add(line.expr.at(&[1]), line.expr.head() == Some("declare-sort"));
        }
        for term in all(&line.expr).iter().filter_map(|path| line.expr.at(path)) {
            bound(term).iter().for_each(|variable| add(variable.at(&[0]), false));
        }
    }
    found
}

/// Returns every atom of the draft and its definitions.
fn atoms(draft: &Draft) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for expr in draft.lines.iter().flat_map(|line| std::iter::once(&line.expr).chain(&line.definition)) {
        expr.for_each_atom(&mut |atom| {
            found.insert(atom.to_owned());
        });
    }
    found
}

/// Returns a shorter unused name for each name that has one; sorts get capital letters.
fn shortest(names: &[Name], used: &BTreeSet<String>) -> BTreeMap<String, String> {
    let letters = |first: u8| {
        let letters = (first..first + 26).map(|letter| char::from(letter).to_string());
        let numbered = (0..100).map(move |number| format!("{}{number}", char::from(first)));
        letters.chain(numbered).filter(|name| !used.contains(name)).collect::<Vec<_>>().into_iter()
    };
    let (mut small, mut capital) = (letters(b'a'), letters(b'A'));
    let mut map = BTreeMap::new();
    for (name, is_sort) in names.iter().filter(|(name, _)| name.len() > 1) {
        let new = if *is_sort { capital.next() } else { small.next() };
        if let Some(new) = new.filter(|new| new.len() < name.len()) {
            map.insert(name.clone(), new);
        }
    }
    map
}

/// Returns the draft with other names. The names of elements follow that of their sort.
fn renamed(draft: &Draft, map: &BTreeMap<String, String>) -> Draft {
    let mut map = map.clone();
    for (_, sort, elements) in draft.sorts() {
        let Some(new) = map.get(sort).cloned() else { continue };
        for element in elements {
            if let Some(number) = symbol::bare(element).strip_prefix(symbol::bare(sort)) {
                map.insert(element.to_owned(), format!("{new}{number}"));
            }
        }
    }
    draft.replaced(|part| map.get(part.text()?).map(|name| Expr::atom(name)))
}

/// Proposes `(declare-const c S)` for each `(declare-fun c () S)`.
fn shorter_declarations(draft: &Draft) -> impl Iterator<Item = Draft> {
    let mut shorter = draft.clone();
    for line in &mut shorter.lines {
        if let [head, name, arguments, result] = line.expr.children()
            && head.text() == Some("declare-fun")
            && *arguments == Expr::list(Vec::new())
        {
            line.expr = Expr::list(vec![Expr::atom("declare-const"), name.clone(), result.clone()]);
        }
    }
    std::iter::once(shorter)
}

/// Proposes to replace a declared sort by another one, by `Bool` if it has at most two elements, or by `Int`. Its
/// elements become those of the replacement.
pub(super) fn fewer_sorts(draft: &Draft) -> Proposals<'_> {
    Box::new(draft.sorts().flat_map(move |(at, name, elements)| {
        let mut found = Vec::new();
        for (other_at, other, theirs) in draft.sorts().filter(|(other, ..)| *other != at) {
            // If the other sort has fewer elements, it gets the missing ones from this sort.
            let further = elements.get(theirs.len()..).unwrap_or_default();
            let values: Vec<String> =
                theirs.iter().chain(further).map(|&element| element.to_owned()).collect();
            let mut draft = draft.clone();
            if let Some(definition) = &mut draft.lines[other_at].definition {
                *definition = enumeration(definition, &values);
            }
            found.push(merged_sort(&draft, at, name, &elements, other, &values));
        }
        if elements.len() <= 2 {
            found.push(merged_sort(
                draft,
                at,
                name,
                &elements,
                "Bool",
                &["false", "true"].map(str::to_owned),
            ));
        }
        let numbers: Vec<String> = (0..elements.len()).map(|number| number.to_string()).collect();
        found.push(merged_sort(draft, at, name, &elements, "Int", &numbers));
        found
    }))
}

/// Removes the sort declared at a line, and replaces it by `other` and its elements by `values`.
fn merged_sort(
    draft: &Draft,
    at: usize,
    name: &str,
    elements: &[&str],
    other: &str,
    values: &[String],
) -> Draft {
    draft.without(at).replaced(|part| match part.text()? {
        text if text == name => Some(Expr::atom(other)),
        text => {
            let number = elements.iter().position(|element| *element == text)?;
            // Every element must have a replacement.
            values.get(number).map(|value| Expr::atom(value))
        }
    })
}

/// Returns `(declare-datatypes ((S 0)) (((a) (b) …)))` with these constructors.
fn enumeration(definition: &Expr, constructors: &[String]) -> Expr {
    let constructors = constructors.iter().map(|name| Expr::list(vec![Expr::atom(name)])).collect();
    definition.with(&[2, 0], &Expr::list(constructors))
}

#[cfg(test)]
mod tests {
    use crate::reduce::minimise::moves::proposals::tests::proposals;

    #[test]
    fn names_become_letters_that_are_free() {
        let script = "(declare-sort Loc 0) ; (declare-datatypes ((Loc 0)) (((Loc!0))))
            (declare-fun next$0 () Loc) ; (define-fun next$0 () Loc Loc!0)
            (declare-fun a () Loc) ; (define-fun a () Loc Loc!0)
            (assert (forall ((x2 Loc)) (= next$0 a)))";
        let found = proposals(super::shorter_names, script);
        let renamed = "(declare-sort A 0)\n(declare-fun b () A)\n(declare-fun a () A)\n(assert (forall ((c A)) (= b a)))\n\
            (declare-datatypes ((A 0)) (((A!0))))\n(define-fun b () A A!0)\n(define-fun a () A A!0)\n";
        assert_eq!(found[0], renamed);
        assert!(found.iter().any(|text| text.contains("(declare-const a Loc)")));
    }

    #[test]
    fn the_order_of_names_can_be_kept() {
        let script = "(declare-fun zz () Int) ; (define-fun zz () Int 0)\n(declare-fun aa () Int) ; (define-fun aa () Int 0)\n(assert (= zz aa))";
        let found = proposals(super::shorter_names, script);
        assert!(found[0].contains("(= a b)") && found[1].contains("(= b a)"), "{found:#?}");
    }

    #[test]
    fn a_sort_becomes_another_one() {
        let script = "(declare-sort S 0) ; (declare-datatypes ((S 0)) (((S!0) (S!1))))
            (declare-sort T 0) ; (declare-datatypes ((T 0)) (((T!0))))
            (declare-fun s () S) ; (define-fun s () S S!1)
            (declare-fun t () T) ; (define-fun t () T T!0)
            (assert (= t t))";
        let found = proposals(super::fewer_sorts, script);
        let into_t = "(declare-sort T 0)\n(declare-fun s () T)\n(declare-fun t () T)\n(assert (= t t))\n\
            (declare-datatypes ((T 0)) (((T!0) (S!1))))\n(define-fun s () T S!1)\n(define-fun t () T T!0)\n";
        assert_eq!(found[0], into_t);
        assert!(
            found[1].contains("(declare-fun s () Bool)") && found[1].contains("(define-fun s () Bool true)")
        );
        assert!(found[2].contains("(define-fun s () Int 1)"));
        assert!(found[3].contains("(define-fun t () S S!0)") && found[3].contains("(((S!0) (S!1)))"));
    }
}
