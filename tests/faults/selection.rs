//! Parts of a matrix: shards, rows and RNG seeds from the environment, and the plan that names them.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::project::{Project, Ran};

crate::tests!(selection:
    the_shards_of_a_plan_are_the_whole_matrix,
    shards_do_not_hang_on_other_cases,
    rng_seeds_come_from_the_environment,
    the_matrix_is_counted,
    a_test_decides_how_its_instances_are_generated,
    what_is_malformed_is_refused,
    the_test_program_is_the_command_line_too,
);

/// Rows of which one's name ends like another's, and several seeds.
fn project() -> Project {
    let project = Project::playing(&[]);
    let says = ["say", "sat\n", "0"];
    let variant = "variants: {quick: {args: []}}";
    project.write_rows(&(project.row("z3", &says, variant) + &project.row("my-z3", &says, "missing: error")));
    for name in ["a", "b", "c", "d", "z3"] {
        project.write(&format!("seeds/QF_LIA/{name}.smt2"), "(declare-fun p () Bool)(assert (not p))");
        project.write(&format!("seeds/UF/{name}.smt2"), "(declare-fun p () Bool)(assert (or p (not p)))");
    }
    project
}

/// The names that are listed, of which none is listed twice.
#[track_caller]
fn listed(ran: &Ran) -> BTreeSet<String> {
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let names: Vec<String> =
        ran.stdout.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect();
    let set: BTreeSet<String> = names.iter().cloned().collect();
    assert_eq!(names.len(), set.len());
    set
}

/// `storm matrix`, as the test program itself has it.
#[track_caller]
fn matrix(project: &Project, arguments: &[&str]) -> String {
    let ran = project.run(&[&["storm", "matrix"], arguments].concat());
    assert_eq!(ran.code, Some(0), "{ran:?}");
    ran.stdout
}

fn the_shards_of_a_plan_are_the_whole_matrix() {
    let project = project();
    let all = listed(&project.run(&["--list"]));
    assert_eq!(all.len(), 33);
    for shards in ["1", "2", "5", "64"] {
        let plan: Value = serde_json::from_str(&matrix(&project, &["--github", "--shards", shards])).unwrap();
        let mut seen = BTreeSet::new();
        for job in plan["include"].as_array().unwrap() {
            let (solver, rows) = (job["solver"].as_str().unwrap(), job["rows"].as_str().unwrap());
            let shard = format!("{}/{}", job["shard"], job["shards"]);
            let part =
                listed(&project.run_with(&[("STORM_ROWS", rows), ("STORM_SHARD", &shard)], &["--list"]));
            assert_eq!(Some(part.len() as u64), job["cases"].as_u64());
            assert!(part.iter().all(|name| name.starts_with(solver)), "{rows} {part:?}");
            assert!(seen.is_disjoint(&part));
            seen.extend(part);
        }
        assert_eq!(seen, all, "{shards} shards");
    }
}

fn shards_do_not_hang_on_other_cases() {
    let project = project();
    let second = |project: &Project| listed(&project.run_with(&[("STORM_SHARD", "2/3")], &["--list"]));
    let before = second(&project);
    assert!(!before.is_empty());
    project.write("seeds/LIA/another.smt2", "(declare-fun p () Bool)(assert p)");
    let after = second(&project);
    assert!(after.is_superset(&before) && after.difference(&before).all(|name| name.contains("::LIA::")));
    // A test that is asked for by its name is run whatever the shard.
    for shard in ["1/3", "2/3", "3/3"] {
        let one = project.run_with(&[("STORM_SHARD", shard)], &["--exact", "my-z3::UF::a::1"]);
        one.expect(0, [1, 0, 0]);
    }
}

fn rng_seeds_come_from_the_environment() {
    let project = project();
    let ran = project.run_with(&[("STORM_RNG", "20261120"), ("STORM_ROWS", "my-*")], &["--list"]);
    let names = listed(&ran);
    assert_eq!(names.len(), 11);
    assert!(
        names.iter().all(|name| name.starts_with("my-z3::") && name.ends_with("::20261120")),
        "{names:?}"
    );
}

fn the_matrix_is_counted() {
    let project = project();
    let table = matrix(&project, &[]);
    let words: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(words[0], ["z3", "QF_LIA", "6"]);
    assert_eq!(words.last().unwrap(), &["all", "33"]);
    let json: Value = serde_json::from_str(&matrix(&project, &["--format", "json"])).unwrap();
    assert_eq!(json["result"][0], serde_json::json!({"row": "z3", "logic": "QF_LIA", "cases": 6}));
    let ran = project.run_with(&[("STORM_RNG", "1..=3")], &["storm", "matrix"]);
    assert!(ran.stdout.lines().last().unwrap().ends_with(" 99"), "{ran:?}");
}

fn what_is_malformed_is_refused() {
    let project = project();
    for (variable, value) in [("STORM_SHARD", "3/2"), ("STORM_RNG", "one"), ("STORM_ROWS", "z4")] {
        let ran = project.run_with(&[(variable, value)], &["--list"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
        let is_named =
            ran.stderr.starts_with("error: --") && ran.stderr.contains(&format!(" ({variable}): `"));
        assert!(is_named, "{}", ran.stderr);
    }
}

fn the_test_program_is_the_command_line_too() {
    let project = project();
    let script = project.path("seeds/QF_LIA/a.smt2").display().to_string();
    let solved = project.run(&["storm", "solve", &script]);
    assert_eq!(solved.code, Some(0), "{solved:?}");
    let usage = project.run(&["storm", "raplay"]);
    assert!(usage.code == Some(2) && usage.stderr.contains("replay"), "{usage:?}");
    // One word alone is libtest's filter, also with options after it, as `cargo test storm -- --exact` has them.
    project.run(&["storm"]).expect(4, [0, 0, 0]);
    project.run(&["storm", "--exact"]).expect(4, [0, 0, 0]);
}

fn a_test_decides_how_its_instances_are_generated() {
    let project = project();
    let generate = |more: &[&str]| project.run(&[&["storm", "generate", "--count", "2"], more].concat());
    let case = ["--case", "z3/quick::UF::a::7"];
    let made = generate(&case);
    assert_eq!((made.code, made.stdout.matches("(check-sat)").count()), (Some(0), 2), "{made:?}");
    for (more, told) in [
        (&["--case", "z3/quick::UF::a"][..], "`z3/quick::UF::a` is not the name of a case"),
        (&["--case", "z3/quick::UF::x::7"], "no seed of the logic `UF` is called `x`"),
        (&["--case", "z3/slow::UF::a::7"], "has no solver `z3/slow`"),
        (&["--case", "z3::UF::a::7", "--profile", "none"], "`none`"),
        (&["--case", "z3::UF::a::7", "--rng", "4"], "cannot be used with"),
        (&["--case", "z3::UF::a::7", "--synthesis", "4"], "cannot be used with"),
        (&["--case", "z3::UF::a::7", "seeds/UF/a.smt2"], "cannot be used with"),
        (&["--case", "z3::UF::a::7", "--layouts", "all"], "cannot be used with"),
        (&[], "required"),
    ] {
        let ran = generate(more);
        assert!(ran.code == Some(2) && ran.stderr.contains(told), "{more:?}: {ran:?}");
    }
}
