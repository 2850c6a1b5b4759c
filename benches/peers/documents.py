"""Documents of a JSON Lines file as shinglescope takes them: terms and shingles."""

import json
import re

SHINGLE = 4

# Letters and digits: what a word character is, without the underscore.
TERM = re.compile(r"[^\W_]+")


def documents(path):
    """Yields the id and the list of shingles, as strings, of each row."""
    with open(path, encoding="utf-8") as rows:
        for row in rows:
            row = json.loads(row)
            terms = TERM.findall(row["text"].lower())
            length = min(SHINGLE, len(terms)) or 1
            yield row["id"], [
                " ".join(terms[i : i + length])
                for i in range(len(terms) - length + 1)
            ]
