//! Seeds that cannot be used: one red test each, and the other seeds are tested.

use std::fs::{self, File};
use std::os::unix::fs::symlink;

use crate::project::{CASE, Project, Ran};
use crate::replay::storm;

crate::tests!(seeds:
    each_bad_seed_is_one_red_test,
    a_bad_seed_is_red_for_each_solver,
    a_file_that_cannot_be_read_is_one_red_test,
    a_seed_that_is_too_large_is_one_red_test,
    a_folder_that_looks_like_a_seed_is_no_seed,
    deep_nesting_does_no_harm,
    scripts_of_a_user_become_seeds,
    scripts_that_cannot_be_seeds_stay_where_they_are,
);

const LEAVE_OUT: &str = "leave it out of `seeds` in solvers.yaml";

/// A seed, and what follows its path in the message.
const BAD: [(&str, &[u8], &[&str]); 14] = [
    ("empty", b"", &[": asserts nothing", LEAVE_OUT]),
    ("comment", b"; nothing here\n", &[": asserts nothing", LEAVE_OUT]),
    ("nothing-asserted", b"(declare-fun p () Bool)\n(check-sat)\n", &[": asserts nothing", LEAVE_OUT]),
    ("binary", b"(assert \0true)", &[": binary data at byte 8", "is it compressed?"]),
    ("truncated", b"(declare-fun p () Bool)\n(assert (and p\n", &[":2:", "never closed", LEAVE_OUT]),
    ("closed-twice", b"(declare-fun p () Bool)\n\n(assert p))\n", &[":3:", LEAVE_OUT]),
    ("open-string", b"(declare-fun p () Bool)\n(assert (= \"a p))\n", &[":2:", LEAVE_OUT]),
    ("open-symbol", b"(declare-fun p () Bool)\n(assert |p)\n", &[":2:", LEAVE_OUT]),
    (
        "ill-sorted",
        b"(declare-fun x () Int)\n\n(assert (and x true))\n",
        &[":3:", "the sorts do not fit (`and` does not take Int, Bool)", LEAVE_OUT],
    ),
    (
        "undeclared",
        b"\n(assert (and q q))\n",
        &[": none of its 1", "2:14: the meaning of `q` is not known", LEAVE_OUT],
    ),
    (
        "no-such-sort",
        b"(declare-fun p () Booool)\n(assert (= p p))\n",
        &[": none of its 1", "`p` is not known", LEAVE_OUT],
    ),
    (
        "no-such-operator",
        b"(assert (nand true true))\n",
        &[": none of its 0", "`nand` is not known", LEAVE_OUT],
    ),
    (
        "no-such-function",
        b"(define-fun-rec f ((x Int)) Int\n (+ 2 (f x)))\n(assert (> (f 1) 0))\n",
        &[":2:7: `f` is left out: no function is known", "gets smaller in `(f x)`", LEAVE_OUT],
    ),
    ("constant", b"(assert true)\n", &[": none of its ", LEAVE_OUT]),
];

fn project() -> Project {
    Project::playing(&["say", "sat\n", "0"])
}

/// Fails unless the seed `QF_LIA/name.smt2` is red with these texts, on one line.
#[track_caller]
fn expect_red(project: &Project, ran: &Ran, solver: &str, name: &str, texts: &[&str]) {
    let red = ran.red();
    let text = red.get(format!("{solver}::QF_LIA::{name}::1").as_str()).copied();
    let text = text.unwrap_or_else(|| panic!("{name} is not red\n{}", ran.stdout));
    let path = project.path(&format!("seeds/QF_LIA/{name}.smt2")).display().to_string();
    let rest =
        text.strip_prefix(&path).unwrap_or_else(|| panic!("{name}: the file does not come first\n{text}"));
    assert!(rest.starts_with(texts[0]), "{name}: no `{}` in\n{text}", texts[0]);
    for part in texts {
        assert!(rest.contains(part), "{name}: no `{part}` in\n{text}");
    }
    assert_eq!(text.lines().count(), 1, "{text}");
}

fn each_bad_seed_is_one_red_test() {
    let project = project();
    for (name, bytes, _) in BAD {
        project.write(&format!("seeds/QF_LIA/{name}.smt2"), bytes);
    }
    let ran = project.run(&[]);
    ran.expect(101, [1, BAD.len() as u32, 0]);
    for (name, _, texts) in BAD {
        expect_red(&project, &ran, "player", name, texts);
    }
    project.run(&["--exact", CASE]).expect(0, [1, 0, 0]);
}

fn a_bad_seed_is_red_for_each_solver() {
    let project = project();
    let rows = ["one", "two"].map(|name| project.row(name, &["say", "sat\n", "0"], ""));
    project.write_rows(&rows.concat());
    project.write("seeds/QF_LIA/bad.smt2", "(assert (and");
    let ran = project.run(&[]);
    ran.expect(101, [2, 2, 0]);
    for solver in ["one", "two"] {
        expect_red(&project, &ran, solver, "bad", &[":1:"]);
    }
}

fn a_file_that_cannot_be_read_is_one_red_test() {
    if cfg!(not(target_os = "linux")) {
        return;
    }
    let project = project();
    // Nobody can read this from its start, not even root.
    symlink("/proc/self/mem", project.path("seeds/QF_LIA/unreadable.smt2")).unwrap();
    let ran = project.run(&[]);
    ran.expect(101, [1, 1, 0]);
    expect_red(
        &project,
        &ran,
        "player",
        "unreadable",
        &[": cannot be read", "check the path and its permissions"],
    );
}

fn a_seed_that_is_too_large_is_one_red_test() {
    let project = project();
    let file = File::create(project.path("seeds/QF_LIA/large.smt2")).unwrap();
    file.set_len(1 << 40).unwrap();
    let ran = project.run(&[]);
    ran.expect(101, [1, 1, 0]);
    expect_red(&project, &ran, "player", "large", &[": larger than 32 MiB", LEAVE_OUT]);
}

fn a_folder_that_looks_like_a_seed_is_no_seed() {
    let project = project();
    fs::create_dir(project.path("seeds/QF_LIA/folder.smt2")).unwrap();
    project.run(&[]).expect(0, [1, 0, 0]);
    // Asked for by its path, it is a pattern without a seed.
    project.reconfigure("seeds/*/*.smt2", "seeds/QF_LIA/folder.smt2");
    let ran = project.run(&[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("`seeds/QF_LIA/folder.smt2` matches no file"), "{}", ran.stderr);
}

fn deep_nesting_does_no_harm() {
    let project = project();
    let depth = 50_000;
    let nots = format!("(declare-fun p () Bool)\n(assert {}p{})\n", "(not ".repeat(depth), ")".repeat(depth));
    project.write("seeds/QF_LIA/nots.smt2", nots);
    project.write("seeds/QF_LIA/open.smt2", "(".repeat(depth));
    let ran = project.run(&[]);
    assert_eq!(ran.code, Some(101), "{ran:?}");
    assert!(ran.stdout.contains(&format!("test {CASE} ")) && ran.stdout.contains("test result: "), "{ran:?}");
    expect_red(&project, &ran, "player", "open", &[":1:"]);
}

/// Runs `storm seeds add` on paths of the project.
fn add(project: &Project, paths: &[&str], into: Option<&str>) -> Ran {
    let mut words = vec!["seeds".to_owned(), "add".to_owned()];
    words.extend(paths.iter().map(|path| project.path(path).display().to_string()));
    words.extend(
        into.iter().flat_map(|folder| ["--into".to_owned(), project.path(folder).display().to_string()]),
    );
    storm(project, &words)
}

fn scripts_of_a_user_become_seeds() {
    let project = project();
    // A comment in Latin-1, a name that a test cannot have, no logic.
    let licensed: &[u8] =
        b"; Copyright M\xfcller\n(set-logic QF_LIA)(declare-fun x () Int)(assert (or (> x 1) (< x 0)))";
    let bare = "(declare-fun p () Bool)(assert (not p))(check-sat)";
    project.write("suite/a/issue 7: wrong.smt2", licensed);
    project.write("suite/b/same.smt2", bare);
    project.write("suite/c/same.smt2", bare.replace("not p", "or p p"));
    project.write("suite/c/copy.smt2", bare);
    let ran = add(&project, &["suite"], None);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    assert_eq!(fs::read(project.path("seeds/QF_LIA/issue-7--wrong.smt2")).unwrap(), licensed);
    let text = |path: &str| fs::read_to_string(project.path(path)).unwrap();
    // Of files with the same contents, the first one counts; of two with the same name, both do.
    assert_eq!(
        [text("seeds/QF_UF/same.smt2"), text("seeds/QF_UF/same-2.smt2")],
        [bare.to_owned(), bare.replace("not p", "or p p")]
    );
    let told = ["QF_UF", "there already: 1 script\n", "without a licence: 2 new seeds"];
    assert!(told.iter().all(|part| ran.stdout.contains(part)), "{}", ran.stdout);
    assert!(!ran.stdout.contains("no pattern matches"), "{}", ran.stdout);
    // They are tested from now on, and not added again.
    project.run(&[]).expect(0, [4, 0, 0]);
    let again = add(&project, &["suite"], None);
    assert_eq!(again.code, Some(0), "{again:#?}");
    assert!(again.stdout.contains("there already: 4 scripts\n"), "{}", again.stdout);
    // Elsewhere, a pattern has to match them; seeds that are matched have a weight.
    let elsewhere = add(&project, &["suite/a"], Some("bugs"));
    let advice = "no pattern matches 1 new seed; add to `seeds` in solvers.yaml:\n  - glob: bugs/*/*.smt2\n";
    assert!(elsewhere.stdout.contains(advice), "{}", elsewhere.stdout);
    // Names are those of tests: a pattern with a seed of the same name counts, too.
    project.reconfigure("- glob: seeds/*/*.smt2\n", "- glob: seeds/*/*.smt2\n- glob: bugs/*/*.smt2\n");
    project.write("suite/small.smt2", "(set-logic QF_LIA)(declare-fun p () Bool)(assert (not p))");
    add(&project, &["suite/small.smt2"], Some("bugs"));
    assert!(project.path("bugs/QF_LIA/small-2.smt2").exists());
    assert!(project.path("bugs/QF_LIA/issue-7--wrong-2.smt2").exists());
    project.run(&[]).expect(0, [6, 0, 0]);
    project.reconfigure("snapshots:", "# snapshots:");
    project.reconfigure(
        "- glob: seeds/*/*.smt2\n",
        "- glob: seeds/*/*.smt2\n- glob: bugs/*/*.smt2\n  weight: 0\n",
    );
    let wrong = project.run(&[]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("seeds[1].weight"), "{}", wrong.stderr);
}

fn scripts_that_cannot_be_seeds_stay_where_they_are() {
    let project = project();
    for (name, bytes, _) in BAD {
        project.write(&format!("suite/{name}.smt2"), bytes);
    }
    // The name of a logic is no path.
    project.write("suite/up.smt2", "(set-logic ..)(declare-fun p () Bool)(assert (not p))");
    let ran = add(&project, &["suite"], Some("new"));
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(!project.path("new").exists() && !project.path("up.smt2").exists());
    let all = ran.line("all ");
    assert!(all.contains("1 odd logic") && all.starts_with("0 "), "{all}");
    // Of one script, the reason is told.
    let ran = add(&project, &["suite/truncated.smt2"], None);
    assert!(ran.stdout.contains("truncated.smt2:2:"), "{}", ran.stdout);
    // A folder that cannot be written to is an error.
    project.write("file", "");
    let ran = add(&project, &["seeds"], Some("file"));
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.stderr.contains("cannot write"), "{}", ran.stderr);
    let ran = add(&project, &["nowhere"], None);
    assert_eq!(ran.code, Some(2), "{ran:#?}");
}
