"""What the adapters share: their command line, their output, and the commands of standard input.

An adapter makes an executable of a solver that is published as a Python module only:

    NAME [OPTIONS] FILE   runs the file
    NAME [OPTIONS] [-]    runs standard input, each command as soon as it is complete
    NAME --version        says what it is
    NAME --help           lists its options, with their values but for the default

Answers are the solver's own words. An error is `(error "...")` and exit code 1. A crash of the solver's
library is not caught, so that it is seen as what it is: the death of the process by a signal.
"""

import os
import re
import signal
import sys

# As in an executable written in C: Python would turn the first into an exception at some later time, and the
# second into a message.
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def arguments():
    """The options of the command line, and the file or None."""
    options, files = [], []
    for argument in sys.argv[1:]:
        is_file = argument == "-" or not argument.startswith("-")
        (files if is_file else options).append(argument)
    if len(files) > 1:
        fail("more than one file: " + " ".join(files))
    return options, None if files in ([], ["-"]) else files[0]


def main(name, version, listed, run):
    """Does what the command line asks for. `run` gets the options, and the file or None for standard input; what it
    returns is an error, if there is one."""
    options, file = arguments()
    if "--help" in options:
        list_options(listed())
    if "--version" in options:
        say(f"{name} {version()}\n")
        leave(0)
    error = run(options, file)
    if error:
        fail(error)
    leave(0)


def split(option):
    """`--NAME=VALUE` as (NAME, VALUE), without `=` as (NAME, None). What they have in common is `-i`."""
    name, equals, value = option.partition("=")
    name = "incremental" if name == "-i" else name.lstrip("-")
    return name, value if equals else None


def say(text):
    """Prints at once: who talks to a kept-alive process waits for it."""
    sys.stdout.write(text)
    sys.stdout.flush()


def list_options(options):
    """Prints options, each with its name, values beside the default, and a word on it in parentheses, and ends."""
    for name, values, word in options:
        if values:
            say("    --%s={%s}  (%s)\n" % (name, ",".join(map(str, values)), word))
    leave(0)


def fail(message):
    """Ends with an error."""
    say('(error "%s")\n' % str(message).strip().replace('"', '""'))
    leave(1)


def leave(code):
    """Ends without taking the interpreter and the solver apart: that takes time, and what goes wrong in it is
    not the solver's fault."""
    sys.stdout.flush()
    os._exit(code)


class Commands:
    """Cuts a stream of bytes into commands. All it knows of SMT-LIB is what a parenthesis may hide in."""

    MARK = re.compile(rb'[()"|;]')
    # What ends a string (where "" needs no care: it ends one and starts another), a quoted symbol, a comment.
    END = {b'"': b'"', b"|": b"|", b";": b"\n"}

    def __init__(self):
        self.depth = 0
        self.hidden_until = None
        self.rest = b""

    def feed(self, data):
        """The commands that end in `data`, each with the blanks and comments before it."""
        complete, start, at = [], 0, 0
        while True:
            if self.hidden_until:
                at = data.find(self.hidden_until, at) + 1
                if at == 0:
                    break
                self.hidden_until = None
            mark = self.MARK.search(data, at)
            if mark is None:
                break
            at = mark.end()
            if mark[0] == b"(":
                self.depth += 1
            elif mark[0] == b")":
                # A parenthesis too many is complete as well: the solver is to complain about it.
                self.depth = max(0, self.depth - 1)
                if self.depth == 0:
                    complete.append(self.rest + data[start:at])
                    self.rest, start = b"", at
            else:
                self.hidden_until = self.END[mark[0]]
        self.rest += data[start:]
        return complete


def between_resets():
    """What standard input has up to each `(reset)`: files to read from, each with what came so far."""
    import socket

    here, there = socket.socketpair()
    feeder = os.fork()
    if feeder == 0:
        try:
            here.close()
            hand_over(there)
        finally:
            os._exit(0)
    there.close()
    while True:
        _, files, _, _ = socket.recv_fds(here, 1, 1)
        if not files:
            break
        yield f"/dev/fd/{files[0]}"
        os.close(files[0])
    os.waitpid(feeder, 0)


def hand_over(reader):
    """Sends `reader` a pipe for each script of standard input, and fills it command by command."""
    import socket

    sink = None
    for commands in incoming(reader):
        for command in commands:
            if sink is None:
                source, sink = os.pipe()
                socket.send_fds(reader, [b"."], [source])
                os.close(source)
            if command.endswith(b"(reset)"):
                os.close(sink)
                sink = None
                continue
            write(sink, command)
            if command.endswith(b"(exit)"):
                return


def incoming(reader):
    """For a process beside the solver's: the commands of standard input, those that come together in a list and what
    is incomplete at its end as one, until nobody is left at the other end of `reader`."""
    import select

    # Who reads our output waits for its end, which is to come when the solver ends.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    events = select.poll()
    events.register(0, select.POLLIN)
    # It tells when the other end is gone, whatever is asked for: the solver has ended.
    events.register(reader, 0)
    commands = Commands()
    while all(file == 0 for file, _ in events.poll()):
        data = os.read(0, 1 << 16)
        if not data:
            yield [commands.rest]
            return
        yield commands.feed(data)


def write(sink, data):
    view = memoryview(data)
    while view:
        view = view[os.write(sink, view) :]
