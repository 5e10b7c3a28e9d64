//! The options of a solver that the failure needs: arguments, and `set-option` lines of the script.

use std::collections::BTreeMap;

use super::findings::NeededOption;
use crate::matrix::FILE_PLACEHOLDER;
use crate::reduce::delta_debugging::ddmin;
use crate::reduce::trials::{Outcome, Spent, Trials};
use crate::smtlib::instance::{Drawn, Instance, Kind};

/// Something that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    /// The command-line argument at a position.
    Argument(usize),
    /// The command of the script at a position.
    Line(usize),
}

/// Options that come together.
#[derive(Clone, Debug)]
struct Unit<'a> {
    items: Vec<Item>,
    drawn: Option<&'a Drawn>,
}

/// Returns a minimal set of options that the failure needs. `instance` has the options drawn for it. Returns
/// `None` if there are no options, or if the budget ran out.
pub(super) fn needed(instance: &Instance, trials: &mut Trials<'_>) -> Option<Vec<NeededOption>> {
    let units = units(instance, trials);
    if units.is_empty() {
        return None;
    }
    minimal(&units, trials).ok()
}

fn minimal(units: &[Unit<'_>], trials: &mut Trials<'_>) -> Result<Vec<NeededOption>, Spent> {
    let mut search = Search::new(units, trials);
    let all: Vec<&Unit<'_>> = units.iter().collect();
    let kept = ddmin(&all, all.len(), |kept| {
        let items: Vec<Item> = kept.iter().flat_map(|unit| unit.items.iter().copied()).collect();
        Ok(search.outcome(&items)?.fails)
    })?;
    // Options drawn together may not be needed together.
    let items: Vec<Item> = kept.iter().flat_map(|unit| unit.items.iter().copied()).collect();
    let items = ddmin(&items, 1, |items| Ok(search.outcome(items)?.fails))?;
    let mut needed = Vec::new();
    for unit in kept {
        let (of_unit, others): (Vec<Item>, Vec<Item>) =
            items.iter().partition(|item| unit.items.contains(item));
        if of_unit.is_empty() {
            continue;
        }
        let words: Vec<&str> = of_unit.iter().map(|&item| search.text(item)).collect();
        needed.push(NeededOption {
            option: words.join(" "),
            group: unit.drawn.map(|drawn| drawn.group.clone()),
            tier: unit.drawn.and_then(|drawn| search.trials.row.tier_of(&drawn.group)),
            without: search.outcome(&others)?.word,
        });
    }
    Ok(needed)
}

/// Runs with subsets of the options, each subset once.
struct Search<'a, 'b> {
    trials: &'a mut Trials<'b>,
    argv: Vec<String>,
    instance: Instance,
    /// Everything that can be left out.
    all: Vec<Item>,
    known: BTreeMap<Vec<Item>, Outcome>,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(units: &[Unit<'_>], trials: &'a mut Trials<'b>) -> Search<'a, 'b> {
        let (argv, instance) = (trials.solver.command.argv.clone(), trials.instance.clone());
        let all = units.iter().flat_map(|unit| unit.items.iter().copied()).collect();
        Search { trials, argv, instance, all, known: BTreeMap::new() }
    }

    /// Returns the outcome with only these options.
    fn outcome(&mut self, kept: &[Item]) -> Result<Outcome, Spent> {
        let mut kept = kept.to_vec();
        kept.sort_unstable();
        if let Some(outcome) = self.known.get(&kept) {
            return Ok(outcome.clone());
        }
        let stays = |item: Item| kept.contains(&item) || !self.all.contains(&item);
        let argv = self.argv.iter().enumerate().filter(|(at, _)| stays(Item::Argument(*at)));
        let argv = argv.map(|(_, argument)| argument.clone()).collect();
        let instance = self.instance.with(|at| stays(Item::Line(at)));
        let outcome = self.trials.run(argv, &instance)?;
        self.known.insert(kept, outcome.clone());
        Ok(outcome)
    }

    fn text(&self, item: Item) -> &str {
        match item {
            Item::Argument(at) => &self.trials.solver.command.written[at],
            Item::Line(at) => self.instance.line(&self.instance.commands[at]).trim_end(),
        }
    }
}

/// Whether a word of a command line looks like an option.
pub(crate) fn is_option(word: &str) -> bool {
    word.starts_with('-') || word.contains('=')
}

/// Returns everything that can be left out of a command line and a script: options drawn from a group as one
/// unit, everything else by itself. Words that do not look like options stay, because the program may start
/// another one.
fn units<'a>(origin: &'a Instance, trials: &Trials<'_>) -> Vec<Unit<'a>> {
    let (argv, instance) = (&trials.solver.command.argv, &trials.instance);
    let lines = instance.of_kind(Kind::Setup);
    let lines: Vec<(usize, &str)> = lines.map(|(at, line)| (at, instance.line(line).trim_end())).collect();
    let mut units: Vec<Unit<'a>> = Vec::new();
    let mut at = trials.row.command.args_at;
    for one in &origin.drawn {
        let arguments = (at..at + one.args.len()).map(Item::Argument);
        at += one.args.len();
        let is_drawn = |line: &str| one.commands.iter().any(|command| line == command);
        let options = lines.iter().filter(|(_, line)| is_drawn(line)).map(|(at, _)| Item::Line(*at));
        let items: Vec<Item> = arguments.chain(options).collect();
        if !items.is_empty() {
            units.push(Unit { items, drawn: Some(one) });
        }
    }
    let arguments = argv.iter().enumerate().skip(1);
    let arguments = arguments.filter(|(_, text)| is_option(text) && !text.contains(FILE_PLACEHOLDER));
    let arguments = arguments.map(|(at, _)| Item::Argument(at));
    let options = lines.iter().filter(|(_, line)| line.starts_with("(set-option "));
    let options = options.map(|(at, _)| Item::Line(*at));
    let others: Vec<Item> = arguments.chain(options).collect();
    for item in others {
        if !units.iter().any(|unit| unit.items.contains(&item)) {
            units.push(Unit { items: vec![item], drawn: None });
        }
    }
    units
}
