//! The environment variables, read once at the start and passed on.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use humantime::format_rfc3339_millis;

use crate::digest::Digest;
use crate::matrix::{Config, Overrides};
use crate::process::count_processors;
use crate::process::workspace::Workspace;
use crate::report::lines::fields::PlannedCases;
use crate::report::lines::record::{Run, VERSION};
use crate::solver::models::ModelRow;
use crate::suite::base::Base;
use crate::witness::z3;

/// Variables that identify a run of several processes: smt-storm's own, then those of GitHub, GitLab, Buildkite and
/// Slurm.
const GROUPS: [&str; 5] =
    ["STORM_RUN", "GITHUB_RUN_ID", "CI_PIPELINE_ID", "BUILDKITE_BUILD_ID", "SLURM_ARRAY_JOB_ID"];

/// The longest name of a run, in bytes.
const LONGEST_NAME: usize = 100;

/// The environment variables of smt-storm. An empty variable counts as unset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Environment {
    /// STORM_CONFIG: the configuration, instead of `solvers.yaml` in the folder of the tests.
    pub config: Option<PathBuf>,
    /// STORM_PROFILE: the profile, instead of the configuration's default.
    pub profile: Option<String>,
    /// STORM_RNG: the RNG seeds, instead of the profile's.
    pub rng: Option<String>,
    /// STORM_ROWS: the rows to keep.
    pub rows: Option<String>,
    /// STORM_FOR: the time limit of the run, instead of the profile's.
    pub time: Option<String>,
    /// STORM_FOCUS: the operators to which built formulas are led.
    pub focus: Option<String>,
    /// STORM_SHARD: the part of the matrix to run.
    pub shard: Option<String>,
    /// STORM_RESULTS: the file of results.
    pub results: Option<PathBuf>,
    /// STORM_STRICT: whether known bugs fail tests too.
    pub strict: bool,
    /// STORM_AGAINST: another build of the solver, whose failures do not fail a test.
    pub against: Option<String>,
    /// STORM_NO_MINIMISE: whether failing instances are kept without minimising them.
    pub no_minimise: bool,
    /// STORM_DIGESTS: whether the digests of all instances are kept.
    pub digests: bool,
    /// NEXTEST_RUN_ID: the nextest run that this process belongs to.
    pub nextest_run: Option<String>,
    /// The name that the processes of one run share: the first of `GROUPS` that is set.
    pub group: Option<String>,
    /// STORM_OUTPUT: the output folder.
    pub output: Option<PathBuf>,
    /// CARGO_TARGET_DIR: the folder of what is built, where the output folder is too.
    pub target: Option<PathBuf>,
}

impl Environment {
    /// Reads the environment of this process.
    pub(crate) fn read() -> Environment {
        Environment::from_variables(|name| std::env::var_os(name))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Environment {
        let set = |name| variable(name).filter(|value| !value.is_empty());
        let path = |name| set(name).map(PathBuf::from);
        let text = |name| set(name)?.into_string().ok().filter(|text| !text.trim().is_empty());
        let asks = |name| set(name).is_some_and(|value| value != "0");
        Environment {
            config: path("STORM_CONFIG"),
            profile: text("STORM_PROFILE"),
            rng: text("STORM_RNG"),
            rows: text("STORM_ROWS"),
            time: text("STORM_FOR"),
            focus: text("STORM_FOCUS"),
            shard: text("STORM_SHARD"),
            results: path("STORM_RESULTS"),
            strict: asks("STORM_STRICT"),
            against: text("STORM_AGAINST"),
            no_minimise: asks("STORM_NO_MINIMISE"),
            digests: asks("STORM_DIGESTS"),
            nextest_run: text("NEXTEST_RUN_ID"),
            group: GROUPS.into_iter().find_map(text),
            output: path("STORM_OUTPUT"),
            target: path("CARGO_TARGET_DIR"),
        }
    }

    /// Returns the values that replace those of the profile.
    pub(crate) fn overrides(&self) -> Overrides<'_> {
        Overrides {
            rng: self.rng.as_deref(),
            rows: self.rows.as_deref(),
            time: self.time.as_deref(),
            focus: self.focus.as_deref(),
        }
    }

    /// Opens the other build of the solver, if there is one.
    ///
    /// # Errors
    /// See [`Base::open`].
    pub(super) fn base(&self, config: &Config, workspace: &Workspace) -> Result<Option<Base>, String> {
        self.against.as_deref().map(|text| Base::open(text, config, workspace.temporary())).transpose()
    }

    /// Returns the line of a run that starts now with these planned cases. Its name is that of the nextest run, or is
    /// made of the time and the process number.
    pub(super) fn begin_run(
        &self,
        config: &Config,
        workspace: &Workspace,
        base: Option<&Base>,
        planned: impl IntoIterator<Item = String>,
    ) -> Run {
        let started = SystemTime::now();
        // A process of nextest does not know the cases of the others.
        let shared = self.nextest_run.clone().filter(|name| is_name(name));
        let planned = shared.is_none().then(|| PlannedCases::collect(planned));
        Run {
            version: VERSION,
            run: shared.unwrap_or_else(|| name_of_run(started, std::process::id())),
            group: self.group.clone(),
            shard: self.shard.clone(),
            rows: self.rows.clone(),
            focus: self.focus.clone(),
            against: base.map(|base| base.version.clone()),
            started: format_rfc3339_millis(started).to_string(),
            smt_storm: env!("CARGO_PKG_VERSION").to_owned(),
            libz3: z3::version(),
            model_from: ModelRow::named_by(config, workspace.temporary()),
            profile: config.profile.clone(),
            config: config.path.display().to_string(),
            config_sha256: Digest::of(std::fs::read(&config.path).unwrap_or_default()).to_string(),
            planned,
            cores: count_processors().get(),
            machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        }
    }

    /// Returns the output folder for a `solvers.yaml` in `root`: STORM_OUTPUT, or `storm` in CARGO_TARGET_DIR, or
    /// `target/storm` beside the file.
    pub(crate) fn output(&self, root: &Path) -> PathBuf {
        match (&self.output, &self.target) {
            (Some(output), _) => root.join(output),
            (None, Some(target)) => root.join(target).join("storm"),
            (None, None) => root.join("target").join("storm"),
        }
    }
}

/// Returns whether a text can name a run, and hence a file.
fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(plain)
}

/// Returns the name of a run. It has milliseconds, so that the names of one run after another sort in that order, which
/// process numbers do not.
fn name_of_run(started: SystemTime, process: u32) -> String {
    format!("{}-{process}", format_rfc3339_millis(started).to_string().replace([':', '.'], "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        Environment::from_variables(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn an_empty_variable_is_unset_and_0_means_no() {
        let empty = environment(&[("STORM_PROFILE", ""), ("STORM_RNG", " "), ("STORM_STRICT", "0")]);
        assert_eq!(empty, Environment::default());
        let set = environment(&[("STORM_PROFILE", "all"), ("STORM_STRICT", "1"), ("STORM_DIGESTS", "x")]);
        assert_eq!((set.profile.as_deref(), set.strict, set.digests), (Some("all"), true, true));
    }

    #[test]
    fn output_goes_to_the_requested_folder() {
        let output = |variables: &[(&str, &str)]| environment(variables).output(Path::new("/root"));
        assert_eq!(output(&[]), Path::new("/root/target/storm"));
        assert_eq!(output(&[("CARGO_TARGET_DIR", "t")]), Path::new("/root/t/storm"));
        assert_eq!(output(&[("CARGO_TARGET_DIR", "t"), ("STORM_OUTPUT", "/o")]), Path::new("/o"));
    }

    #[test]
    fn the_names_of_runs_are_in_the_order_of_the_runs() {
        let started = |milliseconds| SystemTime::UNIX_EPOCH + std::time::Duration::from_millis(milliseconds);
        let [before, after] =
            [(9_995, 9_998), (9_998, 10_001)].map(|(time, process)| name_of_run(started(time), process));
        assert_eq!(before, "1970-01-01T00-00-09-995Z-9998");
        assert!(before < after && is_name(&after), "{before} {after}");
    }
}
