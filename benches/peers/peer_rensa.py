"""Near-duplicate pairs of a JSON Lines file by rensa: R-MinHash of 200 values in 25 bands, pairs
whose estimate reaches the threshold. Usage: peer_rensa.py FILE.jsonl THRESHOLD"""

import sys

from rensa import RMinHash, RMinHashLSH

from documents import documents


def main(path, threshold):
    index = RMinHashLSH(threshold=threshold, num_perm=200, num_bands=25)
    names, sketches = [], []
    for number, (name, shingles) in enumerate(documents(path)):
        sketch = RMinHash(num_perm=200, seed=42)
        sketch.update(shingles)
        # Query before insertion, so that each pair is reported once.
        for other in set(index.query(sketch)):
            if sketches[other].jaccard(sketch) >= threshold:
                print(names[other], name, sep=",")
        index.insert(number, sketch)
        names.append(name)
        sketches.append(sketch)


main(sys.argv[1], float(sys.argv[2]))
