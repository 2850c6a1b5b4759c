"""Figures of labelled pairs by independent means: scikit-learn, scipy's ranks and plain loops, against what
`cargo bench -- --write FILE` wrote.

    cargo bench -- --write labels.csv
    python3 benches/labels_check.py labels.csv      # needs numpy, scipy, scikit-learn

DeLong's variances come from the matrix of all couples (1988, equations 3 to 5), not from midranks. Intervals over
documents come from a jackknife that leaves out each document (Frank, Snijders 1994) and each pair: the variance for
dyads is the one less the other. They need not be equal to the program's, which resamples; they should be near.
"""

import sys

import numpy as np
from scipy.stats import norm, rankdata
from sklearn.metrics import f1_score, precision_score, recall_score, roc_auc_score

Z = norm.ppf(0.975)


def read(path):
    said, lines = {}, []
    for line in open(path):
        if line.startswith("#"):
            name, *figures = line[1:].split()
            said[name] = [float(figure) for figure in figures]
        else:
            lines.append(line)
    rows = np.genfromtxt(lines, delimiter=",", names=True)
    return said, rows


def components(scores, positive):
    """Structural components of DeLong et al. from all couples."""
    up, down = scores[positive][:, None], scores[~positive][None, :]
    psi = (up > down) + 0.5 * (up == down)
    return psi.mean(axis=1), psi.mean(axis=0)


def delong(v10, v01):
    return v10.var(ddof=1) / len(v10) + v01.var(ddof=1) / len(v01)


def logit(p):
    return np.log(p / (1 - p))


def expit(x):
    return 1 / (1 + np.exp(-x))


def on_logit(value, variance):
    half = Z * np.sqrt(variance) / (value * (1 - value))
    return expit(logit(value) - half), expit(logit(value) + half)


def area(scores, positive):
    """By scipy's midranks."""
    m, n = positive.sum(), (~positive).sum()
    return (rankdata(scores)[positive].sum() - m * (m + 1) / 2) / (m * n)


def jackknife(figure, ends):
    """Variance over dyads: leaving out documents, less leaving out pairs."""
    everything = np.ones(len(ends), bool)
    value = figure(everything)
    by_document = sum(
        (figure((ends != document).all(axis=1)) - value) ** 2 for document in np.unique(ends)
    )
    by_pair = 0.0
    for pair in range(len(ends)):
        everything[pair] = False
        by_pair += (figure(everything) - value) ** 2
        everything[pair] = True
    return value, max(by_document - by_pair, by_pair)


def main():
    said, rows = read(sys.argv[1])
    positive = rows["positive"] == 1
    scores = rows["score"]
    ends = np.stack([rows["a"], rows["b"]], axis=1)
    called = scores >= said["threshold"][0]
    v10, v01 = components(scores, positive)
    variance = delong(v10, v01)
    value = roc_auc_score(positive, scores)
    exact = {
        "area_delong": (value, *on_logit(value, variance)),
        "precision": (precision_score(positive, called),),
        "recall": (recall_score(positive, called),),
        "f1": (f1_score(positive, called),),
        "area_documents": (value,),
    }
    assert abs(area(scores, positive) - value) < 1e-12
    worst = 0.0
    for name, figures in exact.items():
        off = max(abs(x - y) for x, y in zip(figures, said[name]))
        worst = max(worst, off)
        print(f"{name:22} {len(figures)} figures, off by at most {off:.1e}")
    if worst > 1e-8:
        sys.exit("DIFFERENT")

    def f1(kept):
        return f1_score(positive[kept], called[kept])

    figures = {
        "area_documents": lambda kept: area(scores[kept], positive[kept]),
        "precision": lambda kept: positive[kept & called].mean(),
        "recall": lambda kept: called[kept & positive].mean(),
        "f1": f1,
    }
    for name, figure in figures.items():
        value, variance = jackknife(figure, ends)
        low, high = on_logit(value, variance)
        _, from_, to = said[name]
        print(
            f"{name:22} jackknife {low:.3f} to {high:.3f}, program {from_:.3f} to {to:.3f},"
            f" widths {(to - from_) / (high - low):.2f} : 1"
        )


main()
