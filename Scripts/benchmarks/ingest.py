"""A million fares beside the SQL that a user would write: stage, upsert, aggregate."""
import datetime
import json
import os
import re
import subprocess
import sys
import time

import common

SCHEMA = "faregrid_bench"


def measure(bench):
    shared = os.environ.get("FAREGRID_SHARED") or os.path.join(common.ROOT, "..", "shared")
    maker, idiom = (os.path.join(shared, "measure", name) for name in ("make_fares.py", "ingest_baseline.sql"))
    if not (os.path.exists(maker) and os.path.exists(idiom)):
        return bench.skip(f"no {idiom}; FAREGRID_SHARED names the folder that has measure/")
    if not bench.have("psql"):
        return
    folder = os.path.join(common.BUILD, "bench-fares")
    os.makedirs(folder, exist_ok=True)
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    first = make(maker, folder, "first.csv", "0", now - datetime.timedelta(days=2))
    again = make(maker, folder, "again.csv", "100", now - datetime.timedelta(days=1))

    # The tables of the SQL stand in the schema that the database's URL names, which the first command makes.
    bench.faregrid("status")
    runs = []
    for _ in range(bench.runs):
        bench.psql(f"set client_min_messages = warning; drop schema if exists {SCHEMA} cascade")
        loaded, memory = load(bench, first)
        size = json.loads(bench.faregrid("status", "--json", FAREGRID_SCHEMA=SCHEMA))["bytes"]
        observed_again, _ = load(bench, again)
        runs.append({"load": loaded, "again": observed_again, "memory": memory, "size": size, **sql(bench, idiom, first)})
    bench.psql(f"set client_min_messages = warning; drop schema if exists {SCHEMA} cascade; drop table if exists base_stage, base_fare, base_day")

    middle = {key: sorted(found[key] for found in runs)[len(runs) // 2] for key in runs[0]}
    bench.row("a million fares", middle["load"], "raw \\copy", middle["copy"], "s", "less")
    bench.row("a million fares", middle["load"], "SQL", middle["sql_load"], "s", "less")
    bench.row("the same, observed again", middle["again"], "SQL", middle["sql_again"], "s", "less")
    bench.row("store of a million fares", middle["size"] / 1e6, "SQL tables", middle["sql_size"] / 1e6, "MB", "less")
    bench.note("ingest, peak memory", middle["memory"], "MiB")


def make(maker, folder, name, added, observed):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        instant = observed.strftime("%Y-%m-%dT%H:%M:%SZ")
        subprocess.run([sys.executable, maker, "400", "3", added, instant], stdout=file, check=True)
    return path


def load(bench, path):
    """Ingests a file and returns seconds and the greatest memory in MiB."""
    start = time.perf_counter()
    environment = dict(bench.environment, FAREGRID_SCHEMA=SCHEMA)
    process = subprocess.Popen([bench.program, "ingest", path], env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise common.Failure(f"faregrid ingest {path} ended with {process.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def sql(bench, idiom, path):
    """Runs the SQL and returns the seconds of its steps, as psql tells them, and the size of its tables."""
    command = ["psql", "-X", "-v", "ON_ERROR_STOP=1", "-v", f"file={path}", "-f", idiom, bench.url()]
    text = common.run(command, env=dict(bench.environment, PGOPTIONS="-c client_min_messages=warning"))
    step, times = "", {}
    for line in text.splitlines():
        timed = re.match(r"Time: ([0-9.]+) ms", line)
        if timed:
            times.setdefault(step, []).append(float(timed.group(1)) / 1000)
        elif re.match(r"(floor|upsert|cheapest|re-observation)", line):
            step = line.split()[0]
    size = "select pg_total_relation_size('base_fare') + pg_total_relation_size('base_day')"
    (copied,), (upserted,), (cheapest,) = times["floor:"], times["upsert"], times["cheapest"]
    # What changes the staged rows stands for the second file, which would have to be copied as the first.
    _, *observed_again = times["re-observation"]
    return {
        "copy": copied,
        "sql_load": copied + upserted + cheapest,
        "sql_again": copied + sum(observed_again),
        "sql_size": float(bench.psql(size)),
    }
