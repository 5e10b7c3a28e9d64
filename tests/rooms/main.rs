//! The shape of `src/`: rooms use only the rooms before them, files use each other one way, and a file is worth opening.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

mod sources;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use sources::{Module, Sources, file_of};
use syn::{Item, Meta, UseTree, Visibility};

/// Each room and those that it may use, in the order in which they are read. Where the way of the data does not say why,
/// a remark does.
const ROOMS: [(&str, &str); 14] = [
    ("digest", ""),
    ("rng", "digest"),
    ("smtlib", "digest"),
    ("theory", "smtlib"),
    ("process", ""),
    // The names of operators, which rows are told by.
    ("matrix", "digest theory"),
    // Types of the matrix only: where witnesses come from, by weight.
    ("witness", "digest rng smtlib theory process matrix"),
    ("generate", "digest rng smtlib theory witness matrix"),
    // A printed model is a witness, and is evaluated like one.
    ("solver", "smtlib theory process matrix witness"),
    // The layouts of instances are tried in turn.
    ("reduce", "digest rng smtlib theory process matrix witness generate solver"),
    // What reducing found out is part of a bug's header.
    ("bugs", "digest smtlib theory process matrix witness solver reduce"),
    // What the errors of a row are about.
    ("report", "digest process matrix solver bugs"),
    ("suite", "digest rng smtlib theory process matrix witness generate solver reduce bugs report"),
    (
        "cli",
        "digest rng smtlib theory process matrix witness generate solver reduce bugs report suite worker",
    ),
];

/// The files that are no rooms but doors, and what they may use.
const DOORS: [(&str, &str); 4] = [
    ("worker", "smtlib process witness bugs"),
    ("harness", "suite cli worker"),
    ("main", "cli"),
    // Shows a whole run.
    (
        "lib",
        "digest rng smtlib theory process matrix witness generate solver reduce bugs report suite cli worker harness",
    ),
];

/// Lines of a file but for its tests, at most.
const LONGEST: usize = 700;
/// Lines below which a file needs a reason to be one.
const SHORTEST: usize = 60;

/// Items that the pages of the crate show, at most.
const MOST_PUBLIC: usize = 60;

/// Short files, and why each is one.
const SHORT: [(&str, &str); 10] = [
    ("cli/export.rs", "a command has a file"),
    ("generate/sources/build_formulas.rs", "what a source is, below the table of them"),
    ("generate/term_builder/eval_context.rs", "what builders start from, below them"),
    ("smtlib/source.rs", "what a file may hold, for readers of all kinds"),
    ("solver/oracles/assignments.rs", "a question has a file"),
    ("solver/oracles/cores.rs", "a question has a file"),
    ("suite/exit.rs", "the exit codes"),
    ("theory/operators/fields.rs", "a theory has a file"),
    ("theory/operators/pseudo_boolean.rs", "a theory has a file"),
    ("theory/used.rs", "used by generation, reports and bugs alike"),
];

/// Those of this crate.
static SOURCES: LazyLock<Sources> =
    LazyLock::new(|| Sources::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")));

/// The room of a module, or its door.
fn room(path: &[String]) -> &str {
    path.first().map_or("lib", String::as_str)
}

/// What is wrong with the rooms that the files of a tree use, a line each.
fn violations(sources: &Sources) -> Vec<String> {
    let table: BTreeMap<&str, &str> = ROOMS.into_iter().chain(DOORS).collect();
    let mut wrong = Vec::new();
    for (path, Module { file, .. }) in &sources.0 {
        let (file, room_here) = (file.display(), room(path));
        let Some(allowed) = table.get(room_here) else {
            wrong.push(format!("{file}: `{room_here}` is no room"));
            continue;
        };
        for (used, line) in sources.used_by(path) {
            let used = room(&used);
            if used != room_here && used != "lib" && !allowed.split(' ').any(|room| room == used) {
                wrong.push(format!("{file}:{line}: `{room_here}` may not use `{used}`, only {allowed}"));
            }
        }
    }
    wrong
}

#[test]
fn rooms_use_only_what_they_may() {
    let wrong = violations(&SOURCES);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// So no circle of rooms fits the table.
#[test]
fn rooms_come_after_those_they_use() {
    for (at, (room, uses)) in ROOMS.iter().enumerate() {
        for used in uses.split(' ').filter(|used| !used.is_empty() && *used != "worker") {
            assert!(
                ROOMS[..at].iter().any(|(before, _)| *before == used),
                "`{room}` uses `{used}`, which comes later"
            );
        }
    }
}

/// A circle has no first file to read.
#[test]
fn files_use_each_other_one_way() {
    let sources = &SOURCES;
    let mut wrong = String::new();
    for circle in sources.circles() {
        wrong += &format!("a circle of {} files:\n", circle.len());
        for path in &circle {
            let used = sources.used_by(path).into_iter().filter(|(used, _)| circle.contains(used));
            for (used, line) in used {
                let file = |path: &Vec<String>| sources.0[path].file.display().to_string();
                wrong += &format!("  {}:{line} uses {}\n", file(path), file(&used));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_file_is_worth_opening() {
    let mut wrong = Vec::new();
    for Module { file, lines, .. } in SOURCES.0.values() {
        let name = file.display().to_string();
        let has_reason = SHORT.iter().any(|(short, _)| *short == name);
        match *lines {
            // A door to a folder says what is in it.
            _ if name.ends_with("mod.rs") && *lines < SHORTEST => {}
            lines if lines > LONGEST => wrong.push(format!("{name}: {lines} lines, {LONGEST} at most")),
            lines if lines < SHORTEST && !has_reason => wrong.push(format!("{name}: only {lines} lines")),
            lines if lines >= SHORTEST && has_reason => {
                wrong.push(format!("{name}: {lines} lines need no reason"))
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the pages of the crate show of a file: its public items that are not hidden, with those of its modules. `folder` has
/// the files of these.
fn shown(file: &Path, folder: &Path) -> usize {
    let items = syn::parse_file(&std::fs::read_to_string(file).unwrap()).unwrap().items;
    items.iter().map(|item| shown_of(item, folder)).sum()
}

fn shown_of(item: &Item, folder: &Path) -> usize {
    let (visibility, attributes) = match item {
        Item::Const(item) => (&item.vis, &item.attrs),
        Item::Enum(item) => (&item.vis, &item.attrs),
        Item::Fn(item) => (&item.vis, &item.attrs),
        Item::Mod(item) => (&item.vis, &item.attrs),
        Item::Static(item) => (&item.vis, &item.attrs),
        Item::Struct(item) => (&item.vis, &item.attrs),
        Item::Trait(item) => (&item.vis, &item.attrs),
        Item::Type(item) => (&item.vis, &item.attrs),
        Item::Use(item) => (&item.vis, &item.attrs),
        _ => return 0,
    };
    let is_hidden = |attribute: &syn::Attribute| matches!(&attribute.meta, Meta::List(list) if list.tokens.to_string().contains("hidden"));
    if !matches!(visibility, Visibility::Public(_)) || attributes.iter().any(is_hidden) {
        return 0;
    }
    match item {
        Item::Mod(module) => {
            let name = module.ident.to_string();
            file_of(folder, &name).map_or(0, |file| shown(&file, &folder.join(&name)))
        }
        Item::Use(item) => names(&item.tree),
        _ => 1,
    }
}

/// How many names an import brings.
fn names(tree: &UseTree) -> usize {
    match tree {
        UseTree::Path(path) => names(&path.tree),
        UseTree::Group(group) => group.items.iter().map(names).sum(),
        UseTree::Name(_) | UseTree::Rename(_) => 1,
        UseTree::Glob(_) => panic!("a public `*` hides what is public"),
    }
}

#[test]
fn the_public_interface_is_small() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let found = shown(&folder.join("lib.rs"), &folder);
    assert!((20..=MOST_PUBLIC).contains(&found), "{found} public items, {MOST_PUBLIC} at most: hide some");
}

#[test]
fn what_is_public_is_counted() {
    let lib = "pub mod door;\npub mod room;\n#[cfg_attr(doc, doc(hidden))]\npub mod hidden;\nmod private;\n\
        pub use room::{a::A, b::B as C};\nuse room::D;\npub fn f() {}\npub(crate) fn g() {}";
    let files = [
        ("lib.rs", lib),
        ("door.rs", "pub fn main() {}\nfn other() {}"),
        ("room/mod.rs", "pub mod a;\nmod b;"),
        ("room/a.rs", "pub struct A;\nimpl A { pub fn new() {} }"),
        ("room/b.rs", "pub struct B;"),
        ("hidden.rs", "pub struct H;"),
        ("private.rs", "pub struct P;"),
    ];
    let (folder, _) = tree(&files);
    assert_eq!(shown(&folder.path().join("lib.rs"), folder.path()), 5);
}

/// A tree of files in a folder of its own.
fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, Sources) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    let sources = Sources::read(folder.path());
    (folder, sources)
}

#[test]
fn a_violation_is_noticed() {
    for text in [
        "use crate::suite::run_case;",
        "fn f() {\n    crate::suite::exit::SUCCESS\n}",
        "use crate::{digest::Digest, suite};",
        "use crate::{\n    digest::{self, Digest},\n    suite::exit,\n};",
        "use smt_storm::suite::exit;",
        "fn f() -> super::suite::Suite {}",
        "use crate as root;\nfn f() -> root::suite::Suite {}",
    ] {
        let files = [
            ("lib.rs", "mod suite;\nmod smtlib;\nmod digest;"),
            ("suite.rs", ""),
            ("digest.rs", "pub struct Digest;"),
            ("smtlib.rs", text),
        ];
        let (_folder, sources) = tree(&files);
        let wrong = violations(&sources);
        assert_eq!(wrong.len(), 1, "{text}: {wrong:?}");
        assert!(wrong[0].contains("`smtlib` may not use `suite`"), "{wrong:?}");
    }
    for text in [
        "use crate::digest::Digest;",
        "//! See [`crate::suite`].",
        "#[cfg(test)]\nmod tests {\n    use crate::suite;\n}",
    ] {
        let files = [
            ("lib.rs", "mod suite;\nmod smtlib;\nmod digest;"),
            ("suite.rs", ""),
            ("digest.rs", "pub struct Digest;"),
            ("smtlib.rs", text),
        ];
        assert_eq!(violations(&tree(&files).1), [""; 0], "{text}");
    }
    let attic = [("lib.rs", "mod attic;"), ("attic.rs", "")];
    assert_eq!(violations(&tree(&attic).1), ["attic.rs: `attic` is no room"]);
}

#[test]
fn a_circle_is_noticed_through_re_exports() {
    let files = |b: &'static str| {
        [
            ("lib.rs", "mod room;"),
            ("room/mod.rs", "mod a;\nmod b;\npub use a::A;\npub use b::*;"),
            ("room/a.rs", "use super::B;\npub struct A(B);"),
            ("room/b.rs", b),
        ]
    };
    let circles = |b| tree(&files(b)).1.circles().len();
    assert_eq!(circles("pub struct B;"), 0);
    assert_eq!(circles("pub struct B;\nfn f() -> crate::room::A {}"), 1);
    assert_eq!(circles("pub struct B;\nuse super::A;"), 1);
    assert_eq!(circles("pub struct B;\n#[cfg(test)]\nmod tests {\n    use crate::room::A;\n}"), 0);
}
