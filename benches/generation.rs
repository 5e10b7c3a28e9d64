//! How fast instances are made, without any solver: instances and bytes per second on one core; from pools that are there,
//! and as `nightly` makes them: batch by batch, with atoms built, formulas changed and wrapped, and pools anew for each.
//!
//! `cargo bench --bench generation`

#![allow(clippy::expect_used, missing_docs)] // a benchmark ends where something is wrong; its macros document nothing

use std::hint::black_box;
use std::num::NonZeroU32;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use smt_storm::generate::generator::Generator;
use smt_storm::generate::seed::Seed;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Bounds, Config, Form, Source, Weights};
use smt_storm::smtlib::instance::Instance;
use smt_storm::witness::Evaluator;

/// Instances in one measured round.
const ROUND: u32 = 100;

/// Assertions of an instance at most: enough for instances of about 20 KB.
const A_MAX: u32 = 256;

const SEEDS: [&str; 3] = ["QF_BV/crc-frame-forgery", "QF_LIA/nurse-roster", "QF_S/iso-date-validation"];

/// Signatures that atoms are built over.
const SIGNATURES: [&str; 3] = ["QF_BV/short-words", "QF_NIA/quotients", "QF_BVFPLRA/tiny-floats"];

/// Sizes of batches, that of the profile first.
const SIZES: [Option<u32>; 3] = [None, Some(20), Some(80)];

fn generation(criterion: &mut Criterion) {
    for name in SEEDS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name).with_extension("smt2");
        let bounds = Bounds { a_max: A_MAX, ..Bounds::default() };
        let weights = Weights::only(Source::Paper);
        let pools = SeedPools::build(&path, 1, &bounds, &weights, &Evaluator::in_process())
            .expect("a seed of this repository");
        let form = Form::default();
        let mut generator = pools.generator(&form);
        let mut instance = Instance::default();
        let mut round = |generator: &mut Generator<'_>| {
            (0..ROUND)
                .map(|number| {
                    generator.write(number, &mut instance);
                    black_box(&instance).text.len() as u64
                })
                .sum::<u64>()
        };
        let bytes = round(&mut generator);
        println!("{name}: {} bytes in an instance on average", bytes / u64::from(ROUND));
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::ElementsAndBytes { elements: u64::from(ROUND), bytes });
        group.bench_function("instances", |bencher| bencher.iter(|| round(&mut generator)));
        group.finish();
    }
}

/// Whole batches of the profile `nightly`, of its size and of others, with sampled witnesses: Z3's search for others is not
/// ours. What is built for a batch is the same whatever its size.
fn batches(criterion: &mut Criterion) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = Config::load(&root.join("solvers.yaml"), Some("nightly"))
        .expect("the configuration of this repository");
    let (weights, evaluator) = (Weights::only(Source::Sampled), Evaluator::in_process());
    let (form, mut instance) = (Form::default(), Instance::default());
    for (name, size) in SIGNATURES.into_iter().flat_map(|name| SIZES.map(|size| (name, size))) {
        let path = root.join("seeds").join(name).with_extension("smt2");
        let mut bounds = config.bounds.clone();
        bounds.batches.size = size.and_then(NonZeroU32::new).or(bounds.batches.size);
        let seed = Seed::load(&path).expect("a seed of this repository");
        let mut round = |batch: u32| {
            let pools = SeedPools::build_batch(&seed, seed.batch(batch, 1, &bounds, &weights), &evaluator);
            let pools = pools.expect("a seed of this repository");
            let mut generator = pools.generator(&form);
            let numbers = bounds.batches.numbers(batch).unwrap_or_default();
            let bytes: u64 = numbers
                .clone()
                .map(|number| {
                    generator.write(number, &mut instance);
                    black_box(&instance).text.len() as u64
                })
                .sum();
            (numbers.len() as u64, bytes)
        };
        let all: Vec<(u64, u64)> = (0..ROUND).map(&mut round).collect();
        let (elements, bytes) = all.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let batch = elements / u64::from(ROUND);
        println!("{name}, batches of {batch}: {} bytes in an instance on average", bytes / elements);
        let mut group = criterion.benchmark_group(name);
        let bytes = bytes / u64::from(ROUND);
        group.throughput(Throughput::ElementsAndBytes { elements: batch, bytes });
        let mut number = 0;
        group.bench_function(format!("batches of {batch}"), |bencher| {
            bencher.iter(|| {
                number = (number + 1) % ROUND;
                round(number)
            });
        });
        group.finish();
    }
}

criterion_group!(benches, generation, batches);
criterion_main!(benches);
