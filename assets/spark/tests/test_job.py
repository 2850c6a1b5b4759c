"""A whole job on local[2,4]: 5,000 documents with copies and an outsized bucket, equal to the local run row by row.

Then what a job refuses: other options, a changed input, a folder of something else; and that it goes on where it was.
"""

from __future__ import annotations

import dataclasses
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from session import session
from shinglescope_spark import WorkerError
from shinglescope_spark.folder import JobError
from shinglescope_spark.job import Job, Options
from shinglescope_spark.steps import STEPS

PROGRAM = os.path.abspath(os.environ["SHINGLESCOPE_PROGRAM"])
SOURCE = Path(__file__).parent.parent / "src"


def corpus(folder: Path) -> None:
    """Two files: 3,500 documents of which many are near-copies, 1,100 of one outsized bucket, 400 identical."""
    draw = random.Random(7)
    vocabulary = [f"w{i}" for i in range(20_000)]
    texts: list[str] = []
    originals: list[list[str]] = []
    while len(texts) < 3_500:
        if originals and draw.random() < 0.4:
            words = list(draw.choice(originals))
            for _ in range(draw.randrange(4)):
                words[draw.randrange(len(words))] = draw.choice(vocabulary)
        else:
            words = draw.choices(vocabulary, k=draw.randrange(30, 90))
            originals.append(words)
        texts.append(" ".join(words))
    base = draw.choices(vocabulary, k=60)
    texts += [" ".join([f"a{i % 40}", *base, f"b{i // 40}"]) for i in range(1_100)]
    texts += [" ".join(base[10:50])] * 398 + ["", "..."]
    draw.shuffle(texts)
    ids = [f"{i:05}" for i in range(len(texts))]
    # One id is there twice, and a row has the name that its second would get; another first at a row without a text.
    ids[7], ids[8] = ids[6], ids[6] + "~2"
    blank = texts.index("")
    ids[blank + 1] = ids[blank]
    for name, part in (("a b.parquet", slice(0, 2_000)), ("deep/c.parquet", slice(2_000, None))):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        table = pa.table({"id": ids[part], "text": texts[part], "other": [1] * len(texts[part])})
        pq.write_table(table, path, row_group_size=700)


class JobTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.work = Path(tempfile.mkdtemp())
        cls.corpus = cls.work / "corpus"
        corpus(cls.corpus)
        cls.spark = session()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.spark.stop()
        shutil.rmtree(cls.work)

    def job(self, out: str = "out", **more: object) -> Job:
        options = Options(str(self.corpus), str(self.work / out), program=PROGRAM, partitions=4, **more)
        return Job(self.spark, options)

    def all_steps(self, **more: object) -> dict[str, dict[str, int]]:
        job = self.job(**more)
        return {name: step(job) for name, step in STEPS.items()}

    def refused(self, step: str, said: str, out: str = "out", **more: object) -> None:
        with self.assertRaisesRegex((JobError, WorkerError), re.escape(said)):
            STEPS[step](self.job(out, **more))

    def local(self, command: str, *more: str, path: Path | None = None) -> list[dict[str, object]]:
        out = self.work / f"{command}.parquet"
        with open(out, "wb") as file:
            words = [PROGRAM, command, str(path or self.corpus), "--in-memory", "--format", "parquet", *more]
            words += [] if path else ["--method", "lsh"]
            subprocess.run(words, stdout=file, stderr=subprocess.PIPE, check=True)
        return pq.read_table(out).to_pylist()

    def test_it_is_what_the_local_run_finds(self) -> None:
        told = self.all_steps()
        self.assertEqual((told["sketch"]["documents"], told["sketch"]["left out"]), (4_999, 1))
        self.assertGreater(told["candidates"]["in outsized buckets"], 1_000)
        self.assertEqual(told["verify"]["set aside"], 0)
        read = lambda part: pq.read_table(self.work / "out" / part).to_pylist()  # noqa: E731
        name = {row["doc"]: row["name"] for row in read("documents")}
        self.assertEqual(len(set(name.values())), 5_000)
        # Rows without a text have no name locally: all names that end in ~2 or ~3 are those of the local run.
        kept = subprocess.run(
            [PROGRAM, "keep", str(self.corpus), "--in-memory", "--method", "identical", "--format", "csv"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            check=True,
            text=True,
        )
        locally = {line.split(",")[0] for line in kept.stdout.splitlines()[1:]}
        self.assertEqual({name for name in locally if "~" in name}, {f"a b.parquet#00006~{n}" for n in (2, 3)})
        self.assertLessEqual(locally, set(name.values()))
        self.assertEqual(len(locally), 4_999)
        copies: dict[int, list[int]] = {}
        for row in read("copies"):
            copies.setdefault(row["first"], []).append(row["doc"])
        self.assertTrue(any(len(group) == 397 for group in copies.values()))
        found = {}
        for row in read("pairs"):
            ends = sorted(name[row[end]] for end in "ab")
            union = row["size_a"] + row["size_b"] - row["shared"]
            # One row for each two different texts, as --distinct has it.
            found[tuple(ends)] = (row["shared"], row["shared"] / union, row["agreeing"] / 200)
        pairs = {}
        for row in self.local("pairs", "--distinct"):
            pairs[(row["a"], row["b"])] = (row["shared"], row["jaccard"], row["estimate"])
        self.assertGreater(len(pairs), 500_000)
        self.assertEqual(found.keys(), pairs.keys())
        self.assertEqual(found, pairs)

        clusters: dict[object, set[str]] = {}
        for row in read("clusters"):
            clusters.setdefault(row["cluster"], set()).add(name[row["doc"]])
        locally: dict[object, set[str]] = {}
        for row in self.local("clusters"):
            locally.setdefault(row["cluster"], set()).add(row["document"])
        self.assertEqual({frozenset(c) for c in clusters.values()}, {frozenset(c) for c in locally.values()})

        # The folder opens as the corpus of its clusters, with the settings of the job.
        opened = self.local("clusters", path=self.work / "out")
        self.assertEqual(
            {row["document"] for row in opened}, {member for members in clusters.values() for member in members}
        )
        self.assertEqual(self.local("pairs", "--distinct", path=self.work / "out"), self.local("pairs", "--distinct"))

        # What is whole is not made again; stars find the same components.
        parts = [part for part in (self.work / "out").iterdir() if part.name != "clusters"]
        before = {part: (part / "_SUCCESS").stat().st_mtime_ns for part in parts if (part / "_SUCCESS").exists()}
        shutil.move(self.work / "out" / "clusters", self.work / "by-driver")
        # A part that was not written to its end.
        (self.work / "out" / "clusters" / "_temporary").mkdir(parents=True)
        again = self.all_steps(max_edges=0)
        self.assertGreater(again["clusters"].pop("rounds of stars"), 0)
        self.assertEqual(told["clusters"].pop("rounds of stars"), 0)
        self.assertEqual(again, told)
        self.assertEqual(before, {part: (part / "_SUCCESS").stat().st_mtime_ns for part in before})
        of = lambda folder: {(row["doc"], row["cluster"]) for row in pq.read_table(folder).to_pylist()}  # noqa: E731
        self.assertEqual(of(self.work / "out" / "clusters"), of(self.work / "by-driver"))

        # Other options, and another input.
        self.refused("verify", "was begun with settings", worker=("--k", "5"))
        os.utime(self.corpus / "a b.parquet")
        self.refused("candidates", "the input is not what the job was begun with")

    def test_what_cannot_begin_says_why(self) -> None:
        for more, said in [
            ({"text": "body"}, "no column 'body'; its columns are: id, text, other"),
            ({"worker": ("--method", "exact")}, "those of --method lsh"),
        ]:
            self.refused("sketch", said, "none", **more)
            self.assertFalse((self.work / "none").exists())
        self.refused("candidates", "run the step before it first", "none")
        (self.work / "taken").mkdir()
        self.refused("sketch", "exists and is no folder of a job; give another --out", "taken")

    def test_a_step_that_fails_in_a_task_says_so_and_leaves_nothing_whole(self) -> None:
        job = self.job("failed")
        job.worker = dataclasses.replace(job.worker, expect="0123")
        with self.assertRaisesRegex(Exception, "another build of the program"):
            STEPS["sketch"](job)
        self.assertFalse((self.work / "failed" / "sketches" / "_SUCCESS").exists())
        self.refused("candidates", "is not there or not whole", "failed")

    def test_the_command_refuses_before_spark_is_started(self) -> None:
        words = [sys.executable, "-m", "shinglescope_spark", "run", "corpus", "--out", "out"]
        for more, said in [
            (["--program", "/nowhere/shinglescope"], "/nowhere/shinglescope is not there"),
            (["--program", PROGRAM, "--", "--threshold", "2"], "give a threshold between 0 and 1"),
        ]:
            env = {**os.environ, "PYTHONPATH": str(SOURCE)}
            ran = subprocess.run([*words, *more], capture_output=True, text=True, check=False, env=env)
            self.assertEqual(ran.returncode, 1)
            self.assertTrue(ran.stderr.startswith("shinglescope-spark: "), ran.stderr)
            self.assertIn(said, ran.stderr)


if __name__ == "__main__":
    unittest.main()
