//! Datatype declarations (SMT-LIB 2.7, section 3.11, and the older syntax of Z3), and those of cvc5's codatatypes.

use super::sexpr::{NodeId, Tree};

/// A datatype of a declaration.
#[derive(Clone, Debug)]
pub struct Datatype {
    /// The name of the sort.
    pub name: String,
    /// Whether its values include infinite trees.
    pub is_codatatype: bool,
    /// The sort parameters (`par`).
    pub parameters: Vec<String>,
    /// The constructors in order.
    pub constructors: Vec<Constructor>,
}

/// A constructor of a datatype.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// The name of the constructor.
    pub name: String,
    /// The selector and sort of each field.
    pub fields: Vec<(String, NodeId)>,
}

/// Returns whether this command declares datatypes or codatatypes.
pub(crate) fn declares_datatypes(command: &str) -> bool {
    matches!(command, "declare-datatype" | "declare-datatypes") || declares_codatatypes(command)
}

/// Returns whether this command declares codatatypes.
pub(crate) fn declares_codatatypes(command: &str) -> bool {
    matches!(command, "declare-codatatype" | "declare-codatatypes")
}

/// Returns the datatypes of a command that declares some, or `None` if it has neither of the two supported forms.
pub(super) fn datatypes(tree: &Tree, node: NodeId) -> Option<Vec<Datatype>> {
    let &[command, first, second, ..] = tree.list(node)? else { return None };
    let command = tree.symbol(command)?;
    let is_codatatype = declares_codatatypes(command);
    let standard = |name: &str, body: NodeId| {
        let (parameters, constructors) = standard(tree, body)?;
        Some(Datatype { name: name.to_owned(), is_codatatype, parameters, constructors })
    };
    if command.ends_with("datatype") {
        return Some(vec![standard(tree.symbol(first)?, second)?]);
    }
    let heads = tree.list(first)?;
    let bodies = tree.list(second)?;
    if heads.iter().all(|&head| tree.list(head).is_some()) && !heads.is_empty() {
        let named = heads.iter().zip(bodies);
        return named
            .map(|(&head, &body)| standard(tree.symbol(*tree.list(head)?.first()?)?, body))
            .collect();
    }
    // The older syntax has the parameters first, then `(name constructor…)` for each datatype.
    let parameters: Vec<String> = symbols(tree, heads)?;
    bodies
        .iter()
        .map(|&body| {
            let (&name, constructors) = tree.list(body)?.split_first()?;
            Some(Datatype {
                name: tree.symbol(name)?.to_owned(),
                is_codatatype,
                parameters: parameters.clone(),
                constructors: constructors_of(tree, constructors)?,
            })
        })
        .collect()
}

/// The places of names and sorts in a declaration of datatypes.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The names of the sorts.
    pub sorts: Vec<NodeId>,
    /// The names of constructors and selectors.
    pub parts: Vec<NodeId>,
    /// The sorts of fields.
    pub fields: Vec<NodeId>,
    /// The sort parameters of all datatypes.
    pub parameters: Vec<String>,
}

/// Returns the places in a command that declares datatypes, if its form is supported.
pub(super) fn places(tree: &Tree, node: NodeId) -> Option<Places> {
    let declared = datatypes(tree, node)?;
    let items = tree.list(node)?;
    let (&first, &second) = (items.get(1)?, items.get(2)?);
    let mut places = Places::default();
    places.parameters.extend(declared.into_iter().flat_map(|datatype| datatype.parameters));
    let heads = tree.list(first).unwrap_or_default();
    let is_standard =
        tree.list(first).is_none() || heads.first().is_some_and(|&head| tree.list(head).is_some());
    let bodies = if tree.list(first).is_none() { vec![second] } else { tree.list(second)?.to_vec() };
    match tree.list(first) {
        None => places.sorts.push(first),
        Some(heads) if is_standard => {
            places.sorts.extend(heads.iter().filter_map(|&head| tree.list(head)?.first().copied()));
        }
        Some(_) => {}
    }
    for body in bodies {
        let mut constructors = tree.list(body)?;
        if !is_standard {
            let (&name, rest) = constructors.split_first()?;
            places.sorts.push(name);
            constructors = rest;
        } else if let [head, _, inner] = constructors
            && tree.symbol(*head) == Some("par")
        {
            constructors = tree.list(*inner)?;
        }
        for &constructor in constructors {
            let Some((&name, fields)) = tree.list(constructor).and_then(<[NodeId]>::split_first) else {
                places.parts.push(constructor);
                continue;
            };
            places.parts.push(name);
            for &field in fields {
                let &[selector, sort] = tree.list(field)? else { return None };
                places.parts.push(selector);
                places.fields.push(sort);
            }
        }
    }
    Some(places)
}

/// Returns the parameters and constructors in the body of a datatype.
fn standard(tree: &Tree, body: NodeId) -> Option<(Vec<String>, Vec<Constructor>)> {
    let items = tree.list(body)?;
    let is_par = items.first().and_then(|&head| tree.symbol(head)) == Some("par") && items.len() == 3;
    let (parameters, constructors) = if is_par {
        (symbols(tree, tree.list(items[1])?)?, tree.list(items[2])?)
    } else {
        (Vec::new(), items)
    };
    Some((parameters, constructors_of(tree, constructors)?))
}

fn constructors_of(tree: &Tree, nodes: &[NodeId]) -> Option<Vec<Constructor>> {
    let field = |&field: &NodeId| {
        let [selector, sort] = tree.list(field)? else { return None };
        Some((tree.symbol(*selector)?.to_owned(), *sort))
    };
    nodes
        .iter()
        .map(|&node| match tree.list(node) {
            None => Some(Constructor { name: tree.symbol(node)?.to_owned(), fields: Vec::new() }),
            Some(items) => {
                let (&name, fields) = items.split_first()?;
                let fields = fields.iter().map(field).collect::<Option<_>>()?;
                Some(Constructor { name: tree.symbol(name)?.to_owned(), fields })
            }
        })
        .collect()
}

fn symbols(tree: &Tree, nodes: &[NodeId]) -> Option<Vec<String>> {
    nodes.iter().map(|&node| tree.symbol(node).map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Vec<Datatype> {
        let tree = Tree::parse(source.to_owned()).unwrap();
        datatypes(&tree, tree.roots()[0]).unwrap()
    }

    #[test]
    fn all_three_shapes_give_the_same() {
        let sources = [
            "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))",
            "(declare-datatype L (par (T) ((nil) (cons (hd T) (tl (L T))))))",
            "(declare-datatypes (T) ((L nil (cons (hd T) (tl L)))))",
        ];
        for source in sources {
            let found = read(source);
            assert_eq!(
                (found[0].name.as_str(), found[0].parameters.as_slice()),
                ("L", &["T".to_owned()][..])
            );
            let names: Vec<_> =
                found[0].constructors.iter().map(|c| (c.name.as_str(), c.fields.len())).collect();
            assert_eq!(names, [("nil", 0), ("cons", 2)], "{source}");
        }
    }

    #[test]
    fn an_enumeration_in_the_older_syntax_has_no_parameters() {
        let found = read("(declare-datatypes () ((Color red green)))");
        assert!(found[0].parameters.is_empty());
        assert_eq!(found[0].constructors.len(), 2);
    }
}
