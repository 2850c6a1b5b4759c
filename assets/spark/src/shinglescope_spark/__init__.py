"""Near-duplicate documents on Apache Spark.

Spark sorts, joins and moves rows; every figure comes from the program ``shinglescope``, which each task starts as a
process that reads and writes an Arrow stream (``shinglescope worker``). The steps are ``sketch``, ``candidates``,
``verify`` and ``clusters``; each reads and writes Parquet below one folder.
"""

from .worker import Worker, WorkerError

__all__ = ["Worker", "WorkerError"]
