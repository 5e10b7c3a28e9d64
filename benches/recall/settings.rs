//! The settings that are compared: profiles of `solvers.yaml`, and the default with one ingredient less.

use crate::known::Setting;

pub const SETTINGS: [Setting; 10] = [
    Setting { name: "nightly", profile: "nightly", change: |_| {} },
    Setting { name: "paper", profile: "paper", change: |_| {} },
    Setting { name: "paper-tool", profile: "paper-tool", change: |_| {} },
    Setting { name: "no-synthesis", profile: "nightly", change: |config| config.bounds.synthesis = 0 },
    Setting { name: "no-mutation", profile: "nightly", change: |config| config.bounds.mutation = 0 },
    Setting { name: "no-wrappers", profile: "nightly", change: |config| config.bounds.wrappers = 0 },
    Setting { name: "no-context", profile: "nightly", change: |config| config.bounds.context = 0 },
    Setting {
        name: "no-own-sorts",
        profile: "nightly",
        change: |config| config.bounds.batches.own_sorts = 0,
    },
    Setting { name: "no-wider", profile: "nightly", change: |config| config.bounds.batches.wider = 0 },
    // Without what is judged beside `unsat` on satisfiable formulas.
    Setting {
        name: "unsat-alone",
        profile: "nightly",
        change: |config| {
            let batches = &mut config.bounds.batches;
            (batches.open, batches.finite, batches.questions) = (0, 0, 0);
        },
    },
];
