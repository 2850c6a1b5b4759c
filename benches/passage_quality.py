"""Measures of found passages against known ones, by kind: those of the text alignment tasks at PAN (Potthast, Stein,
Barrón-Cedeño and Rosso 2010), over the characters of both documents.

    shinglescope synth --passages --documents 3400 --seed 11 --out made.jsonl --truth passages.csv
    shinglescope passages made.jsonl --for copied-text --format csv > found.csv
    python3 benches/passage_quality.py passages.csv found.csv

A found passage counts for a kind if its documents have a known passage of that kind.
"""

import csv
import math
import sys
from collections import defaultdict


def read(path):
    """By pair of documents, the passages as (kind, range in a, range in b)."""
    pairs = defaultdict(list)
    for row in csv.DictReader(open(path, newline="")):
        sides = sorted((row[side], int(row[side + "_start"]), int(row[side + "_end"])) for side in "ab")
        pairs[sides[0][0], sides[1][0]].append((row.get("kind", ""), *[side[1:] for side in sides]))
    return pairs


def common(x, y):
    return max(x[0], y[0]), min(x[1], y[1])


def covered(ranges):
    total = end = 0
    for start, stop in sorted(ranges):
        total += max(0, stop - max(start, end))
        end = max(end, stop)
    return total


def shares(these, others):
    """Of each of these passages the share that others detect, and the number of those."""
    for pair, passages in these.items():
        for _, *sides in passages:
            parts = [[common(x, y) for x, y in zip(sides, other)] for _, *other in others.get(pair, [])]
            parts = [part for part in parts if all(start < end for start, end in part)]
            found = sum(covered(part[side] for part in parts) for side in (0, 1))
            yield found / sum(end - start for start, end in sides), len(parts)


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else 1.0


def main(known_path, found_path):
    known, found = read(known_path), read(found_path)
    kinds = sorted({kind for passages in known.values() for kind, *_ in passages if kind})
    print("kind,known,detected,found,recall,precision,granularity,plagdet")
    for kind in [*kinds, "all"]:
        if kind == "all":
            these, those = known, found
        else:
            these = {pair: [p for p in passages if p[0] == kind] for pair, passages in known.items()}
            those = {pair: found[pair] for pair, passages in these.items() if passages and pair in found}
        of_known, of_found = list(shares(these, those)), list(shares(those, these))
        detections = [count for _, count in of_known if count]
        recall, precision = mean(share for share, _ in of_known), mean(share for share, _ in of_found)
        granularity = mean(detections)
        harmonic = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
        figures = (recall, precision, granularity, harmonic / math.log2(1 + granularity))
        print(kind, len(of_known), len(detections), len(of_found), *(f"{figure:.3f}" for figure in figures), sep=",")


if __name__ == "__main__":
    main(*sys.argv[1:])
