//! Each class of mistakes, with its position and its remedy.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{SEEDS, load_text, mistakes};
use crate::matrix::Config;

#[track_caller]
fn is(name: &str, text: &str) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

/// Returns the only mistake of a solver `z3` with an entry that continues with `lines` in line 5.
fn solver_mistake(lines: &str) -> String {
    let text = format!("version: 1\n{SEEDS}\nsolvers:\n  z3:\n    {lines}\n");
    let mistakes = mistakes(&text, None);
    assert_eq!(mistakes.len(), 1, "{mistakes:#?}");
    mistakes[0].clone()
}

/// Returns the only mistake of a profile `p` with these entries in line 5.
fn profile_mistake(entries: &str) -> String {
    let text =
        format!("version: 1\n{SEEDS}\nsolvers: {{z3: {{built_in: true}}}}\nprofiles:\n  p: {{{entries}}}\n");
    let mistakes = mistakes(&text, None);
    assert_eq!(mistakes.len(), 1, "{mistakes:#?}");
    mistakes[0].clone()
}

/// Returns each entry with its mistake.
fn told(entries: &[&str], mistake: fn(&str) -> String) -> String {
    entries.iter().map(|entry| format!("    {entry}\n{}\n\n", mistake(entry))).collect()
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
    is("all-at-once", &mistakes(text, None).join("\n"));
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
fn a_missing_file_and_a_file_that_is_not_yaml() {
    let error = Config::load(Path::new("/nowhere/solvers.yaml"), None).unwrap_err().to_string();
    assert!(error.starts_with("cannot read /nowhere/solvers.yaml: No such file"), "{error}");
    assert!(
        mistakes("a: b: c\n", None)[0].starts_with("1:5 : not valid YAML: mapping values are not allowed")
    );
    assert!(
        mistakes("a: *b\n", None)[0].starts_with("1:4 : not valid YAML: alias references unknown anchor")
    );
    let dash = ["2:18 : not valid YAML: a `-` alone in a list must be in quotes: \"-\""];
    assert_eq!(mistakes("version: 1\nargv: [cvc5, -i, -]\n", None), dash);
    let open = mistakes("a:\n  - {b: {c: 1}\n  - {d: 1}\n", None);
    assert!(open[0].starts_with("3:3 : not valid YAML: a `-` inside `[…]` or `{…}`; close the"), "{open:?}");
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
    let solver = [
        "argv: z3",
        "argv: [z3, {file}]",
        "{argv: [a, \"{file}\"], built_in: 1}",
        "{built_in: true, logics: [all, !QF_S ]}",
        "{built_in: true, operators: [\"!fp.rem\", \"!fp.ad\"]}",
    ];
    let profile = [
        "NC: much", "NM: [1]", "NM_of: {z3: 0}", "rng: 1.5", "witness: {sampled: 1, modle: 1}", "D_max: 0",
        "A_max: 4294967296",
    ];
    is("wrong-types", &(told(&solver, solver_mistake) + &told(&profile, profile_mistake)));
}

#[test]
fn numbers_beyond_their_type_are_told_at_their_place() {
    let large = "5000000000";
    let message = format!("{large} is too large; at most 4294967295 is possible");
    for (entry, key) in
        [("witness: {model: LARGE, sampled: 1}", "witness.model"), ("NM_of: {z3: LARGE}", "NM_of.z3")]
    {
        let told = profile_mistake(&entry.replace("LARGE", large));
        assert!(told.ends_with(&format!(" profiles.p.{key}: {message}")), "{told}");
    }
    let seeds = "seeds: [{glob: \"seeds/*\", weight: 5000000000}]";
    let told = mistakes(&format!("version: 1\n{seeds}\nsolvers: {{z3: {{built_in: true}}}}\n"), None);
    assert_eq!(told, [format!("2:35 seeds[0].weight: {message}")]);
}

#[test]
fn wrong_solvers() {
    let none = mistakes(&format!("version: 1\n{SEEDS}\nsolvers: {{}}\n"), None);
    assert_eq!(none, ["3:1 solvers: no solver is listed; one is needed"]);
    let entries = [
        "logics: all",
        "argv: []\n    input: stdin",
        "argv: [z3, \"{file}\", \"{file}\"]",
        "argv: [z3, \"{file}\"]\n    input: stdin",
        "argv: [\"${Z3}\", \"{file}\"]",
        "{built_in: true, args: [-x]}",
        "{built_in: true, logics: []}",
        "{built_in: true, operators: []}",
        "{built_in: true, fixes: []}",
        "{built_in: true, timeout: 10secs.}",
        "{built_in: true, memory: 2G}",
        "{built_in: true, check_sat: check}",
        "{built_in: true, variants: {a/b: {}}}",
        "{built_in: true}\n  x::y: {built_in: true}",
    ];
    is("wrong-solvers", &told(&entries, solver_mistake));
}

#[test]
fn wrong_profiles_and_seeds() {
    let entries = [
        "rng: 5..=4", "rng: [1, 1]", "solvers: z4", "solvers: \"!z3\"", "NM_of: {z4: 20}",
        "seeds: [{glob: \"a/***\"}]", "seeds: [{glob: a, logic: UFLAI}]", "seeds: []",
    ];
    is("wrong-profiles", &told(&entries, profile_mistake));
}

#[test]
fn an_unknown_profile_is_reported() {
    let text = format!(
        "version: 1\n{SEEDS}\nsolvers: {{a: {{built_in: true}}}}\nprofiles: {{pr: {{}}, nightly: {{rng: 7}}}}\n"
    );
    assert_eq!(
        mistakes(&text, Some("nigtly"))[0],
        "4:1 profiles: no profile is called `nigtly`, which was asked for; did you mean `nightly`? (known: pr, nightly)"
    );
    assert_eq!(
        mistakes(&text, None),
        ["1:1 default_profile: missing key; it names the default profile: pr, nightly"]
    );
    assert_eq!(load_text(&text, Some("nightly")).unwrap().rng_seeds, [7]);
}

#[test]
fn seeds_and_versions() {
    let entries = [
        "random_seed: [--seed]", "random_seed: [\"--seed={sed}\"]", "random_seeds: [\"{seed}\"]",
        "versions: {\"1.0\": z3-1.0}", "versions: {\"1.0\": []}", "versions: {1/0: [z3]}",
        "versions: {\"1.0\": [z3, \"{file}\"]}",
    ]
    .map(|entry| format!("argv: [z3, \"{{file}}\"]\n    {entry}"));
    let built_in = ["versions: {\"1.0\": [z3]}", "random_seed: [--seed]"]
        .map(|entry| format!("built_in: true\n    {entry}"));
    let entries: Vec<&str> = entries.iter().chain(&built_in).map(String::as_str).collect();
    is("seeds-and-versions", &told(&entries, solver_mistake));
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
        // A search for each mistake would take sixty times as long. The limit is generous, for a busy machine.
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
fn only_regular_files_of_limited_size_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let told = |name: &str| Config::load(&folder.path().join(name), None).unwrap_err().to_string();
    let fifo = folder.path().join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("device")).unwrap();
    for name in ["fifo", "device"] {
        assert!(
            told(name).contains(": it is a FIFO, a socket or a device, not a file; name another file"),
            "{}",
            told(name)
        );
    }
    assert!(told("").contains("it is a folder"));
    assert!(told("absent").ends_with("; `storm init` writes one, and `--config` names another file"));
    // A sparse file: large, but without a byte on the disk.
    std::fs::File::create(folder.path().join("large")).unwrap().set_len(1 << 40).unwrap();
    assert!(told("large").contains(": it is larger than 2 MiB; name another file"), "{}", told("large"));
}

/// No file of this size exhausts the memory or the stack.
#[test]
fn depth_and_aliases_have_limits() {
    let deep = "[".repeat(1 << 20);
    let levels: Vec<String> = ('a'..'m')
        .zip('b'..='m')
        .map(|(of, level)| format!("{level}: &{level} [{}]\n", format!("*{of}, ").repeat(9)))
        .collect();
    let bomb = format!("a: &a [1]\n{}", levels.concat());
    let started = Instant::now();
    for text in [deep, bomb] {
        let told = mistakes(&text, None);
        assert!(told.len() == 1 && told[0].contains("not valid YAML: "), "{told:?}");
    }
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
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

#[test]
fn topics_of_sources() {
    let told = told(
        &[
            "{argv: [z3, \"{file}\"], focus: {a: {logics: [QF_BV]}}}",
            "{argv: [z3, \"{file}\"], focus: {a: {files: []}}}",
            "{argv: [z3, \"{file}\"], focus: {a: {files: [\"src/[\"]}}}",
            "{argv: [z3, \"{file}\"], focus: {\"a b\": {files: [x]}}}",
            "{argv: [z3, \"{file}\"], focus: {a: {files: [x], logics: [QF_VB]}}}",
            "{argv: [z3, \"{file}\"], focus: {a: {files: [x], operators: [bvad]}}}",
            "{argv: [z3, \"{file}\"], focus: {a: {files: [x], options: [arit]}}, options: {arith: {choose: [{}]}}}",
        ],
        solver_mistake,
    );
    is("topics", &told);
}

#[test]
fn a_variant_does_not_repeat_the_options_of_its_solver() {
    let options = "options: {o: {choose: [{}]}}";
    let wrong =
        solver_mistake(&format!("{{argv: [a, \"{{file}}\"], {options}, variants: {{v: {{{options}}}}}}}"));
    let twice =
        "solvers.z3.variants.v.options.o: the solver has options of this name, and they are drawn as well";
    assert!(wrong.contains(twice), "{wrong}");
}

#[test]
fn numbers_and_documents_that_yaml_reads_otherwise() {
    let told = profile_mistake("D_max: 010");
    assert!(
        told.ends_with("expected an integer, found the number 10, which is not written as an integer"),
        "{told}"
    );
    let two = format!("version: 1\n{SEEDS}\nsolvers: {{z3: {{built_in: true}}}}\n---\nversion: 1\n");
    let told = mistakes(&two, None);
    assert!(
        told[0].ends_with("a second document begins; remove the line `---`, or what follows it"),
        "{told:?}"
    );
}
