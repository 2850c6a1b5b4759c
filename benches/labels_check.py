"""The area under the ROC curve of labelled pairs, its interval and that of the difference of two areas by plain loops over
all couples of pairs, against what the program wrote.

    cargo bench -- labels --write labels.csv
    python3 benches/labels_check.py labels.csv
"""

import math
import sys


def read(path):
    lines = open(path).read().splitlines()
    said = [float(figure) for figure in lines[0].split()[2:]]
    rows = [line.split(",") for line in lines[2:]]
    return said, [[(a, b, positive == "1", float(row[at])) for a, b, positive, *row in rows] for at in (0, 1)]


def student(freedom, probability=0.975):
    """Quantile by bisection of the integrated density."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)

    def below(x, steps=2000):
        height = [(1 + (x * i / steps) ** 2 / freedom) ** (-(freedom + 1) / 2) for i in range(steps + 1)]
        return 0.5 + scale * x / steps * (sum(height) - (height[0] + height[-1]) / 2)

    low, high = 0.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < probability else (low, middle)
    return low


def placed(rows):
    """The area, and the deviation of each row."""
    positive = [row for row in rows if row[2]]
    negative = [row for row in rows if not row[2]]
    better = lambda p, n: (p[3] > n[3]) + 0.5 * (p[3] == n[3])
    area = sum(better(p, n) for p in positive for n in negative) / len(positive) / len(negative)
    deviations = []
    for row in rows:
        own, others = (positive, negative) if row[2] else (negative, positive)
        placement = sum(better(row, o) if row[2] else better(o, row) for o in others) / len(others)
        deviations.append((placement - area) / math.sqrt(len(own) * (len(own) - 1)))
    return area, deviations


def apart(rows):
    """Number of rows, taken in order, that share no document."""
    taken, number = set(), 0
    for row in rows:
        if not taken & set(row[:2]):
            taken |= set(row[:2])
            number += 1
    return number


def half(rows, deviations):
    """Half of the interval of the sum of deviations."""
    own = sum(deviation * deviation for deviation in deviations)
    shared = 0.0
    for x, of_x in zip(rows, deviations):
        for y, of_y in zip(rows, deviations):
            if x is not y:
                shared += of_x * of_y * len({x[0], x[1]} & {y[0], y[1]})
    variance = (own + 2 * max(shared, 0.0)) * apart(rows) / (apart(rows) - 2)
    rarer = min(apart([row for row in rows if row[2] == kind]) for kind in (True, False))
    return student(rarer - 2) * math.sqrt(variance)


said, (rows, others) = read(sys.argv[1])
(area, deviations), (other, of_other) = placed(rows), placed(others)
on_logit = half(rows, deviations) / (area * (1 - area))
middle = math.log(area / (1 - area))
ends = [1 / (1 + math.exp(-(middle + side * on_logit))) for side in (-1, 1)]
of_difference = half(rows, [x - y for x, y in zip(deviations, of_other)])
here = [area, *ends, *(area - other + side * of_difference for side in (-1, 1))]
for name, program, value in zip(["area", "low", "high", "least difference", "greatest"], said, here):
    print(f"{name}: {program:.6f} {value:.6f}")
    if abs(program - value) > 1e-5:
        sys.exit("DIFFERENT")
