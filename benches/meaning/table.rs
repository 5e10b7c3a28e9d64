//! What was counted, in Markdown.

use std::collections::{BTreeMap, BTreeSet};

use crate::Compared;
use crate::probe::Probes;
use crate::solver::Answer;

/// How often something happened to terms with an operator at their root.
#[derive(Default)]
pub struct Counts(BTreeMap<(String, String), u32>);

pub const AGREES: &str = "agrees";
pub const DIFFERS: &str = "differs";

impl Counts {
    pub fn add(&mut self, operator: &str, what: &str) {
        *self.0.entry((operator.to_owned(), what.to_owned())).or_default() += 1;
    }

    pub fn of(&self, operator: &str, what: &str) -> u32 {
        self.0.get(&(operator.to_owned(), what.to_owned())).copied().unwrap_or_default()
    }

    fn total(&self, what: &str) -> u32 {
        self.0.iter().filter(|((_, one), _)| one == what).map(|(_, count)| count).sum()
    }

    fn operators(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(|(operator, _)| operator.as_str())
    }

    fn reasons(&self) -> BTreeSet<&str> {
        self.0.keys().map(|(_, what)| what.as_str()).collect()
    }
}

/// What an answer is counted as.
pub fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::Agrees => AGREES,
        Answer::Differs => DIFFERS,
        Answer::Unknown => "unknown",
        Answer::Timeout => "timeout",
        Answer::Refused(_) => "refused",
        Answer::Ends => "ends",
    }
}

/// Prints everything.
pub fn print(probes: &Probes, own: &Counts, compared: &[Compared]) {
    let names: Vec<&str> = compared.iter().map(|one| one.solver.name).collect();
    println!("## Terms compared, and differences\n");
    println!("| theory | operator | with a value | {} |", names.join(" | "));
    println!("| --- | --- | ---: |{}", " ---: |".repeat(names.len()));
    let operators: BTreeSet<(String, &str)> =
        own.operators().map(|name| (probes.theory(name), name)).collect();
    for (theory, operator) in operators {
        let cell = |one: &Compared| {
            let (same, other) = (one.counts.of(operator, AGREES), one.counts.of(operator, DIFFERS));
            if other == 0 { same.to_string() } else { format!("{} / **{other}**", same + other) }
        };
        let cells: Vec<String> = compared.iter().map(cell).collect();
        println!(
            "| {theory} | `{operator}` | {} | {} |",
            own.of(operator, "with a value"),
            cells.join(" | ")
        );
    }
    let total = |one: &Compared| {
        let (same, other) = (one.counts.total(AGREES), one.counts.total(DIFFERS));
        format!("{} / {other}", same + other)
    };
    let totals: Vec<String> = compared.iter().map(total).collect();
    println!("| all | | {} | {} |", own.total("with a value"), totals.join(" | "));
    println!("\n## Terms not compared\n\n| whose | why | terms |\n| --- | --- | ---: |");
    for reason in own.reasons().into_iter().filter(|reason| *reason != "with a value") {
        println!("| ours | {reason} | {} |", own.total(reason));
    }
    for one in compared {
        for reason in one.counts.reasons().into_iter().filter(|reason| ![AGREES, DIFFERS].contains(reason)) {
            println!("| {} | {reason} | {} |", one.solver.name, one.counts.total(reason));
        }
    }
    println!("\n## Differences\n\n| solver | form | term | ours | theirs |\n| --- | --- | --- | --- | --- |");
    for one in compared {
        let mut shown: BTreeMap<&str, u32> = BTreeMap::new();
        let mut differences: Vec<_> = one.differences.iter().collect();
        differences.sort_by_key(|difference| (&difference.operator, &difference.form, difference.term.len()));
        for difference in differences {
            let count = shown.entry(&difference.form).or_default();
            *count += 1;
            if *count <= 3 {
                let cell = |text: &str| format!("`{}`", text.replace('|', "\\|"));
                let cells = [&difference.form, &difference.term, &difference.ours, &difference.theirs];
                let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
                println!("| {} | {} |", difference.solver, cells.join(" | "));
            }
        }
    }
    println!(
        "\n## Forms that are not read\n\n| solver | operator | forms | says |\n| --- | --- | --- | --- |"
    );
    for one in compared {
        let mut unread: BTreeMap<&str, (Vec<&str>, &str)> = BTreeMap::new();
        for (form, said) in one.dialect.unread() {
            let (operator, sorts) = form.split_once(": ").unwrap_or((form, ""));
            unread.entry(operator).or_insert((Vec::new(), said)).0.push(sorts);
        }
        for (operator, (forms, said)) in unread {
            let shown = forms.iter().take(4).map(|form| format!("`{form}`")).collect::<Vec<_>>().join(", ");
            let further =
                if forms.len() > 4 { format!(" and {} more", forms.len() - 4) } else { String::new() };
            println!(
                "| {} | `{operator}` | {shown}{further} | `{}` |",
                one.solver.name,
                said.replace('|', "\\|")
            );
        }
    }
}
