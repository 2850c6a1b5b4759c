"""Documents of a corpus in Parquet: which files there are, and the number and name of each row."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlparse

from .folder import Folder, JobError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

#: Bits of a document's number for the row; those above are for the file.
ROW_BITS = 40


class Source:
    """A corpus: one Parquet file, or all below a folder."""

    def __init__(self, spark: SparkSession, path: str):
        self.spark = spark
        self.path = path

    def _reader(self, form: str) -> DataFrame:
        reader = self.spark.read.format(form).option("recursiveFileLookup", "true")
        if not self.path.endswith(".parquet"):
            reader = reader.option("pathGlobFilter", "*.parquet")
        return reader.load(self.path)

    def listing(self) -> DataFrame:
        """The files as they are now: path, size in bytes, time of the last change. Reads none of them.

        Paths are spelled as ``_metadata`` of their rows spells them.
        """
        from pyspark.sql import functions as f

        columns = [
            f.col("_metadata.file_path").alias("path"),
            f.col("_metadata.file_size").alias("size"),
            f.unix_micros("_metadata.file_modification_time").alias("changed"),
        ]
        return self._reader("binaryFile").select(*columns)

    def columns(self) -> list[str]:
        """The columns of the rows."""
        from pyspark.errors import AnalysisException

        try:
            return self._reader("parquet").columns
        except AnalysisException as error:
            raise JobError(f"sketch: {self.path} cannot be read as Parquet: {str(error).splitlines()[0]}") from error

    def number(self, folder: Folder) -> None:
        """Gives each file its number, in the order of the paths, and records the listing in the folder."""
        rows = sorted(tuple(row) for row in self.listing().collect())
        if not rows:
            raise JobError(f"sketch: no file of the name *.parquet in {self.path}")
        numbered = [(at, path, size, changed, self._name(path)) for at, (path, size, changed) in enumerate(rows)]
        schema = "file bigint, path string, size bigint, changed bigint, name string"
        folder.write(self.spark.createDataFrame(numbered, schema), "inputs")

    def check(self, folder: Folder, step: str) -> None:
        """Raises :class:`JobError` if the files are not those that the job was begun with."""
        was = {tuple(row) for row in folder.read("inputs", step).select("path", "size", "changed").collect()}
        now = {tuple(row) for row in self.listing().collect()}
        if was != now:
            path = min(was ^ now)[0]
            raise JobError(
                f"{step}: the input is not what the job was begun with: {len({row[0] for row in was ^ now})} files "
                f"differ, the first is {path}; give another --out to begin anew"
            )

    def _name(self, path: str) -> str:
        """The path below the root, as the program names files."""
        plain = unquote(urlparse(path).path)
        root = urlparse(self.path)
        below = root.path if root.scheme else os.path.abspath(self.path)
        below = unquote(below).rstrip("/") if root.scheme else below.rstrip("/")
        return plain.split(below + "/", 1)[-1] if below + "/" in plain else plain.rsplit("/", 1)[-1]

    def documents(self, folder: Folder, *columns: str) -> DataFrame:
        """The rows with the number of their document: (doc, file, row, columns…)."""
        from pyspark.sql import functions as f

        rows = self._reader("parquet").select(
            f.col("_metadata.file_path").alias("_path"),
            f.col("_metadata.row_index").alias("row"),
            *columns,
        )
        files = self.spark.read.parquet(folder.of("inputs")).select("file", f.col("path").alias("_path"))
        joined = rows.join(f.broadcast(files), "_path")
        doc = (f.shiftleft(f.col("file"), ROW_BITS) + f.col("row")).alias("doc")
        return joined.select(doc, "file", "row", *columns)
