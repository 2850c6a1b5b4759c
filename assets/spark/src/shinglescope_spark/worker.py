"""A step of ``shinglescope worker`` as a process that takes and gives Arrow batches. Needs pyarrow alone.

A stream that is cut off between two batches reads as a whole one. A step therefore counts as done only if the process
ended with status 0, everything was handed to it, and the numbers of rows on both sides are those that it reports.
"""

from __future__ import annotations

import json
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

import pyarrow as pa

#: Bytes between the processes at a time.
BUFFER = 1 << 20

#: Lines of standard error that are kept for a message.
LINES = 50


class WorkerError(RuntimeError):
    """A step failed; the message names it and says what the process said."""


@dataclass(frozen=True)
class Worker:
    """The program and the options of a job, the same in every step and on every node.

    ``program`` is its path, or a function that finds it where the task runs. ``expect`` is the hash of the settings; a
    program of another build refuses to work.
    """

    program: str | Callable[[], str]
    options: tuple[str, ...] = ()
    expect: str | None = None
    threads: int = 1

    def command(self, step: str) -> list[str]:
        """The words of the process of a step."""
        program = self.program if isinstance(self.program, str) else self.program()
        expect = [] if self.expect is None else ["--expect", self.expect]
        running = ["--no-config", "--threads", str(self.threads)]
        return [program, "worker", step, *running, *expect, *self.options]

    def settings(self) -> dict[str, Any]:
        """The settings of the job with their hash (key ``settings``), as the program here says them."""
        try:
            done = subprocess.run(self.command("settings"), capture_output=True, text=True, check=False)
        except OSError as error:
            raise WorkerError(f"{self.command('settings')[0]} cannot be started: {error}") from error
        if done.returncode != 0:
            raise WorkerError(f"worker settings: {done.stderr.strip()}")
        described: dict[str, Any] = json.loads(done.stdout)
        return described

    def run(
        self,
        step: str,
        batches: Iterable[pa.RecordBatch],
        schema: pa.Schema,
        report: dict[str, Any] | None = None,
    ) -> Iterator[pa.RecordBatch]:
        """The batches that a step makes of ``batches``, as they come. ``schema`` counts where there is no batch.
        What the step counted is put into ``report`` after the last batch.

        Raises :class:`WorkerError` after the last batch if any row may be missing, so the caller must read to the end
        before it takes the rows for whole.
        """
        return _run(step, self.command(step), iter(batches), schema, {} if report is None else report)

    def table(self, step: str, rows: pa.Table, at_once: int = 10_000) -> pa.Table:
        """The table that a step makes of another one, handed over in batches of ``at_once`` rows."""
        report: dict[str, Any] = {}
        made = list(self.run(step, rows.to_batches(max_chunksize=at_once), rows.schema, report))
        return pa.Table.from_batches(made, report["schema"])


class _Feeder(threading.Thread):
    """Hands batches to the process. Ends its input with the end marker only if all of them were handed on."""

    def __init__(self, process: subprocess.Popen[bytes], batches: Iterator[pa.RecordBatch], schema: pa.Schema):
        super().__init__(name="shinglescope-feeder", daemon=True)
        self.rows = 0
        self.failure: BaseException | None = None
        self._process = process
        self._batches = batches
        self._schema = schema

    def run(self) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            first = next(self._batches, None)
            writer = pa.ipc.new_stream(stdin, self._schema if first is None else first.schema)
            while first is not None:
                writer.write_batch(first)
                # The next one may take its time.
                stdin.flush()
                self.rows += first.num_rows
                first = next(self._batches, None)
            writer.close()
            stdin.close()
        except BaseException as failure:  # the other thread raises it
            self.failure = failure
            if not isinstance(failure, BrokenPipeError):
                # The rows before are no whole input.
                self._process.kill()
        finally:
            with suppress(OSError):
                stdin.close()


class _Listener(threading.Thread):
    """Keeps the last lines of standard error."""

    def __init__(self, stream: IO[bytes]):
        super().__init__(name="shinglescope-listener", daemon=True)
        self.lines: deque[str] = deque(maxlen=LINES)
        self._stream = stream

    def run(self) -> None:
        for line in self._stream:
            self.lines.append(line.decode("utf-8", "replace").rstrip())


def _run(
    step: str,
    command: list[str],
    batches: Iterator[pa.RecordBatch],
    schema: pa.Schema,
    report: dict[str, Any],
) -> Iterator[pa.RecordBatch]:
    try:
        process = subprocess.Popen(
            command, bufsize=BUFFER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    except OSError as error:
        raise WorkerError(f"worker {step}: {command[0]} cannot be started here: {error}") from error
    assert process.stdout is not None and process.stderr is not None
    feeder, listener = _Feeder(process, batches, schema), _Listener(process.stderr)
    feeder.start()
    listener.start()
    rows = 0
    unreadable: Exception | None = None
    try:
        try:
            reader = pa.ipc.open_stream(process.stdout)
            report["schema"] = reader.schema
            for batch in reader:
                rows += batch.num_rows
                yield batch
        except (pa.ArrowException, OSError) as error:
            # A stream that is cut within a batch is an OSError.
            unreadable = error
            process.kill()
        feeder.join()
        status = process.wait()
        listener.join()
        report.update(_checked(step, status, feeder, listener, rows, unreadable))
    finally:
        # Also where the reader stops early, or the task is cancelled.
        if process.poll() is None:
            process.kill()
            process.wait()
        listener.join()
        process.stdout.close()
        process.stderr.close()


def _checked(
    step: str, status: int, feeder: _Feeder, listener: _Listener, rows: int, unreadable: Exception | None
) -> dict[str, Any]:
    """The report of the step. Raises if the step may not be whole."""
    if feeder.failure is not None and not isinstance(feeder.failure, BrokenPipeError):
        raise WorkerError(f"worker {step}: its input failed: {feeder.failure!r}") from feeder.failure
    said = "\n".join(line for line in listener.lines if line)
    if status < 0 and unreadable is None:
        raise WorkerError(f"worker {step}: the process was ended by signal {-status} after {rows} rows; {said}")
    if unreadable is not None:
        raise WorkerError(f"worker {step}: it wrote no Arrow stream ({unreadable}); status {status}; {said}")
    if status != 0:
        raise WorkerError(f"worker {step}: {said or f'exit status {status}'}")
    if feeder.failure is not None:
        raise WorkerError(f"worker {step}: it stopped reading after {feeder.rows} rows")
    try:
        report: dict[str, Any] = json.loads(listener.lines[-1])
        counted = (report["rows_in"], report["rows_out"])
    except (IndexError, KeyError, TypeError, ValueError):
        raise WorkerError(f"worker {step}: it ended without its report; {said}") from None
    if counted != (feeder.rows, rows):
        raise WorkerError(
            f"worker {step}: {feeder.rows} rows in and {rows} out, but it counted {counted[0]} and {counted[1]}"
        )
    return report
