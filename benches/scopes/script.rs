//! Random scripts with push, pop, resets and names that are declared, defined and `:named` again, all legal SMT-LIB; and for
//! each check what is in force there, as a script without levels in which each meaning has a name of its own.

use std::collections::BTreeMap;

/// A generator that is the same everywhere (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

/// The same in the words of the script, and where each meaning has a name of its own.
#[derive(Clone, Debug, Default)]
pub struct Both {
    pub scoped: String,
    pub flat: String,
}

impl Both {
    fn same(text: &str) -> Both {
        Both { scoped: text.to_owned(), flat: text.to_owned() }
    }

    fn new(scoped: impl Into<String>, flat: impl Into<String>) -> Both {
        Both { scoped: scoped.into(), flat: flat.into() }
    }
}

/// `(head parts…)`.
fn list(parts: &[Both]) -> Both {
    let text = |of: fn(&Both) -> &str| format!("({})", parts.iter().map(of).collect::<Vec<_>>().join(" "));
    Both::new(text(|both| &both.scoped), text(|both| &both.flat))
}

fn app(head: &str, arguments: &[Both]) -> Both {
    list(&[&[Both::same(head)], arguments].concat())
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Sort {
    Bool,
    Int,
    Bits,
    /// A datatype by the number of its declaration.
    Data(usize),
}

#[derive(Clone, Debug)]
enum Meaning {
    /// A function: its flat name, the sort of its argument, and that of its result; whether it is declared. Or a `:named`
    /// term, with the term in the place of a name.
    Function(String, Option<Sort>, Sort, bool),
    /// A constructor of a datatype.
    Constructor(String, usize),
}

/// A datatype: how it is written, and its constructors.
#[derive(Clone, Debug)]
struct Data {
    name: String,
    flat: String,
    constructors: Vec<(String, String)>,
}

/// What is in force at a check.
pub struct Check {
    /// The command.
    pub command: String,
    /// A value for each declared function in force there: as definitions with the names of the script.
    pub model: String,
    /// The same as assertions.
    pub equations: Vec<String>,
    /// The same question as a script of its own, and the model with its names.
    pub flat: String,
    /// See there.
    pub flat_model: String,
}

/// A script.
#[derive(Default)]
pub struct Script {
    /// Its commands, a line each.
    pub lines: Vec<String>,
    /// Of each check, the number of its line, and what it asks.
    pub checks: Vec<(usize, Check)>,
}

impl Script {
    pub fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }
}

/// A name of a level, as a function or as a sort.
type Entry = (bool, String);

#[derive(Default)]
struct Level {
    names: Vec<Entry>,
    asserted: Vec<String>,
}

pub struct Generator {
    random: Random,
    script: Script,
    functions: BTreeMap<String, Vec<Meaning>>,
    /// Defined sorts and datatypes.
    sorts: BTreeMap<String, Vec<Sort>>,
    data: Vec<Data>,
    levels: Vec<Level>,
    /// The flat declarations and definitions so far.
    declared: Vec<String>,
    is_global: bool,
    forgets: bool,
    has_labels: bool,
    count: usize,
    bound: Vec<(String, Sort)>,
    /// Whether terms are inside a definition.
    in_definition: bool,
}

/// Bytes that a named term may have: it is written out in the flat script.
const LONGEST: usize = 500;
const NAMES: [&str; 7] = ["a", "b", "c", "f", "|x y|", "g", "a_2"];
const SORTS: [&str; 3] = ["S", "a", "D"];

/// A random script. After `reset-assertions` names are declared again only if it `forgets`, as SMT-LIB says that it does
/// where declarations are not global: Z3 keeps those of the outermost level, and all `:named` terms.
pub fn script(seed: u64, forgets: bool) -> Script {
    let mut generator = Generator {
        forgets,
        has_labels: false,
        random: Random::new(seed),
        script: Script::default(),
        functions: BTreeMap::new(),
        sorts: BTreeMap::new(),
        data: Vec::new(),
        levels: vec![Level::default()],
        declared: Vec::new(),
        is_global: false,
        count: 0,
        bound: Vec::new(),
        in_definition: false,
    };
    generator.begin();
    let commands = 12 + generator.random.below(30);
    for _ in 0..commands {
        generator.command();
    }
    generator.check();
    generator.script
}

impl Generator {
    fn say(&mut self, line: impl Into<String>) {
        self.script.lines.push(line.into());
    }

    fn begin(&mut self) {
        self.is_global = self.random.chance(15);
        if self.is_global {
            self.say("(set-option :global-declarations true)");
        }
        self.say("(set-logic ALL)");
    }

    fn command(&mut self) {
        match self.random.below(100) {
            0..14 => {
                let count = 1 + self.random.below(2);
                self.say(format!("(push {count})"));
                self.levels.extend((0..count).map(|_| Level::default()));
            }
            14..26 if self.levels.len() > 1 => {
                let count = 1 + self.random.below(self.levels.len() - 1);
                self.say(format!("(pop {count})"));
                self.pop(count);
            }
            26..30
                if self.forgets
                    || self.is_global
                    || self.levels.iter().all(|level| level.names.is_empty()) =>
            {
                self.say("(reset-assertions)");
                self.reset(!self.is_global);
            }
            // Nor does Z3 forget `:named` terms here.
            30..32 if self.forgets || !self.has_labels => {
                self.say("(reset)");
                self.reset(true);
                self.begin();
            }
            32..46 => self.declare(),
            46..56 => self.define(),
            56..60 => self.sort(),
            60..64 => self.datatype(),
            64..86 => self.assert(),
            _ => self.check(),
        }
    }

    fn pop(&mut self, count: usize) {
        for _ in 0..count {
            let level = self.levels.pop().unwrap();
            self.forget(level.names);
        }
    }

    fn reset(&mut self, all: bool) {
        self.pop(self.levels.len() - 1);
        self.levels[0].asserted.clear();
        if all {
            let names = std::mem::take(&mut self.levels[0].names);
            self.forget(names);
        }
    }

    fn forget(&mut self, names: Vec<Entry>) {
        for (is_sort, name) in names {
            if is_sort {
                self.sorts.get_mut(&name).unwrap().pop();
            } else {
                self.functions.get_mut(&name).unwrap().pop();
            }
        }
    }

    /// A name of this kind that is not in scope.
    fn free(&mut self, is_sort: bool) -> Option<String> {
        let name = if is_sort { self.random.pick(&SORTS) } else { self.random.pick(&NAMES) };
        let taken = match is_sort {
            true => self.sorts.get(name).is_some_and(|stack| !stack.is_empty()),
            false => self.functions.get(name).is_some_and(|stack| !stack.is_empty()),
        };
        (!taken).then(|| name.to_owned())
    }

    fn note(&mut self, is_sort: bool, name: &str) {
        let at = if self.is_global { 0 } else { self.levels.len() - 1 };
        self.levels[at].names.push((is_sort, name.to_owned()));
    }

    fn give(&mut self, name: &str, meaning: Meaning) {
        self.functions.entry(name.to_owned()).or_default().push(meaning);
        self.note(false, name);
    }

    fn unique(&mut self) -> String {
        self.count += 1;
        format!("u{}", self.count)
    }

    /// A sort in force, and how it may be written.
    fn any_sort(&mut self) -> (Sort, Both) {
        let named: Vec<(String, Sort)> = self
            .sorts
            .iter()
            .filter_map(|(name, stack)| Some((name.clone(), stack.last()?.clone())))
            .collect();
        if !named.is_empty() && self.random.chance(50) {
            let (name, sort) = self.random.pick(&named);
            let flat = self.write(&sort).flat;
            return (sort, Both::new(name, flat));
        }
        let sort = self.random.pick(&[Sort::Bool, Sort::Int, Sort::Bits]);
        let text = self.write(&sort);
        (sort, text)
    }

    fn write(&self, sort: &Sort) -> Both {
        match sort {
            Sort::Bool => Both::same("Bool"),
            Sort::Int => Both::same("Int"),
            Sort::Bits => Both::same("(_ BitVec 2)"),
            Sort::Data(number) => Both::new(self.data[*number].name.clone(), self.data[*number].flat.clone()),
        }
    }

    fn declare(&mut self) {
        let Some(name) = self.free(false) else { return };
        let (sort, text) = self.any_sort();
        let taken = self.random.pick(&[None, None, Some(Sort::Bool), Some(Sort::Bits)]);
        let flat = self.unique();
        let argument = taken.as_ref().map(|sort| self.write(sort).flat).unwrap_or_default();
        self.declared.push(format!("(declare-fun {flat} ({argument}) {})", text.flat));
        match argument.as_str() {
            "" if self.random.chance(50) => self.say(format!("(declare-const {name} {})", text.scoped)),
            _ => self.say(format!("(declare-fun {name} ({argument}) {})", text.scoped)),
        }
        self.give(&name, Meaning::Function(flat, taken, sort, true));
    }

    fn define(&mut self) {
        let Some(name) = self.free(false) else { return };
        let (sort, text) = self.any_sort();
        let parameter = self.random.chance(50).then(|| {
            // Parameters shadow whatever is in force.
            (self.variable(), self.random.pick(&[Sort::Bool, Sort::Int, Sort::Bits]))
        });
        self.bound.extend(parameter.clone());
        self.in_definition = true;
        let body = self.term(&sort, 2);
        self.in_definition = false;
        self.bound.clear();
        let flat = self.unique();
        let parameters = parameter
            .as_ref()
            .map(|(name, sort)| format!("({name} {})", self.write(sort).flat))
            .unwrap_or_default();
        self.declared.push(format!("(define-fun {flat} ({parameters}) {} {})", text.flat, body.flat));
        self.say(format!("(define-fun {name} ({parameters}) {} {})", text.scoped, body.scoped));
        self.give(&name, Meaning::Function(flat, parameter.map(|(_, sort)| sort), sort, false));
    }

    fn sort(&mut self) {
        let Some(name) = self.free(true) else { return };
        let (sort, text) = self.any_sort();
        self.say(format!("(define-sort {name} () {})", text.scoped));
        self.sorts.entry(name.clone()).or_default().push(sort);
        self.note(true, &name);
    }

    fn datatype(&mut self) {
        let Some(name) = self.free(true) else { return };
        let mut constructors: Vec<(String, String)> = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let Some(constructor) = self.free(false) else { continue };
            if constructors.iter().all(|(other, _)| *other != constructor) {
                let flat = self.unique();
                constructors.push((constructor, flat));
            }
        }
        if constructors.is_empty() {
            return;
        }
        let flat = self.unique();
        let write = |name: &str, of: Vec<&String>| {
            let of: Vec<String> = of.into_iter().map(|constructor| format!("({constructor})")).collect();
            format!("(declare-datatypes (({name} 0)) (({})))", of.join(" "))
        };
        self.say(write(&name, constructors.iter().map(|(name, _)| name).collect()));
        self.declared.push(write(&flat, constructors.iter().map(|(_, flat)| flat).collect()));
        let number = self.data.len();
        self.data.push(Data { name: name.clone(), flat, constructors: constructors.clone() });
        self.sorts.entry(name.clone()).or_default().push(Sort::Data(number));
        self.note(true, &name);
        for (constructor, flat) in constructors {
            self.give(&constructor, Meaning::Constructor(flat, number));
        }
    }

    fn assert(&mut self) {
        let term = self.term(&Sort::Bool, 3);
        self.say(format!("(assert {})", term.scoped));
        self.levels.last_mut().unwrap().asserted.push(term.flat);
    }

    /// The functions in force that no variable shadows, by name.
    fn in_force(&self) -> Vec<(String, Meaning)> {
        let all =
            self.functions.iter().filter_map(|(name, stack)| Some((name.clone(), stack.last()?.clone())));
        all.filter(|(name, _)| self.bound.iter().all(|(bound, _)| bound != name)).collect()
    }

    fn term(&mut self, sort: &Sort, depth: usize) -> Both {
        if depth > 0 && self.random.chance(75) {
            let inner = self.inner(sort, depth - 1);
            // A named term is closed, and its name is not in scope.
            if self.bound.is_empty()
                && !self.in_definition
                && self.random.chance(15)
                && inner.flat.len() < LONGEST
                && let Some(name) = self.free(false)
            {
                self.has_labels = true;
                let named = Both::new(format!("(! {} :named {name})", inner.scoped), inner.flat.clone());
                self.give(&name, Meaning::Function(inner.flat, None, sort.clone(), false));
                return named;
            }
            return inner;
        }
        self.leaf(sort)
    }

    fn leaf(&mut self, sort: &Sort) -> Both {
        let mut fitting: Vec<Both> = Vec::new();
        for (at, (name, of)) in self.bound.iter().enumerate() {
            if of == sort && self.bound[at + 1..].iter().all(|(other, _)| other != name) {
                fitting.push(Both::same(name));
            }
        }
        for (name, meaning) in self.in_force() {
            match meaning {
                Meaning::Function(flat, None, of, _) if of == *sort => fitting.push(Both::new(name, flat)),
                Meaning::Constructor(flat, number) if *sort == Sort::Data(number) => {
                    fitting.push(Both::new(name, flat));
                }
                _ => {}
            }
        }
        if !fitting.is_empty() && self.random.chance(80) {
            return self.random.pick(&fitting);
        }
        match sort {
            Sort::Bool => Both::same(self.random.pick(&["true", "false"])),
            Sort::Int => Both::same(self.random.pick(&["0", "1", "2", "3"])),
            Sort::Bits => Both::same(self.random.pick(&["#b00", "#b01", "#b10", "#b11"])),
            // Its constructors are not shadowed.
            Sort::Data(_) => self.random.pick(&fitting),
        }
    }

    /// A name for a variable: whatever is in force, but no constructor, without which a sort may have no terms.
    fn variable(&mut self) -> String {
        let is_constructor = |name: &str| {
            matches!(self.functions.get(name).and_then(|stack| stack.last()), Some(Meaning::Constructor(..)))
        };
        let names: Vec<&str> = NAMES.into_iter().filter(|name| !is_constructor(name)).chain(["z"]).collect();
        self.random.pick(&names).to_owned()
    }

    fn inner(&mut self, sort: &Sort, depth: usize) -> Both {
        match self.random.below(10) {
            0 => {
                let condition = self.term(&Sort::Bool, depth);
                let (one, other) = (self.term(sort, depth), self.term(sort, depth));
                app("ite", &[condition, one, other])
            }
            1 | 2 => {
                let name = self.variable();
                let (of, _) = self.any_sort();
                let value = self.term(&of, depth);
                self.bound.push((name.clone(), of));
                let body = self.term(sort, depth);
                self.bound.pop();
                let binding = list(&[list(&[Both::same(&name), value])]);
                app("let", &[binding, body])
            }
            3 | 4 => {
                let calls: Vec<_> = self
                    .in_force()
                    .into_iter()
                    .filter_map(|(name, meaning)| match meaning {
                        Meaning::Function(flat, Some(taken), of, _) if of == *sort => {
                            Some((name, flat, taken))
                        }
                        _ => None,
                    })
                    .collect();
                if calls.is_empty() {
                    return self.leaf(sort);
                }
                let (name, flat, taken) = self.random.pick(&calls);
                let argument = self.term(&taken, depth);
                list(&[Both::new(name, flat), argument])
            }
            _ => self.operation(sort, depth),
        }
    }

    fn operation(&mut self, sort: &Sort, depth: usize) -> Both {
        let operator = match sort {
            Sort::Bool => match self.random.below(8) {
                0 => return app("not", &[self.term(&Sort::Bool, depth)]),
                1 => {
                    let pair = [self.term(&Sort::Int, depth), self.term(&Sort::Int, depth)];
                    return app("<", &pair);
                }
                2 | 3 => {
                    let (of, _) = self.any_sort();
                    let pair = [self.term(&of, depth), self.term(&of, depth)];
                    return app("=", &pair);
                }
                4 => {
                    let head = self.random.pick(&["forall", "exists"]);
                    let name = self.variable();
                    let of = self.random.pick(&[Sort::Bool, Sort::Bits]);
                    let variable = list(&[list(&[Both::same(&name), self.write(&of)])]);
                    self.bound.push((name, of));
                    let body = self.term(&Sort::Bool, depth);
                    self.bound.pop();
                    return app(head, &[variable, body]);
                }
                _ => self.random.pick(&["and", "or", "=>", "xor"]),
            },
            Sort::Int => self.random.pick(&["+", "-"]),
            Sort::Bits => self.random.pick(&["bvadd", "bvand"]),
            Sort::Data(_) => return self.leaf(sort),
        };
        let pair = [self.term(sort, depth), self.term(sort, depth)];
        app(operator, &pair)
    }

    fn value(&mut self, sort: &Sort) -> Both {
        match sort {
            Sort::Data(number) => {
                let constructors = self.data[*number].constructors.clone();
                let (name, flat) = self.random.pick(&constructors);
                Both::new(name, flat)
            }
            other => {
                let values: &[&str] = match other {
                    Sort::Bool => &["true", "false"],
                    Sort::Int => &["0", "1", "2", "3"],
                    _ => &["#b00", "#b01", "#b10", "#b11"],
                };
                Both::same(self.random.pick(values))
            }
        }
    }

    fn check(&mut self) {
        let declared: Vec<(String, String, Option<Sort>, Sort)> = self
            .in_force()
            .into_iter()
            .filter_map(|(name, meaning)| match meaning {
                Meaning::Function(flat, taken, sort, true) => Some((name, flat, taken, sort)),
                _ => None,
            })
            .collect();
        let (mut model, mut flat_model, mut equations) = (String::from("("), String::from("("), Vec::new());
        for (name, flat, taken, sort) in &declared {
            let text = self.write(sort);
            let points: &[&str] = match taken {
                None => &[""],
                Some(Sort::Bool) => &["true", "false"],
                Some(_) => &["#b00", "#b01", "#b10", "#b11"],
            };
            let values: Vec<Both> = points.iter().map(|_| self.value(sort)).collect();
            let mut body = values[0].clone();
            for (point, value) in points.iter().zip(&values) {
                let call = if point.is_empty() { name.clone() } else { format!("({name} {point})") };
                equations.push(format!("(= {call} {})", value.scoped));
                body = if point.is_empty() {
                    body
                } else {
                    Both::new(
                        format!("(ite (= p!0 {point}) {} {})", value.scoped, body.scoped),
                        format!("(ite (= p!0 {point}) {} {})", value.flat, body.flat),
                    )
                };
            }
            let parameter =
                taken.as_ref().map(|sort| format!("(p!0 {})", self.write(sort).flat)).unwrap_or_default();
            model += &format!("(define-fun {name} ({parameter}) {} {})", text.scoped, body.scoped);
            flat_model += &format!("(define-fun {flat} ({parameter}) {} {})", text.flat, body.flat);
        }
        model.push(')');
        flat_model.push(')');
        let literals: Vec<&(String, String, Option<Sort>, Sort)> =
            declared.iter().filter(|(_, _, taken, sort)| taken.is_none() && *sort == Sort::Bool).collect();
        let mut assumed = Vec::new();
        if !literals.is_empty() && self.random.chance(40) {
            let (name, flat, ..) = self.random.pick(&literals);
            assumed.push(match self.random.chance(50) {
                true => Both::new(format!("(not {name})"), format!("(not {flat})")),
                false => Both::new(name.as_str(), flat.as_str()),
            });
        }
        let command = match assumed.first() {
            None => "(check-sat)".to_owned(),
            Some(literal) => format!("(check-sat-assuming ({}))", literal.scoped),
        };
        let mut flat = String::from("(set-logic ALL)\n");
        self.declared.iter().for_each(|line| flat += &format!("{line}\n"));
        let asserted =
            self.levels.iter().flat_map(|level| &level.asserted).chain(assumed.iter().map(|it| &it.flat));
        asserted.for_each(|formula| flat += &format!("(assert {formula})\n"));
        flat += "(check-sat)\n";
        let at = self.script.lines.len();
        self.say(command.clone());
        self.script.checks.push((at, Check { command, model, equations, flat, flat_model }));
    }
}
