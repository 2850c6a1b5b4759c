#!/usr/bin/env python3
"""Pairs of a Parquet file with the columns id and text, by Polars and the steps of shinglescope, in memory.

    python with_polars.py PROGRAM FILE.parquet OUT.parquet
"""

import sys

import polars as pl

from shinglescope_spark import Worker

program, source, out = sys.argv[1:]
worker = Worker(program)


def step(name: str, frame: pl.DataFrame) -> pl.DataFrame:
    return pl.DataFrame(pl.from_arrow(worker.table(name, frame.to_arrow())))


def verified(pairs: pl.DataFrame) -> pl.DataFrame:
    a = texts.rename({"doc": "a", "text": "text_a"})
    b = texts.rename({"doc": "b", "text": "text_b"})
    return step("verify", pairs.join(a, on="a").join(b, on="b").sort("a", "b"))


documents = pl.read_parquet(source).with_row_index("doc").with_columns(pl.col("doc").cast(pl.Int64))
texts = documents.select("doc", "text")
sketches = step("sketch", texts).filter(pl.col("size") > 0)

# Documents with the same shingles count once, after a look at their texts.
first = pl.col("doc").min().over("print_hi", "print_lo").alias("a")
alike = sketches.select(first, pl.col("doc").alias("b")).filter(pl.col("a") != pl.col("b"))
same = (pl.col("shared") == pl.col("size_a")) & (pl.col("shared") == pl.col("size_b"))
copies = verified(alike).filter(same).select(pl.col("a").alias("first"), pl.col("b").alias("doc"))
distinct = sketches.join(copies, on="doc", how="anti").select("doc", "sketch")

keys = step("bands", distinct).sort("key", "doc")
proposed = step("pairs", keys).unique()
outsized = proposed.filter(pl.col("a") == pl.col("b")).select(pl.col("a").alias("doc"))
many = outsized["doc"].implode()
both = pl.col("a").is_in(many) & pl.col("b").is_in(many)
pairs = verified(proposed.filter(~both))
joined = step("join", texts.join(outsized, on="doc", how="semi"))

pl.concat([pairs, joined]).sort("a", "b").write_parquet(out)
print(f"{pairs.height + joined.height} pairs, {copies.height} copies")
