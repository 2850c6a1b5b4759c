#!/usr/bin/env python3
"""Measures shinglescope beside other programs for the same work: see README.md in this folder.

    cargo build --release && python3 benches/peers/run.py [--runs 5]
"""

import argparse
import csv
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
THRESHOLD = 0.8

# What the project wants: our processor seconds over theirs, at most.
WANTED = {"gaoya 0.2.2": 1 / 6, "rensa 0.5.0": 1 / 9, "datasketch 2.0.0": 1 / 30}
PYTHON_PEERS = ["rensa==0.5.0", "datasketch==2.0.0"]

# One thread for everyone, numpy included.
ENVIRONMENT = os.environ | {
    name: "1"
    for name in (
        "RAYON_NUM_THREADS",
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
    )
}


def say(sentence):
    print(sentence, file=sys.stderr, flush=True)


def install(folder):
    """The peers, from their registries, into `folder`; the command of each but for its arguments."""
    venv = folder / "venv"
    python = venv / "bin" / "python"
    if not python.exists():
        say("making a Python environment")
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    say("installing " + ", ".join(PYTHON_PEERS))
    subprocess.run([*pip, *PYTHON_PEERS], check=True)
    say("building the program around gaoya")
    cargo = ["cargo", "build", "--release", "--quiet", "--locked"]
    manifest = HERE / "gaoya" / "Cargo.toml"
    target = folder / "gaoya"
    subprocess.run(
        [*cargo, "--manifest-path", manifest, "--target-dir", target], check=True
    )
    return {
        "gaoya 0.2.2": [target / "release" / "peer-gaoya"],
        "rensa 0.5.0": [python, HERE / "peer_rensa.py"],
        "datasketch 2.0.0": [python, HERE / "peer_datasketch.py"],
    }


def measure(command, out):
    """Runs `command` with its output in the file `out`: processor seconds, user and system, and
    bytes resident at the most, of that process alone."""
    with open(out, "wb") as file:
        child = subprocess.Popen(command, stdout=file, env=ENVIRONMENT)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{command[0]} failed with status {child.returncode}")
    # Linux tells kilobytes, macOS bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit


def pair(a, b):
    """Two ids in one order, without the name of the file that ours begin with."""
    return tuple(sorted(name.rpartition("#")[2] for name in (a, b)))


def pairs(path, header):
    """The pairs that a program has written, as a set."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        if header:
            next(rows)
        return {pair(row[0], row[1]) for row in rows}


def truth(ours, corpus, planted, folder):
    """Every pair at or above the threshold, by the complete join, which must agree with what was
    planted."""
    out = folder / "exact.csv"
    measure([*ours, corpus, "--method", "exact"], out)
    exact = pairs(out, header=True)
    with open(planted, newline="", encoding="utf-8") as file:
        known = {
            pair(row["a"], row["b"])
            for row in csv.DictReader(file)
            if float(row["jaccard"]) >= THRESHOLD
        }
    if exact != known:
        sys.exit(
            f"the complete join finds {len(exact)} pairs and {len(known)} were planted, "
            f"{len(exact ^ known)} of them in one list only"
        )
    return exact


def table(header, rows):
    widths = [max(map(len, column)) for column in zip(header, *rows)]
    for row in [header, *rows]:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join(cells))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--runs", type=int, default=5, help="of which the median counts")
    arguments.add_argument("--documents", type=int, default=10_000)
    arguments.add_argument("--words", type=int, default=300)
    arguments.add_argument(
        "--program", type=Path, default=ROOT / "target" / "release" / "shinglescope"
    )
    arguments.add_argument(
        "--folder",
        type=Path,
        default=ROOT / "target" / "peers",
        help="where the peers are installed and the corpus is made",
    )
    asked = arguments.parse_args()
    if asked.runs < 1 or asked.documents < 1 or asked.words < 1:
        arguments.error("--runs, --documents and --words are 1 or more")
    if not asked.program.exists():
        sys.exit(f"{asked.program} is missing: cargo build --release makes it")
    folder = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    peers = install(folder)

    corpus, planted = folder / "corpus.jsonl", folder / "planted.csv"
    size = ["--documents", str(asked.documents), "--words", str(asked.words)]
    files = ["--out", corpus, "--truth", planted, "--force"]
    subprocess.run([asked.program, "synth", *size, *files], check=True)

    ours = [asked.program, "pairs", "--threads", "1", "--in-memory", "--quiet"]
    ours += ["--format", "csv", "--threshold", str(THRESHOLD)]
    want = truth(ours, corpus, planted, folder)
    say(f"{len(want)} pairs at {THRESHOLD} or above, by the complete join and as planted")
    commands = {
        "shinglescope, lsh": [*ours, corpus, "--method", "lsh"],
        "shinglescope, default": [*ours, corpus],
    }
    commands |= {
        name: [*command, corpus, str(THRESHOLD)] for name, command in peers.items()
    }
    figures = {name: [] for name in commands}
    for run in range(asked.runs):
        say(f"run {run + 1} of {asked.runs}")
        for name, command in commands.items():
            figures[name].append(measure(command, folder / "pairs.csv"))
            if run == 0:
                got = pairs(folder / "pairs.csv", header=name not in peers)
                figures[name, "found"] = got

    seconds = {name: statistics.median(s for s, _ in figures[name]) for name in commands}
    contender = seconds["shinglescope, lsh"]
    header = ["", "CPU s", "ours / its", "wanted", "peak MB", "pairs", "recall", "precision"]
    rows = []
    for name in commands:
        got = figures[name, "found"]
        right = len(got & want)
        wanted = WANTED.get(name)
        rows.append(
            [
                name,
                f"{seconds[name]:.3f}",
                f"1/{seconds[name] / contender:.1f}",
                f"1/{1 / wanted:.0f}" if wanted else "",
                f"{max(peak for _, peak in figures[name]) / 1e6:.0f}",
                str(len(got)),
                f"{right / max(len(want), 1):.4f}",
                f"{right / max(len(got), 1):.4f}",
            ]
        )
    table(header, rows)


main()
