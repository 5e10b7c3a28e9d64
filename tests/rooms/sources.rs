//! The files under `src/` as modules: what each defines, and which other files it uses. A name that a `mod.rs` only
//! passes on is followed to the file that defines it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Item, UseTree, Visibility};

/// The path of a module or of an item, without `crate`.
type Names = Vec<String>;

/// How many re-exports are followed from one name.
const MOST_STEPS: usize = 20;

/// A file, as the module that it is.
#[derive(Debug, Default)]
pub struct Module {
    /// Where it is, below `src/`.
    pub file: PathBuf,
    /// How many lines it has but for its tests.
    pub lines: usize,
    /// What it defines, but for modules that are files.
    items: BTreeSet<String>,
    /// What it imports, by the name that this has here, and whether others may import it from here.
    imports: BTreeMap<String, (Names, bool)>,
    /// The modules of which it passes everything on.
    globs: Vec<Names>,
    /// The paths that its code names, each with its line.
    paths: Vec<(usize, Names)>,
}

/// All files, by the path of their modules; that of `lib.rs` is empty.
#[derive(Debug)]
pub struct Sources(pub BTreeMap<Names, Module>);

impl Sources {
    /// Reads all files below a folder that are compiled into the library, without their tests.
    pub fn read(folder: &Path) -> Sources {
        let mut modules = BTreeMap::new();
        let mut open = vec![(Names::new(), folder.join("lib.rs"))];
        while let Some((path, file)) = open.pop() {
            let text = fs::read_to_string(&file).unwrap();
            let (module, children) = Module::parse(&path, &text);
            let is_root =
                matches!(file.file_name().and_then(|name| name.to_str()), Some("lib.rs" | "mod.rs"));
            let below = if is_root { file.parent().unwrap().to_owned() } else { file.with_extension("") };
            for child in children {
                let found = file_of(&below, &child)
                    .unwrap_or_else(|| panic!("{}: no file of `mod {child}`", file.display()));
                open.push(([path.as_slice(), &[child]].concat(), found));
            }
            let file = file.strip_prefix(folder).unwrap().to_owned();
            modules.insert(path, Module { file, ..module });
        }
        Sources(modules)
    }

    /// The modules that one uses, each with the first line that names it; itself is not among them.
    pub fn used_by(&self, module: &[String]) -> BTreeMap<Names, usize> {
        let mut used = BTreeMap::new();
        for (line, path) in &self.0[module].paths {
            if let Some(found) = self.definer(path).filter(|found| found != module) {
                used.entry(found).or_insert(*line);
            }
        }
        used
    }

    /// The modules of each circle.
    pub fn circles(&self) -> Vec<BTreeSet<Names>> {
        let direct: BTreeMap<&Names, BTreeSet<Names>> =
            self.0.keys().map(|module| (module, self.used_by(module).into_keys().collect())).collect();
        let reached = |from: &Names| {
            let mut reached = BTreeSet::new();
            let mut open = vec![from];
            while let Some(module) = open.pop() {
                open.extend(direct[module].iter().filter(|used| reached.insert((*used).clone())));
            }
            reached
        };
        let reached: BTreeMap<&Names, BTreeSet<Names>> =
            direct.keys().map(|module| (*module, reached(module))).collect();
        let circle = |(module, used): (&&Names, &BTreeSet<Names>)| {
            used.contains(*module)
                .then(|| used.iter().filter(|other| reached[other].contains(*module)).cloned().collect())
        };
        let circles: BTreeSet<BTreeSet<Names>> = reached.iter().filter_map(circle).collect();
        circles.into_iter().collect()
    }

    /// The file in which the thing at a path is defined.
    fn definer(&self, path: &[String]) -> Option<Names> {
        self.follow(path, MOST_STEPS)
    }

    fn follow(&self, path: &[String], steps: usize) -> Option<Names> {
        let depth = (0..=path.len()).rev().find(|&depth| self.0.contains_key(&path[..depth]))?;
        let (module, rest) = path.split_at(depth);
        let here = &self.0[module];
        let Some(name) = rest.first().filter(|_| steps > 0) else { return Some(module.to_owned()) };
        if here.items.contains(name) {
            return Some(module.to_owned());
        }
        if let Some((target, _)) = here.imports.get(name).filter(|(_, passes_on)| *passes_on) {
            return self.follow(&[target.as_slice(), &rest[1..]].concat(), steps - 1);
        }
        let passed_on = here.globs.iter().find_map(|glob| {
            let target = [glob.as_slice(), rest].concat();
            self.follow(&target, steps - 1).filter(|found| self.0[found].items.contains(name))
        });
        Some(passed_on.unwrap_or_else(|| module.to_owned()))
    }
}

/// The file of a module, which the file of a folder names.
pub fn file_of(folder: &Path, name: &str) -> Option<PathBuf> {
    let files = [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
    files.into_iter().find(|file| file.is_file())
}

impl Module {
    /// What a file says, and which modules are files below it.
    fn parse(path: &[String], text: &str) -> (Module, Vec<String>) {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", path.join("::")));
        let mut reader = Reader { path, module: Module::default(), children: Vec::new() };
        let of_tests = |item: &Item| match item {
            Item::Mod(inner) if is_test(&inner.attrs) => {
                let (brace, _) = inner.content.as_ref()?;
                let first = inner.attrs.first()?.pound_token.spans[0].start().line;
                Some(brace.span.close().end().line + 1 - first)
            }
            _ => None,
        };
        let of_tests: usize = file.items.iter().filter_map(of_tests).sum();
        reader.module.lines = text.lines().count() - of_tests;
        file.items.iter().for_each(|item| reader.note(item));
        reader.visit_file(&file);
        (reader.module, reader.children)
    }
}

/// Collects what a file says.
struct Reader<'a> {
    path: &'a [String],
    module: Module,
    children: Vec<String>,
}

impl Reader<'_> {
    /// Notes what an item defines or imports.
    fn note(&mut self, item: &Item) {
        let name = match item {
            Item::Mod(inner) if is_test(&inner.attrs) => return,
            Item::Mod(inner) if inner.content.is_none() => {
                return self.children.push(inner.ident.to_string());
            }
            Item::Use(import) if !is_test(&import.attrs) => {
                let passes_on = !matches!(import.vis, Visibility::Inherited);
                return self.import(
                    &import.tree,
                    &Names::new(),
                    passes_on,
                    import.use_token.span.start().line,
                );
            }
            Item::Mod(inner) => &inner.ident,
            Item::Const(inner) => &inner.ident,
            Item::Static(inner) => &inner.ident,
            Item::Fn(inner) => &inner.sig.ident,
            Item::Struct(inner) => &inner.ident,
            Item::Enum(inner) => &inner.ident,
            Item::Trait(inner) => &inner.ident,
            Item::Type(inner) => &inner.ident,
            _ => return,
        };
        self.module.items.insert(name.to_string());
    }

    /// Notes a tree of imports below a path.
    fn import(&mut self, tree: &UseTree, above: &Names, passes_on: bool, line: usize) {
        let below = |name: &syn::Ident| [above.as_slice(), &[name.to_string()]].concat();
        match tree {
            UseTree::Path(inner) => self.import(&inner.tree, &below(&inner.ident), passes_on, line),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, above, passes_on, line));
            }
            UseTree::Glob(_) => {
                let Some(target) = self.absolute(above) else { return };
                if passes_on {
                    self.module.globs.push(target);
                } else {
                    self.module.paths.push((line, target));
                }
            }
            UseTree::Name(_) | UseTree::Rename(_) => {
                let (name, alias) = match tree {
                    UseTree::Rename(inner) => (&inner.ident, &inner.rename),
                    UseTree::Name(inner) => (&inner.ident, &inner.ident),
                    _ => return,
                };
                let (path, alias) = match name == "self" {
                    true => (above.clone(), above.last().cloned().unwrap_or_default()),
                    false => (below(name), alias.to_string()),
                };
                let Some(target) = self.absolute(&path) else { return };
                // To pass a name on is no use of it.
                if !passes_on {
                    self.module.paths.push((line, target.clone()));
                }
                self.module.imports.insert(alias, (target, passes_on));
            }
        }
    }

    /// A path from the top of this crate; none if it leads into another crate.
    fn absolute(&self, path: &[String]) -> Option<Names> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" | "smt_storm" => Some(rest.to_vec()),
            "self" => Some([self.path, rest].concat()),
            "super" => {
                let supers = path.iter().take_while(|name| *name == "super").count();
                let above = self.path.get(..self.path.len().checked_sub(supers)?)?;
                Some([above, &path[supers..]].concat())
            }
            name => {
                if let Some((target, _)) = self.module.imports.get(name) {
                    return Some([target.as_slice(), rest].concat());
                }
                self.children.iter().any(|child| child == name).then(|| [self.path, path].concat())
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(inner) => &inner.attrs,
            Item::Fn(inner) => &inner.attrs,
            Item::Impl(inner) => &inner.attrs,
            Item::Use(_) => return,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    /// Who may see something is no use of what is named there.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        // What an import brought is noted there.
        let is_imported = self.module.imports.contains_key(&names[0]) && names.len() < 2;
        if let Some(target) = self.absolute(&names).filter(|_| !is_imported) {
            let line = path.segments[0].ident.span().start().line;
            self.module.paths.push((line, target));
        }
        visit::visit_path(self, path);
    }
}

/// Whether something is for tests alone.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        attribute.path().is_ident("test")
            || (is_cfg && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test")))
    })
}
