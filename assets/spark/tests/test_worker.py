"""The process of a step, with pyarrow alone: round trip, a cut stream, a killed child, bad columns.

SHINGLESCOPE_PROGRAM names the program.
"""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import tempfile
import threading
import time
import unittest
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from shinglescope_spark import Worker, WorkerError

PROGRAM = os.environ["SHINGLESCOPE_PROGRAM"]
DOCUMENTS = pa.schema([("doc", pa.int64()), ("text", pa.string())])


def documents(count: int, first: int = 0) -> pa.RecordBatch:
    texts = [f"one two three four five {i % 7} six seven eight nine ten" for i in range(count)]
    return pa.record_batch([pa.array(range(first, first + count), pa.int64()), pa.array(texts)], schema=DOCUMENTS)


def script(folder: str, body: str) -> str:
    """A program that is not shinglescope."""
    path = Path(folder) / "fake"
    path.write_text(f"#!/usr/bin/env python3\nimport os, signal, subprocess, sys\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


class WorkerTest(unittest.TestCase):
    def setUp(self) -> None:
        self.worker = Worker(PROGRAM)

    def failed(self, worker: Worker, batches: Iterator[pa.RecordBatch] | list[pa.RecordBatch]) -> str:
        with self.assertRaises(WorkerError) as caught:
            list(worker.run("sketch", batches, DOCUMENTS))
        return str(caught.exception)

    def test_round_trip(self) -> None:
        batches = [documents(100, 100 * i) for i in range(20)]
        made = pa.Table.from_batches(self.worker.run("sketch", batches, DOCUMENTS))
        self.assertEqual(made.column_names, ["doc", "print_hi", "print_lo", "size", "sketch"])
        self.assertEqual(made.column("doc").to_pylist(), list(range(2000)))
        self.assertEqual(len({*zip(made.column("print_hi").to_pylist(), made.column("print_lo").to_pylist())}), 7)
        self.assertEqual({len(sketch) for sketch in made.column("sketch").to_pylist()}, {800})

    def test_no_rows(self) -> None:
        report: dict[str, int] = {}
        self.assertEqual(list(self.worker.run("sketch", [], DOCUMENTS, report)), [])
        self.assertEqual((report["rows_in"], report["rows_out"]), (0, 0))

    def test_output_comes_before_the_input_ends(self) -> None:
        asked = threading.Event()

        def slowly() -> Iterator[pa.RecordBatch]:
            yield documents(10)
            self.assertTrue(asked.wait(60), "nothing came of the first rows")
            yield documents(10, 10)

        made = self.worker.run("sketch", slowly(), DOCUMENTS)
        first = next(made)
        asked.set()
        self.assertEqual(first.num_rows + sum(batch.num_rows for batch in made), 20)

    def test_a_failing_input_is_no_end(self) -> None:
        def broken() -> Iterator[pa.RecordBatch]:
            yield documents(10)
            raise ValueError("the shuffle is gone")

        self.assertIn("the shuffle is gone", self.failed(self.worker, broken()))

    def test_other_columns_are_named(self) -> None:
        wrong = pa.record_batch([pa.array([1], pa.int64()), pa.array(["a"])], ["doc", "body"])
        self.assertIn('no column "text" (string); its columns are: doc, body', self.failed(self.worker, [wrong]))

    def test_another_build_is_refused(self) -> None:
        own = self.worker.settings()["settings"]
        list(Worker(PROGRAM, expect=own).run("sketch", [documents(3)], DOCUMENTS))
        other = Worker(PROGRAM, ("--k", "5"), expect=own)
        self.assertIn("another build of the program", self.failed(other, [documents(3)]))

    def test_a_program_that_is_not_there(self) -> None:
        self.assertIn("cannot be started", self.failed(Worker("/nowhere/shinglescope"), []))
        with self.assertRaisesRegex(WorkerError, "cannot be started"):
            Worker("/nowhere/shinglescope").settings()

    def test_a_killed_process_is_an_error_wherever_it_was(self) -> None:
        for after in (0, 1, 5):
            before = children()

            def kill(batches: int = after) -> Iterator[pa.RecordBatch]:
                for i in range(batches):
                    yield documents(1000, 1000 * i)
                for child in children() - before:
                    os.kill(child, signal.SIGKILL)
                # Rows that nobody reads any more.
                for i in range(batches, batches + 5):
                    yield documents(1000, 1000 * i)

            said = self.failed(self.worker, kill())
            self.assertTrue("signal 9" in said or "no Arrow stream" in said, said)

    def test_output_that_is_cut_off_between_batches_is_an_error(self) -> None:
        # pyarrow reads such a stream to its end without an error.
        with tempfile.TemporaryDirectory() as folder:
            for body, said in [
                ("cut = out[:last]; status = 0", "ended without its report"),
                ("cut = out[:last]; sys.stderr.buffer.write(err); status = 0", "20 rows in and"),
                ("cut = out; sys.stderr.write('no memory'); status = 3", "no memory"),
                (
                    "sys.stdout.buffer.write(out[:last]); sys.stdout.flush(); os.kill(os.getpid(), signal.SIGKILL)",
                    "signal 9",
                ),
                ("cut = out[: last - 500]; status = 0", "no Arrow stream"),
                ("cut = b'garbage' * 100; status = 0", "no Arrow stream"),
                ("cut = b''; status = 0", "no Arrow stream"),
                ("sys.stdout.buffer.write(out); sys.stdout.flush(); os.abort()", "signal 6"),
            ]:
                run = f"ran = subprocess.run([{PROGRAM!r}, *sys.argv[1:]], capture_output=True)"
                # Each batch is a message of its own; the last one begins where its length was before.
                cut = "out, err = ran.stdout, ran.stderr; last = out.rindex(b'\\xff\\xff\\xff\\xff', 0, len(out) - 8)"
                end = "sys.stdout.buffer.write(cut); sys.stdout.flush(); sys.exit(status)"
                program = script(folder, "\n".join([run, cut, body, end]))
                got = self.failed(Worker(program), [documents(10), documents(10, 10)])
                self.assertIn(said, got, body)

    def test_a_reader_that_stops_early_leaves_no_process(self) -> None:
        before = children()
        made = self.worker.run("sketch", (documents(1000, 1000 * i) for i in range(1000)), DOCUMENTS)
        next(made)
        made.close()
        for _ in range(100):
            if not children() - before:
                return
            time.sleep(0.1)
        self.fail("a process is left")


def children() -> set[int]:
    """Processes that this one has started."""
    words = ["ps", "-o", "pid=,comm=", "--ppid", str(os.getpid())]
    found = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
    return {int(line.split()[0]) for line in found if line.split()[1] != "ps"}


if __name__ == "__main__":
    unittest.main()
