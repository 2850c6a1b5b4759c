#!/usr/bin/env python3
"""Records the program on its demo corpus as an asciicast (version 2): docs/record.py PROGRAM OUT.cast

Needs a Unix system and nothing but Python. The recording is played with `asciinema play docs/demo.cast`.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time

COLUMNS, ROWS = 120, 36
ESC = "\x1b"

# Seconds to wait before a key, and the key.
STEPS = [
    (3.0, "j"),  # the chain
    (1.5, "b"),  # the two ends of its weakest bridge
    (2.5, ESC),
    (1.0, "+"),
    (0.6, "+"),
    (0.6, "+"),  # the chain falls apart
    (2.0, "-"),
    (0.4, "-"),
    (0.4, "-"),
    (1.5, "k"),
    (1.0, "\r"),  # a document and its neighbours
    (3.0, "\r"),  # two texts, facing
    (2.0, "]"),
    (2.0, "m"),
    (1.0, "m"),
    (2.0, ESC),
    (1.0, ESC),
    (1.0, "T"),  # which settings
    (2.5, "\t"),
    (2.0, "\t"),
    (2.0, "\t"),
    (2.5, ESC),
    (1.0, "L"),  # the lecture
    (2.0, " "),
    (1.5, " "),
    (1.5, " "),
    (2.0, "\x11"),
]


def main():
    program, out = sys.argv[1:3]
    home = tempfile.mkdtemp()
    pid, terminal = pty.fork()
    if pid == 0:
        for name in ("CACHE", "CONFIG", "DATA", "STATE"):
            os.environ[f"XDG_{name}_HOME"] = os.path.join(home, name.lower())
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        os.environ.pop("NO_COLOR", None)
        os.execvp(program, [program, "demo", "--dark"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    os.kill(pid, signal.SIGWINCH)
    began = time.monotonic()
    events = []

    def read(until):
        while (left := until - time.monotonic()) > 0:
            if select.select([terminal], [], [], left)[0]:
                try:
                    data = os.read(terminal, 65536)
                except OSError:
                    return
                if not data:
                    return
                at = round(time.monotonic() - began, 3)
                events.append([at, "o", data.decode("utf-8", "replace")])

    for wait, key in STEPS:
        read(time.monotonic() + wait)
        os.write(terminal, key.encode())
    read(time.monotonic() + 2)
    _, status = os.waitpid(pid, 0)
    if status != 0:
        sys.exit(f"{program} ended with status {status}")
    header = {"version": 2, "width": COLUMNS, "height": ROWS, "title": "shinglescope"}
    with open(out, "w", encoding="utf-8") as file:
        for line in [header, *events]:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    print(f"{out}: {events[-1][0]:.0f} s, {os.path.getsize(out) // 1024} KB")


if __name__ == "__main__":
    main()
