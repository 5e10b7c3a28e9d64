//! Files without mistakes, and helpers for the tests of mistakes.

mod mistakes;

use std::fs;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use super::load::load;
use super::schema::{schema, schema_text};
use crate::matrix::{
    Alternative, Auto, Batches, Bounds, Class, Config, ConfigError, Drawing, FILE_PLACEHOLDER,
    FocusOperators, Input, Missing, Mode, Operators, Solver, Source, TotalOperators, Weights,
};

/// The seeds of the files below.
const SEEDS: &str = "seeds: [{glob: \"seeds/*/*.smt2\"}]";

fn load_text(text: &str, profile: Option<&str>) -> Result<Config, ConfigError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solvers.yaml");
    fs::write(&path, text).unwrap();
    load(&path, profile, &|name| (name == "MY_Z3").then(|| "build/z3".to_owned()))
}

fn good(text: &str) -> Config {
    load_text(text, None).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the mistakes as `LINE:COLUMN place: message`.
fn mistakes(text: &str, profile: Option<&str>) -> Vec<String> {
    let Err(ConfigError::Mistakes { list, .. }) = load_text(text, profile) else {
        panic!("no mistakes found");
    };
    list.into_iter().map(|m| format!("{}:{} {}: {}", m.line, m.column, m.place, m.message)).collect()
}

fn checked_in(profile: Option<&str>) -> Config {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("solvers.yaml");
    load(&path, profile, &|_| None).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_checked_in_schema_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/solvers.schema.json");
    let now = schema_text();
    if std::env::var_os("STORM_BLESS").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let checked_in = fs::read_to_string(&path).unwrap();
    assert!(checked_in == now, "the schema changed; STORM_BLESS=1 writes the new one");
}

/// Loading checks each file against the schema, so this test concerns only what editors show.
#[test]
fn every_key_is_described() {
    fn undescribed(value: &serde_json::Value, place: &str, found: &mut Vec<String>) {
        let serde_json::Value::Object(map) = value else { return };
        let keys = map.get("properties").and_then(serde_json::Value::as_object);
        for (key, schema) in keys.into_iter().flatten() {
            if schema.get("description").is_none() && schema.get("$ref").is_none() {
                found.push(format!("{place}.{key}"));
            }
        }
        map.iter().for_each(|(key, value)| undescribed(value, &format!("{place}/{key}"), found));
    }
    let mut found = Vec::new();
    undescribed(&schema(), "", &mut found);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn the_checked_in_file_loads_in_each_profile() {
    let pr = checked_in(None);
    assert_eq!((pr.profile.as_str(), pr.rng_seeds.as_slice(), pr.max_timeouts), ("pr", [1].as_slice(), 2));
    assert_eq!(
        pr.bounds,
        Bounds {
            d_max: 64,
            a_max: 16,
            nc: Auto::Fixed(200),
            nm: Auto::Fixed(100),
            keep_underspecified: false,
            total_operators: TotalOperators::default(),
            focus: FocusOperators::default(),
            operators: Operators::all(),
            logics: crate::matrix::Logics::all(),
            synthesis: 0,
            mutation: 0,
            wrappers: 0,
            context: 0,
            batches: Batches {
                size: NonZeroU32::new(10),
                small: 85,
                own_sorts: 20,
                open: 2,
                finite: 3,
                questions: 5,
                drawing: Drawing::Both,
                ..Batches::default()
            },
        }
    );
    assert!(pr.solvers.iter().all(|row| !row.name.contains('/') && row.timeout == Duration::from_secs(2)));
    assert!(pr.solvers.iter().all(|row| row.memory.is_some() && row.missing == Missing::Ignore));
    // The profile has the solvers of `storm solvers install`; the safe mode of cvc5 is left to nightly runs.
    let bases = pr.all_solvers.iter().filter(|row| row.is_base()).map(|row| &row.name);
    let installable =
        bases.filter(|name| !["cvc4", "cvc5-safe", "mathsat", "smtinterpol", "stp"].contains(&name.as_str()));
    assert!(pr.solvers.iter().map(|row| &row.name).eq(installable));
    assert!(pr.solvers[0].built_in && pr.solvers[0].command.argv.is_empty());
    assert_eq!([0, 1].map(|row| pr.solvers[row].instances_of(100)), [5, 100]);

    let nightly = checked_in(Some("nightly"));
    assert_eq!(nightly.rng_seeds, (1..=10).collect::<Vec<u64>>());
    let dom = nightly.solvers.iter().find(|row| row.name == "z3/dom-simplify").unwrap();
    assert_eq!(
        (dom.form.check_sat.as_str(), dom.command.written.as_slice()),
        ("(check-sat-using dom-simplify)", ["${Z3:-z3}", FILE_PLACEHOLDER].map(str::to_owned).as_slice())
    );

    let paper = checked_in(Some("paper"));
    assert_eq!((paper.rng_seeds.as_slice(), paper.bounds), ([1, 2, 3, 4].as_slice(), Bounds::default()));
}

#[test]
fn the_checked_in_solvers_have_the_logics_of_the_paper() {
    let config = checked_in(None);
    let has = |solver: &str, logic: &str| {
        config.all_solvers.iter().find(|row| row.name == solver).unwrap().logics.contains(logic)
    };
    for (solver, yes, no) in [
        ("z3", "QF_S", None),
        ("cvc5", "UFDTLIA", None),
        ("cvc4", "QF_S", Some("QF_BVFP")),
        ("yices", "QF_AUFLIA", Some("QF_DT")),
        ("boolector", "QF_AUFBV", Some("QF_LIA")),
        ("mathsat", "QF_FP", Some("QF_S")),
        ("stp", "QF_ABV", Some("QF_UFBV")),
        ("smtinterpol", "AUFLIRA", Some("QF_BV")),
        ("bitwuzla", "QF_BVFP", Some("QF_LRA")),
    ] {
        assert!(has(solver, yes), "{solver} {yes}");
        assert!(!no.is_some_and(|no| has(solver, no)), "{solver} {no:?}");
    }
}

#[test]
fn missing_keys_have_defaults() {
    let config = good(&format!("version: 1\n{SEEDS}\nsolvers: {{a: {{argv: [a, \"{{file}}\"]}}}}"));
    assert_eq!(
        (config.profile.as_str(), config.rng_seeds.as_slice(), config.max_timeouts),
        ("default", [1].as_slice(), 3)
    );
    assert_eq!((&config.bounds, config.witness), (&Bounds::default(), Weights::default()));
    assert!(config.path.is_absolute() && config.root == config.path.parent().unwrap());
    assert_eq!(config.snapshots, config.root.join("snapshots"));
    let row = &config.solvers[0];
    assert_eq!(
        (row.input, row.missing, row.memory, row.timeout),
        (Input::File, Missing::Error, None, Duration::from_secs(10))
    );
    assert_eq!((row.form.check_sat.as_str(), row.built_in, &row.version_argv), ("(check-sat)", false, &None));
    assert!(row.logics.contains("ANYTHING"));
}

#[test]
fn variants_inherit_missing_keys() {
    let config = good(&format!(
        "version: 1\n{SEEDS}\ndefaults: {{timeout: 1s, memory: 1GiB, missing: ignore}}\nsolvers:\n  z3:\n    \
         argv: [\"${{MY_Z3:-z3}}\", \"{{file}}\"]\n    args: [-a]\n    logics: [UF, QF_*]\n    timeout: 3s\n    \
         variants:\n      b: {{args: [-b], memory: none}}\n      c: {{timeout: 4s, logics: UF, check_sat: (check-sat-using smt)}}\n\
         profiles: {{p: {{witness: {{sampled: 1}}, solvers: [z3/b, z3/c]}}}}"
    ));
    let [b, c] = config.solvers.as_slice() else {
        panic!("the profile has two rows");
    };
    let program = config.root.join("build/z3").to_str().unwrap().to_owned();
    assert_eq!(b.command.argv, [program.as_str(), "-a", "-b", "{file}"]);
    assert_eq!(c.command.argv, [program.as_str(), "-a", "{file}"]);
    assert_eq!((b.timeout, b.memory, b.missing), (Duration::from_secs(3), None, Missing::Ignore));
    assert_eq!(
        (c.timeout, c.memory, c.form.check_sat.as_str()),
        (Duration::from_secs(4), Some(1 << 30), "(check-sat-using smt)")
    );
    assert!(b.logics.contains("QF_LIA") && !c.logics.contains("QF_LIA"));
    assert_eq!((config.profile.as_str(), config.witness), ("p", Weights::only(Source::Sampled)));
}

/// Snapshots store command lines as written.
#[test]
fn command_lines_are_stored_as_written() {
    let config = good(&format!(
        "version: 1\n{SEEDS}\nsolvers:\n  z3:\n    argv: [\"${{MY_Z3:-z3}}\", \"{{args}}\", \"{{file}}\"]\n    args: [\"-p=${{MY_Z3}}\"]\n    \
         session: {{argv: [./z3, -in]}}\n    options: {{o: {{choose: [{{args: [\"-o=${{MY_Z3}}\"]}}]}}}}\n    \
         variants: {{b: {{args: [-b]}}}}\n"
    ));
    let row = config.row("z3/b").unwrap();
    let program = config.root.join("build/z3").display().to_string();
    assert_eq!(row.command.argv, [program.as_str(), "-p=build/z3", "-b", "{file}"]);
    assert_eq!(row.command.written, ["${MY_Z3:-z3}", "-p=${MY_Z3}", "-b", "{file}"]);
    let drawn = &row.form.options[0].alternatives[0];
    assert_eq!((drawn.args[0].as_str(), drawn.written[0].as_str()), ("-o=build/z3", "-o=${MY_Z3}"));
    assert_eq!(row.command.written_with(&["-o=${MY_Z3}"])[3], "-o=${MY_Z3}");
    assert_eq!(row.form.resolved("-o=${MY_Z3}"), "-o=build/z3");
    assert_eq!(row.form.resolved("-x"), "-x");
    let session = row.session.as_ref().unwrap();
    assert_eq!(session.command.written_with(&["-q"]), ["./z3", "-in", "-p=${MY_Z3}", "-b", "-q"]);
    assert_eq!(session.command.argv.len(), session.command.written.len());
}

#[test]
fn programs_are_searched_for_in_the_folders_of_path_first() {
    let folder = tempfile::tempdir().unwrap();
    let file = |path: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "").unwrap();
        path.display().to_string()
    };
    let (first, second) = (file("first/a"), file("second/b"));
    file("second/a");
    // A folder of this name is not a program.
    fs::create_dir(folder.path().join("first/b")).unwrap();
    let path = folder.path().join("solvers.yaml");
    let text = format!(
        "version: 1\n{SEEDS}\npath: [\"${{NONE:-first}}\", second]\nsolvers:\n  a:\n    argv: [\"${{A:-a}}\", \"{{file}}\"]\n    \
         version: [b, -v]\n    session: {{argv: [a, -i]}}\n    versions: {{old: [b], other: [c]}}\n"
    );
    fs::write(&path, &text).unwrap();
    let row = |a: Option<&str>| {
        let config = load(&path, None, &|name| a.filter(|_| name == "A").map(str::to_owned)).unwrap();
        config.all_solvers[0].clone()
    };
    let plain = row(None);
    assert_eq!(
        (plain.command.argv[0].as_str(), plain.command.written[0].as_str()),
        (first.as_str(), "${A:-a}")
    );
    assert_eq!(plain.version_argv.unwrap()[0], second);
    assert_eq!(plain.session.unwrap().command.argv[0], first);
    assert_eq!([&plain.versions[0].program[0], &plain.versions[1].program[0]], [&second, "c"]);
    // The value in the environment is a path, so it is used as it is.
    assert_eq!(row(Some("/opt/a")).command.argv[0], "/opt/a");
    let empty = mistakes(&text.replace("second]", "\"\"]"), None);
    assert_eq!(empty, ["3:26 path[1]: the folder is empty; write `.` for the folder of this file"]);
}

#[test]
fn aliases_are_followed() {
    let text = format!(
        "version: 1\n{SEEDS}\nsolvers:\n  a: &a\n    argv: &argv [a, \"{{file}}\"]\n    timeout: 1s\n    logics: UF\n  \
         b: {{argv: *argv}}\n  c: *a\n"
    );
    let rows = good(&text).solvers;
    assert_eq!(rows[1].command.argv, ["a", "{file}"]);
    assert_eq!((rows[2].timeout, rows[2].logics.contains("LIA")), (Duration::from_secs(1), false));

    // A mistake in an alias is reported once, where the text was written.
    let wrong = text.replace("logics: UF", "logics: UG").replace("\"{file}\"]", "\"{fil}\", \"{file}\"]");
    let expected = [
        "5:21 solvers.a.argv[1]: unknown placeholder `{fil}`; did you mean `{file}`?",
        "7:13 solvers.a.logics: unknown logic `UG`; did you mean `UF`? (a logic that smt-storm does not know is written \
         with a wildcard, such as `MY_LOGIC*`)",
    ];
    assert_eq!(mistakes(&wrong, None), expected);
    let merged = mistakes(&text.replace("c: *a", "c: {<<: *a}"), None);
    assert!(merged.iter().any(|line| line.starts_with("9:7 solvers.c.<<: unknown key")), "{merged:#?}");
}

#[test]
fn a_profile_may_limit_the_instances_of_some_rows() {
    let text = "\
version: 1
solvers:
  z3: {argv: [z3, \"{file}\"], variants: {horn: {}, levels: {}}}
  cvc5: {argv: [cvc5, \"{file}\"]}
seeds: [{glob: \"*.smt2\"}]
profiles: {pr: {NM: 80, NM_of: {z3: 20, z3/horn: 5, cvc5: 300}}, all: {}}
default_profile: pr
";
    let asked = |profile| {
        let rows = load_text(text, profile).unwrap().solvers;
        rows.iter().map(|row| row.instances_of(80)).collect::<Vec<_>>()
    };
    assert_eq!((asked(None), asked(Some("all"))), (vec![20, 5, 20, 80], vec![80; 4]));
}

#[test]
fn modes_options_and_sessions() {
    let text = "\
version: 1
defaults: {fail_on: [wrong-unsat], cpu: 1500ms}
solvers:
  z3:
    argv: [z3, \"{file}\"]
    args: [-st]
    session: {argv: [z3, \"{args}\", -in], restart: 7}
    options:
      arith: {tier: expert, choose: [{}, {args: [smt.arith.solver=2], set_option: [\":x 1\"]}]}
    variants:
      incremental:
        mode: incremental
        commands: [reset-assertions]
        fail_on: [crash, unknown]
        options: {more: {per: case, choose: [{args: [-v], set_simplifier: (then a b)}]}}
seeds: [{glob: \"*.smt2\"}]
profiles: {plain: {tier: common, sessions: false, fail_on: [error]}, all: {}}
default_profile: all
";
    let config = load_text(text, None).unwrap();
    let [plain, levels] = &config.solvers[..] else { panic!() };
    assert_eq!((plain.form.mode, levels.form.mode), (Mode::OneShot, Mode::Incremental));
    assert!(levels.form.reset_assertions && !levels.form.check_sat_assuming && !plain.form.reset_assertions);
    assert_eq!(plain.session.as_ref().unwrap().command.argv_with(&["-q"]).join(" "), "z3 -st -q -in");
    assert_eq!(levels.session.as_ref().unwrap().restart, 7);
    assert_eq!(plain.command.argv_with(&["-q"]).join(" "), "z3 -st -q {file}");
    assert_eq!((&plain.fail_on, plain.cpu), (&[Class::WrongUnsat].into(), Some(2)));
    assert_eq!(levels.fail_on, [Class::Crash, Class::Unknown].into());
    assert_eq!((plain.form.options.len(), levels.form.options.len()), (1, 2));
    let choice = |row: &Solver, group: usize, at: usize| {
        let group = &row.form.options[group];
        let Alternative { args, commands, .. } = &group.alternatives[at];
        format!("{} ({}): {} {}", group.name, group.tier, args.join(" "), commands.join(" "))
    };
    assert_eq!(choice(levels, 0, 0), "arith (expert):  ");
    assert_eq!(choice(levels, 0, 1), "arith (expert): smt.arith.solver=2 (set-option :x 1)");
    assert_eq!(choice(levels, 1, 0), "more (common): -v (set-simplifier (then a b))");
    let config = load_text(text, Some("plain")).unwrap();
    assert!(config.solvers.iter().all(|row| row.session.is_none() && row.fail_on == [Class::Error].into()));
    assert_eq!(
        (config.solvers[1].form.options.len(), choice(&config.solvers[1], 0, 0).as_str()),
        (1, "more (common): -v (set-simplifier (then a b))")
    );
}

#[test]
fn a_file_belongs_to_the_topics_that_match_its_path() {
    let row = Config::example_row(
        "argv: [a, \"{file}\"], focus: {\
           floats: {files: [\"src/fp/**\", \"src/*fpa*\"], logics: [\"*FP*\"], operators: [\"fp.*\", \"!fp.rem\"]}, \
           engines: {files: [src/sat.c], options: [engine]}, \
           texts: {files: [\"**/*.md\"]}}, \
         options: {engine: {choose: [{}]}}",
    );
    let about = |file: &str| -> Vec<&str> {
        row.focus.iter().filter(|topic| topic.covers(file)).map(|topic| topic.name.as_str()).collect()
    };
    assert_eq!(about("src/fp/deep/add.c"), ["floats"]);
    assert_eq!(about("src/my_fpa.c"), ["floats"]);
    assert_eq!(about("src/fp/README.md"), ["floats", "texts"]);
    assert_eq!(about("README.md"), ["texts"]);
    assert_eq!(about("src/lib/my_fpa.c"), [""; 0], "`*` stays within a folder");
    let [floats, engines, texts] = &row.focus[..] else { panic!("{:?}", row.focus) };
    let logics = floats.logics.as_ref().unwrap();
    assert!(logics.contains("QF_FP") && !logics.contains("QF_BV"));
    assert!(floats.needs_test() && engines.needs_test() && !texts.needs_test());
    assert_eq!((engines.logics.as_ref(), &engines.options[..]), (None, &["engine".to_owned()][..]));
}

#[test]
fn any_row_can_find_models_with_its_own_limits() {
    let text = format!(
        "version: 1\n{SEEDS}\nmodel_from: a/m\nsolvers:\n  a: {{argv: [a, \"{{file}}\"], variants: {{m: {{timeout: 7s}}}}}}\n  \
         b: {{argv: [b, \"{{file}}\"]}}\nprofiles: {{p: {{solvers: [b], timeout: 1s}}}}\n"
    );
    let config = good(&text);
    assert_eq!(config.solvers.len(), 1);
    let row = config.model_from.unwrap();
    assert_eq!((row.name.as_str(), row.timeout), ("a/m", Duration::from_secs(7)));
    assert_eq!(good(&text.replace("model_from: a/m", "")).model_from, None);
    let expected = "3:13 model_from: no solver is called `a/n`; did you mean `a/m`? (known: a, a/m, b)";
    assert_eq!(mistakes(&text.replace("model_from: a/m", "model_from: a/n"), None), [expected]);
}

#[test]
fn the_schema_names_every_key_and_describes_it() {
    let schema = schema();
    let keys = |pointer: &str| -> Vec<String> {
        let properties = schema.pointer(pointer).and_then(|schema| schema.get("properties")).unwrap();
        let properties = properties.as_object().unwrap();
        for (key, value) in properties {
            assert!(value.get("description").is_some(), "{key} has no description");
        }
        properties.keys().cloned().collect()
    };
    assert_eq!(keys("").len(), 9);
    assert_eq!(keys("/$defs/SolverEntry").len(), 26);
    assert_eq!(keys("/$defs/RowEntry").len(), 18);
    assert_eq!(keys("/$defs/TopicEntry").len(), 4);
    assert_eq!(keys("/$defs/SeedEntry").len(), 3);
    assert_eq!(keys("/$defs/Defaults").len(), 6);
    let mut profile = keys("/$defs/ProfileEntry");
    profile.sort();
    assert_eq!(
        profile.join(" "),
        "A_max D_max NC NM NM_of batch connectives context drawing fail_on finite for keep_underspecified layouts max_timeouts minimise_time mutation open own_sorts questions rng second_opinion seeds sessions small small_timeout solvers synthesis tier timeout wider witness wrappers"
    );
    let mut required: Vec<&str> =
        schema["required"].as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
    required.sort_unstable();
    assert_eq!(required, ["seeds", "solvers", "version"]);
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn a_solver_may_have_seeds_and_versions_which_its_variants_share() {
    let config = good(&format!(
        "version: 1\n{SEEDS}\nsolvers:\n  z3:\n    argv: [z3, \"{{file}}\"]\n    random_seed: [\"-r:{{seed}}\"]\n    \
         versions: {{\"4.8\": [\"${{OLD:-old/z3}}\"], new.1: [java, -jar, \"${{MY_Z3}}\"]}}\n    \
         variants: {{inc: {{mode: incremental, args: [-i, -q]}}}}\n"
    ));
    for row in &config.all_solvers {
        assert_eq!(row.random_seed, ["-r:{seed}"]);
        let versions: Vec<(&str, String)> =
            row.versions.iter().map(|version| (version.name.as_str(), version.program.join(" "))).collect();
        let old = config.root.join("old/z3").display().to_string();
        assert_eq!(versions, [("4.8", old), ("new.1", "java -jar build/z3".to_owned())]);
    }
    // The arguments that incremental scripts need beyond those of a row.
    let [plain, variant] = ["z3", "z3/inc"].map(|name| config.row(name).unwrap());
    assert_eq!(config.incremental_arguments(plain).unwrap(), ["-i", "-q"]);
    assert_eq!(config.incremental_arguments(variant).unwrap(), [""; 0]);
    let unknown = config.row("z3/ink").unwrap_err().to_string();
    assert!(unknown.contains("did you mean `z3/inc`? (known: z3, z3/inc)"), "{unknown}");
}

#[test]
fn the_configuration_is_found_in_a_folder_or_in_its_folder_storm() {
    let folder = tempfile::tempdir().unwrap();
    let found = || Config::path_in(folder.path());
    let [here, below] = ["solvers.yaml", "storm/solvers.yaml"].map(|path| folder.path().join(path));
    assert_eq!(found(), here, "the name in the error message");
    std::fs::create_dir(folder.path().join("storm")).unwrap();
    std::fs::write(&below, "").unwrap();
    assert_eq!(found(), below);
    std::fs::write(&here, "").unwrap();
    assert_eq!(found(), here);
}
