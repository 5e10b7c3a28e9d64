//! OxiZ as a program: `oxiz FILE` prints the answers to a script.

fn main() {
    let file = std::env::args().nth(1).expect("a file");
    if file == "--version" {
        println!("OxiZ 0.3.4");
        return;
    }
    let script = std::fs::read_to_string(&file).expect("a script");
    match oxiz_solver::Context::new().execute_script(&script) {
        Ok(answers) => answers.iter().for_each(|answer| println!("{answer}")),
        Err(error) => println!("(error \"{error}\")"),
    }
}
