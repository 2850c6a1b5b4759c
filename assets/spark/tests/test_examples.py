"""The examples for other engines find what the local run finds."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import pyarrow as pa
import pyarrow.json as pj
import pyarrow.parquet as pq

PROGRAM = os.path.abspath(os.environ["SHINGLESCOPE_PROGRAM"])
HERE = Path(__file__).parent.parent


class ExamplesTest(unittest.TestCase):
    def test_they_find_what_the_local_run_finds(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder)
            lines = work / "made.jsonl"
            synth = [PROGRAM, "synth", "--documents", "1200", "--words", "60", "--duplicates", "0.4", "--out", str(lines)]
            subprocess.run(synth, check=True, capture_output=True)
            made = pj.read_json(lines).select(["id", "text"])
            base = [f"base{i}" for i in range(60)]
            near = [" ".join([f"a{i % 40}", *base, f"b{i // 40}"]) for i in range(1_010)]
            table = pa.concat_tables([made, pa.table({"id": [f"z{i:04}" for i in range(len(near))], "text": near})])
            source = work / "made.parquet"
            pq.write_table(table, source)
            ids = table.column("id").to_pylist()
            listed = work / "pairs.parquet"
            with open(listed, "wb") as file:
                words = [PROGRAM, "pairs", str(source), "--in-memory", "--method", "lsh", "--distinct"]
                subprocess.run([*words, "--format", "parquet"], stdout=file, stderr=subprocess.PIPE, check=True)
            want = {
                (row["a"], row["b"]): (row["shared"], row["estimate"]) for row in pq.read_table(listed).to_pylist()
            }
            self.assertGreater(len(want), 500_000)
            for example in ("with_polars", "with_duckdb"):
                with self.subTest(example):
                    out = work / f"{example}.parquet"
                    ran = subprocess.run(
                        [sys.executable, str(HERE / "examples" / f"{example}.py"), PROGRAM, str(source), str(out)],
                        env={**os.environ, "PYTHONPATH": str(HERE / "src")},
                        capture_output=True,
                        text=True,
                        check=False,
                    )
                    self.assertEqual(ran.returncode, 0, ran.stderr)
                    name = [f"made.parquet#{id}" for id in ids]
                    found = {}
                    for row in pq.read_table(out).to_pylist():
                        ends = tuple(sorted((name[row["a"]], name[row["b"]])))
                        found[ends] = (row["shared"], row["agreeing"] / 200)
                    self.assertEqual(found.keys(), want.keys())
                    self.assertEqual(found, want)


if __name__ == "__main__":
    unittest.main()
