"""Measure how long `import trapezi` takes, in CPU-seconds: the fastest of ten processes. The target is below 0.1 s.

python benchmarks/import_time.py
"""

from __future__ import annotations

import subprocess
import sys

RUNS = 10
TARGET = 0.1
CODE = "import time; start = time.process_time(); import trapezi; print(time.process_time() - start)"

if __name__ == "__main__":
    seconds = min(float(subprocess.check_output([sys.executable, "-c", CODE])) for _ in range(RUNS))
    print(f"import trapezi: {seconds:.3f} s of CPU time; the target is {TARGET} s, {TARGET / seconds:.1f} times as long")
