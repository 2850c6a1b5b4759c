"""Connected components of pairs: union-find in memory, or alternating stars on Spark.

Source of the stars: Kiveris, Lattanzi, Mirrokni, Rastogi, Vassilvitskii (2014), Connected Components in MapReduce and
Beyond. Each half round is written to Parquet, so that plans stay short and a lost executor repeats one half round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: Rounds after which the stars give up. A path of n documents takes about log2(n) rounds.
ROUNDS = 100


def union_find(edges: Iterable[tuple[int, int]]) -> dict[int, int]:
    """For each document of an edge, the least document of its component."""
    parent: dict[int, int] = {}

    def root(of: int) -> int:
        while True:
            up = parent.setdefault(of, of)
            if up == of:
                return of
            # Path halving.
            parent[of] = of = parent[up]

    for a, b in edges:
        x, y = root(a), root(b)
        if x != y:
            # The lesser one stays, so that a root is the least of its component.
            parent[max(x, y)] = min(x, y)
    return {doc: root(doc) for doc in list(parent)}


def stars(edges: DataFrame, keep: Callable[[DataFrame, str], DataFrame]) -> tuple[DataFrame, int]:
    """For each document of an edge (a, b), the least of its component, as (doc, cluster); and the number of rounds.

    ``keep`` writes a frame under a name and reads it again.
    """
    from pyspark.sql import functions as f

    def digest(frame: DataFrame) -> tuple[int, int | None]:
        # A sum of hashes does not depend on the order of the rows.
        row = frame.agg(f.count("*").alias("n"), f.sum(f.xxhash64("a", "b").cast("decimal(38,0)")).alias("h")).first()
        assert row is not None
        return row.n, row.h

    greater, lesser = f.greatest("a", "b").alias("a"), f.least("a", "b").alias("b")
    # Every edge from its greater document a to its lesser one b.
    now = keep(edges.where("a <> b").select(greater, lesser).distinct(), "edges")
    before = digest(now)
    for number in range(ROUNDS):
        now = keep(_large_star(now), f"{number}-large")
        now = keep(_small_star(now), f"{number}-small")
        after = digest(now)
        if after == before:
            members = now.select(f.col("a").alias("doc"), f.col("b").alias("cluster"))
            centres = now.select(f.col("b").alias("doc"), f.col("b").alias("cluster")).distinct()
            return members.unionByName(centres), number + 1
        before = after
    raise RuntimeError(f"clusters: no components after {ROUNDS} rounds of stars")


def _large_star(edges: DataFrame) -> DataFrame:
    """Links the greater neighbours of each document to the least of it and its neighbours."""
    from pyspark.sql import functions as f

    both = edges.unionByName(edges.select(f.col("b").alias("a"), f.col("a").alias("b")))
    least = both.groupBy("a").agg(f.min("b").alias("least"))
    least = least.select("a", f.least("a", "least").alias("least"))
    greater = both.where("b > a").join(least, "a")
    return greater.select(f.col("b").alias("a"), f.col("least").alias("b")).where("a <> b").distinct()


def _small_star(edges: DataFrame) -> DataFrame:
    """Links each document and its lesser neighbours to the least of them."""
    from pyspark.sql import functions as f

    least = edges.groupBy("a").agg(f.min("b").alias("least"))
    own = least.select("a", f.col("least").alias("b"))
    others = edges.join(least, "a").select(f.col("b").alias("a"), f.col("least").alias("b"))
    return own.unionByName(others.where("a <> b")).distinct()
