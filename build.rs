//! Says how to get libz3 where it is missing: the linker would only say `cannot find -lz3`.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs};

const ADVICE: &str = "libz3 was not found. Debian and Ubuntu: `apt install libz3-dev`. macOS: `brew install z3`. \
Elsewhere: set Z3_LIBRARY_PATH_OVERRIDE to the folder that holds libz3, build Z3 from source with \
`--features vendored` (needs cmake and a C++20 compiler, such as GCC 13), or do without it: `--no-default-features`";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
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
