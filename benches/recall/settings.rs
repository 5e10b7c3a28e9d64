//! The settings that are compared: profiles of `solvers.yaml`, and the default with one ingredient less.

use smt_storm::matrix::{Drawing, Layouts, SetLogic};

use crate::known::Setting;

pub const SETTINGS: [Setting; 17] = [
    Setting { name: "nightly", profile: "nightly", change: |_| {} },
    Setting { name: "paper", profile: "paper", change: |_| {} },
    Setting { name: "paper-tool", profile: "paper-tool", change: |_| {} },
    Setting { name: "no-synthesis", profile: "nightly", change: |config| config.bounds.synthesis = 0 },
    Setting { name: "no-mutation", profile: "nightly", change: |config| config.bounds.mutation = 0 },
    Setting { name: "no-wrappers", profile: "nightly", change: |config| config.bounds.wrappers = 0 },
    Setting { name: "no-context", profile: "nightly", change: |config| config.bounds.context = 0 },
    // Without what is judged beside `unsat` on satisfiable formulas: in part, and wholly.
    Setting { name: "no-open", profile: "nightly", change: |config| config.bounds.batches.open = 0 },
    Setting { name: "no-finite", profile: "nightly", change: |config| config.bounds.batches.finite = 0 },
    Setting {
        name: "no-questions",
        profile: "nightly",
        change: |config| config.bounds.batches.questions = 0,
    },
    Setting {
        name: "unsat-alone",
        profile: "nightly",
        change: |config| {
            let batches = &mut config.bounds.batches;
            (batches.open, batches.finite, batches.questions) = (0, 0, 0);
        },
    },
    Setting { name: "no-batches", profile: "nightly", change: |config| config.bounds.batches.size = None },
    Setting { name: "none-small", profile: "nightly", change: |config| config.bounds.batches.small = 0 },
    Setting { name: "all-small", profile: "nightly", change: |config| config.bounds.batches.small = 100 },
    Setting {
        name: "uniform",
        profile: "nightly",
        change: |config| config.bounds.batches.drawing = Drawing::Uniform,
    },
    Setting {
        name: "one-layout",
        profile: "nightly",
        change: |config| config.solvers.iter_mut().for_each(|row| row.form.layouts = Layouts::Levels),
    },
    Setting {
        name: "one-logic",
        profile: "nightly",
        change: |config| {
            config.solvers.iter_mut().for_each(|row| row.form.set_logic = vec![SetLogic::Seed]);
        },
    },
];
