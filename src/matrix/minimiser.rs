//! How failing instances are made smaller.

use schemars::JsonSchema;
use serde::Deserialize;

/// A way to make failing instances smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Minimiser {
    /// By steps of which each leaves every assertion true, under the witness or under another one.
    #[default]
    Certified,
    /// By generating from the failing instance again, with smaller bounds, as the paper does.
    Bounds,
}
