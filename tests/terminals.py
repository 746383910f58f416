"""A terminal for tests of what commands print on one."""

import os
import pty
import select
import subprocess


def on_terminal(command, columns, answers=b"", **environment):
    """What a command prints on a terminal of a given width, where a user types answers."""
    ours, theirs = pty.openpty()
    unset = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"}
    base = {name: value for name, value in os.environ.items() if name not in unset}
    given = {**base, "TERM": "xterm-256color", "COLUMNS": str(columns), **environment}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=given)
    os.close(theirs)
    os.write(ours, answers)
    printed = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            printed += os.read(ours, 65_536)
        except OSError:
            # How Linux says that nobody writes any more.
            break
    os.close(ours)
    assert process.wait() == 0
    return printed.decode().replace("\r\n", "\n")
