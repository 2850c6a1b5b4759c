"""The steps of a job. Each reads what the step before has written, and writes Parquet; parts that are whole stay.

| step | writes below the folder |
|---|---|
| sketch | job, inputs, documents, sketches |
| candidates | copies, buckets, outsized, candidates |
| verify | verified, joined, pairs |
| clusters | clusters |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .components import stars, union_find
from .job import Job
from .worker import Worker

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame


def sketch(job: Job) -> dict[str, int]:
    """Numbers and names the documents, and sketches their texts."""
    job.begin()
    sketches = job.folder.made("sketches", lambda: job.mapped("sketch", job.texts()))
    documents = job.folder.made("documents", lambda: _documents(job, sketches))
    count, sketched = documents.count(), sketches.count()
    return {"documents": sketched, "left out": count - sketched}


def _documents(job: Job, sketches: DataFrame) -> DataFrame:
    """(doc, file, row, name). Of rows with one name the first keeps it; the others get the first free of ~2, ~3, …, as locally.

    Rows that are left out are no documents there: they are named after the others.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    own = job.folder.begun("sketch").id
    rows = job.source.documents(job.folder, *([own] if own else []))
    number = (f.col("row") + 1).cast("string")
    given = f.nullif(f.trim(f.col(own).cast("string")), f.lit("")) if own else f.lit(None).cast("string")
    files = job.spark.read.parquet(job.folder.of("inputs")).select("file", f.col("name").alias("_file"))
    named = rows.join(f.broadcast(files), "file")
    name = f.concat("_file", f.lit("#"), f.coalesce(given, number))
    named = named.select("doc", "file", "row", name.alias("name"))
    twice = named.groupBy("name").agg(f.count("*").alias("n")).where("n > 1").select("name")
    read = sketches.select("doc", f.lit(True).alias("_read"))
    place = f.row_number().over(Window.partitionBy("name").orderBy(f.col("_read").isNull(), "doc"))
    again = named.join(twice, "name", "left_semi").join(read, "doc", "left").withColumn("_place", place)
    # Numbers that are taken, as documents have these names of themselves.
    numbered = named.where(f.col("name").rlike(r"~([2-9]|[1-9][0-9]{1,8})$"))
    taken = numbered.join(read, "doc").select(
        f.regexp_extract("name", r"(?s)^(.*)~[0-9]+$", 1).alias("name"),
        f.regexp_extract("name", r"~([0-9]+)$", 1).cast("int").alias("_taken"),
    )
    taken = taken.join(twice, "name", "left_semi").groupBy("name")
    again = again.join(taken.agg(f.sort_array(f.collect_set("_taken")).alias("_taken")), "name", "left")
    all_taken = f.coalesce("_taken", f.array().cast("array<int>"))
    next_free = f.aggregate(all_taken, f.col("_place"), lambda n, taken: f.when(taken <= n, n + 1).otherwise(n))
    suffix = f.when(f.col("_place") > 1, f.concat(f.lit("~"), next_free.cast("string"))).otherwise("")
    again = again.select("doc", "file", "row", f.concat("name", suffix).alias("name"))
    return named.join(twice, "name", "left_anti").select("doc", "file", "row", "name").unionByName(again)


def candidates(job: Job) -> dict[str, int]:
    """Finds copies and confirms them on their shingles; proposes pairs of the others by bands of their sketches."""
    from pyspark.sql import functions as f

    job.go_on("candidates")
    sketches = job.folder.read("sketches", "candidates").where("size > 0")
    copies = job.folder.made("copies", lambda: _copies(job, sketches))
    distinct = sketches.join(copies, "doc", "left_anti")

    def buckets() -> DataFrame:
        keyed = job.mapped("bands", distinct)
        keyed = keyed.repartition(job.partitions(), "key").sortWithinPartitions("key", "doc")
        return job.mapped("pairs", keyed).distinct()

    both = job.folder.made("buckets", buckets)
    outsized = job.folder.made("outsized", lambda: both.where("a = b").select(f.col("a").alias("doc")))

    def proposed() -> DataFrame:
        pairs = both.where("a < b")
        if outsized.isEmpty():
            return pairs
        # The join finds all pairs of two documents of outsized buckets.
        a = outsized.select(f.col("doc").alias("a"), f.lit(True).alias("_a"))
        b = outsized.select(f.col("doc").alias("b"), f.lit(True).alias("_b"))
        pairs = pairs.join(a, "a", "left").join(b, "b", "left")
        return pairs.where("_a is null or _b is null").select("a", "b")

    pairs = job.folder.made("candidates", proposed)
    return {"copies": copies.count(), "candidates": pairs.count(), "in outsized buckets": outsized.count()}


def _copies(job: Job, sketches: DataFrame) -> DataFrame:
    """(first, doc): documents with the same shingle set as a first one, compared on their texts."""
    from pyspark.sql import functions as f

    prints = sketches.select("print_hi", "print_lo", "doc")
    groups = prints.groupBy("print_hi", "print_lo").agg(f.min("doc").alias("first"), f.count("*").alias("n"))
    groups = groups.where("n > 1").drop("n")
    pairs = prints.join(groups, ["print_hi", "print_lo"]).where("doc > first")
    pairs = job.folder.write(pairs.select(f.col("first").alias("a"), f.col("doc").alias("b")), "prints")
    same = job.mapped("verify", job.with_texts(pairs)).where("shared = size_a and shared = size_b")
    return same.select(f.col("a").alias("first"), f.col("b").alias("doc"))


def verify(job: Job) -> dict[str, int]:
    """Counts each candidate exactly; joins the documents of outsized buckets."""
    job.go_on("verify")
    pairs = job.folder.read("candidates", "verify")
    outsized = job.folder.read("outsized", "verify")
    verified = job.folder.made("verified", lambda: job.mapped("verify", job.with_texts(pairs)))
    joined = job.folder.made("joined", lambda: _joined(job, outsized))
    found = joined.where("a is not null").drop("capped")
    all_pairs = job.folder.made("pairs", lambda: verified.unionByName(found))
    capped = joined.where("a is null").agg({"capped": "sum"}).first()
    return {"pairs": all_pairs.count(), "set aside": (capped[0] if capped else 0) or 0}


def _joined(job: Job, outsized: DataFrame) -> DataFrame:
    """The pairs of outsized buckets in one task, and a last row without a pair: how many were set aside."""
    texts = job.texts().join(outsized, "doc", "left_semi").select("doc", "text")
    schema = "a long, b long, shared long, size_a long, size_b long, agreeing int, capped long"
    if outsized.isEmpty():
        return job.spark.createDataFrame([], schema)
    return texts.repartition(1).mapInArrow(_join(job.worker), schema)


def _join(worker: Worker) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        report: dict[str, int] = {}
        schema = pa.schema([("doc", pa.int64()), ("text", pa.string())])
        names = ["a", "b", "shared", "size_a", "size_b", "agreeing"]
        for batch in worker.run("join", batches, schema, report):
            columns = [batch.column(name) for name in names]
            none = pa.nulls(batch.num_rows, pa.int64())
            yield pa.RecordBatch.from_arrays([*columns, none], [*names, "capped"])
        kinds = [pa.int64()] * 5 + [pa.int32()]
        last = [pa.nulls(1, kind) for kind in kinds] + [pa.array([report["capped"]], pa.int64())]
        yield pa.RecordBatch.from_arrays(last, [*names, "capped"])

    return run


def clusters(job: Job) -> dict[str, int]:
    """Connected components of pairs and copies: (doc, cluster), the cluster named by its least document."""
    from pyspark.sql import functions as f

    job.go_on("clusters")
    pairs = job.folder.read("pairs", "clusters").select("a", "b")
    copies = job.folder.read("copies", "clusters")
    edges = pairs.unionByName(copies.select(f.col("first").alias("a"), f.col("doc").alias("b")))
    rounds = 0

    def components() -> DataFrame:
        nonlocal rounds
        if edges.count() <= job.options.max_edges:
            table = edges.toArrow()
            ends = zip(table.column("a").to_pylist(), table.column("b").to_pylist())
            import pyarrow as pa

            found = union_find(ends)
            columns = {
                "doc": pa.array(list(found.keys()), pa.int64()),
                "cluster": pa.array(list(found.values()), pa.int64()),
            }
            return job.spark.createDataFrame(pa.table(columns))
        members, rounds = stars(edges, lambda frame, name: job.folder.write(frame, f"stars/{name}"))
        return members

    made = job.folder.made("clusters", components)
    counted = made.agg(f.count("*").alias("n"), f.countDistinct("cluster").alias("c")).first()
    assert counted is not None
    return {"clusters": counted.c, "documents in clusters": counted.n, "rounds of stars": rounds}


STEPS: dict[str, Callable[[Job], dict[str, int]]] = {
    "sketch": sketch,
    "candidates": candidates,
    "verify": verify,
    "clusters": clusters,
}
