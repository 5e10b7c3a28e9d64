//! Who is asked for models, for the commands that need no `solvers.yaml` otherwise.

use std::path::{Path, PathBuf};

use clap::Args;
use smt_storm::matrix::{Config, Missing, Solver};
use smt_storm::solver::models::ModelRow;
use smt_storm::witness::Evaluator;

/// The row that is asked for models, if one is.
#[derive(Debug, Args)]
pub(super) struct ModelFrom {
    /// Row of solvers.yaml whose solver is asked for the models that witnesses are made of, instead of the linked Z3.
    #[arg(long, value_name = "NAME")]
    model_from: Option<String>,
    /// The configuration that has this row.
    #[arg(long, value_name = "FILE", env = "STORM_CONFIG", default_value = "solvers.yaml")]
    config: PathBuf,
}

impl ModelFrom {
    /// Evaluates, with temporary files in `folder`. Who is named has to be there.
    ///
    /// # Errors
    /// The configuration cannot be read, or has no such row.
    pub(super) fn evaluator(&self, folder: &Path) -> Result<Evaluator, String> {
        let evaluator = Evaluator::in_child(folder);
        let Some(name) = &self.model_from else { return Ok(evaluator) };
        let config = Config::load(&self.config, None).map_err(|error| error.to_string())?;
        let row = config.row(name).map_err(|error| error.to_string())?;
        let row = Solver { missing: Missing::Error, ..row.clone() };
        Ok(evaluator.asking(Box::new(ModelRow::new(&row, folder))))
    }
}
