"""Components by union-find, and by stars on Spark: long paths, stars, many small ones, held against each other."""

from __future__ import annotations

import random
import tempfile
import unittest

from session import session
from shinglescope_spark.components import stars, union_find

Edges = list[tuple[int, int]]


def shuffled(edges: Edges, seed: int) -> Edges:
    """The edges with other numbers of the documents, in another order and direction."""
    draw = random.Random(seed)
    docs = sorted({doc for edge in edges for doc in edge})
    number = dict(zip(docs, draw.sample(range(1 << 50), len(docs))))
    turned = [(number[a], number[b]) if draw.random() < 0.5 else (number[b], number[a]) for a, b in edges]
    draw.shuffle(turned)
    return turned


def path(length: int) -> Edges:
    return [(i, i + 1) for i in range(length)]


def star(rays: int) -> Edges:
    return [(0, i + 1) for i in range(rays)]


def small(count: int, seed: int) -> Edges:
    draw = random.Random(seed)
    return [(draw.randrange(count), draw.randrange(count)) for _ in range(count // 2)]


def by_definition(edges: Edges) -> dict[int, int]:
    """Walks from each document to all that it is linked to."""
    links: dict[int, list[int]] = {}
    for a, b in edges:
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    least: dict[int, int] = {}
    for doc in sorted(links):
        waiting = [doc] if doc not in least else []
        while waiting:
            at = waiting.pop()
            if at not in least:
                least[at] = doc
                waiting.extend(links[at])
    return least


SHAPES: dict[str, Edges] = {
    "path in order": path(1000),
    "path": shuffled(path(1000), 1),
    "star": shuffled(star(2000), 2),
    "small": shuffled(small(2000, 3), 4),
    "nothing": [],
}


class UnionFindTest(unittest.TestCase):
    def test_each_shape(self) -> None:
        for name, edges in SHAPES.items():
            with self.subTest(name):
                self.assertEqual(union_find(edges), by_definition(edges))

    def test_a_long_path(self) -> None:
        edges = shuffled(path(200_000), 5)
        self.assertEqual(set(union_find(edges).values()), {min(doc for edge in edges for doc in edge)})


class StarsTest(unittest.TestCase):
    def test_all_shapes_at_once(self) -> None:
        spark = session()
        # Plans that are small already.
        spark.conf.set("spark.sql.adaptive.enabled", "false")
        spark.conf.set("spark.sql.shuffle.partitions", "1")
        # Each shape in a range of numbers of its own.
        edges = [(at << 52 | a, at << 52 | b) for at, e in enumerate(SHAPES.values()) for a, b in e]
        with tempfile.TemporaryDirectory() as folder:

            def keep(frame, name):  # type: ignore[no-untyped-def]
                frame.write.parquet(f"{folder}/{name}")
                return spark.read.parquet(f"{folder}/{name}")

            found, rounds = stars(spark.createDataFrame(edges, "a long, b long"), keep)
            rows = found.collect()
            # A document that is linked to itself only is in no cluster.
            want = {doc: least for doc, least in by_definition(edges).items()}
            linked = {doc for a, b in edges if a != b for doc in (a, b)}
            self.assertEqual({row.doc: row.cluster for row in rows}, {doc: want[doc] for doc in linked})
            self.assertEqual(len(rows), len(linked))
            self.assertLess(rounds, 20)
        spark.stop()


if __name__ == "__main__":
    unittest.main()
