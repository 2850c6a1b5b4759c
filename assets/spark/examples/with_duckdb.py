#!/usr/bin/env python3
"""Pairs of Parquet files with the columns id and text, by DuckDB and the steps of shinglescope.

    python with_duckdb.py PROGRAM 'FILES*.parquet' OUT.parquet

DuckDB sorts and joins on disk where memory does not do; rows go through the steps as streams.
"""

import sys

import duckdb
import pyarrow as pa

from shinglescope_spark import Worker

program, source, out = sys.argv[1:]
worker = Worker(program)
db = duckdb.connect()


def step(name: str, query: str, into: str) -> None:
    """Makes the table ``into`` of what a step makes of a query."""
    rows = db.cursor().sql(query).fetch_record_batch(10_000)
    report: dict[str, pa.Schema] = {}
    made = worker.run(name, rows, rows.schema, report)
    first = next(made, None)
    schema = report["schema"]
    batches = made if first is None else (batch for part in ((first,), made) for batch in part)
    stream = pa.RecordBatchReader.from_batches(schema, batches)
    db.register("stream", stream)
    db.execute(f"create table {into} as select * from stream")
    db.unregister("stream")


def with_texts(pairs: str) -> str:
    return f"""select p.a, p.b, x.text as text_a, y.text as text_b from ({pairs}) p
        join documents x on x.doc = p.a join documents y on y.doc = p.b order by p.a, p.b"""


db.execute(
    f"create table documents as select row_number() over () - 1 as doc, id, text from read_parquet('{source}') order by doc"
)
step("sketch", "select doc, text from documents", "sketches")

# Documents with the same shingles count once, after a look at their texts.
alike = """select min(doc) over (partition by print_hi, print_lo) as a, doc as b from sketches where size > 0
    qualify a <> b"""
step("verify", with_texts(alike), "alike")
db.execute("create table copies as select a as first, b as doc from alike where shared = size_a and shared = size_b")

step("bands", "select doc, sketch from sketches where size > 0 and doc not in (select doc from copies)", "bands")
step("pairs", "select key, doc from bands order by key, doc", "proposed")
db.execute("create table outsized as select distinct a as doc from proposed where a = b")
candidates = """select distinct a, b from proposed
    where not (a in (select doc from outsized) and b in (select doc from outsized))"""
step("verify", with_texts(candidates), "verified")
step("join", "select doc, text from documents where doc in (select doc from outsized)", "joined")

db.execute("create table found as select * from verified union all select * from joined order by a, b")
db.execute(f"copy found to '{out}' (format parquet)")
counts = db.execute("select (select count(*) from found), (select count(*) from copies)").fetchone()
print("{} pairs, {} copies".format(*(counts or ())))
