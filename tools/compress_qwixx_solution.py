"""Compress the stored solution of Qwixx for one player to `games/qwixx/bots/networks/solution-1.bin`.

    trapezi solve qwixx --players 1
    python tools/compress_qwixx_solution.py

`compact_solution.py` describes the format. The values of sheets with two closed rows are never used, because the game is over.
They are chosen so that few eigenvectors suffice for all other values. The script needs numpy and takes a minute.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from trapezi.games.qwixx.bots import solution_file, value_network
from trapezi.games.qwixx.bots.row_states import RowStates

RANK = 32
MISSES = 4
ROUNDS = 12  # The unused values are improved in this many rounds.
LARGEST = 32767


def main() -> None:
    rows, solution = RowStates(), solution_file.load(1)
    if solution is None:
        raise SystemExit("Run `trapezi solve qwixx --players 1` first.")
    raw = np.asarray(solution.values).reshape(MISSES, rows.sheets)
    lower = np.tril_indices(rows.pairs)
    closed = np.concatenate(
        [[(low == rows.closed) + (high == rows.closed) for high in range(low, rows.states)] for low in range(rows.states)]
    )
    unused = closed[:, None] + closed[None, :] >= 2
    scales, factors = [], []
    for misses in range(MISSES):
        true = np.zeros((rows.pairs, rows.pairs))
        true[lower] = raw[misses]
        true = true + true.T - np.diag(np.diag(true))
        matrix = true.copy()
        for _ in range(ROUNDS):
            values, vectors = np.linalg.eigh(matrix)
            kept = np.argsort(-abs(values))[:RANK]
            approximation = vectors[:, kept] * values[kept] @ vectors[:, kept].T
            matrix[unused] = approximation[unused]
        largest = abs(vectors[:, kept]).max(0) / LARGEST
        scale, whole = values[kept] * largest**2, np.rint(vectors[:, kept] / largest)
        error = (whole * scale @ whole.T - true)[~unused]
        print(f"{misses} misses: standard error {error.std():.3f}, largest error {abs(error).max():.2f}", flush=True)
        scales.append(scale.astype("<f8"))
        factors.append(whole.astype("<i2"))
    path = Path(value_network.__file__).parent / "networks" / "solution-1.bin"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"".join(part.tobytes() for part in (*scales, *factors)))


if __name__ == "__main__":
    main()
