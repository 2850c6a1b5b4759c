"""Near-duplicate pairs of a JSON Lines file by datasketch: 200 values in 25 bands of 8 rows, pairs
whose estimate reaches the threshold. Usage: peer_datasketch.py FILE.jsonl THRESHOLD"""

import sys

from datasketch import MinHash, MinHashLSH

from documents import documents


def main(path, threshold):
    index = MinHashLSH(num_perm=200, params=(25, 8))
    sketches = {}
    for name, shingles in documents(path):
        sketch = MinHash(num_perm=200)
        sketch.update_batch([shingle.encode() for shingle in shingles])
        # Query before insertion, so that each pair is reported once.
        for other in index.query(sketch):
            if sketches[other].jaccard(sketch) >= threshold:
                print(other, name, sep=",")
        index.insert(name, sketch)
        sketches[name] = sketch


main(sys.argv[1], float(sys.argv[2]))
