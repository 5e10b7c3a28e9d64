"""Boolector as an executable. `-i` is `--incremental`; every other `--NAME[=NUMBER]` is the option of Boolector
with that name.
"""

import os

import pyboolector
import smtlib

# The module takes regular files only. Boolector itself reads whatever can be opened, and a pipe one command at a
# time, which is all that standard input needs, but for `(reset)`.
os.path.isfile = os.path.exists


def set_option(solver, option):
    name, value = smtlib.split(option)
    try:
        key = getattr(pyboolector.BtorOption, "BTOR_OPT_" + name.upper().replace("-", "_"))
        number = 1 if value is None else int(value)
    except (AttributeError, ValueError):
        smtlib.fail(f"no such option: {option}")
    solver.Set_opt(key, number)


# Values of an option, at most: more are a number, and none of a few.
FEW = 8


def listed():
    """Its options with their other values, which are numbers."""
    for option in pyboolector.Boolector().Options():
        few = range(option.min, option.max + 1) if option.max - option.min < FEW else []
        yield option.lng, [value for value in few if value != option.dflt], option.desc


def parse(file, options):
    """Runs a file with a solver of its own, which prints the answers itself."""
    solver = pyboolector.Boolector()
    for option in options:
        set_option(solver, option)
    result, _, message = solver.Parse(file)
    if result == solver.PARSE_ERROR:
        smtlib.fail(message)


def run(options, file):
    try:
        # Boolector has no `(reset)`: what comes after one is for a solver of its own.
        for script in smtlib.between_resets() if file is None else [file]:
            parse(script, options)
    except pyboolector.BoolectorException as error:
        return error
    return None


smtlib.main("boolector", lambda: pyboolector.Boolector().Version(), listed, run)
