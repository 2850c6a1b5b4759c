#!/usr/bin/env python3
"""Kills parts of a job on a standalone cluster of two workers on this machine, and compares what comes out.

    python faults.py PROGRAM [--documents N] [--only NAME]

Prints a table: what was killed, when, how the job ended, and whether pairs, copies and clusters are those of a job that
was left alone. Takes some minutes; meant for an idle machine, not for each change. Needs Linux, Java and pyspark.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.json as pj
import pyarrow.parquet as pq
import pyspark

HOME = Path(pyspark.__file__).parent
HERE = Path(__file__).parent
#: Seconds that a job may take.
LIMIT = 600


@dataclass(frozen=True)
class Process:
    """A process of this machine."""

    pid: int
    parent: int
    command: str


def processes() -> list[Process]:
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            command = Path(f"/proc/{entry}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            status = Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if status[0] != "Z":
            found.append(Process(int(entry), int(status[1]), command))
    return found


class Cluster:
    """A master and two workers on loopback, with all files below one folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.port = free_port()
        self.master = f"spark://127.0.0.1:{self.port}"
        self._started: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Cluster:
        deploy = "org.apache.spark.deploy"
        self._start(f"{deploy}.master.Master", "--port", str(self.port), "--webui-port", str(free_port()))
        for _ in range(200):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                    break
            time.sleep(0.1)
        for at in range(2):
            work = ["--work-dir", str(self.folder / f"worker-{at}"), "--webui-port", str(free_port())]
            self._start(f"{deploy}.worker.Worker", "--cores", "1", "--memory", "1g", *work, self.master)
        return self

    def _start(self, name: str, *words: str) -> None:
        log = open(self.folder / f"{name.rsplit('.', 1)[1]}-{len(self._started)}.log", "wb")
        env = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_HOME": str(HOME), "PYSPARK_PYTHON": sys.executable}
        command = [str(HOME / "bin/spark-class"), name, "--host", "127.0.0.1", *words]
        self._started.append(subprocess.Popen(command, stdout=log, stderr=log, env=env, start_new_session=True))

    def __exit__(self, *_: object) -> None:
        for process in reversed(self._started):
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()

    def executors(self) -> list[Process]:
        """The executors of the workers of this cluster."""
        return [p for p in processes() if "CoarseGrainedExecutorBackend" in p.command and self._is_own(p)]

    def _is_own(self, process: Process) -> bool:
        try:
            return os.readlink(f"/proc/{process.pid}/cwd").startswith(str(self.folder))
        except OSError:
            return False

    def step(self, name: str) -> list[Process]:
        """The processes of a step of the program."""
        return [p for p in processes() if f" worker {name} " in p.command and str(self.folder) in p.command]

    def above(self, process: Process, wanted: str) -> Process | None:
        """The nearest process above with this in its command."""
        by_pid = {p.pid: p for p in processes()}
        at = by_pid.get(process.parent)
        while at is not None and wanted not in at.command:
            at = by_pid.get(at.parent)
        return at


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


#: Kills something once it is there: returns what it killed, or nothing as long as there is nothing.
Fault = Callable[[Cluster, subprocess.Popen[bytes]], "str | None"]


def kill(number: int, *found: Process | None) -> str | None:
    pids = [process.pid for process in found if process is not None]
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return None
    return f"{len(pids)}" if pids else None


def worker_process(step: str) -> Fault:
    return lambda cluster, _: kill(signal.SIGKILL, *cluster.step(step)[:1])


def python_worker(step: str) -> Fault:
    def fault(cluster: Cluster, _: subprocess.Popen[bytes]) -> str | None:
        return next((kill(signal.SIGKILL, cluster.above(p, "pyspark")) for p in cluster.step(step)), None)

    return fault


def executor(step: str, number: int = signal.SIGKILL) -> Fault:
    def fault(cluster: Cluster, _: subprocess.Popen[bytes]) -> str | None:
        above = [cluster.above(p, "CoarseGrainedExecutorBackend") for p in cluster.step(step)]
        return next((kill(number, found) for found in above if found is not None), None)

    return fault


def both_executors(step: str) -> Fault:
    def fault(cluster: Cluster, _: subprocess.Popen[bytes]) -> str | None:
        return kill(signal.SIGKILL, *cluster.executors()) if cluster.step(step) else None

    return fault


def driver(step: str) -> Fault:
    def fault(cluster: Cluster, job: subprocess.Popen[bytes]) -> str | None:
        if not cluster.step(step):
            return None
        os.killpg(job.pid, signal.SIGKILL)
        return "1"

    return fault


FAULTS: dict[str, tuple[Fault | None, list[str]]] = {
    "worker process in sketch": (worker_process("sketch"), []),
    "worker process in pairs": (worker_process("pairs"), []),
    "worker process in join": (worker_process("join"), []),
    "Python worker in bands": (python_worker("bands"), []),
    "executor while it writes sketches": (executor("sketch"), []),
    "executor in the shuffle (pairs)": (executor("pairs"), []),
    "executor in verify": (executor("verify"), []),
    "executor stopped (SIGSTOP) in verify": (executor("verify", signal.SIGSTOP), []),
    "both executors in pairs": (both_executors("pairs"), []),
    "driver in verify, run again": (driver("verify"), []),
    "nothing, speculation on": (None, ["spark.speculation=true", "spark.speculation.multiplier=1.1"]),
    "nothing, little memory (spills)": (None, ["spark.memory.fraction=0.02", "spark.shuffle.spill.numElementsForceSpillThreshold=5000"]),
}


def submit(cluster: Cluster, program: str, corpus: Path, out: Path, conf: list[str]) -> subprocess.Popen[bytes]:
    all_conf = [
        "spark.ui.enabled=false",
        "spark.sql.shuffle.partitions=4",
        "spark.executor.memory=800m",
        "spark.driver.host=127.0.0.1",
        "spark.network.timeout=20s",
        "spark.network.timeoutInterval=5s",
        "spark.executor.heartbeatInterval=3s",
        "spark.storage.blockManagerHeartbeatTimeoutMs=20000",
        *conf,
    ]
    words = [word for each in all_conf for word in ("--conf", each)]
    main = cluster.folder / "main.py"
    main.write_text("from shinglescope_spark.__main__ import main\n\nmain()\n")
    env = {**os.environ, "PYTHONPATH": str(HERE / "src"), "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1"}
    env["PYSPARK_PYTHON"] = env["PYSPARK_DRIVER_PYTHON"] = sys.executable
    job = ["run", str(corpus), "--out", str(out), "--program", program]
    command = [str(HOME / "bin/spark-submit"), "--master", cluster.master, *words, str(main), *job]
    log = open(cluster.folder / "job.log", "ab")
    return subprocess.Popen(command, stdout=log, stderr=log, env=env, start_new_session=True)


def ended(job: subprocess.Popen[bytes]) -> str:
    try:
        status = job.wait(LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(job.pid, signal.SIGKILL)
        job.wait()
        return f"hangs ({LIMIT} s)"
    return "done" if status == 0 else f"status {status}"


def digest(out: Path) -> dict[str, str]:
    """A hash of the sorted rows of each result."""
    made = {}
    for part in ("documents", "copies", "pairs", "clusters"):
        rows = sorted(map(json.dumps, pq.read_table(out / part).to_pylist())) if (out / part).exists() else []
        made[part] = f"{len(rows)}/{hashlib.sha256(chr(10).join(rows).encode()).hexdigest()[:12]}"
    return made


def corpus(program: str, folder: Path, documents: int) -> None:
    """Made documents with copies, and a bucket that is outsized."""
    lines = folder.parent / "made.jsonl"
    subprocess.run([program, "synth", "--documents", str(documents), "--duplicates", "0.3", "--out", str(lines)], check=True)
    table = pj.read_json(lines).select(["id", "text"])
    base = [f"base{i}" for i in range(80)]
    near = [" ".join([f"a{i % 50}", *base, f"b{i // 50}"]) for i in range(1_500)]
    more = pa.table({"id": [f"near{i}" for i in range(len(near))], "text": near})
    table = pa.concat_tables([table, more])
    folder.mkdir()
    each = -(-table.num_rows // 8)
    for at in range(8):
        pq.write_table(table.slice(at * each, each), folder / f"part-{at}.parquet")


def main() -> None:
    """Runs the faults and prints the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("program")
    asked.add_argument("--documents", type=int, default=60_000)
    asked.add_argument("--only", help="faults with this in their name")
    options = asked.parse_args()
    program = os.path.abspath(options.program)
    folder = Path(tempfile.mkdtemp(prefix="shinglescope-faults-"))
    corpus(program, folder / "corpus", options.documents)
    wrong = 0
    print("| killed | job | seconds | result |\n|---|---|---|---|", flush=True)

    def row(name: str, fault: Fault | None, conf: list[str], want: dict[str, str] | None) -> dict[str, str]:
        nonlocal wrong
        # A cluster of its own for each, since executors of a worker are not started for ever.
        place = Path(tempfile.mkdtemp(prefix="cluster-", dir=folder))
        out = place / "out"
        with Cluster(place) as cluster:
            begun = time.monotonic()
            job = submit(cluster, program, folder / "corpus", out, conf)
            hit = None
            while fault is not None and hit is None and job.poll() is None:
                hit = fault(cluster, job)
                time.sleep(0.002)
            how = ended(job)
            if "driver" in name:
                how = "again: " + ended(submit(cluster, program, folder / "corpus", out, conf))
            seconds = time.monotonic() - begun
            for process in cluster.executors():
                kill(signal.SIGKILL, process)
        made = digest(out)
        if fault is not None and hit is None:
            result = "nothing was killed"
        else:
            result = "as it was" if want is None or made == want else f"OTHER: {made}"
        wrong += result.startswith(("OTHER", "nothing")) or not how.endswith("done")
        print(f"| {name} | {how} | {seconds:.0f} | {result} |", flush=True)
        return made

    want = row("nothing", None, [], None)
    for name, (fault, conf) in FAULTS.items():
        if options.only is None or options.only in name:
            row(name, fault, conf, want)
    if wrong:
        sys.exit(f"{wrong} of these went wrong; logs are in {folder}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
