//! What `cargo binstall` looks for, by the manifest: archives, and the program in them.

use std::path::Path;

use toml_edit::{DocumentMut, Item};

/// The system that each archive of a release is for, and others that take one of these.
const TARGETS: [&str; 5] = [
    "x86_64-unknown-linux-musl", "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-musl",
    "aarch64-unknown-linux-gnu", "aarch64-apple-darwin",
];

/// For each system, the name of the archive of a version, and the path of the program in it.
pub fn wanted(version: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest: DocumentMut = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let binstall = &manifest["package"]["metadata"]["binstall"];
    assert_eq!(binstall["pkg-fmt"].as_str(), Some("tgz"));
    let of = |target: &str| {
        let own = binstall["overrides"].get(target);
        let key = |key: &str| own.and_then(|own| own.get(key)).or(binstall.get(key)).and_then(Item::as_str);
        let values = [
            ("repo", "REPO"),
            ("version", version),
            ("target", target),
            ("bin", "storm"),
            ("binary-ext", ""),
        ];
        let filled = |name: &str| {
            let text = key(name).unwrap().to_owned();
            values.iter().fold(text, |text, (name, value)| text.replace(&format!("{{ {name} }}"), value))
        };
        (filled("pkg-url"), filled("bin-dir"))
    };
    let download = format!("REPO/releases/download/v{version}/");
    let of_release =
        |(url, program): (String, String)| (url.strip_prefix(&download).unwrap().to_owned(), program);
    TARGETS.into_iter().map(of).map(of_release).collect()
}
