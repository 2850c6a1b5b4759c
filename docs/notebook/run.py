#!/usr/bin/env python3
"""Runs the cells of the notebooks in this folder, one after the other, and draws what they draw into files.

    run.py PROGRAM [FOLDER]

PROGRAM is the path of shinglescope; the figures go to FOLDER as PNG, or nowhere. Needs polars and matplotlib. Exits
with 1 where a cell fails.
"""

import json
import os
import sys
from pathlib import Path

os.environ["MPLBACKEND"] = "Agg"


def run(notebook: Path, folder: Path | None) -> int:
    """Runs all code cells of a notebook in one namespace; returns how many figures they drew."""
    import matplotlib.pyplot as plt

    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    names: dict = {}
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            code = compile("".join(cell["source"]), f"{notebook.name}, cell {number}", "exec")
            exec(code, names)
    drawn = plt.get_fignums()
    for number in drawn:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            plt.figure(number).savefig(folder / f"{notebook.stem}-{number}.png", dpi=100)
    plt.close("all")
    return len(drawn)


def main() -> None:
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    os.environ["SHINGLESCOPE"] = str(Path(sys.argv[1]).resolve())
    folder = Path(sys.argv[2]) if len(sys.argv) == 3 else None
    for notebook in sorted(Path(__file__).parent.glob("*.ipynb")):
        print(f"{notebook.name}: {run(notebook, folder)} figures")


if __name__ == "__main__":
    main()
