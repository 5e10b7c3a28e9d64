//! Seed files: bytes → problem, or one clear reason why the seed cannot be used; and the cache of a run, which reads each
//! file once for all its cases, batches, rows and workers.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::digest::Digest;
use crate::generate::additions::{Additions, add_declarations, add_few_values};
use crate::generate::batch::Batch;
use crate::generate::finite::{small_problem, with_another};
use crate::generate::fragment::{EmptyPool, InitialPool};
use crate::generate::resorting::Sizes;
use crate::generate::sources;
use crate::generate::strategy::{SeedSize, Strategy};
use crate::generate::term_builder::EvalContext;
use crate::generate::unsupported_syntax::Supported;
use crate::matrix::{Bounds, Operators, Solver, Source, Weights};
use crate::rng::{Rng, Stream};
use crate::smtlib::source::SourceError;
use crate::smtlib::{Problem, ReadError, TermId, source};
use crate::theory::usable::{Groundless, Omission, Usable, keep_usable};
use crate::witness::{Evaluation, EvaluationError, Evaluator, Goal, LruCache, check_sorts};

/// The largest size of a seed file, in bytes. This bounds memory; besides, solvers would spend their whole time limit
/// on reading instances of a larger seed.
const LARGEST: u64 = 32 << 20;

/// The largest total size of the cached files, in bytes. The terms of a file take about twenty times as much. That is
/// enough, because the cases of one seed follow each other, and a campaign returns to seeds of a few kilobytes.
const MOST_BYTES: usize = 8 << 20;
/// The minimum size that a file counts as, because even the smallest one takes as much memory.
const LEAST_BYTES: usize = 4 << 10;

/// The minimum number of atoms of a batch that uses atoms alone. With fewer, it keeps the fragments of the seed.
const FEWEST_ATOMS: usize = 10;

/// A seed file in memory. It is read once for all its cases, batches and rows.
#[derive(Debug)]
pub struct Seed {
    /// Its path.
    pub path: PathBuf,
    /// SHA-256 of the file's bytes.
    pub digest: Digest,
    /// The usable part of it.
    pub problem: Arc<Problem>,
    /// The unknown commands and sorts and the ill-sorted formulas of the file. They are left out, with everything that
    /// mentions them.
    pub unusable: Vec<Omission>,
    /// The omissions caused by recursive definitions that no function is known to satisfy.
    pub groundless: Groundless,
    /// Whether the problem is known to be well-sorted.
    is_sorted: bool,
    /// The size of the file in bytes.
    pub(super) bytes: usize,
    /// How much it has to recombine.
    pub size: SeedSize,
    /// The part that a row supports, by the row's operators.
    supported: LruCache<Operators, Supported>,
    /// The assertions that contradict each other, by their numbers, once they are asked for.
    contradiction: OnceLock<Vec<usize>>,
}

/// The most recently used seeds, by path.
///
/// A change to a cached file has no effect: all rows, batches and workers of a run use the same bytes, and the
/// artifacts of a run name their digest. A file that is evicted, changes and is read again is a different seed, because
/// the random numbers depend on its digest.
#[derive(Debug)]
pub struct SeedCache(LruCache<PathBuf, Result<Arc<Seed>, SeedError>>);

impl Default for SeedCache {
    fn default() -> SeedCache {
        SeedCache::holding(MOST_BYTES)
    }
}

impl SeedCache {
    fn holding(bytes: usize) -> SeedCache {
        SeedCache(LruCache::weighing(bytes, |read| {
            read.as_ref().map_or(LEAST_BYTES, |seed| seed.bytes.max(LEAST_BYTES))
        }))
    }

    /// Returns the seed of a file, and reads it if it is not cached. Threads that request the same file at the same
    /// time wait for the first of them.
    ///
    /// # Errors
    /// The file cannot be read, or is not SMT-LIB.
    pub fn load(&self, path: &Path) -> Result<Arc<Seed>, SeedError> {
        let place = self.0.place(path.to_owned());
        let seed = place.get_or_init(|| Seed::load(path)).clone();
        // Such an error may pass, as when too many files were open.
        if let Err(SeedError::Io { .. }) = seed {
            self.0.forget(&place);
        }
        seed
    }
}

/// A seed as prepared for a batch: the part that the row supports, with the declarations that the batch adds.
#[derive(Clone, Debug)]
pub struct PreparedSeed {
    /// The file.
    pub seed: Arc<Seed>,
    /// The problem, with the declarations and later the formulas that the batch adds.
    pub problem: Arc<Problem>,
    /// The problem without them; `None` if it is another problem than that of other batches.
    pub(super) shared: Option<Arc<Problem>>,
    /// The declarations that the batch adds.
    pub additions: Additions,
}

/// The reason why a seed cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum SeedError {
    #[error("{}: cannot be read ({source}); check the path and its permissions", path.display())]
    Io { path: PathBuf, source: Arc<std::io::Error> },
    #[error("{}: larger than {} MiB; leave it out of `seeds` in solvers.yaml", path.display(), LARGEST >> 20)]
    TooLarge { path: PathBuf },
    #[error("{}: binary data at byte {offset}, not SMT-LIB; is it compressed?", path.display())]
    Binary { path: PathBuf, offset: usize },
    #[error("{}:{}: {}; correct the seed or leave it out of `seeds` in solvers.yaml", path.display(), error.position, error.what)]
    Unreadable { path: PathBuf, error: ReadError },
    #[error("{}:{what}; every assertion of the seed needs it: correct the seed or leave it out of `seeds` in solvers.yaml", path.display())]
    Groundless { path: PathBuf, what: String },
    #[error("{}: asserts nothing, so there is nothing to recombine; let `synthesis` build formulas, or leave it out of `seeds` in solvers.yaml", path.display())]
    NoAssertions { path: PathBuf },
    #[error("{}: {source}; leave it out of `seeds` in solvers.yaml", path.display())]
    EmptyPool { path: PathBuf, source: EmptyPool },
    /// There is no witness, or the evaluation under it failed.
    #[error("{}", unevaluated(path, source))]
    Unevaluated { path: PathBuf, source: EvaluationError },
}

/// Returns the message with the path and a remedy.
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
            format!(
                "{path}: internal error while evaluating it: {message}; please report it with the seed, and leave the \
                 seed {LIST} until then"
            )
        }
    }
}

impl SeedError {
    /// Returns the reason in one or two words, for tables.
    pub fn kind(&self) -> &'static str {
        match self {
            SeedError::Io { .. } => "cannot be read",
            SeedError::TooLarge { .. } => "too large",
            SeedError::Binary { .. } => "binary",
            SeedError::Unreadable { .. } => "unreadable",
            SeedError::Groundless { .. } => "groundless",
            SeedError::NoAssertions { .. } => "no assertions",
            SeedError::EmptyPool { source, .. } if source.is_unread() => "not read",
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
    /// The file cannot be read, or is not SMT-LIB.
    pub fn load(path: &Path) -> Result<Arc<Seed>, SeedError> {
        let io = |error| SeedError::Io { path: path.to_owned(), source: Arc::new(error) };
        let read = std::fs::File::open(path).and_then(|file| source::bounded(file, LARGEST)).map_err(io)?;
        let bytes = read.ok_or_else(|| SeedError::TooLarge { path: path.to_owned() })?;
        Seed::from_bytes(path, &bytes)
    }

    /// Reads a seed from memory. `path` only names it.
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
        Ok(Arc::new(Seed {
            path,
            digest,
            problem,
            unusable,
            groundless,
            is_sorted,
            bytes,
            size,
            supported,
            contradiction: OnceLock::new(),
        }))
    }

    /// Creates batch `number` (from 0) of its case with an RNG seed.
    pub fn batch(&self, number: u32, rng_seed: u64, bounds: &Bounds, weights: &Weights) -> Batch {
        let mut batch = Batch::new(number, &self.digest, self.size, rng_seed, bounds, weights);
        // A batch leaves atoms out where the seed has formulas, but the row may read none of them.
        if batch.bounds.synthesis == 0 && self.supported_by(&bounds.operators).problem.asserts_nothing() {
            batch.bounds.synthesis = bounds.synthesis;
        }
        batch
    }

    /// Adapts the bounds of a profile to a row, as [`Bounds::for_row`] does, and to the names under which the row reads
    /// the operators of the seed.
    #[must_use]
    pub fn bounds_for(&self, bounds: &Bounds, row: &Solver) -> Bounds {
        let mut bounds = bounds.for_row(row);
        if row.operators.are_known() && self.supported_by(&row.operators).is_respelled {
            bounds.operators.clone_from(&row.operators);
        }
        bounds
    }

    /// Returns the assertions of a problem that are those of the contradiction of this seed, none if it has no contradiction;
    /// `None` if the problem lacks one of them.
    pub(super) fn contradiction_in(&self, problem: &Problem, evaluator: &Evaluator) -> Option<Vec<TermId>> {
        let place = |problem: &Problem, node| problem.script.tree.position(node);
        let find = |number: &usize| {
            let wanted = place(&self.problem, *self.problem.script.assertions.get(*number)?);
            let assertions = &problem.script.assertions;
            let at = assertions.iter().position(|&node| place(problem, node) == wanted)?;
            problem.formulas.assertions.get(at).copied()
        };
        self.contradiction(evaluator).iter().map(find).collect()
    }

    /// Returns a minimal set of assertions that nothing satisfies, by their numbers, if the seed says that it is unsatisfiable
    /// and Z3 agrees. It is searched for once, since the search takes as long as many answers.
    fn contradiction(&self, evaluator: &Evaluator) -> &[usize] {
        self.contradiction.get_or_init(|| evaluator.contradiction(&self.problem))
    }

    /// Whether the seed says that nothing satisfies it.
    pub(super) fn is_unsatisfiable(&self) -> bool {
        self.problem.script.status.as_deref() == Some("unsat")
    }

    /// Returns the part that a row with these operators supports. It is computed once.
    fn supported_by(&self, operators: &Operators) -> Supported {
        let place = self.supported.place(operators.clone());
        place.get_or_init(|| Supported::find(&self.problem, operators)).clone()
    }

    /// Prepares phase 1: takes the part that the row of a batch supports, changes its sorts if the batch has its own, and
    /// adds the declarations of the batch.
    pub fn prepare(self: &Arc<Self>, batch: &Batch) -> PreparedSeed {
        let operators = &batch.bounds.operators;
        let mut supported = self.supported_by(operators);
        let mut rng = batch.key.stream(Stream::Sorts);
        let resorted = match batch.strategy {
            // Where no assertion is about few values, only atoms can be.
            Strategy::Finite => with_few_values(&supported, operators, &mut rng)
                .filter(|few| batch.bounds.synthesis > 0 || !few.asserts_nothing()),
            _ if batch.has_own_sorts => supported.resorted(Sizes::Mixed, operators, &mut rng),
            _ => None,
        };
        let is_resorted = resorted.is_some();
        let mut shared = Some(Arc::clone(&supported.problem));
        if let Some(problem) = resorted {
            supported = supported.with_problem(problem);
            shared = None;
        }
        if batch.strategy == Strategy::Refuted
            && let Some(joined) = joined_with_few_values(&supported, operators, &mut rng)
        {
            supported = supported.with_problem(joined);
            shared = None;
        }
        let (problem, mut additions) = match add_declarations(&supported, batch) {
            Some((all, additions)) => (Arc::new(all), additions),
            None => (supported.problem, Additions::default()),
        };
        additions.has_own_sorts |= is_resorted;
        // Nobody else would take the model of a copy.
        let shared = shared.filter(|_| !additions.replaces_sorts);
        PreparedSeed { seed: Arc::clone(self), problem, shared, additions }
    }
}

impl PreparedSeed {
    /// Runs the first half of phase 1: finds a witness and the truth values under it.
    ///
    /// # Errors
    /// The seed cannot be evaluated, or it asserts nothing and no atoms are to be built.
    pub fn evaluate(&self, batch: &Batch, evaluator: &Evaluator) -> Result<Evaluation, SeedError> {
        if self.problem.asserts_nothing() && batch.bounds.synthesis == 0 {
            let path = self.seed.path.clone();
            return Err(match self.seed.groundless.lines().into_iter().next() {
                Some(what) => SeedError::Groundless { path, what },
                None => SeedError::NoAssertions { path },
            });
        }
        let unevaluated = |source| SeedError::Unevaluated { path: self.seed.path.clone(), source };
        if !self.seed.is_sorted {
            check_sorts(&self.problem).map_err(unevaluated)?;
        }
        // A search takes as long as many answers, so only models that other batches take, too, are worth one.
        let (asserted, weights) = match &self.shared {
            Some(shared) => (shared, batch.weights),
            None => (&self.problem, Weights::only(Source::Sampled)),
        };
        let Batch { key, model_key, .. } = batch;
        let goal = Goal { problem: &self.problem, asserted, key, model_key };
        evaluator.search_sorted(&goal, &weights).map_err(unevaluated)
    }

    /// Runs the second half of phase 1: collects the fragments. As the strategy of the batch says, it also builds atoms,
    /// mutates formulas and wraps them; these become terms of the problem and join the fragments or replace them.
    ///
    /// # Errors
    /// No formula has a reliable truth value.
    pub fn initial_pool(&mut self, evaluation: &Evaluation, batch: &Batch) -> Result<InitialPool, SeedError> {
        let bounds = &batch.bounds;
        let results = Arc::clone(&evaluation.results);
        let mut pool = InitialPool::collect(&self.problem, evaluation, bounds);
        if bounds.builds_formulas() && (!batch.strategy.is_plain() || pool.fragments.is_empty()) {
            // If the definitions cannot be read, no fragment has a value either.
            if let Ok(eval_context) = EvalContext::build(&self.problem, &pool.witness) {
                let eval_context = eval_context.with(results, &self.problem);
                let own = pool.fragments.len();
                let problem = Arc::make_mut(&mut self.problem);
                sources::build(problem, &mut pool.fragments, &eval_context, &self.additions, batch);
                if batch.strategy == Strategy::Atoms && pool.fragments.len() >= own + FEWEST_ATOMS {
                    pool.fragments.drain(..own);
                }
            }
        }
        pool.filled().map_err(|source| SeedError::EmptyPool { path: self.seed.path.clone(), source })
    }
}

/// Returns what a problem says of symbols with few values, its own after a change of sorts and new ones.
fn with_few_values(supported: &Supported, operators: &Operators, rng: &mut Rng) -> Option<Problem> {
    let resorted = supported.resorted(Sizes::FewValues, operators, rng);
    let problem = resorted.as_ref().unwrap_or(&supported.problem);
    let more = add_few_values(problem, operators, rng);
    small_problem(more.as_ref().unwrap_or(problem), rng)
}

/// Returns a problem with what it says of symbols with few values beside it, under other names.
fn joined_with_few_values(supported: &Supported, operators: &Operators, rng: &mut Rng) -> Option<Problem> {
    with_another(&supported.problem, &with_few_values(supported, operators, rng)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed_pools::SeedPools;
    use crate::matrix::{Batches, Form, MATCH, Operators};
    use crate::smtlib::{Position, reads};
    use crate::theory::recursion;
    use crate::theory::usable::tests::RECURSIVE;
    use crate::witness::Origin;

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

    const LISTS: &str =
        "(set-logic ALL)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-fun l () L)";

    #[test]
    fn what_a_solver_does_not_match_is_left_out() {
        let assertion = "(assert (or (= l nil) (= (match l ((nil 0) ((cons h t) h))) 3)))";
        let seed = load(format!("{LISTS}{assertion}").as_bytes()).unwrap();
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

    /// A row reads none of the assertions, so that even a batch that would leave atoms out builds some.
    #[test]
    fn atoms_replace_what_a_row_does_not_read() {
        let definition = "(define-fun f ((l L)) Int (match l ((nil 0) ((cons h t) h))))";
        let seed = load(format!("{LISTS}{definition}(assert (= (f l) 3))").as_bytes()).unwrap();
        let (evaluator, weights) = (Evaluator::alone(), Weights::only(Source::Sampled));
        let size = std::num::NonZeroU32::new(10);
        for operators in [Operators::all(), Operators::without(&["match"])] {
            let is_read = operators.contains(MATCH);
            let bounds = Bounds {
                operators,
                synthesis: 5,
                batches: Batches { size, ..Batches::default() },
                ..Bounds::default()
            };
            let mut without_atoms = 0;
            for rng_seed in 0..50 {
                let batch = seed.batch(0, rng_seed, &bounds, &weights);
                without_atoms += u32::from(batch.bounds.synthesis == 0);
                seed.prepare(&batch).evaluate(&batch, &evaluator).unwrap();
            }
            assert_eq!(without_atoms > 10, is_read, "{without_atoms}");
        }
    }

    #[test]
    fn a_seed_without_other_formulas_says_what_is_not_read() {
        let assertion = "(assert (= 3 (match l ((nil 0) ((cons h t) h)))))";
        let seed = load(format!("{LISTS}{assertion}").as_bytes()).unwrap();
        let bounds = Bounds { operators: Operators::without(&["match"]), ..Bounds::default() };
        let batch = seed.batch(0, 1, &bounds, &Weights::only(Source::Sampled));
        let mut prepared = seed.prepare(&batch);
        let evaluation = prepared.evaluate(&batch, &Evaluator::alone()).unwrap();
        let error = prepared.initial_pool(&evaluation, &batch).unwrap_err();
        let expected = "x.smt2: each of its 1 Boolean sub-formulas contains `match`, which the solver does not read; \
                        leave it out of `seeds` in solvers.yaml";
        assert_eq!((error.to_string().as_str(), error.kind()), (expected, "not read"));
        let unknown = vec!["1:2: it is hard".to_owned()];
        let mixed = EmptyPool { formulas: 2, unread: 3, origin: Origin::Sampled, unknown };
        let expected = "none of its 2 Boolean sub-formulas evaluates to a constant under the witness (sampled values); \
                        1:2: it is hard; the solver does not read `match` in 3 others";
        assert_eq!(mixed.to_string(), expected);
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
    fn a_file_that_could_not_be_read_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.smt2");
        let seeds = SeedCache::default();
        assert_eq!(seeds.load(&path).unwrap_err().kind(), "cannot be read");
        std::fs::write(&path, "(declare-fun p () Bool)(assert p)").unwrap();
        let seed = seeds.load(&path).unwrap();
        assert!(Arc::ptr_eq(&seed, &seeds.load(&path).unwrap()));
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

    /// A seed that one row cannot read as written, and to which a batch adds declarations.
    const RESPELLED: &str = "(set-logic ALL)(declare-fun s () String)(declare-fun x () Int)\n\
        (define-fun-rec down ((n Int)) Int (ite (< 0 n) (+ 2 (down (- n 1))) 0))\n\
        (define-fun-rec up ((n Int)) Int (+ 2 (up n)))\n\
        (define-fun at ((a (Array Int Int)) (n Int)) Int (select a n))\n\
        (assert (or (str.in.re s (re.* (str.to.re \"a\"))) (< (str.len s) (+ x 3)) (= (down 2) x)))\n\
        (assert (< (up x) 1))(assert (strange x))(check-sat)\n";

    #[test]
    fn a_seed_is_read_once_for_all_batches_and_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.smt2");
        // This text is longer than all others.
        let text = format!("; {}\n{RESPELLED}", "long ".repeat(5000));
        std::fs::write(&path, &text).unwrap();
        let seeds = SeedCache::default();
        let (weights, evaluator) = (Weights::only(Source::Sampled), Evaluator::alone());
        let batches = Batches { size: std::num::NonZeroU32::new(5), wider: 50, ..Batches::default() };
        let (mut respelled, mut added, mut plain) = (0, 0, 0);
        let before = reads::count(20_000);
        for operators in
            [Operators::all(), Operators::without(&["str.in.re", "str.to.re", "define-fun-array"])]
        {
            for number in 0..8 {
                let bounds = Bounds {
                    operators: operators.clone(),
                    synthesis: 5,
                    mutation: 5,
                    wrappers: 5,
                    batches,
                    ..Bounds::default()
                };
                let seed = seeds.load(&path).unwrap();
                let batch = seed.batch(number, 1, &bounds, &weights);
                plain += usize::from(batch.strategy == Strategy::Plain);
                let pools = SeedPools::build_batch(&seed, batch, &evaluator).unwrap();
                let is_respelled = !pools.problem.source().contains("str.in.re");
                assert_eq!(is_respelled, operators.are_known());
                assert_eq!(pools.problem.source().contains("define-fun at"), !is_respelled);
                respelled += usize::from(is_respelled);
                added += usize::from(pools.problem.script.declarations.len() > 4);
                // From here on, only the cache has the seed.
                let _ = std::fs::remove_file(&path);
            }
        }
        assert!(respelled == 8 && added > 2, "{respelled} {added} {plain}");
        assert_eq!(reads::count(20_000) - before, 1);
        assert_eq!(SeedCache::default().load(&path).unwrap_err().kind(), "cannot be read");
    }

    #[test]
    fn what_was_not_asked_for_longest_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, number: u32| {
            std::fs::write(path(name), format!("(declare-fun x () Int)(assert (= x {number}))")).unwrap();
        };
        for name in ["a", "b", "c"] {
            write(name, 1);
        }
        let seeds = SeedCache::holding(2 * LEAST_BYTES + 2);
        let load = |name: &str| seeds.load(&path(name)).unwrap();
        let [a, b] = ["a", "b"].map(load);
        for name in ["a", "b", "c"] {
            write(name, 2);
        }
        assert!(Arc::ptr_eq(&a, &load("a")), "it counts as it was read");
        load("c");
        assert!(Arc::ptr_eq(&a, &load("a")));
        let again = load("b");
        assert!(!Arc::ptr_eq(&b, &again) && again.digest != b.digest);
    }
}
