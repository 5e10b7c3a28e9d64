"""Bitwuzla as an executable. Every option `--NAME[=VALUE]` is Bitwuzla's own."""

import os
import signal

import smtlib

# The parser asks for its input in pieces of this size (Bitwuzla 0.10.0) or of a sixty-fourth of it (0.9.1), and waits
# until it has a whole one.
PIECE = 64 * 1024


def parse(file, options):
    """Runs a file; the error in it, if any."""
    # Only here, so that the process that feeds this one is without it.
    import bitwuzla

    try:
        settings = bitwuzla.Options()
        settings.set_args(*options)
        bitwuzla.Parser(bitwuzla.TermManager(), settings).parse(file, parse_file=True)
    except MemoryError:
        return "out of memory"
    except (bitwuzla.BitwuzlaException, ValueError) as error:
        return error
    return None


def parse_stdin(options):
    """Has the parser read standard input through a process that fills up its pieces.

    Neither giving the parser one command after the other does, as each call of it forgets how often there was a
    push, nor a thread, as the parser keeps the interpreter's lock while it waits. The solver is in this process and
    not in the other one, so that its end, by a signal say, is the end that is seen.
    """
    source, sink = os.pipe()
    feeder = os.fork()
    if feeder == 0:
        try:
            os.close(source)
            feed(sink)
        finally:
            os._exit(0)
    os.close(sink)
    error = parse(f"/dev/fd/{source}", options)
    os.kill(feeder, signal.SIGKILL)
    os.waitpid(feeder, 0)
    return error


def feed(sink):
    """Writes the commands of standard input to `sink`, with blanks after them so that none has to wait for more."""
    written = 0
    for commands in smtlib.incoming(sink):
        complete = b"".join(commands)
        if complete:
            written += len(complete)
            blanks = -written % PIECE
            smtlib.write(sink, complete + b" " * blanks)
            written += blanks


def listed():
    """Its options with their other values: switches and modes."""
    import bitwuzla

    settings = bitwuzla.Options()
    for option in bitwuzla.Option:
        values = []
        if option.name.startswith("NUM_"):
            continue
        if settings.is_bool(option):
            values = ["false" if settings.get(option) else "true"]
        elif settings.is_mode(option):
            values = [mode for mode in settings.modes(option) if mode != settings.get(option)]
        yield settings.lng(option), values, settings.description(option)


def version():
    import bitwuzla

    return bitwuzla.version()


def run(options, file):
    return parse_stdin(options) if file is None else parse(file, options)


smtlib.main("bitwuzla", version, listed, run)
