//! Each class of mistakes: where it is said to be and what is said to be right.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{SEEDS, load_text, mistakes};
use crate::matrix::Config;

/// The one mistake of a solver `z3` whose entry goes on with `lines` in line 5.
fn solver_mistake(lines: &str) -> String {
    let text = format!("version: 1\n{SEEDS}\nsolvers:\n  z3:\n    {lines}\n");
    let mistakes = mistakes(&text, None);
    assert_eq!(mistakes.len(), 1, "{mistakes:#?}");
    mistakes[0].clone()
}

/// The one mistake of a profile `p` with these entries in line 5.
fn profile_mistake(entries: &str) -> String {
    let text =
        format!("version: 1\n{SEEDS}\nsolvers: {{z3: {{built_in: true}}}}\nprofiles:\n  p: {{{entries}}}\n");
    let mistakes = mistakes(&text, None);
    assert_eq!(mistakes.len(), 1, "{mistakes:#?}");
    mistakes[0].clone()
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let text = "\
version: 1
defaults: {timeout: 10}
solvers:
  z3:
    argv: [z3, \"{file}\"]
    timout: 10s
    logics: [QF_LAI]
  cvc5:
    argv: [cvc5]
    missing: ignored
  z3: {built_in: true}
seeds:
  - logic: UF
profiles:
  pr: {A_max: 0, rng: [], solvers: [cvc4]}
default_profile: rp
snapshot: here
";
    assert_eq!(
        mistakes(text, None),
        [
            "2:21 defaults.timeout: expected a string such as `10s`, found the number 10",
            "6:5 solvers.z3.timout: unknown key; did you mean `timeout`? (known: args, argv, built_in, check_sat, \
             commands, cpu, fail_on, input, logics, memory, missing, mode, models, options, random_seed, session, \
             timeout, variants, version, versions)",
            "7:14 solvers.z3.logics[0]: unknown logic `QF_LAI`; did you mean `QF_LIA`? (a logic that smt-storm does not \
             know is written with a wildcard, such as `MY_LOGIC*`)",
            "9:11 solvers.cvc5.argv: no `{file}`, which stands for the instance; add it, or set `input: stdin`",
            "10:14 solvers.cvc5.missing: unknown value `ignored`; did you mean `ignore`? (known: error, ignore)",
            "11:3 solvers.z3: duplicate key; keep one of them",
            "13:5 seeds[0].glob: missing key",
            "15:15 profiles.pr.A_max: 0 is too small; at least 1 is needed",
            "15:23 profiles.pr.rng: no RNG seed is listed; one is needed, such as [1]",
            "15:37 profiles.pr.solvers[0]: no solver is called `cvc4`; did you mean `cvc5`? (known: z3, cvc5)",
            "16:18 default_profile: no profile is called `rp`; did you mean `pr`? (known: pr)",
            "17:1 snapshot: unknown key; did you mean `snapshots`? (known: default_profile, defaults, path, profiles, seeds, \
             snapshots, solvers, version)",
        ]
    );
}

#[test]
fn the_paragraph_counts_the_mistakes_and_names_the_file() {
    let error = load_text("version: 2\n", None).unwrap_err().to_string();
    let [first, second] = error.lines().collect::<Vec<_>>()[..] else {
        panic!("{error}");
    };
    assert!(first.ends_with("/solvers.yaml has 1 mistake"), "{first}");
    assert!(
        second.ends_with("/solvers.yaml:1:10: version: unknown version 2; this smt-storm knows version 1")
    );
}

#[test]
fn a_file_that_is_not_there_or_not_yaml() {
    let error = Config::load(Path::new("/nowhere/solvers.yaml"), None).unwrap_err().to_string();
    assert!(error.starts_with("cannot read /nowhere/solvers.yaml: No such file"), "{error}");
    assert!(
        mistakes("a: b: c\n", None)[0].starts_with("1:5 : not valid YAML: mapping values are not allowed")
    );
    assert!(mistakes("a: *b\n", None)[0].starts_with("1:4 : not valid YAML: unknown anchor"));
    assert_eq!(mistakes("", None), ["1:1 : expected a map, found nothing"]);
    assert_eq!(mistakes("- 1\n", None), ["1:1 : expected a map, found a list"]);
    let missing = ["1:1 version: missing key", "1:1 solvers: missing key", "1:1 seeds: missing key"];
    let mut found = mistakes("snapshots: s\n", None);
    found.sort();
    let mut missing = missing.map(str::to_owned);
    missing.sort();
    assert_eq!(found, missing);
}

#[test]
fn wrong_types_say_what_would_be_right() {
    assert_eq!(
        solver_mistake("argv: z3"),
        "5:11 solvers.z3.argv: expected a list such as `[\"z3\",\"{file}\"]`, found the string `z3`"
    );
    assert_eq!(
        solver_mistake("argv: [z3, {file}]"),
        "5:16 solvers.z3.argv[1]: expected a string, found a map; if this is `{file}`, put it into quotes: \"{file}\""
    );
    assert_eq!(
        solver_mistake("{argv: [a, \"{file}\"], built_in: 1}"),
        "5:37 solvers.z3.built_in: expected `true` or `false`, found the number 1"
    );
    assert_eq!(
        solver_mistake("{built_in: true, logics: [all, !QF_S ]}"),
        "5:36 solvers.z3.logics[1]: `!QF_S` is a YAML tag; put it into quotes: \"!QF_S\""
    );
    assert_eq!(profile_mistake("NC: much"), "5:11 profiles.p.NC: unknown value `much` (known: auto)");
    assert_eq!(profile_mistake("NM: [1]"), "5:11 profiles.p.NM: expected an integer or `auto`, found a list");
    assert_eq!(
        profile_mistake("rng: 1.5"),
        "5:12 profiles.p.rng: expected an integer or a string such as `1..=20` or a list, found the number 1.5"
    );
    assert_eq!(
        profile_mistake("witness: {sampled: 1, modle: 1}"),
        "5:29 profiles.p.witness.modle: unknown key; did you mean `model`? (known: model, negation, paper, sampled, subset)"
    );
    assert_eq!(profile_mistake("D_max: 0"), "5:14 profiles.p.D_max: 0 is too small; at least 1 is needed");
    assert_eq!(
        profile_mistake("A_max: 4294967296"),
        "5:14 profiles.p.A_max: 4294967296 is too large; at most 10000 is possible"
    );
}

#[test]
fn wrong_solvers() {
    let none = mistakes(&format!("version: 1\n{SEEDS}\nsolvers: {{}}\n"), None);
    assert_eq!(none, ["3:1 solvers: no solver is listed; one is needed"]);
    assert!(solver_mistake("logics: all").starts_with("4:3 solvers.z3.argv: missing key; write the program"));
    assert_eq!(solver_mistake("argv: []\n    input: stdin"), "5:11 solvers.z3.argv: no program is given");
    assert_eq!(
        solver_mistake("argv: [z3, \"{file}\", \"{file}\"]"),
        "5:11 solvers.z3.argv: `{file}` is there 2 times; once is needed"
    );
    assert_eq!(
        solver_mistake("argv: [z3, \"{file}\"]\n    input: stdin"),
        "5:11 solvers.z3.argv: `{file}` together with `input: stdin`; leave out one of them"
    );
    assert_eq!(
        solver_mistake("argv: [\"${Z3}\", \"{file}\"]"),
        "5:12 solvers.z3.argv[0]: the environment variable `Z3` is not set; set it, or write a default: `${Z3:-default}`"
    );
    assert!(
        solver_mistake("{built_in: true, args: [-x]}")
            .starts_with("5:22 solvers.z3.args: not possible together with")
    );
    assert!(
        solver_mistake("{built_in: true, timeout: 10secs.}")
            .starts_with("5:31 solvers.z3.timeout: `10secs.` is no duration")
    );
    assert!(
        solver_mistake("{built_in: true, memory: 2G}")
            .starts_with("5:30 solvers.z3.memory: `2G` is no amount of memory")
    );
    assert!(
        solver_mistake("{built_in: true, check_sat: check}")
            .starts_with("5:33 solvers.z3.check_sat: `check` is no check")
    );
    assert!(
        solver_mistake("{built_in: true, variants: {a/b: {}}}")
            .starts_with("5:33 solvers.z3.variants.a/b: `a/b` is no name")
    );
    assert!(
        solver_mistake("{built_in: true}\n  x::y: {built_in: true}")
            .starts_with("6:3 solvers.x::y: `x::y` is no name")
    );
}

#[test]
fn wrong_profiles_and_seeds() {
    assert_eq!(profile_mistake("rng: 5..=4"), "5:12 profiles.p.rng: the range `5..=4` is empty");
    assert_eq!(profile_mistake("rng: [1, 1]"), "5:16 profiles.p.rng[1]: 1 is listed twice");
    assert_eq!(
        profile_mistake("solvers: z4"),
        "5:16 profiles.p.solvers: no solver is called `z4`; did you mean `z3`? (known: z3)"
    );
    assert!(profile_mistake("solvers: \"!z3\"").starts_with("5:16 profiles.p.solvers: no solver is left"));
    assert!(
        profile_mistake("seeds: [{glob: \"a/***\"}]")
            .starts_with("5:22 profiles.p.seeds[0].glob: `a/***` is no pattern")
    );
    assert!(
        profile_mistake("seeds: [{glob: a, logic: UFLAI}]")
            .contains("unknown logic `UFLAI`; did you mean `UFLIA`?")
    );
    assert!(profile_mistake("seeds: []").starts_with("5:7 profiles.p.seeds: no seeds are listed"));
}

#[test]
fn the_profile_has_to_be_known() {
    let text = format!(
        "version: 1\n{SEEDS}\nsolvers: {{a: {{built_in: true}}}}\nprofiles: {{pr: {{}}, nightly: {{rng: 7}}}}\n"
    );
    assert_eq!(
        mistakes(&text, Some("nigtly"))[0],
        "4:1 profiles: no profile is called `nigtly`, which was asked for; did you mean `nightly`? (known: pr, nightly)"
    );
    assert_eq!(
        mistakes(&text, None),
        ["1:1 default_profile: missing key; it names the profile to take by default: pr, nightly"]
    );
    assert_eq!(load_text(&text, Some("nightly")).unwrap().rng_seeds, [7]);
}

#[test]
fn seeds_and_versions() {
    let solver = |entry: &str| solver_mistake(&format!("argv: [z3, \"{{file}}\"]\n    {entry}"));
    assert_eq!(
        solver("random_seed: [--seed]"),
        "6:18 solvers.z3.random_seed: no `{seed}`, which stands for a number; write such as `--seed={seed}`"
    );
    assert_eq!(
        solver("random_seed: [\"--seed={sed}\"]"),
        "6:19 solvers.z3.random_seed[0]: unknown placeholder `{sed}`; did you mean `{seed}`?"
    );
    assert_eq!(
        solver("random_seeds: [\"{seed}\"]").split(" (known").next(),
        Some("6:5 solvers.z3.random_seeds: unknown key; did you mean `random_seed`?")
    );
    assert_eq!(
        solver("versions: {\"1.0\": z3-1.0}"),
        "6:23 solvers.z3.versions.1.0: expected a list such as `[\"build/z3\"]`, found the string `z3-1.0`"
    );
    assert_eq!(solver("versions: {\"1.0\": []}"), "6:23 solvers.z3.versions.1.0: no program is given");
    assert_eq!(
        solver("versions: {1/0: [z3]}"),
        "6:16 solvers.z3.versions.1/0: `1/0` is no name for a version; use letters, digits and `_.+-`"
    );
    assert_eq!(
        solver("versions: {\"1.0\": [z3, \"{file}\"]}"),
        "6:28 solvers.z3.versions.1.0[1]: `{file}`: placeholders are for `argv` only"
    );
    assert_eq!(
        solver_mistake("built_in: true\n    versions: {\"1.0\": [z3]}"),
        "6:5 solvers.z3.versions: not possible together with `built_in: true`, which is the linked libz3"
    );
    assert_eq!(
        solver_mistake("built_in: true\n    random_seed: [--seed]"),
        "6:5 solvers.z3.random_seed: not possible together with `built_in: true`, which takes no arguments"
    );
}

#[test]
fn very_many_mistakes_are_counted_in_little_time() {
    let rows =
        |line: &str| (0..3_000).map(|number| line.replace('N', &number.to_string())).collect::<String>();
    for (text, first) in [
        (rows("  rN: {argv: [a, \"{file}\"], timout: 1s}\n"), "solvers.r0.timout: unknown key"),
        (rows("  rN: {argv: [a]}\n"), "solvers.r0.argv: no `{file}`"),
        (rows("  r: {argv: [a, \"{file}\"]}\n"), "solvers.r: duplicate key"),
        (rows("  rN: {}\n"), "solvers.r0.argv: missing key"),
    ] {
        let text = format!("version: 1\n{SEEDS}\nsolvers:\n{text}");
        let started = Instant::now();
        let error = load_text(&text, None).unwrap_err().to_string();
        let time = started.elapsed();
        let lines: Vec<&str> = error.lines().collect();
        assert!(lines[0].contains(" mistakes") && lines[1].contains(first), "{:#?}", &lines[..2]);
        assert_eq!(lines.len(), 52, "{:#?}", &lines[50..]);
        assert!(["and 2950 more", "and 2949 more"].contains(&lines[51]), "{}", lines[51]);
        // Sixty times as long if each mistake were looked up: generous for a machine that does other things too.
        assert!(time < Duration::from_secs(30), "{first}: {time:?}");
    }
}

#[test]
fn a_file_may_have_a_byte_order_mark() {
    let text = format!("\u{feff}version: 1\n{SEEDS}\nsolvers: {{z3: {{built_in: true}}}}\n");
    assert!(load_text(&text, None).is_ok());
    let wrong = mistakes(&text.replace("built_in", "built-in"), None);
    assert!(wrong[1].starts_with("3:16 solvers.z3.built-in: unknown key"), "{wrong:?}");
}

#[test]
fn what_is_no_file_or_too_large_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let told = |name: &str| Config::load(&folder.path().join(name), None).unwrap_err().to_string();
    let fifo = folder.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("device")).unwrap();
    for name in ["fifo", "device"] {
        assert!(
            told(name).contains(": it is a FIFO, a socket or a device, not a file; give the path"),
            "{}",
            told(name)
        );
    }
    assert!(told("").contains("it is a folder"));
    // As large as it looks, without a byte on the disk.
    std::fs::File::create(folder.path().join("large")).unwrap().set_len(1 << 40).unwrap();
    assert!(told("large").contains(": it is larger than 2 MiB; give the path"), "{}", told("large"));
}

#[test]
fn sizes_have_limits() {
    for (entry, message) in [
        ("NC: 4000000000", "NC: 4000000000 is too large; at most 1000000 is possible"),
        ("NM: 1000001", "NM: 1000001 is too large; at most 1000000 is possible"),
        ("A_max: 10001", "A_max: 10001 is too large; at most 10000 is possible"),
        ("D_max: 1001", "D_max: 1001 is too large; at most 1000 is possible"),
    ] {
        assert!(profile_mistake(entry).ends_with(message), "{}", profile_mistake(entry));
    }
    let little = solver_mistake("{argv: [a, \"{file}\"], memory: 1B}");
    assert!(little.contains("memory: `1B` is too little memory for a solver to start"), "{little}");
}
