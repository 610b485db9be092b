"""The bands of many rows beside numpy, DuckDB, polars, and a copy of the same bytes."""
import json
import os
import sys

import common

PYTHON = os.path.join(common.BUILD, "bench-venv", "bin", "python")
PACKAGES = ["numpy", "duckdb", "polars", "pyarrow"]


def measure(bench):
    if bench.installs and not os.path.exists(PYTHON):
        bench.step("installing " + ", ".join(PACKAGES))
        common.run([sys.executable, "-m", "venv", os.path.dirname(os.path.dirname(PYTHON))])
        common.run([PYTHON, "-m", "pip", "install", "-q", *PACKAGES])
    python = PYTHON if os.path.exists(PYTHON) else sys.executable
    for days in (31, 365):
        mine, peers = [], []
        for _ in range(bench.runs):
            mine.append(bench.load_test("kernel", "--days", str(days)))
            peers.append(peer_times(bench, python, days))
        row = median(report["ns_per_row"] for report in mine)
        bench.row(f"bands of {days} days", row, "copy", median(r["copy_ns_per_row"] for r in mine), "ns/row", "less")
        for name in PACKAGES[:3]:
            times = [found[name] for found in peers if name in found]
            if times:
                bench.row(f"bands of {days} days", row, name, median(times), "ns/row", "less")
            else:
                bench.skip(f"{name} not installed for {python}; --install installs it into .build")


def peer_times(bench, python, days):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "band_peers.py")
    return json.loads(common.run([python, script, str(days)], env=bench.environment))


def median(values):
    ordered = sorted(values)
    return ordered[len(ordered) // 2]
