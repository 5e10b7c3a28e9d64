//! Datatype declarations (SMT-LIB 2.7, section 3.11, and the older syntax of Z3), and those of cvc5's codatatypes.

use super::sexpr::{NodeId, Tree};

/// A datatype of a declaration.
#[derive(Clone, Debug)]
pub struct Datatype {
    /// The name of the sort.
    pub name: String,
    /// The node of the name.
    pub node: NodeId,
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
    /// The node of the name.
    pub node: NodeId,
    /// The nodes of the selector and of the sort of each field.
    pub fields: Vec<(NodeId, NodeId)>,
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
    let standard = |node: NodeId, body: NodeId| {
        let (parameters, constructors) = standard(tree, body)?;
        Some(Datatype { name: tree.symbol(node)?.to_owned(), node, is_codatatype, parameters, constructors })
    };
    if command.ends_with("datatype") {
        return Some(vec![standard(first, second)?]);
    }
    let heads = tree.list(first)?;
    let bodies = tree.list(second)?;
    if heads.iter().all(|&head| tree.list(head).is_some()) && !heads.is_empty() {
        let named = heads.iter().zip(bodies);
        return named.map(|(&head, &body)| standard(*tree.list(head)?.first()?, body)).collect();
    }
    // The older syntax has the parameters first, then `(name constructor…)` for each datatype.
    let parameters: Vec<String> = symbols(tree, heads)?;
    bodies
        .iter()
        .map(|&body| {
            let (&node, constructors) = tree.list(body)?.split_first()?;
            Some(Datatype {
                name: tree.symbol(node)?.to_owned(),
                node,
                is_codatatype,
                parameters: parameters.clone(),
                constructors: constructors_of(tree, constructors)?,
            })
        })
        .collect()
}

/// Returns the parameters and constructors in the body of a datatype.
fn standard(tree: &Tree, body: NodeId) -> Option<(Vec<String>, Vec<Constructor>)> {
    let items = tree.list(body)?;
    let is_par = tree.head(body) == Some("par") && items.len() == 3;
    let (parameters, constructors) = if is_par {
        (symbols(tree, tree.list(items[1])?)?, tree.list(items[2])?)
    } else {
        (Vec::new(), items)
    };
    Some((parameters, constructors_of(tree, constructors)?))
}

fn constructors_of(tree: &Tree, nodes: &[NodeId]) -> Option<Vec<Constructor>> {
    let field = |&field: &NodeId| {
        let &[selector, sort] = tree.list(field)? else { return None };
        tree.symbol(selector).map(|_| (selector, sort))
    };
    let constructor = |&item: &NodeId| {
        let (&node, fields) = tree.list(item).map_or(Some((&item, &[][..])), <[NodeId]>::split_first)?;
        let fields = fields.iter().map(field).collect::<Option<_>>()?;
        Some(Constructor { name: tree.symbol(node)?.to_owned(), node, fields })
    };
    nodes.iter().map(constructor).collect()
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
