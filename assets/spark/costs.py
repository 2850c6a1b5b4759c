#!/usr/bin/env python3
"""Runs whole jobs on this machine beside the local run: the same figures, row by row, and what each costs.

    python costs.py PROGRAM [FOLDER ...] [--documents N ...]

For each number of made documents, for an outsized bucket, and for each folder of text files (written as Parquet first):
the pairs (shared shingles, Jaccard, estimate), copies and clusters of a job on local[2,4] against those of `pairs` and
`clusters`, CPU seconds of both, and the bytes that Spark moved in its shuffles. Prints a table. Needs Java and pyspark.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.json as pj
import pyarrow.parquet as pq
import pyspark

HOME = Path(pyspark.__file__).parent
HERE = Path(__file__).parent


@dataclass
class Cost:
    """What a process and all that it started took."""

    cpu: float = 0.0
    clock: float = 0.0


def measured(words: list[str], **more: object) -> Cost:
    """Runs a process to its end; one that fails ends the script."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(words, check=True, **more)  # type: ignore[call-overload]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu, time.monotonic() - begun)


def made(program: str, folder: Path, documents: int) -> None:
    """Documents of 300 words, a tenth of them near-copies, in eight files."""
    lines = folder.with_suffix(".jsonl")
    subprocess.run([program, "-q", "synth", "--documents", str(documents), "--out", str(lines)], check=True)
    write(pj.read_json(lines).select(["id", "text"]), folder)
    lines.unlink()


def outsized(folder: Path) -> None:
    """A bucket of 1,500 near-copies and of 5,000 identical texts."""
    base = [f"base{i}" for i in range(80)]
    texts = [" ".join([f"a{i % 50}", *base, f"b{i // 50}"]) for i in range(1_500)]
    texts += [" ".join(base[10:50])] * 5_000
    write(pa.table({"id": [f"{i:05}" for i in range(len(texts))], "text": texts}), folder)


def of_files(given: Path, folder: Path) -> None:
    """The text files below a folder, each a row."""
    paths = sorted(path for path in given.rglob("*") if path.is_file())
    texts = [path.read_bytes().decode("utf-8", "replace") for path in paths]
    write(pa.table({"id": [str(path.relative_to(given)) for path in paths], "text": texts}), folder)


def write(table: pa.Table, folder: Path) -> None:
    folder.mkdir()
    each = max(1, -(-table.num_rows // 8))
    for at in range(0, max(1, table.num_rows), each):
        pq.write_table(table.slice(at, each), folder / f"part-{at // each}.parquet")


def job(program: str, corpus: Path, out: Path, events: Path) -> tuple[Cost, int]:
    """A whole job by spark-submit, and what it moved."""
    events.mkdir()
    conf = ["spark.ui.enabled=false", "spark.driver.memory=3g", "spark.eventLog.enabled=true", "spark.eventLog.compress=false"]
    conf += [f"spark.eventLog.dir=file://{events}"]
    main = events.parent / "main.py"
    main.write_text("from shinglescope_spark.__main__ import main\n\nmain()\n")
    env = {**os.environ, "PYTHONPATH": str(HERE / "src"), "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1"}
    env["PYSPARK_PYTHON"] = env["PYSPARK_DRIVER_PYTHON"] = sys.executable
    words = [str(HOME / "bin/spark-submit"), "--master", "local[2,4]"]
    words += [word for each in conf for word in ("--conf", each)]
    words += [str(main), "run", str(corpus), "--out", str(out), "--program", program, "--partitions", "8"]
    with open(events.parent / "job.log", "wb") as log:
        cost = measured(words, env=env, stdout=log, stderr=log)
    return cost, moved(events)


def moved(events: Path) -> int:
    """Bytes written to shuffles, by the log of events."""
    found = 0
    for path in (path for path in events.rglob("*") if path.is_file()):
        for line in path.read_text("utf-8").splitlines():
            if '"SparkListenerTaskEnd"' in line:
                metrics = json.loads(line).get("Task Metrics", {}).get("Shuffle Write Metrics", {})
                found += metrics.get("Shuffle Bytes Written", 0)
    return found


def local(program: str, corpus: Path, command: str, *more: str) -> tuple[list[dict[str, object]], Cost]:
    """Rows of a command on the same corpus."""
    out = corpus.with_suffix(f".{command}.parquet")
    words = [program, "-q", command, str(corpus), "--in-memory", "--format", "parquet", "--method", "lsh", *more]
    with open(out, "wb") as file:
        cost = measured(words, stdout=file)
    return pq.read_table(out).to_pylist(), cost


def differences(program: str, corpus: Path, out: Path) -> tuple[int, int, Cost]:
    """Pairs of two different texts, how many rows of pairs and clusters are not the same, and the cost of the local run."""
    read = lambda part: pq.read_table(out / part).to_pylist()  # noqa: E731
    name = {row["doc"]: row["name"] for row in read("documents")}
    found = set()
    for row in read("pairs"):
        a, b = sorted(name[row[end]] for end in "ab")
        union = row["size_a"] + row["size_b"] - row["shared"]
        found.add((a, b, row["shared"], row["shared"] / union, row["agreeing"] / 200))
    rows, cost = local(program, corpus, "pairs", "--distinct")
    wanted = {(row["a"], row["b"], row["shared"], row["jaccard"], row["estimate"]) for row in rows}
    wrong = len(found ^ wanted)

    def groups(of: list[tuple[object, str]]) -> set[frozenset[str]]:
        made: dict[object, set[str]] = {}
        for cluster, document in of:
            made.setdefault(cluster, set()).add(document)
        return set(map(frozenset, made.values()))

    clusters = groups([(row["cluster"], name[row["doc"]]) for row in read("clusters")])
    rows, _ = local(program, corpus, "clusters")
    wrong += len(clusters ^ groups([(row["cluster"], str(row["document"])) for row in rows]))
    return len(wanted), wrong, cost


def main() -> None:
    """Runs the jobs and prints the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("program")
    asked.add_argument("folders", nargs="*", type=Path, help="of text files")
    asked.add_argument("--documents", type=int, nargs="*", default=[30_000, 120_000])
    options = asked.parse_args()
    program = os.path.abspath(options.program)
    work = Path(tempfile.mkdtemp(prefix="shinglescope-costs-"))
    corpora = [(f"{n:,} made documents", lambda to, n=n: made(program, to, n)) for n in options.documents]
    corpora.append(("1,500 near-copies, 5,000 identical", outsized))
    corpora += [("/".join(folder.resolve().parts[-2:]), lambda to, folder=folder: of_files(folder, to)) for folder in options.folders]
    print("| corpus | documents | pairs | rows that differ | local CPU s | Spark CPU s | by the clock | moved, bytes a document |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    wrong = 0
    for at, (what, make) in enumerate(corpora):
        corpus, out = work / f"corpus-{at}", work / f"out-{at}"
        make(corpus)
        spark, shuffled = job(program, corpus, out, work / f"events-{at}")
        pairs, differ, alone = differences(program, corpus, out)
        documents = pq.read_table(out / "documents").num_rows
        wrong += differ
        cells = [what, f"{documents:,}", f"{pairs:,}", f"{differ:,}", f"{alone.cpu:.1f}", f"{spark.cpu:.0f}"]
        cells += [f"{spark.clock:.0f} s", f"{shuffled / max(1, documents):,.0f}"]
        print("| " + " | ".join(cells) + " |", flush=True)
        shutil.rmtree(out)
    if wrong:
        sys.exit(f"{wrong} rows differ; {work} is left")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
