//! Results: the JSON Lines that every run writes, and their reader.
//!
//! [`record`] has the types of the lines, whose JSON schema is `docs/results.schema.json`. [`journal`] writes them
//! during the run, and [`read_lines`] reads them. The room `suite` makes them from outcomes.

pub mod fields;
pub(crate) mod journal;
pub(crate) mod read_lines;
pub mod record;

/// Returns the JSON schema of a line.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(record::Record).into()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checked_in_schema_is_that_of_the_types() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results.schema.json");
        let now = serde_json::to_string_pretty(&super::schema()).unwrap() + "\n";
        if std::env::var_os("STORM_BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let checked_in = std::fs::read_to_string(&path).unwrap();
        assert!(checked_in == now, "the schema changed; STORM_BLESS=1 writes the new one");
    }
}
