//! Lists the seeds that `storm init` has, and says how to get libz3 where it is missing: the linker would only say
//! `cannot find -lz3`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

const ADVICE: &str = "libz3 was not found. Debian and Ubuntu: `apt install libz3-dev`. macOS: `brew install z3`. \
Elsewhere: set Z3_LIBRARY_PATH_OVERRIDE to the folder that holds libz3, build Z3 from source with \
`--features vendored` (needs cmake and a C++20 compiler, such as GCC 13), or do without it: `--no-default-features`";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=seeds");
    if let Err(error) = list_seeds(Path::new("seeds")) {
        println!("cargo::error=seeds: {error}; take the whole repository or package");
    }
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    let set = |name| env::var_os(name).is_some();
    let cross = env::var_os("HOST") != env::var_os("TARGET");
    if !set("CARGO_FEATURE_Z3") || set("CARGO_FEATURE_VENDORED") || set("DOCS_RS") || cross {
        return;
    }
    if links() == Some(false) {
        println!("cargo::error={ADVICE}");
    }
}

/// Writes an array of the seeds, `("LOGIC", "NAME", include_str!("PATH"))`, sorted.
fn list_seeds(folder: &Path) -> std::io::Result<()> {
    let mut files = Vec::new();
    for logic in fs::read_dir(folder)? {
        let logic = logic?.path();
        if logic.is_dir() {
            files.extend(fs::read_dir(logic)?.collect::<Result<Vec<_>, _>>()?);
        }
    }
    let mut paths: Vec<PathBuf> = files.iter().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "smt2"));
    paths.sort();
    let mut text = "&[\n".to_owned();
    for path in paths {
        let logic = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        // Another clone may build into the same target folder.
        let path = format!("/{}", path.display());
        let _ = writeln!(
            text,
            "    ({logic:?}, {name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),"
        );
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("seeds.rs"), text + "]\n")
}

/// Whether an empty program links against libz3; `None` where there is nothing to try it with.
fn links() -> Option<bool> {
    let folder = PathBuf::from(env::var_os("OUT_DIR")?);
    let source = folder.join("probe.c");
    fs::write(&source, "int main(void) { return 0; }\n").ok()?;
    let linker = env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(linker);
    command.arg(&source).arg("-o").arg(folder.join("probe"));
    if let Some(path) = env::var_os("Z3_LIBRARY_PATH_OVERRIDE") {
        command.arg("-L").arg(path);
    }
    command.args(pkg_config()).arg("-lz3").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().ok().map(|status| status.success())
}

/// Where pkg-config says the library is, as arguments of the linker.
fn pkg_config() -> Vec<String> {
    let output = Command::new("pkg-config").args(["--libs-only-L", "z3"]).stderr(Stdio::null()).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}
