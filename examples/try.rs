use smt_storm::{fragment::*, instance::*, pool::*, rng::*, seed::*, config::WitnessSource};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let check = a.get(4).cloned().unwrap_or("(check-sat)".into());
    let t = Instant::now();
    let seed = Seed::load(std::path::Path::new(&a[1])).unwrap_or_else(|e| { println!("ERR {e}"); std::process::exit(1) });
    let bytes = std::fs::read(&a[1]).unwrap();
    let key = Key::new(&seed.digest, a[2].parse().unwrap());
    let t1 = t.elapsed();
    let src = if std::env::var("SAMPLED").is_ok() { WitnessSource::Sampled } else { WitnessSource::Model };
    let init = InitialPool::of(&seed, &key, src, 64).unwrap_or_else(|e| { println!("ERR {e}"); std::process::exit(1) });
    let t2 = t.elapsed();
    let n = init.fragments.len() as u32;
    let pools = Pools::build(&seed.formulas.terms, &init, (std::env::var("NCF").map(|s| s.parse().unwrap()).unwrap_or(4) * n).clamp(200, 1500), 64, &mut key.stream(Stream::Pool));
    let t3 = t.elapsed();
    println!("{} terms {} fragments {} true {:?} {:?} | load {:?} witness {:?} pool {:?}", a[1], seed.formulas.terms.len(), n, init.fragments.iter().filter(|f| f.truth).count(), init.left_out, init.witness.origin, t1, t2 - t1, );
    let mut g = Generator::new(&seed.script, &pools, key, 64, &check);
    let nm: u32 = a[3].parse().unwrap();
    let mut i = Instance::default();
    let t = Instant::now();
    let mut bytes = 0;
    for k in 0..nm { g.write(k, &mut i); bytes += i.text.len(); if let Ok(d) = std::env::var("OUT") { std::fs::write(format!("{d}/{k:04}.smt2"), &i.text).unwrap(); } }
    let e = t.elapsed().as_secs_f64();
    println!("{} inst/s  {} MB/s avg {} B  pools {:?}", nm as f64 / e, bytes as f64 / e / 1e6, bytes / nm as usize, t3 - t2);
    if std::env::var("W").is_ok() { println!("{}", init.witness.text()); }
}
