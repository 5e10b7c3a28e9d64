//! Seed files: bytes → problem, or one clear reason why not.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::digest::Digest;
use crate::generate::additions::{Additions, add_declarations};
use crate::generate::batch::{Batch, Recipe, SeedSize};
use crate::generate::fragment::{EmptyPool, InitialPool};
use crate::generate::sources;
use crate::generate::term_builder::EvalContext;
use crate::generate::term_builder::rewrite::within;
use crate::generate::unsupported_syntax::Supported;
use crate::matrix::{Bounds, MATCH, Operators, Weights};
use crate::smtlib::source::SourceError;
use crate::smtlib::{Problem, ReadError, Term, TermId, Terms, source};
use crate::theory::usable::{Groundless, Omission, Usable, keep_usable};
use crate::witness::{Evaluation, EvaluationError, Evaluator, LruCache};

/// Larger files are refused, in bytes: memory stays bounded, and instances of such a seed take
/// longer to read than a time limit allows to answer them.
const LARGEST: u64 = 32 << 20;

/// Atoms that instances are made of alone, at least.
const FEWEST_ATOMS: usize = 10;

/// A seed file that was read: once, for all its cases, batches and rows.
#[derive(Debug)]
pub struct Seed {
    /// Where it was read from.
    pub path: PathBuf,
    /// SHA-256 of the file's bytes.
    pub digest: Digest,
    /// What of it can be used.
    pub problem: Arc<Problem>,
    /// Commands and sorts of the file that are not known and formulas whose sorts do not fit: they are left out, with what
    /// mentions them.
    pub unusable: Vec<Omission>,
    /// What is left out because no function is known to satisfy a recursive definition.
    pub groundless: Groundless,
    /// Whether all sorts of the problem fit.
    is_sorted: bool,
    /// Bytes of the file.
    pub(super) bytes: usize,
    size: SeedSize,
    /// What rows support of it, by the operators that they read.
    supported: LruCache<Operators, Supported>,
}

/// A seed as a batch has it: what the row supports of it, with what the batch declares beside that.
#[derive(Clone, Debug)]
pub struct PreparedSeed {
    /// The file.
    pub seed: Arc<Seed>,
    /// What it says, with what the batch declares and, once they are built, its formulas.
    pub problem: Arc<Problem>,
    /// What the batch declares.
    pub additions: Additions,
}

/// Why a seed cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SeedError {
    /// The file cannot be read.
    #[error("{}: cannot be read ({source}); check the path and its permissions", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: Arc<std::io::Error>,
    },
    /// The file is too large.
    #[error("{}: larger than {} MiB; leave it out of `seeds` in solvers.yaml", path.display(), LARGEST >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The file holds no text.
    #[error("{}: binary data at byte {offset}, not SMT-LIB; is it compressed?", path.display())]
    Binary {
        /// The file.
        path: PathBuf,
        /// Offset of the first zero byte.
        offset: usize,
    },
    /// The text is not SMT-LIB, or uses what this reader does not know.
    #[error("{}:{}: {}; correct the seed or leave it out of `seeds` in solvers.yaml", path.display(), error.position, error.what)]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What and where.
        error: ReadError,
    },
    /// All that is asserted needs recursive definitions that no function is known to satisfy.
    #[error("{}:{what}; every assertion of the seed needs it: correct the seed or leave it out of `seeds` in solvers.yaml", path.display())]
    Groundless {
        /// The file.
        path: PathBuf,
        /// The first definition, with its place.
        what: String,
    },
    /// Nothing is asserted.
    #[error("{}: asserts nothing, so there is nothing to recombine; leave it out of `seeds` in solvers.yaml", path.display())]
    NoAssertions {
        /// The file.
        path: PathBuf,
    },
    /// No sub-formula has a truth value that can be relied on.
    #[error("{}: {source}; leave it out of `seeds` in solvers.yaml", path.display())]
    EmptyPool {
        /// The file.
        path: PathBuf,
        /// How many sub-formulas there are, and under which witness.
        source: EmptyPool,
    },
    /// There is no witness, or no value under it.
    #[error("{}", unevaluated(path, source))]
    Unevaluated {
        /// The file.
        path: PathBuf,
        /// Why.
        source: EvaluationError,
    },
}

/// The message with the path, and what to do.
fn unevaluated(path: &Path, error: &EvaluationError) -> String {
    use EvaluationError::{GaveUp, Groundless, IllSorted, Internal, NotRun, Refused};
    const LIST: &str = "out of `seeds` in solvers.yaml";
    let path = path.display();
    match error {
        IllSorted { .. } => format!("{path}:{error}; correct the seed or leave it {LIST}"),
        Groundless(message) => format!("{path}: {message}; correct the seed or leave it {LIST}"),
        NotRun(message) => format!("{path}: it could not be evaluated: {message}"),
        GaveUp(_) => format!("{path}: {error} while evaluating it; leave it {LIST}"),
        Refused(message) | Internal(message) => {
            format!("{path}: internal error while evaluating it: {message}")
        }
    }
}

impl SeedError {
    /// The reason in one or two words, for tables.
    pub fn kind(&self) -> &'static str {
        match self {
            SeedError::Io { .. } => "cannot be read",
            SeedError::TooLarge { .. } => "too large",
            SeedError::Binary { .. } => "binary",
            SeedError::Unreadable { .. } => "unreadable",
            SeedError::Groundless { .. } => "groundless",
            SeedError::NoAssertions { .. } => "no assertions",
            SeedError::EmptyPool { .. } => "no constant value",
            SeedError::Unevaluated { source, .. } => match source {
                EvaluationError::IllSorted { .. } => "ill-sorted",
                EvaluationError::Groundless(_) => "groundless",
                EvaluationError::GaveUp(_) => "Z3 gave up",
                EvaluationError::NotRun(_) => "not evaluated",
                EvaluationError::Refused(_) | EvaluationError::Internal(_) => "internal error",
            },
        }
    }
}

impl Seed {
    /// Reads a seed file.
    ///
    /// # Errors
    /// A file that cannot be read, or holds no SMT-LIB.
    pub fn load(path: &Path) -> Result<Arc<Seed>, SeedError> {
        let io = |error| SeedError::Io { path: path.to_owned(), source: Arc::new(error) };
        let read = std::fs::File::open(path).and_then(|file| source::bounded(file, LARGEST)).map_err(io)?;
        let bytes = read.ok_or_else(|| SeedError::TooLarge { path: path.to_owned() })?;
        Seed::from_bytes(path, &bytes)
    }

    /// Reads a seed that is already in memory; `path` only names it.
    ///
    /// # Errors
    /// See [`Seed::load`].
    pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Arc<Seed>, SeedError> {
        let path = path.to_owned();
        let text = match source::decode(bytes) {
            Ok(text) => text,
            Err(SourceError::Binary(offset)) => return Err(SeedError::Binary { path, offset }),
            Err(SourceError::Io(error)) => return Err(SeedError::Io { path, source: Arc::new(error) }),
            Err(SourceError::TooLarge(_)) => return Err(SeedError::TooLarge { path }),
        };
        let digest = Digest::of(bytes);
        let usable = Problem::read(text).and_then(keep_usable);
        let Usable { problem, is_sorted, unusable, groundless } =
            usable.map_err(|error| SeedError::Unreadable { path: path.clone(), error })?;
        let size = SeedSize::measure(&problem);
        let (problem, bytes, supported) = (Arc::new(problem), bytes.len(), LruCache::new(usize::MAX));
        Ok(Arc::new(Seed { path, digest, problem, unusable, groundless, is_sorted, bytes, size, supported }))
    }

    /// A batch of its case with an RNG seed, by its number from 0.
    pub fn batch(&self, number: u32, rng_seed: u64, bounds: &Bounds, weights: &Weights) -> Batch {
        Batch::new(number, &self.digest, self.size, rng_seed, bounds, weights)
    }

    /// Whether a row that reads these operators knows all of its operators by the names that it has for them.
    pub fn is_spelled_for(&self, operators: &Operators) -> bool {
        !operators.are_known() || !self.supported_by(operators).is_respelled
    }

    /// What a row that reads these operators supports of it; found out once.
    fn supported_by(&self, operators: &Operators) -> Supported {
        let place = self.supported.place(operators.clone());
        place.get_or_init(|| Supported::find(&self.problem, operators)).clone()
    }

    /// Before phase 1: takes what the row of a batch supports, and declares what the batch has beside it.
    pub fn prepare(self: &Arc<Self>, batch: &Batch) -> PreparedSeed {
        let supported = self.supported_by(&batch.bounds.operators);
        let (problem, additions) = match add_declarations(&supported, batch) {
            Some((all, additions)) => (Arc::new(all), additions),
            None => (supported.problem, Additions::default()),
        };
        PreparedSeed { seed: Arc::clone(self), problem, additions }
    }
}

impl PreparedSeed {
    /// Phase 1, first half: finds a witness and the truth values under it.
    ///
    /// # Errors
    /// A seed that cannot be evaluated, or that asserts nothing where nothing else is to be built from it.
    pub fn evaluate(&self, batch: &Batch, evaluator: &Evaluator) -> Result<Evaluation, SeedError> {
        if self.problem.asserts_nothing() && batch.bounds.synthesis == 0 {
            let path = self.seed.path.clone();
            return Err(match self.seed.groundless.lines().into_iter().next() {
                Some(what) => SeedError::Groundless { path, what },
                None => SeedError::NoAssertions { path },
            });
        }
        let unevaluated = |source| SeedError::Unevaluated { path: self.seed.path.clone(), source };
        let search = if self.seed.is_sorted { Evaluator::search_sorted } else { Evaluator::search };
        search(evaluator, &self.problem, &batch.key, &batch.weights).map_err(unevaluated)
    }

    /// Phase 1, second half: collects the fragments. Beside them, or in their place, it builds atoms, changes formulas and
    /// wraps them, as many as there are to be, which become terms of the problem: as the recipe of the batch says.
    ///
    /// # Errors
    /// A seed that leaves nothing to work with.
    pub fn initial_pool(&mut self, evaluation: &Evaluation, batch: &Batch) -> Result<InitialPool, SeedError> {
        let bounds = &batch.bounds;
        let results = Arc::clone(&evaluation.results);
        let mut pool = InitialPool::collect_any(&self.problem, evaluation, bounds);
        if !bounds.operators.contains(MATCH) {
            let terms = &self.problem.formulas.terms;
            pool.fragments.retain(|fragment| !has_match(terms, fragment.term));
        }
        if bounds.builds_formulas() && (!batch.recipe.is_plain() || pool.fragments.is_empty()) {
            // Definitions that cannot be read gave no fragment a value either.
            if let Ok(eval_context) = EvalContext::build(&self.problem, &pool.witness) {
                let eval_context = eval_context.with(results, &self.problem);
                let own = pool.fragments.len();
                let problem = Arc::make_mut(&mut self.problem);
                sources::build(problem, &mut pool.fragments, &eval_context, &self.additions, batch);
                if batch.recipe == Recipe::Atoms && pool.fragments.len() >= own + FEWEST_ATOMS {
                    pool.fragments.drain(..own);
                }
            }
        }
        pool.filled().map_err(|source| SeedError::EmptyPool { path: self.seed.path.clone(), source })
    }
}

/// Whether a formula has a `match` in it.
fn has_match(terms: &Terms, id: TermId) -> bool {
    within(terms, id).any(|id| matches!(terms.get(id), Term::Match(..)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed_pools::SeedPools;
    use crate::matrix::{Form, Operators};
    use crate::smtlib::Position;
    use crate::theory::recursion;
    use crate::theory::usable::tests::RECURSIVE;

    fn load(bytes: &[u8]) -> Result<Arc<Seed>, SeedError> {
        Seed::from_bytes(Path::new("x.smt2"), bytes)
    }

    #[test]
    fn byte_order_mark_crlf_and_latin_1_are_read() {
        let seed = load(b"\xef\xbb\xbf(declare-const p Bool)\r\n(assert p)").unwrap();
        assert_eq!(seed.problem.formulas.assertions.len(), 1);
        assert!(load(b"; caf\xe9\n(declare-const p Bool)(assert p)").is_ok());
    }

    #[test]
    fn what_cannot_be_used_is_refused_in_one_line() {
        let message = |bytes: &[u8]| load(bytes).unwrap_err().to_string();
        assert!(message(b"\x1f\x8b\0").contains("binary data at byte 2"));
        assert_eq!(
            message(b"(assert\n  (and p"),
            "x.smt2:1:1: `(` is never closed: the file is cut short, or a parenthesis is missing; \
             correct the seed or leave it out of `seeds` in solvers.yaml"
        );
    }

    #[test]
    fn declarations_alone_are_a_seed_where_atoms_are_built() {
        let seed = load(b"(set-logic QF_BV)(declare-fun x () (_ BitVec 4))").unwrap();
        let evaluator = Evaluator::alone();
        let pool = |synthesis| {
            let bounds = Bounds { synthesis, ..Bounds::default() };
            let batch = seed.batch(0, 1, &bounds, &Weights::default());
            let mut prepared = seed.prepare(&batch);
            let evaluation = prepared.evaluate(&batch, &evaluator)?;
            prepared.initial_pool(&evaluation, &batch)
        };
        assert_eq!(pool(0).unwrap_err().kind(), "no assertions");
        assert_eq!(pool(20).unwrap().fragments.len(), 20);
    }

    #[test]
    fn what_a_solver_does_not_match_is_left_out() {
        let seed = load(
            b"(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun l () L)\
              (assert (or (= l nil) (= (match l ((nil 0) ((cons h t) h))) 3)))",
        )
        .unwrap();
        let evaluator = Evaluator::alone();
        let pool = |operators| {
            let bounds = Bounds { operators, ..Bounds::default() };
            let batch = seed.batch(0, 1, &bounds, &Weights::default());
            let mut prepared = seed.prepare(&batch);
            let evaluation = prepared.evaluate(&batch, &evaluator).unwrap();
            prepared.initial_pool(&evaluation, &batch).unwrap().fragments.len()
        };
        assert_eq!([pool(Operators::all()), pool(Operators::without(&["match"]))], [3, 1]);
    }

    #[test]
    fn what_cannot_be_evaluated_is_refused_with_its_place() {
        let refused = |source| {
            let error = SeedError::Unevaluated { path: PathBuf::from("x.smt2"), source };
            (error.to_string(), error.kind())
        };
        let place = Position { line: 4, column: 9 };
        let (ill_sorted, kind) =
            refused(EvaluationError::IllSorted { place, message: "no such sort".to_owned() });
        let advice = "leave it out of `seeds` in solvers.yaml";
        let expected =
            format!("x.smt2:4:9: the sorts do not fit (no such sort); correct the seed or {advice}");
        assert_eq!((ill_sorted, kind), (expected, "ill-sorted"));
        let (gave_up, kind) = refused(EvaluationError::GaveUp("ran out of memory".to_owned()));
        let expected = format!("x.smt2: Z3 ran out of memory while evaluating it; {advice}");
        assert_eq!((gave_up, kind), (expected, "Z3 gave up"));
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = Seed::load(Path::new("/no/such/file.smt2")).unwrap_err();
        assert!(error.to_string().starts_with("/no/such/file.smt2: cannot be read"));
    }

    #[test]
    fn instances_have_grounded_definitions_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("seed.smt2");
        std::fs::write(&path, RECURSIVE).unwrap();
        let operators = Operators::without(&["fp.rem"]);
        for (synthesis, rng_seed) in [(0, 1), (20, 2), (20, 3)] {
            let bounds =
                Bounds { synthesis, wrappers: synthesis, operators: operators.clone(), ..Bounds::default() };
            let evaluator = Evaluator::alone();
            let pools = SeedPools::build(&path, rng_seed, &bounds, &Weights::default(), &evaluator).unwrap();
            assert_eq!(pools.seed.groundless.definitions.len(), 2);
            let form = Form::default();
            let mut generator = pools.generator(&form);
            for number in 0..20 {
                let instance = generator.instance(number);
                let read = Problem::read(instance.text.clone()).unwrap();
                assert!(
                    read.script.defines_recursively() && !instance.text.contains("twice"),
                    "{}",
                    instance.text
                );
                assert_eq!(recursion::of_script(&read.script), Ok(Vec::new()), "{}", instance.text);
            }
        }
    }

    #[test]
    fn a_seed_that_asserts_nothing_else_says_why() {
        let text = RECURSIVE.replace("(assert (or (< k 4)", "(assert (or (> (twice k) 4)");
        let seed = load(text.as_bytes()).unwrap();
        let batch = seed.batch(0, 1, &Bounds::default(), &Weights::default());
        let error = seed.prepare(&batch).evaluate(&batch, &Evaluator::alone()).unwrap_err();
        assert_eq!(error.kind(), "groundless");
        assert!(error.to_string().starts_with("x.smt2:3:8: `up` is left out: no function"), "{error}");
    }
}
