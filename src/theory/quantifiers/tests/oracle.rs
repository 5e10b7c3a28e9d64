//! An oracle for linear formulas by quantifier elimination: with the test points of Loos and Weispfenning for
//! reals, and of Cooper for integers. It is slow, and shares no code with what it tests.

/// The number of variables, one for each level of quantifiers.
pub(super) const LEVELS: usize = 3;

/// `a·x + b·y + … + c`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum(pub [i128; LEVELS], pub i128);

impl Sum {
    fn combined(&self, times: i128, other: &Sum, by: i128) -> Sum {
        Sum(std::array::from_fn(|at| self.0[at] * times + other.0[at] * by), self.1 * times + other.1 * by)
    }

    fn plus(&self, number: i128) -> Sum {
        Sum(self.0, self.1 + number)
    }

    fn without(&self, level: usize) -> Sum {
        let mut factors = self.0;
        factors[level] = 0;
        Sum(factors, self.1)
    }
}

/// A formula in negation normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Linear {
    Truth(bool),
    Less(Sum),
    AtMost(Sum),
    /// A divisibility literal; the flag is false if it is negated.
    Divides(i128, Sum, bool),
    And(Vec<Linear>),
    Or(Vec<Linear>),
}

use Linear::{And, AtMost, Divides, Less, Or, Truth};

/// A test point for a variable.
#[derive(Clone, Copy)]
enum Point<'p> {
    /// Below all bounds; on integers, with this remainder.
    Below(i128),
    /// A sum divided by a positive number, or infinitesimally above it if the flag is set.
    At(&'p Sum, i128, bool),
}

impl Linear {
    pub(super) fn not(self) -> Linear {
        let all = |parts: Vec<Linear>| parts.into_iter().map(Linear::not).collect();
        match self {
            Truth(truth) => Truth(!truth),
            Less(sum) => AtMost(sum.combined(-1, &sum, 0)),
            AtMost(sum) => Less(sum.combined(-1, &sum, 0)),
            Divides(modulus, sum, holds) => Divides(modulus, sum, !holds),
            And(parts) => Or(all(parts)),
            Or(parts) => And(all(parts)),
        }
    }

    fn atoms<'f>(&'f self, found: &mut Vec<&'f Linear>) {
        match self {
            And(parts) | Or(parts) => parts.iter().for_each(|part| part.atoms(found)),
            atom => found.push(atom),
        }
    }

    fn map(&self, atom: &mut impl FnMut(&Linear) -> Linear) -> Linear {
        match self {
            And(parts) => joined(parts.iter().map(|part| part.map(atom)).collect(), true),
            Or(parts) => joined(parts.iter().map(|part| part.map(atom)).collect(), false),
            other => simple(atom(other)),
        }
    }

    fn put(&self, level: usize, point: Point<'_>) -> Linear {
        self.map(&mut |atom| match (atom, point) {
            (Less(sum) | AtMost(sum), Point::Below(_)) if sum.0[level] != 0 => Truth(sum.0[level] > 0),
            (Divides(modulus, sum, holds), Point::Below(rest)) => {
                Divides(*modulus, sum.without(level).plus(sum.0[level] * rest), *holds)
            }
            (Less(sum), Point::At(to, over, is_above)) => {
                let put = sum.without(level).combined(over, to, sum.0[level]);
                if is_above && sum.0[level] < 0 { AtMost(put) } else { Less(put) }
            }
            (AtMost(sum), Point::At(to, over, is_above)) => {
                let put = sum.without(level).combined(over, to, sum.0[level]);
                if is_above && sum.0[level] > 0 { Less(put) } else { AtMost(put) }
            }
            (Divides(modulus, sum, holds), Point::At(to, over, _)) => {
                Divides(modulus * over, sum.without(level).combined(over, to, sum.0[level]), *holds)
            }
            (atom, _) => atom.clone(),
        })
    }

    /// Returns an equivalent of the formula with an existential quantifier on a variable.
    pub(super) fn exists(&self, level: usize, is_integer: bool) -> Linear {
        if is_integer { self.exists_integer(level) } else { self.exists_real(level) }
    }

    fn exists_real(&self, level: usize) -> Linear {
        let mut atoms = Vec::new();
        self.atoms(&mut atoms);
        let roots = atoms.iter().filter_map(|atom| match atom {
            Less(sum) | AtMost(sum) if sum.0[level] != 0 => {
                let sign = -sum.0[level].signum();
                let rest = sum.without(level);
                Some((rest.combined(sign, &rest, 0), sum.0[level].abs()))
            }
            _ => None,
        });
        let roots: std::collections::BTreeSet<(Sum, i128)> = roots.collect();
        let mut cases = vec![self.put(level, Point::Below(0))];
        for (sum, over) in &roots {
            cases.extend([false, true].map(|is_above| self.put(level, Point::At(sum, *over, is_above))));
        }
        joined(cases, false)
    }

    fn exists_integer(&self, level: usize) -> Linear {
        let mut atoms = Vec::new();
        self.atoms(&mut atoms);
        let factors = atoms.iter().map(|atom| atom.sum().map_or(0, |sum| sum.0[level].abs()));
        let whole = factors.filter(|factor| *factor != 0).fold(1, lcm);
        // Scales each atom so that the variable's factor is ±`whole`, and substitutes a new variable for the
        // product.
        let unit = |sum: &Sum, times: i128| {
            let mut sum = sum.combined(times, sum, 0);
            sum.0[level] = sum.0[level].signum();
            sum
        };
        let scaled = self.map(&mut |atom| {
            let times = atom.sum().map_or(0, |sum| sum.0[level].abs());
            if times == 0 {
                return atom.clone();
            }
            let times = whole / times;
            match atom {
                Less(sum) => Less(unit(sum, times)),
                AtMost(sum) => Less(unit(&sum.clone(), times).plus(-1)),
                Divides(modulus, sum, holds) => Divides(modulus * times, unit(sum, times), *holds),
                other => other.clone(),
            }
        });
        let mut variable = Sum([0; LEVELS], 0);
        variable.0[level] = 1;
        let scaled = joined(vec![scaled, simple(Divides(whole, variable, true))], true);
        let mut atoms = Vec::new();
        scaled.atoms(&mut atoms);
        let mut period = 1;
        let mut lows = std::collections::BTreeSet::new();
        for atom in atoms {
            match atom {
                Less(sum) if sum.0[level] < 0 => {
                    lows.insert(sum.without(level));
                }
                Divides(modulus, sum, _) if sum.0[level] != 0 => period = lcm(period, *modulus),
                _ => {}
            }
        }
        let mut cases = Vec::new();
        for rest in 1..=period {
            cases.push(scaled.put(level, Point::Below(rest)));
            for low in &lows {
                cases.push(scaled.put(level, Point::At(&low.plus(rest), 1, false)));
            }
        }
        joined(cases, false)
    }

    fn sum(&self) -> Option<&Sum> {
        match self {
            Less(sum) | AtMost(sum) | Divides(_, sum, _) => Some(sum),
            _ => None,
        }
    }

    pub(super) fn truth(&self) -> Option<bool> {
        if let Truth(truth) = self { Some(*truth) } else { None }
    }

    pub(super) fn size(&self) -> usize {
        let mut atoms = Vec::new();
        self.atoms(&mut atoms);
        atoms.len()
    }
}

fn simple(atom: Linear) -> Linear {
    match &atom {
        Divides(1, _, holds) => Truth(*holds),
        _ if atom.sum().is_none_or(|sum| sum.0 != [0; LEVELS]) => atom,
        Less(sum) => Truth(sum.1 < 0),
        AtMost(sum) => Truth(sum.1 <= 0),
        Divides(modulus, sum, holds) => Truth((sum.1 % modulus == 0) == *holds),
        _ => atom,
    }
}

/// Returns a conjunction or disjunction.
fn joined(parts: Vec<Linear>, is_and: bool) -> Linear {
    if parts.contains(&Truth(!is_and)) {
        return Truth(!is_and);
    }
    let mut parts: Vec<Linear> = parts.into_iter().filter(|part| part.truth().is_none()).collect();
    parts.sort();
    parts.dedup();
    match (parts.len(), is_and) {
        (0, _) => Truth(is_and),
        (1, _) => parts.remove(0),
        (_, true) => And(parts),
        (_, false) => Or(parts),
    }
}

fn lcm(one: i128, other: i128) -> i128 {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    one / a * other
}
