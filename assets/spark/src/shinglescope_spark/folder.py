"""The folder of a job: its parts as Parquet, and what it was begun with.

A part is whole once Spark has written its ``_SUCCESS``; a part without it is written anew. What a job was begun with is
a part too (``job`` and ``inputs``), and each step compares it with what it is given now.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


class JobError(RuntimeError):
    """A step cannot begin; the message names it and the way out."""


@dataclass(frozen=True)
class Begun:
    """What a job was begun with."""

    input: str
    text: str
    id: str | None
    settings: str
    described: str


class Folder:
    """The folder of a job."""

    def __init__(self, spark: SparkSession, path: str):
        self.spark = spark
        self.path = path.rstrip("/") or "/"

    def of(self, part: str) -> str:
        """The path of a part."""
        return f"{self.path}/{part}"

    def _exists(self, path: str) -> bool:
        jvm: Any = self.spark.sparkContext._jvm
        conf = self.spark.sparkContext._jsc.hadoopConfiguration()
        where = jvm.org.apache.hadoop.fs.Path(path)
        return bool(where.getFileSystem(conf).exists(where))

    def is_whole(self, part: str) -> bool:
        """Whether a part was written to its end."""
        return self._exists(self.of(f"{part}/_SUCCESS"))

    def read(self, part: str, step: str) -> DataFrame:
        """A part that an earlier step has written."""
        if not self.is_whole(part):
            raise JobError(f"{step}: {self.of(part)} is not there or not whole; run the step before it first")
        return self.spark.read.parquet(self.of(part))

    def write(self, frame: DataFrame, part: str) -> DataFrame:
        """Writes a part, in the place of one that is not whole, and reads it again."""
        frame.write.mode("overwrite").parquet(self.of(part))
        return self.spark.read.parquet(self.of(part))

    def write_file(self, name: str, text: str) -> None:
        """Writes a file of text into the folder."""
        jvm: Any = self.spark.sparkContext._jvm
        conf = self.spark.sparkContext._jsc.hadoopConfiguration()
        where = jvm.org.apache.hadoop.fs.Path(self.of(name))
        out = where.getFileSystem(conf).create(where, True)
        try:
            out.write(bytearray(text.encode()))
        finally:
            out.close()

    def made(self, part: str, frame: Any) -> DataFrame:
        """The part; where it is not whole, ``frame()`` is written to it."""
        if self.is_whole(part):
            return self.spark.read.parquet(self.of(part))
        return self.write(frame(), part)

    def begin(self, begun: Begun) -> None:
        """Records what the job is begun with.

        Raises :class:`JobError` where the folder belongs to something else, or to a job with other settings.
        """
        if self.is_whole("job"):
            self.check(begun, "sketch")
            return
        if self._exists(self.path) and not self._exists(self.of("job")):
            raise JobError(f"sketch: {self.path} exists and is no folder of a job; give another --out")
        row = json.dumps(asdict(begun))
        self.write(self.spark.createDataFrame([(row,)], "job string"), "job")

    def begun(self, step: str) -> Begun:
        """What the job was begun with."""
        row = self.read("job", step).first()
        assert row is not None
        return Begun(**json.loads(row.job))

    def check(self, now: Begun, step: str) -> None:
        """Raises :class:`JobError` if the job was begun with something else."""
        was = self.begun(step)
        for name, before, here in zip(asdict(was), asdict(was).values(), asdict(now).values()):
            if before != here and name != "described":
                raise JobError(
                    f"{step}: {self.path} was begun with {name} {before!r}, and this is {here!r}; "
                    "give the same options and program, or another --out"
                )
