"""The share of the three-word runs of a source that the program finds in files made from it, as a table.

    cargo build --release
    python3 benches/reading_quality.py target/release/shinglescope [OTHER_PROGRAM ...]

Makes the files with pandoc, LibreOffice (`soffice`), Typst, LaTeX (`pdflatex`) and Chromium, as far as they are installed:
commands, or the Python packages `pypandoc_binary` and `typst`. The source are texts of demo-corpus/, with headings, a list, a
table and footnotes. A column for each program, and one for the first program with pdftotext or pandoc as reader of the user's own.
"""

import csv
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READERS = {"pdf": "pdftotext -enc UTF-8 {} -", "docx": "pandoc -t plain --wrap=none {}",
           "odt": "pandoc -t plain --wrap=none {}", "epub": "pandoc -t plain --wrap=none {}"}


def source():
    """Markdown, and the same words as plain text."""
    texts = sorted(path for path in (ROOT / "demo-corpus/docs").rglob("*.txt") if path.stat().st_size > 600)
    parts, plain = [], []
    for number, path in enumerate(texts[:24], 1):
        text = path.read_text(encoding="utf-8", errors="ignore")
        if not text.isascii() and sum(ord(c) > 0x2FF for c in text) > 20:
            continue
        paragraphs = [" ".join(re.sub(r"[*_`#<>\[\]|~$\\^]", " ", p).split()) for p in text.split("\n\n")]
        paragraphs = [re.sub(r"^[-+>\d.)]+ *", "", p) for p in paragraphs if len(p.split()) > 5]
        if not paragraphs:
            continue
        heading = f"Part {number} of the collection"
        parts.append(f"## {heading}\n\n" + "\n\n".join(paragraphs[:-1]))
        plain += [heading, *paragraphs[:-1]]
        last = paragraphs[-1]
        match number % 4:
            case 0:
                parts.append(f"- {last}\n- The list ends with this item of seven words")
                plain += [last, "The list ends with this item of seven words"]
            case 1:
                parts.append(f"{last}[^{number}]\n\n[^{number}]: The note with number {number} says where this was found")
                plain += [last, f"The note with number {number} says where this was found"]
            case 2:
                parts.append(f"{last}\n\n| harbour and pier | boats of the day |\n|---|---|\n"
                             f"| the eastern pier by the light | seven small boats and a ferry |")
                plain += [last, "harbour and pier", "boats of the day", "the eastern pier by the light",
                          "seven small boats and a ferry"]
            case _:
                parts.append(last)
                plain.append(last)
    return "# A collection of notices\n\n" + "\n\n".join(parts) + "\n", "A collection of notices\n\n" + "\n\n".join(plain) + "\n"


def pandoc(*words):
    command = shutil.which("pandoc")
    if command is None:
        import pypandoc

        command = pypandoc.get_pandoc_path()
    subprocess.run([command, *map(str, words)], check=True, capture_output=True)


def typst(source, out):
    if shutil.which("typst"):
        subprocess.run(["typst", "compile", source, out], check=True, capture_output=True)
    else:
        import typst as package

        package.compile(str(source), output=str(out))


def files(folder, markdown):
    """Makes the files; returns what each is called in the table, and its path."""
    text = folder / "source.md"
    text.write_text(markdown, encoding="utf-8")
    made = []

    def make(name, file, recipe):
        try:
            recipe(folder / file)
            made.append((name, folder / file))
        except (ImportError, OSError, subprocess.CalledProcessError) as error:
            print(f"not made: {name}: {error}", file=sys.stderr)

    for extension in ("docx", "odt", "epub", "pptx"):
        make(f"{extension}, by pandoc", f"pandoc.{extension}", lambda out: pandoc(text, "-s", "-o", out))
    make("XML (JATS), by pandoc", "jats.xml", lambda out: pandoc(text, "-s", "-t", "jats", "-o", out))
    html = folder / "page.html"
    make("HTML, by pandoc", "page.html", lambda out: pandoc(text, "-s", "-o", out))

    def office(kind, of, out):
        target = folder / "office"
        words = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", kind,
                 "--outdir", target, of]
        subprocess.run(list(map(str, words)), check=True, capture_output=True, timeout=300)
        (target / f"{Path(of).stem}.{kind}").rename(out)

    for extension in ("docx", "odt", "pdf"):
        make(f"{extension}, by LibreOffice", f"office.{extension}",
             lambda out: office(extension, folder / "pandoc.docx", out))
    body = folder / "body.typ"
    make("", "body.typ", lambda out: pandoc(text, "-t", "typst", "-o", out))
    for columns, name in ((1, "one column"), (2, "two columns")):
        def by_typst(out):
            document = folder / f"document{columns}.typ"
            rule = "#let horizontalrule = line(length: 100%)\n#set par(justify: true)\n"
            document.write_text(f"#set page(columns: {columns})\n{rule}" + body.read_text())
            typst(document, out)

        make(f"PDF, by Typst, {name}", f"typst{columns}.pdf", by_typst)

        def by_latex(out):
            options = ["-V", "classoption=twocolumn"] if columns == 2 else []
            document = folder / f"latex{columns}.tex"
            pandoc(text, "-s", "-o", document, *options)
            for _ in range(2):
                subprocess.run(["pdflatex", "-interaction=nonstopmode", document.name], cwd=folder, capture_output=True)
            document.with_suffix(".pdf").rename(out)

        make(f"PDF, by LaTeX, {name}", f"by-latex{columns}.pdf", by_latex)
    browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chrome"))), "chromium")
    make("PDF, printed by a browser", "browser.pdf", lambda out: subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={out}", html],
        check=True, capture_output=True, timeout=120))
    return [(name, path) for name, path in made if name and path.exists()]


def share(program, plain, path, config):
    """The share of the three-word runs of `plain` that stand in the file at `path`."""
    words = [program, "compare", plain, path, "--k", "3", "--in-memory", "--format", "csv"]
    environment = {**os.environ, "SHINGLESCOPE_CONFIG": str(config)}
    run = subprocess.run(list(map(str, words)), capture_output=True, text=True, env=environment)
    if run.returncode:
        return "not read"
    rows = dict(row for row in csv.reader(io.StringIO(run.stdout)) if len(row) == 2)
    value = float(rows["containment_a_in_b"])
    return "1" if value == 1 else f"{value:.3f}".removeprefix("0")


def main():
    programs = sys.argv[1:] or [ROOT / "target/release/shinglescope"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        markdown, text = source()
        plain = folder / "source.txt"
        plain.write_text(text, encoding="utf-8")
        made = files(folder, markdown)
        none, config = folder / "none.toml", folder / "config.toml"
        none.write_text("")
        commands = {kind: line for kind, line in READERS.items() if shutil.which(line.split()[0])}
        config.write_text("[readers]\n" + "".join(f'{kind} = "{line}"\n' for kind, line in commands.items()))
        print("| file | " + " | ".join(f"read by {Path(program).name}" for program in programs) + " | by a reader of the user's |")
        print("|---" * (len(programs) + 2) + "|")
        for name, path in made:
            shares = [share(program, plain, path, none) for program in programs]
            kind = path.suffix[1:]
            own = f"{share(programs[0], plain, path, config)} ({commands[kind].split()[0]})" if kind in commands else ""
            print(f"| {name} | " + " | ".join(shares) + f" | {own} |")


if __name__ == "__main__":
    main()
