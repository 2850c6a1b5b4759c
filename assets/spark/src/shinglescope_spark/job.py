"""A job: its corpus, its folder, the program, and frames that go through a step of the program."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .folder import Begun, Folder, JobError
from .source import Source
from .worker import Worker

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

#: What a step reads and writes, as Spark and the program have it.
SCHEMAS = {
    "sketch": ("doc long, text string", "doc long, print_hi long, print_lo long, size long, sketch binary"),
    "bands": ("doc long, sketch binary", "key long, doc long"),
    "pairs": ("key long, doc long", "a long, b long"),
    "verify": (
        "a long, b long, text_a string, text_b string",
        "a long, b long, shared long, size_a long, size_b long, agreeing int",
    ),
    "join": ("doc long, text string", "a long, b long, shared long, size_a long, size_b long, agreeing int"),
}

#: The settings of the job, in its folder, as a config file of the program.
CONFIG_NAME = "settings.toml"

#: Edges up to which clusters are made on the driver: some 500 MB there.
MOST_EDGES = 5_000_000


@dataclass(frozen=True)
class Options:
    """What a job is given."""

    input: str
    out: str
    text: str = "text"
    id: str | None = "id"
    program: str = "shinglescope"
    ship: bool = True
    partitions: int | None = None
    max_edges: int = MOST_EDGES
    worker: tuple[str, ...] = ()

    def described(self) -> dict[str, Any]:
        """The settings with their hash, as the program has them. Needs no Spark.

        Raises :class:`JobError` or :class:`WorkerError` where the program is not there or refuses the options.
        """
        if os.sep in self.program and not os.path.exists(self.program):
            raise JobError(f"{self.program} is not there; name the program shinglescope by --program")
        if self.ship and os.sep not in self.program:
            raise JobError(f"to send {self.program} to the nodes, give its path by --program; or --installed if they have it")
        return Worker(self.program, self.worker).settings()


class Job:
    """A job on a Spark session."""

    def __init__(self, spark: SparkSession, options: Options, described: dict[str, Any] | None = None):
        self.spark = spark
        self.options = options
        self.folder = Folder(spark, options.out)
        self.source = Source(spark, options.input)
        _configure(spark)
        self.described = options.described() if described is None else described
        self.worker = Worker(self._shipped(), options.worker, self.described["settings"])

    def _shipped(self) -> str | Callable[[], str]:
        """The program, as tasks find it."""
        if not self.options.ship:
            return self.options.program
        self.spark.sparkContext.addFile(os.path.abspath(self.options.program))
        name = os.path.basename(self.options.program)

        def find() -> str:
            from pyspark import SparkFiles

            path = SparkFiles.get(name)
            if not os.access(path, os.X_OK):
                os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
            return path

        return find

    def partitions(self) -> int:
        """Partitions of a shuffle."""
        return self.options.partitions or int(self.spark.conf.get("spark.sql.shuffle.partitions") or 200)

    def begin(self) -> None:
        """Records what the job is begun with, or compares it with what was recorded."""
        columns = self.source.columns()
        if self.options.text not in columns:
            raise JobError(
                f"sketch: {self.options.input} has no column {self.options.text!r}; its columns are: "
                f"{', '.join(columns)}; --text-column (--text-field of shinglescope scale) names another"
            )
        own = self.options.id if self.options.id in columns else None
        begun = Begun(
            self.options.input, self.options.text, own, self.described["settings"], _compact(self.described)
        )
        self.folder.begin(begun)
        if not self.folder.is_whole("inputs"):
            self.folder.write_file(CONFIG_NAME, self._config(own))
            self.source.number(self.folder)
        self.source.check(self.folder, "sketch")

    def _config(self, own: str | None) -> str:
        """The settings as a config file: `shinglescope DIR --config DIR/settings.toml`."""
        config: str = self.described["config"]
        for name, column, usual in (("text-field", self.options.text, "text"), ("id-field", own, "id")):
            if column not in (None, usual) and f"\n{name} = " not in config:
                # A string of JSON is one of TOML if it has no pairs of surrogates.
                config += f"{name} = {json.dumps(column, ensure_ascii=False)}\n"
        return config

    def go_on(self, step: str) -> None:
        """Checks that the job is the one that was begun, and its input unchanged."""
        begun = self.folder.begun(step)
        now = Begun(self.options.input, self.options.text, begun.id, self.described["settings"], "")
        self.folder.check(now, step)
        self.source.check(self.folder, step)

    def texts(self) -> DataFrame:
        """All documents that are compared, as (doc, text). Those without text, or with more than --max-size, are not."""
        from pyspark.sql import functions as f

        text = self.options.text
        rows = self.source.documents(self.folder, text)
        most = self.described["max_bytes"]
        rows = rows.where(f.octet_length(text).between(1, most))
        return rows.select("doc", f.col(text).cast("string").alias("text"))

    def mapped(self, step: str, rows: DataFrame) -> DataFrame:
        """The rows that a step of the program makes of these, one process a task."""
        reads, writes = SCHEMAS[step]
        columns = [column.split()[0] for column in reads.split(", ")]
        return rows.select(*columns).mapInArrow(_mapper(step, self.worker, reads), writes)

    def with_texts(self, pairs: DataFrame) -> DataFrame:
        """Pairs (a, b) with their texts. Only documents of a pair are read, before texts are shuffled."""
        from pyspark.sql import functions as f

        docs = pairs.select(f.col("a").alias("doc")).unionByName(pairs.select(f.col("b").alias("doc"))).distinct()
        texts = self.texts().join(docs, "doc", "left_semi")
        a = texts.select(f.col("doc").alias("a"), f.col("text").alias("text_a"))
        b = texts.select(f.col("doc").alias("b"), f.col("text").alias("text_b"))
        return pairs.join(a, "a").join(b, "b").select("a", "b", "text_a", "text_b")


def _configure(spark: SparkSession) -> None:
    """Batches of moderate size, and functions that nodes need not have installed."""
    from pyspark import cloudpickle

    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "10000")
    spark.conf.set("spark.sql.execution.arrow.maxBytesPerBatch", str(64 << 20))
    register: Callable[[object], None] = cloudpickle.register_pickle_by_value
    register(sys.modules[__package__ or __name__])


def _mapper(
    step: str, worker: Worker, reads: str
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        kinds = {"long": pa.int64(), "int": pa.int32(), "string": pa.string(), "binary": pa.binary()}
        fields = [column.split() for column in reads.split(", ")]
        yield from worker.run(step, batches, pa.schema([(name, kinds[kind]) for name, kind in fields]))

    return run


def _compact(described: object) -> str:
    return json.dumps(described)
