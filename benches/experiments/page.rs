//! What an experiment came to: a page with a table, and a plot.

use std::fmt::Write;
use std::path::Path;

use crate::known::plot::Plot;

/// What an experiment came to.
pub struct Page {
    /// The question.
    pub question: &'static str,
    /// What was done, and how to read the table.
    pub text: String,
    /// The cells, the head first.
    pub table: Vec<Vec<String>>,
    /// The plot, and what it shows.
    pub plot: Option<(Plot, &'static str)>,
}

impl Page {
    /// Prints the page, and writes it with its plot where that is asked for.
    pub fn tell(&self, name: &str, out: Option<&Path>) {
        let text = self.markdown(name);
        println!("{text}");
        let Some(folder) = out else { return };
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join(format!("{name}.md")), text).unwrap();
        if let Some((plot, _)) = &self.plot {
            plot.write(&folder.join(format!("{name}.svg")));
        }
    }

    fn markdown(&self, name: &str) -> String {
        let mut text = format!("# {}\n\n{}\n\n", self.question, self.text);
        let _ = writeln!(text, "Made by `cargo bench --bench experiments -- {name}`.\n");
        for (at, row) in self.table.iter().enumerate() {
            let _ = writeln!(text, "| {} |", row.join(" | "));
            if at == 0 {
                let _ = writeln!(text, "|{}", " --- |".repeat(row.len()));
            }
        }
        if let Some((_, shows)) = &self.plot {
            let _ = write!(text, "\n![{shows}]({name}.svg)\n");
        }
        text
    }
}

/// The cells of a row.
pub fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).into()
}
