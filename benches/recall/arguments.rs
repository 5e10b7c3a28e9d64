//! What the command line asks for.

use std::path::PathBuf;

use crate::hunt;
use crate::known::bugs::{BUGS, Bug};
use crate::known::{Limits, Setting};
use crate::settings::SETTINGS;
use crate::yinyang::TOOLS;

/// Bugs of which a search as long as those for others tells nothing, and how many times as long as these theirs are.
const RARELY_MET: [&str; 2] = ["small-floats", "small-floats-5.1"];
const PATIENCE: f64 = 5.0;

/// What is run.
pub struct Asked {
    bugs: Vec<String>,
    settings: Vec<String>,
    /// How much is searched for most bugs.
    pub limits: Limits,
    /// Where the page goes.
    pub out: Option<PathBuf>,
}

impl Asked {
    /// The bugs, in the order of their table.
    pub fn bugs(&self) -> impl Iterator<Item = &'static Bug> {
        BUGS.iter().filter(|bug| self.bugs.is_empty() || self.bugs.iter().any(|name| name == bug.name))
    }

    /// The settings, in the order of their table.
    pub fn settings(&self) -> impl Iterator<Item = &'static Setting> {
        SETTINGS.iter().filter(|setting| self.wants(setting.name))
    }

    /// The bugs and settings that were asked for, as options.
    pub fn options(&self) -> String {
        let bugs = self.bugs.iter().map(|name| format!(" --bug {name}"));
        bugs.chain(self.settings.iter().map(|name| format!(" --setting {name}"))).collect()
    }

    /// How much is searched for a bug.
    pub fn limits_for(&self, bug: &Bug) -> Limits {
        let times = if RARELY_MET.contains(&bug.name) { PATIENCE } else { 1.0 };
        Limits { seconds: self.limits.seconds * times, ..self.limits.clone() }
    }

    /// How long the longest search lasts, in seconds.
    pub fn longest(&self) -> f64 {
        self.bugs().map(|bug| self.limits_for(bug).seconds).fold(0.0, f64::max)
    }

    /// Whether to hunt, which takes too long to be done unasked.
    pub fn hunts(&self) -> bool {
        self.settings.iter().any(|name| name == hunt::NAME)
    }

    /// Whether a setting, or another tool, is wanted.
    pub fn wants(&self, name: &str) -> bool {
        self.settings.is_empty() || self.settings.iter().any(|one| one == name)
    }
}

/// Reads the command line. As in other benchmarks, `--test` only shows that everything runs.
pub fn read() -> Asked {
    let mut asked = Asked {
        bugs: Vec::new(),
        settings: Vec::new(),
        limits: Limits { rng_seeds: Vec::new(), seconds: 60.0, keep: None },
        out: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("{argument} wants a value"));
        match argument.as_str() {
            "--bug" => asked.bugs.push(value()),
            "--setting" => asked.settings.push(value()),
            "--rng" => asked.limits.rng_seeds.push(value().parse().expect("a number")),
            "--seconds" => asked.limits.seconds = value().parse().expect("a number"),
            "--out" => asked.out = Some(value().into()),
            "--keep" => asked.limits.keep = Some(value().into()),
            "--test" => {
                asked.settings = vec![SETTINGS[0].name.to_owned()];
                asked.limits.rng_seeds = vec![1];
                asked.limits.seconds = 0.1;
            }
            "--bench" => {}
            other => panic!("unknown argument {other}"),
        }
    }
    if asked.limits.rng_seeds.is_empty() {
        asked.limits.rng_seeds = vec![1, 2, 3, 4];
    }
    for name in &asked.bugs {
        assert!(BUGS.iter().any(|bug| bug.name == name), "no bug is called {name}");
    }
    for name in &asked.settings {
        let is_ours = SETTINGS.iter().any(|setting| setting.name == name);
        assert!(
            is_ours || name == hunt::NAME || TOOLS.contains(&name.as_str()),
            "no setting is called {name}"
        );
    }
    asked
}
