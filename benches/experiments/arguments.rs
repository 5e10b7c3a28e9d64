//! What the command line asks for.

use std::path::PathBuf;

use crate::known::Limits;

/// What is run.
pub struct Asked {
    names: Vec<String>,
    /// RNG seeds, and how much is searched with each.
    pub limits: Limits,
    /// Where the pages go.
    pub out: Option<PathBuf>,
    /// Where a solver was built that counts which of its lines run.
    pub instrumented: Option<PathBuf>,
    /// Whether this only shows that everything runs.
    pub is_test: bool,
}

impl Asked {
    /// Whether an experiment is wanted.
    pub fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|one| one == name)
    }

    /// How many bugs are looked for, at most.
    pub fn bugs(&self) -> usize {
        if self.is_test { 1 } else { usize::MAX }
    }

    /// How much is searched, in the words of a page.
    pub fn searched(&self) -> String {
        let Limits { rng_seeds, seconds, .. } = &self.limits;
        format!("{} RNG seeds, {seconds:.0} s of processor time each", rng_seeds.len())
    }
}

/// Reads the command line.
pub fn read(names: &[&str]) -> Asked {
    let mut asked = Asked {
        names: Vec::new(),
        limits: Limits { rng_seeds: Vec::new(), seconds: 20.0, keep: None },
        out: None,
        instrumented: None,
        is_test: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("{argument} wants a value"));
        match argument.as_str() {
            "--rng" => asked.limits.rng_seeds.push(value().parse().expect("a number")),
            "--seconds" => asked.limits.seconds = value().parse().expect("a number"),
            "--instrumented" => asked.instrumented = Some(value().into()),
            "--out" => asked.out = Some(value().into()),
            "--test" => asked.is_test = true,
            "--bench" => {}
            name => {
                assert!(names.contains(&name), "no experiment is called {name}: {}", names.join(", "));
                asked.names.push(name.to_owned());
            }
        }
    }
    if asked.is_test {
        asked.limits.rng_seeds = vec![1];
        asked.limits.seconds = 0.5;
    } else if asked.limits.rng_seeds.is_empty() {
        asked.limits.rng_seeds = (1..=8).collect();
    }
    asked
}
