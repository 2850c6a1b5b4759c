"""The command: one step of a job, or all of them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from .folder import JobError
from .job import MOST_EDGES, Job, Options
from .steps import STEPS
from .worker import WorkerError


def parser() -> argparse.ArgumentParser:
    """The definition of the command line."""
    all_ = argparse.ArgumentParser(
        prog="shinglescope-spark",
        description="Near-duplicate documents on Apache Spark. The steps in their order: sketch, candidates, verify, "
        "clusters; run does all. A step that was interrupted is run again; what is whole is not made again.",
        epilog="Options of shinglescope worker (--k, --threshold and so on) follow after --.",
    )
    all_.add_argument("step", choices=[*STEPS, "run"])
    all_.add_argument("input", help="a Parquet file, or a folder of them; nodes and driver must reach it")
    all_.add_argument("--out", required=True, metavar="DIR", help="the folder of the job; nodes must reach it")
    all_.add_argument("--text-column", default="text", metavar="NAME")
    all_.add_argument("--id-column", default="id", metavar="NAME", help="names documents; row numbers where it is not")
    all_.add_argument("--program", default="shinglescope", metavar="PATH", help="the program; it is sent to the nodes")
    all_.add_argument("--installed", action="store_true", help="nodes have the program at this path: do not send it")
    all_.add_argument("--master", metavar="URL", help="where not started by spark-submit, for example local[2,4]")
    all_.add_argument("--partitions", type=int, metavar="N", help="of the shuffle by keys")
    all_.add_argument(
        "--max-edges", type=int, default=MOST_EDGES, metavar="N", help="pairs up to which the driver makes the clusters"
    )
    all_.add_argument("worker", nargs="*", metavar="-- OPTIONS", help="of shinglescope worker")
    return all_


def run(words: Sequence[str]) -> None:
    """Runs the steps that the words ask for, and prints one line of JSON for each."""
    words = list(words)
    split = words.index("--") if "--" in words else len(words)
    asked = parser().parse_args(words[:split])
    options = Options(
        input=asked.input,
        out=asked.out,
        text=asked.text_column,
        id=asked.id_column,
        program=asked.program,
        ship=not asked.installed,
        partitions=asked.partitions,
        max_edges=asked.max_edges,
        worker=tuple(words[split + 1 :]),
    )
    # Before Spark is started, which takes its time.
    described = options.described()
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("shinglescope")
    if asked.master:
        builder = builder.master(asked.master)
    spark = builder.getOrCreate()
    try:
        job = Job(spark, options, described)
        for name in STEPS if asked.step == "run" else [asked.step]:
            print(json.dumps({"step": name, **STEPS[name](job)}), flush=True)
    finally:
        spark.stop()


def main() -> None:
    """The entry point: an error that names the step and the way out ends with status 1."""
    try:
        run(sys.argv[1:])
    except (JobError, WorkerError) as error:
        sys.exit(f"shinglescope-spark: {error}")


if __name__ == "__main__":
    main()
