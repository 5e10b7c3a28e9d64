//! Selecting releases, and folders of installed solvers made for these tests. Nothing is downloaded.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use smt_storm::solver::releases::{Contents, RELEASES, Release};

use super::chosen;
use super::pip::{InstallError, Python};
use super::store::{Store, executable, works};

fn names(asked: &[&str], old: bool) -> String {
    let asked: Vec<String> = asked.iter().map(|&name| name.to_owned()).collect();
    let names = chosen(&asked, old).unwrap().iter().map(Release::executable).collect::<Vec<_>>();
    names.join(" ")
}

#[test]
fn solvers_have_several_names() {
    assert_eq!(names(&[], false), "z3-5.4.1 cvc5-1.4.2 yices-smt2-2.6.5 bitwuzla-0.10.0 boolector-3.2.4");
    assert_eq!(names(&["z3"], true), "z3-5.4.1 z3-5.4.0 z3-5.1.0 z3-4.16.0 z3-4.8.7");
    assert_eq!(names(&["cvc5"], true), "cvc5-1.4.2 cvc5-1.3.2");
    assert_eq!(names(&["z3-4.8.7", "yices", "yices-smt2"], false), "z3-4.8.7 yices-smt2-2.6.5");
    for name in ["bitwulza", "bitwulza-0.9.0"] {
        let unknown = chosen(&[name.to_owned()], false).unwrap_err().to_string();
        let advice = format!("no solver `{name}` can be installed; did you mean `bitwuzla`?");
        assert!(unknown.contains(&advice), "{unknown}");
    }
}

fn release(contents: Contents) -> Release {
    RELEASES.iter().find(|release| release.contents == contents && !release.is_old).unwrap().clone()
}

/// Returns a script in place of Python that creates the files of a package, as pip does.
fn python(folder: &Path, pip: &str) -> Python {
    let path = folder.join("python");
    fs::write(
        &path,
        format!("#!/bin/sh\nwhile [ \"$1\" != --target ]; do shift; done; cd \"$(dirname \"$2\")\"\n{pip}\n"),
    )
    .unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    Python { path: path.display().to_string() }
}

const WHEEL: &str = "mkdir -p package/bin package/z3/lib && echo '#!/bin/sh\necho 5' > package/bin/z3 && echo > package/z3/lib/libz3.so";

fn installed(store: &Store, release: &Release, python: &Python) -> Result<(), String> {
    store.install(release, python).map_err(|error| error.to_string())
}

#[test]
fn without_its_line_of_versions_pip_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pip");
    let python = Python { path: path.display().to_string() };
    let z3 = release(Contents::ExecutableAndLibrary);
    for (printed, newest, count) in [
        ("z3-solver (5.5.0)\nAvailable versions: 5.5.0, 5.4.1", "5.5.0", 2),
        ("z3-solver (5.5.0)", &*z3.version, 0),
    ] {
        fs::write(&path, format!("#!/bin/sh\necho '{printed}'\n")).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        assert_eq!(python.newest(z3.clone()).unwrap().version, newest);
        assert_eq!(python.releases(&z3).unwrap().len(), count);
    }
}

#[test]
fn an_executable_and_its_library_are_installed_from_a_package() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("solvers");
    let (store, z3) = (Store::open(&root, || ()).unwrap(), release(Contents::ExecutableAndLibrary));
    assert!(!store.refresh(&z3).unwrap());
    installed(&store, &z3, &python(folder.path(), WHEEL)).unwrap();
    assert!(works(&root, &z3, folder.path()).unwrap() && store.refresh(&z3).unwrap());
    assert_eq!(fs::read_link(root.join("bin/z3")).unwrap(), Path::new(&z3.executable()));
    assert!(root.join("lib/libz3.so").is_file());
    // The name links to the newest release, whatever was there before.
    fs::remove_file(root.join("bin/z3")).unwrap();
    fs::write(root.join("bin/z3"), "").unwrap();
    assert!(store.refresh(&z3).unwrap() && root.join("bin/z3").is_symlink());
    drop(store);
    let left: Vec<_> = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with(".new")), "{left:?}");
}

#[test]
fn an_unfinished_installation_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("solvers");
    let store = Store::open(&root, || ()).unwrap();
    let z3 = release(Contents::ExecutableAndLibrary);
    for (pip, told) in [
        (
            "echo 'ERROR: No matching distribution found' >&2; exit 1",
            "there may be no package for this system",
        ),
        (
            "echo 'WARNING: Retrying (Retry(total=0))\nERROR: none' >&2; exit 1",
            "none; it cannot reach a package index",
        ),
        ("mkdir -p package/z3/lib", "has no bin/z3"),
        ("kill -9 $$", "Signal(9)"),
    ] {
        let error = installed(&store, &z3, &python(folder.path(), pip)).unwrap_err();
        assert!(error.contains(told), "{pip}: {error}");
        assert!(!executable(&root, &z3).exists() && !store.refresh(&z3).unwrap(), "{pip}");
    }
    // The remains of a killed process do not count, and are removed.
    drop(store);
    fs::create_dir_all(root.join(".new-1/package/bin")).unwrap();
    let store = Store::open(&root, || ()).unwrap();
    assert!(!root.join(".new-1").exists());
    installed(&store, &z3, &python(folder.path(), WHEEL)).unwrap();
}

#[test]
fn a_module_gets_its_adapter_and_is_installed_again_when_its_python_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("solvers");
    let (store, cvc5) = (Store::open(&root, || ()).unwrap(), release(Contents::Module));
    // When it is called as the launcher's Python, the script succeeds.
    let python = python(folder.path(), "mkdir package && echo > package/cvc5.py");
    fs::write(
        &python.path,
        fs::read_to_string(&python.path).unwrap().replace("while", "[ \"$1\" = -ES ] && exit\nwhile"),
    )
    .unwrap();
    installed(&store, &cvc5, &python).unwrap();
    let home = root.join(format!("python-{}", cvc5.executable()));
    assert!(home.join("cvc5.py").is_file() && home.join("smtlib.py").is_file());
    fs::write(home.join("adapter.py"), "old").unwrap();
    assert!(store.refresh(&cvc5).unwrap());
    assert!(fs::read_to_string(home.join("adapter.py")).unwrap().contains("cvc5 as an executable"));
    fs::remove_file(&python.path).unwrap();
    assert!(matches!(works(&root, &cvc5, folder.path()), Err(InstallError::Broken { .. })));
    assert!(!store.refresh(&cvc5).unwrap());
}
