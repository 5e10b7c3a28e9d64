"""cvc5 as an executable. `-i` is `--incremental`; every other `--NAME[=VALUE]` is the option of cvc5 with
that name (`--no-NAME` sets it to false).
"""

import os

import cvc5
import smtlib

LANGUAGE = cvc5.InputLanguage.SMT_LIB_2_6


def setting(option):
    """An option of the command line as the library takes it."""
    name, value = smtlib.split(option)
    if value is None and name.startswith("no-"):
        return name[len("no-") :], "false"
    return name, "true" if value is None else value


class Cvc5:
    """A solver and what parses its input."""

    def __init__(self, options):
        # As cvc5's own executable has it. The library solves incrementally unless told otherwise, which leaves
        # out some of the preprocessing, and prints a reason after `unknown`.
        defaults = [("incremental", "false"), ("output-language", "smt2.6")]
        self.settings = defaults + [setting(option) for option in options]
        # Before 1.2, the solver itself manages its terms.
        terms = [cvc5.TermManager()] if hasattr(cvc5, "TermManager") else []
        self.solver = cvc5.Solver(*terms)
        self.configure()
        self.symbols = cvc5.SymbolManager(*(terms or [self.solver]))
        self.parser = cvc5.InputParser(self.solver, self.symbols)

    def configure(self):
        for name, value in self.settings:
            self.solver.setOption(name, value)

    def run_next(self):
        """Runs the next command; whether there may be another one."""
        command = self.parser.nextCommand()
        if command.isNull():
            return False
        name = command.getCommandName()
        output = command.invoke(self.solver, self.symbols)
        smtlib.say(output)
        # No other output starts like this: echo prints the quotes, get-value and get-info more parentheses or
        # a colon.
        if output.startswith("(error "):
            smtlib.leave(1)
        if name == "reset":
            # It makes a new solver, with the options that the library starts with.
            self.configure()
        return name != "exit"

    def run_file(self, file):
        self.parser.setFileInput(LANGUAGE, file)
        while self.run_next():
            pass

    def run_stdin(self):
        """Hands the parser one command at a time, and asks it for one after each: if it ever comes to the end of
        what it has, it starts anew (cvc5 1.4.2), and refuses the next command but one."""
        self.parser.setIncrementalStringInput(LANGUAGE, "<stdin>")
        commands = smtlib.Commands()
        while data := os.read(0, 1 << 16):
            for command in commands.feed(data):
                self.append(command)
                if not self.run_next():
                    return
        self.append(commands.rest)
        self.run_next()

    def append(self, text):
        self.parser.appendIncrementalStringInput(text.decode(errors="replace") + "\n")


def listed():
    """Its options with their other values: switches and modes."""
    # The adapter's own defaults are not those of the library.
    solver = Cvc5([]).solver
    for name in solver.getOptionNames():
        info = solver.getOptionInfo(name)
        if info["type"] is bool:
            values = ["false" if info["current"] else "true"]
        else:
            values = [mode for mode in info.get("modes", []) if mode != info["current"]]
        yield name, values, str(info["category"]).rpartition(".")[2].lower()


def version():
    # Before 1.2, only a solver knows it.
    return getattr(cvc5, "__version__", None) or cvc5.Solver().getVersion().decode()


def run(options, file):
    try:
        solver = Cvc5(options)
        if file is None:
            solver.run_stdin()
        else:
            solver.run_file(file)
    except MemoryError:
        return "out of memory"
    except RuntimeError as error:
        return error
    return None


smtlib.main("cvc5", version, listed, run)
