"""What it costs as a store grows: a million observations of 1,000 routes a file, up to 20 million of 20,000 routes.

At some sizes it asks month grids of routes that were not asked before (one indexed statement each), the same ones again
(from memory), everywhere from one origin, and prints one table. It takes about ten minutes and 2 GB for the moment; it is
no part of a run without arguments.
"""
import csv
import os
import random
import statistics
import tempfile
import time

import common
from search import Asked

SCHEMA = {"FAREGRID_SCHEMA": "faregrid_bench_growth"}
ROUTES_A_FILE, DAYS, LOOKS = 1_000, 250, 4
SIZES = [1, 10, 20]  # Millions of observations.
ORIGINS = 145  # So many origins, each with every other as destination: 20,880 routes.
SAMPLE = 200


def measure(bench):
    sizes = [int(size) for size in os.environ.get("FAREGRID_BENCH_MILLIONS", ",".join(map(str, SIZES))).split(",")]
    bench.psql(f"set client_min_messages = warning; drop schema if exists {SCHEMA['FAREGRID_SCHEMA']} cascade")
    routes = all_routes()
    table, spent = [], 0.0
    with tempfile.TemporaryDirectory(prefix="faregrid-bench-") as folder:
        os.chmod(folder, 0o755)
        for million in range(1, max(sizes) + 1):
            path = os.path.join(folder, "fares.csv")
            some = routes[(million - 1) * ROUTES_A_FILE:million * ROUTES_A_FILE]
            write(path, some)
            start = time.perf_counter()
            bench.faregrid("ingest", "--wait", path, **SCHEMA)
            spent = time.perf_counter() - start
            bench.step(f"{million} million, the last in {spent:.1f} s")
            if million in sizes:
                table.append([million, million * ROUTES_A_FILE, spent, *ask(bench, routes[:million * ROUTES_A_FILE])])
    heads = ["observations", "routes", "last million", "on disk", "new grid p50", "kept grid p50", "everywhere p50", "resident"]
    units = ["{} M", "{:,}", "{:.1f} s", "{:.0f} MB", "{:.2f} ms", "{:.3f} ms", "{:.1f} ms", "{:.0f} MiB"]
    print("| " + " | ".join(heads) + " |\n|" + "---:|" * len(heads))
    for row in table:
        print("| " + " | ".join(unit.format(value) for unit, value in zip(units, row)) + " |")
    bench.psql(f"set client_min_messages = warning; drop schema if exists {SCHEMA['FAREGRID_SCHEMA']} cascade")


def all_routes():
    """Routes between airports of different cities, shuffled, so that every file has some of every origin."""
    airports, cities = [], set()
    with open(os.path.join(common.ROOT, "Data", "airports.csv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["city"] and row["city"] not in cities:
                cities.add(row["city"])
                airports.append(row["code"])
    random.seed(3)
    chosen = random.sample(airports, ORIGINS)
    routes = [(origin, destination) for origin in chosen for destination in chosen if origin != destination]
    random.shuffle(routes)
    return routes


def write(path, routes):
    days = [time.strftime("%Y-%m-%d", time.gmtime(time.time() + 86_400 * (day + 1))) for day in range(DAYS)]
    looks = [time.strftime("%Y-%m-%dT06:00:00Z", time.gmtime(time.time() - 86_400 * (look + 1))) for look in range(LOOKS)]
    with open(path, "w", encoding="ascii") as file:
        file.write("origin,destination,departure_date,price,currency,observed_at,fare,stops,source\n")
        for origin, destination in routes:
            for day in days:
                price = random.randrange(2_000, 60_000)
                for look in looks:
                    file.write(f"{origin},{destination},{day},{price // 100}.{price % 100:02},EUR,{look},day,0,growth\n")
                    price += 37


def ask(bench, routes):
    month = time.strftime("%Y-%m", time.gmtime(time.time() + 86_400 * 60))
    random.seed(len(routes))
    chosen = random.sample(routes, SAMPLE)
    questions = [("calendar", {"origin": a, "destination": b, "month": month}) for a, b in chosen]
    with Asked(bench, SCHEMA) as asked:
        new = statistics.median(asked.ask(*question) for question in questions)
        kept = statistics.median(asked.ask(*question) for question in questions)
        everywhere = asked.median("everywhere", {"origin": chosen[0][0], "month": month})
        resident = asked.resident() / 1024
    size = int(bench.psql(
        "select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace "
        f"where n.nspname = '{SCHEMA['FAREGRID_SCHEMA']}' and c.relkind in ('r', 'm')"
    ))
    return size / 1e6, new, kept, everywhere, resident
