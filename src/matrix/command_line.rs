//! Command lines: placeholders and the environment. No shell is involved, so nothing is split and nothing needs quotes.

use std::path::{Path, PathBuf};

use super::mistakes::{Mistakes, Place};
use super::names::{is_name, nearest};
use super::solver::{CommandLine, FILE_PLACEHOLDER, Input, SEED_PLACEHOLDER};

/// The placeholder for a solver's own `args` and those of its variant.
const ARGS_PLACEHOLDER: &str = "{args}";

/// A function that returns the value of an environment variable.
pub(super) type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The words of a command line: as they are run here, and as the file has them, in the same order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Argv {
    pub run: Vec<String>,
    pub written: Vec<String>,
}

impl Argv {
    /// Returns the command line of these words: further arguments replace `{args}`, or else stand before `{file}`, or else
    /// at the end.
    pub(super) fn command_line(self) -> CommandLine {
        let Argv { mut run, mut written } = self;
        // Placeholders are searched for in the written words, because the value of a variable may look like one.
        let explicit = written.iter().position(|text| text == ARGS_PLACEHOLDER);
        if let Some(at) = explicit {
            run.remove(at);
            written.remove(at);
        }
        let before_file = || written.iter().position(|text| text.contains(FILE_PLACEHOLDER));
        let args_at = explicit.or_else(before_file).unwrap_or(written.len());
        CommandLine { argv: run, written, args_at }
    }

    /// Returns these words, followed by more.
    pub(super) fn followed_by(&self, more: &Argv) -> Argv {
        let joined = |one: &[String], two: &[String]| [one, two].concat();
        Argv { run: joined(&self.run, &more.run), written: joined(&self.written, &more.written) }
    }
}

/// The surroundings of the words in the file.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    pub environment: Environment<'a>,
    /// The folder to which the path of a program is relative.
    pub root: &'a Path,
    /// The folders that are searched for a program without a path before PATH; absolute.
    pub folders: &'a [PathBuf],
}

/// A reader of command lines, which reports their mistakes.
pub(super) struct Reader<'a> {
    pub surroundings: Surroundings<'a>,
    pub mistakes: &'a mut Mistakes,
}

impl Reader<'_> {
    /// Reads a command line of the file: variables are replaced, and the program's path is made absolute.
    pub(super) fn command(&mut self, argv: &[String], place: &Place) -> Argv {
        let mut argv = self.expand_all(argv, place);
        let is_variable = argv.written.first().is_some_and(|word| word.contains("${"));
        match argv.run.first_mut() {
            None => self.mistakes.value(place, "no program is given"),
            Some(program) if program.is_empty() => {
                self.mistakes.value(&place.index(0), "the program is empty");
            }
            Some(program) => *program = self.surroundings.find_program(program, is_variable),
        }
        argv
    }

    /// Reads a program with arguments that have no placeholder.
    pub(super) fn plain_command(&mut self, argv: &[String], place: &Place) -> Vec<String> {
        self.check_plain(argv, place);
        self.command(argv, place).run
    }

    /// Reads the arguments of a key, if there is one. The built-in solver takes none.
    pub(super) fn args(&mut self, args: Option<&[String]>, built_in: bool, place: &Place) -> Argv {
        let Some(args) = args else { return Argv::default() };
        if built_in {
            self.no_built_in(place, ", which takes no arguments");
            return Argv::default();
        }
        self.check_plain(args, place);
        self.expand_all(args, place)
    }

    /// Reads the folders of the key `path`.
    pub(super) fn folders(&mut self, written: &[String], place: &Place) -> Vec<PathBuf> {
        let folders = self.expand_all(written, place).run;
        for (i, _) in folders.iter().enumerate().filter(|(_, folder)| folder.is_empty()) {
            self.mistakes
                .value(&place.index(i), "the folder is empty; write `.` for the folder of this file");
        }
        folders.iter().map(|folder| self.surroundings.root.join(folder)).collect()
    }

    /// Replaces the variables in words.
    fn expand_all(&mut self, words: &[String], place: &Place) -> Argv {
        let expanded = words.iter().enumerate().map(|(i, text)| {
            expand(text, self.surroundings.environment).unwrap_or_else(|message| {
                self.mistakes.value(&place.index(i), message);
                text.clone()
            })
        });
        let run = expanded.collect();
        Argv { run, written: words.to_vec() }
    }

    /// Reports that the key at `place` is only for programs.
    pub(super) fn no_built_in(&mut self, place: &Place, why: &str) {
        self.mistakes.key(place, format!("not possible together with `built_in: true`{why}"));
    }

    /// Reports an invalid name, which could not be part of other names.
    pub(super) fn check_name(&mut self, name: &str, kind: &str, place: &Place) {
        if !is_name(name) {
            let message = format!("`{name}` is not a valid name for {kind}; use letters, digits and `_.+-`");
            self.mistakes.key(place, message);
        }
    }

    /// Checks the placeholders in a solver's command line.
    pub(super) fn check_placeholders(&mut self, argv: &[String], input: Input, place: &Place) {
        let files: usize = argv.iter().map(|text| text.matches(FILE_PLACEHOLDER).count()).sum();
        match (input, files) {
            (Input::File, 1) | (Input::Stdin, 0) => {}
            (Input::File, 0) => self
                .mistakes
                .value(place, "no `{file}`, which stands for the instance; add it, or set `input: stdin`"),
            (Input::File, _) => {
                self.mistakes.value(place, format!("`{{file}}` appears {files} times; it must appear once"))
            }
            (Input::Stdin, _) => {
                self.mistakes.value(place, "`{file}` together with `input: stdin`; leave out one of them")
            }
        }
        if argv.iter().filter(|text| *text == ARGS_PLACEHOLDER).count() > 1 {
            self.mistakes.value(place, "`{args}` appears more than once");
        }
        for (i, text) in argv.iter().enumerate() {
            let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
            if text.contains(ARGS_PLACEHOLDER) && text != ARGS_PLACEHOLDER {
                self.mistakes.value(&place.index(i), "`{args}` must be a separate element");
            } else if let Some(nearest) = inner.and_then(|inner| nearest(inner, ["file", "args"]))
                && text != FILE_PLACEHOLDER
                && text != ARGS_PLACEHOLDER
            {
                self.mistakes.value(
                    &place.index(i),
                    format!("unknown placeholder `{text}`; did you mean `{{{nearest}}}`?"),
                );
            }
        }
    }

    /// Checks that arguments or a version command have no placeholder.
    fn check_plain(&mut self, argv: &[String], place: &Place) {
        for (i, text) in argv.iter().enumerate() {
            if text.contains(FILE_PLACEHOLDER) || text.contains(ARGS_PLACEHOLDER) {
                self.mistakes.value(&place.index(i), format!("`{text}`: placeholders are for `argv` only"));
            }
        }
    }

    /// Checks that arguments contain the placeholder of the seed.
    pub(super) fn check_seed(&mut self, args: &[String], place: &Place) {
        for (at, text) in args.iter().enumerate() {
            for inner in text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)) {
                if inner != "seed" && nearest(inner, ["seed"]).is_some() {
                    let message =
                        format!("unknown placeholder `{{{inner}}}`; did you mean `{SEED_PLACEHOLDER}`?");
                    self.mistakes.value(&place.index(at), message);
                    return;
                }
            }
        }
        if !args.iter().any(|text| text.contains(SEED_PLACEHOLDER)) {
            self.mistakes.value(
                place,
                "no `{seed}`, which stands for a number; write an argument such as `--seed={seed}`",
            );
        }
    }
}

impl Surroundings<'_> {
    /// Finds a program. A name with a separator is a path; a bare name is searched for in the folders of the file, and
    /// otherwise left for PATH.
    fn find_program(&self, program: &str, is_variable: bool) -> String {
        let absolute = |path: PathBuf| path.to_string_lossy().into_owned();
        if program.contains('/') {
            // Without the `.` of `./build/z3`.
            let below = |folder: &Path| -> PathBuf { folder.join(program).components().collect() };
            let own = below(self.root);
            // Who sets a variable may mean the folder of the shell. Cargo starts a test target elsewhere, with the same PWD.
            let shell = (self.environment)("PWD").filter(|_| is_variable && !own.exists());
            let shell = shell.map(|folder| below(Path::new(&folder))).filter(|path| path.is_file());
            return absolute(shell.unwrap_or(own));
        }
        let found = self.folders.iter().map(|folder| folder.join(program)).find(|path| path.is_file());
        found.map_or_else(|| program.to_owned(), absolute)
    }

    /// Returns the parent of the file's first folder with the name `bin`.
    pub(super) fn installed_in(&self) -> Option<PathBuf> {
        let bin = self.folders.iter().find(|folder| folder.ends_with("bin"))?;
        bin.parent().map(Path::to_owned)
    }
}

/// Replaces `${NAME}` and `${NAME:-default}` in `text`; the error is a message. As in a shell, the default also
/// replaces an empty value.
fn expand(text: &str, environment: Environment) -> Result<String, String> {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        let (variable, after) =
            after.split_once('}').ok_or_else(|| format!("`${{` without `}}` in `{text}`"))?;
        let (name, default) = match variable.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (variable, None),
        };
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(format!(
                "`${{{variable}}}` does not name a variable; write `${{NAME}}` or `${{NAME:-default}}`"
            ));
        }
        if default.is_some_and(|default| default.contains("${")) {
            return Err(format!(
                "`${{{variable}}}` in `{text}`: a default cannot have a variable of its own"
            ));
        }
        let value = match (environment(name), default) {
            (Some(value), None) => value,
            (Some(value), Some(_)) if !value.is_empty() => value,
            (_, Some(default)) => default.to_owned(),
            (None, None) => {
                return Err(format!(
                    "the environment variable `{name}` is not set; set it, or write a default: `${{{name}:-default}}`"
                ));
            }
        };
        expanded.push_str(before);
        expanded.push_str(&value);
        rest = after;
    }
    expanded.push_str(rest);
    Ok(expanded)
}

/// Returns a word of a command line for readers on other machines: variables become their defaults, or else their names
/// in lower case.
pub(crate) fn with_defaults(word: &str) -> String {
    let named = |name: &str| Some(name.to_lowercase());
    let expanded = expand(word, &|_| None).or_else(|_| expand(word, &named));
    expanded.unwrap_or_else(|_| word.to_owned())
}

/// Returns the name of the first variable in a word of a command line, as written.
pub(crate) fn variable_in(word: &str) -> Option<&str> {
    let (_, variable) = word.split_once("${")?;
    let (variable, _) = variable.split_once('}')?;
    Some(variable.split_once(":-").map_or(variable, |(name, _)| name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn args_replace_their_placeholder() {
        let with_args = |line, args| {
            let line = Argv { run: split(line), written: split(line) }.command_line();
            line.with_args(&split(args), &split(args))
        };
        let joined = |line, args| with_args(line, args).argv.join(" ");
        assert_eq!(joined("z3 {file}", "-T:5 -st"), "z3 -T:5 -st {file}");
        assert_eq!(joined("z3 {args} -in", "-T:5"), "z3 -T:5 -in");
        assert_eq!(joined("z3 {args} -in", ""), "z3 -in");
        assert_eq!(joined("mathsat", "-a -b"), "mathsat -a -b");
        assert_eq!(joined("x --in={file} y", "-a"), "x -a --in={file} y");
        assert_eq!(with_args("z3 {args} -in", "-T:5").args_at, 2);
    }

    #[test]
    fn a_variable_may_name_a_program_from_the_folder_of_the_shell() {
        let shell = tempfile::tempdir().unwrap();
        std::fs::create_dir(shell.path().join("build")).unwrap();
        std::fs::write(shell.path().join("build/z3"), "").unwrap();
        let environment = |name: &str| (name == "PWD").then(|| shell.path().display().to_string());
        let root = tempfile::tempdir().unwrap();
        let surroundings = Surroundings { environment: &environment, root: root.path(), folders: &[] };
        let found = |program, is_variable| PathBuf::from(surroundings.find_program(program, is_variable));
        assert_eq!(found("build/z3", true), shell.path().join("build/z3"));
        assert_eq!(found("build/z3", false), root.path().join("build/z3"));
        assert_eq!(found("./build/other", true), root.path().join("build/other"), "for the message");
        std::fs::create_dir(root.path().join("build")).unwrap();
        std::fs::write(root.path().join("build/z3"), "").unwrap();
        assert_eq!(found("build/z3", true), root.path().join("build/z3"));
    }

    #[test]
    fn readers_elsewhere_get_defaults() {
        for (word, plain) in
            [("${Z3:-z3}", "z3"), ("${MY_Z3}/bin", "my_z3/bin"), ("{file}", "{file}"), ("${", "${")]
        {
            assert_eq!(with_defaults(word), plain);
        }
    }

    #[test]
    fn variables_and_their_defaults() {
        let environment = |name: &str| match name {
            "Z3" => Some("/opt/z3".to_owned()),
            "EMPTY" => Some(String::new()),
            _ => None,
        };
        let expanded = |text| expand(text, &environment);
        assert_eq!(expanded("${Z3:-z3}"), Ok("/opt/z3".to_owned()));
        assert_eq!(expanded("a${Z3}b${EMPTY}"), Ok("a/opt/z3b".to_owned()));
        assert_eq!(expanded("${NONE:-z3}"), Ok("z3".to_owned()));
        assert_eq!(expanded("${EMPTY:-z3}"), Ok("z3".to_owned()));
        assert_eq!(expanded("$HOME {file} $"), Ok("$HOME {file} $".to_owned()));
        assert!(expanded("${NONE}").unwrap_err().contains("`NONE` is not set"));
        assert!(expanded("${Z3").unwrap_err().contains("without"));
        assert!(expanded("${}").is_err());
        for nested in ["${NONE:-${Z3}}", "${Z3:-${NONE:-z3}}"] {
            assert!(expanded(nested).unwrap_err().contains("a default cannot have a variable"), "{nested}");
        }
    }
}
