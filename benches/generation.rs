//! How fast instances are made, without any solver: instances and bytes per second on one core.
//!
//! `cargo bench --bench generation`

#![allow(clippy::expect_used, missing_docs)] // a benchmark ends where something is wrong; its macros document nothing

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use smt_storm::generate::generator::Generator;
use smt_storm::generate::seed_pools::SeedPools;
use smt_storm::matrix::{Bounds, Form, Source, Weights};
use smt_storm::smtlib::instance::Instance;
use smt_storm::witness::Evaluator;

/// Instances in one measured round.
const ROUND: u32 = 100;

/// Assertions of an instance at most: enough for instances of about 20 KB.
const A_MAX: u32 = 256;

const SEEDS: [&str; 3] = ["QF_BV/crc-frame-forgery", "QF_LIA/nurse-roster", "QF_S/iso-date-validation"];

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

criterion_group!(benches, generation);
criterion_main!(benches);
