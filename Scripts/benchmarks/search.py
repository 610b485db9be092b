"""Searches, matrices and everywhere over stdio, one question at a time once warm, beside the same in PostgreSQL's SQL.

PostgreSQL has the same fares in a plain table with an index, and gives its rows as one JSON array: it ranks 10,000
itineraries by price times duration and lists 50, and finds the cheapest of each day, pair of days or destination. It
works out no scores, dominance, bands, legs or offers.
"""
import json
import os
import random
import re
import statistics
import subprocess
import tempfile
import time

ITINERARIES = 10_000
SIDE = 15  # Days of departure, and of return, of the matrix.
DESTINATIONS = 1_000
QUESTIONS = 200
HEADER = (
    "origin,destination,departure_date,return_date,price,currency,observed_at,fare,departure_time,duration_minutes,stops,"
    "carriers,flight_numbers"
)
QUERIES = {
    "search": """select json_agg(f) from (
      select * from bench.itinerary where origin = 'LHR' and destination = 'BCN' and departure_date = '2027-03-01'
        and return_date is null order by price_minor * duration_minutes, price_minor limit 50) f""",
    "matrix": """select json_agg(f) from (
      select departure_date, return_date, min(price_minor) from bench.itinerary where origin = 'LHR'
        and destination = 'MAD' and departure_date between '2027-03-01' and '2027-03-15'
        and return_date between '2027-03-16' and '2027-03-30' group by 1, 2) f""",
    "everywhere": """select json_agg(f) from (
      select distinct on (destination) * from bench.itinerary where origin = 'LIS' and return_date is null
        and departure_date between '2027-03-01' and '2027-03-31' order by destination, price_minor, departure_date) f""",
}


def measure(bench):
    with tempfile.TemporaryDirectory(prefix="faregrid-bench-") as folder:
        os.chmod(folder, 0o755)
        path = os.path.join(folder, "fares.csv")
        write_fares(path)
        bench.psql("set client_min_messages = warning; drop schema if exists faregrid_bench_search cascade")
        schema = {"FAREGRID_SCHEMA": "faregrid_bench_search"}
        bench.faregrid("ingest", "--source", "bench", path, **schema)
        has_peer = bench.have("psql", "pgbench")
        if has_peer:
            fill_plain_table(bench, path)
        with Asked(bench, schema) as asked:
            compare(bench, asked, has_peer, folder)
            remember(bench, asked)


def write_fares(path):
    random.seed(5)
    row = "{},{},{},{},{:.2f},EUR,2026-11-01T10:00:00Z,{},{},{},{},{},{}\n"
    carriers = ["BA", "VY", "IB", "LH", "AF"]
    with open(path, "w", encoding="ascii") as file:
        file.write(HEADER + "\n")
        for number in range(ITINERARIES):
            stops = random.randrange(3)
            flights = [f"{random.choice(carriers)}{(number * 3 + leg) % 9999 + 1}" for leg in range(stops + 1)]
            departs = f"{random.randrange(24):02}:{random.randrange(60):02}"
            names = "+".join(flight[:2] for flight in flights), "+".join(flights)
            price, minutes = random.randrange(3_000, 90_000) / 100, random.randrange(110, 900)
            file.write(row.format("LHR", "BCN", "2027-03-01", "", price, "itinerary", departs, minutes, stops, *names))
        for out in range(1, SIDE + 1):
            for back in range(SIDE + 1, 2 * SIDE + 1):
                for offer in range(14):
                    price = random.randrange(3_000, 90_000) / 100
                    dates = f"2027-03-{out:02}", f"2027-03-{back:02}"
                    file.write(row.format("LHR", "MAD", *dates, price, "itinerary", "10:00", 150, 0, "IB", f"IB{offer + 1}"))
        for number in range(DESTINATIONS):
            place = "Q" + chr(65 + number // 26 % 26) + chr(65 + number % 26) if number < 676 else \
                "X" + chr(65 + number // 26 % 26) + chr(65 + number % 26)
            for day in range(1, 32):
                price = random.randrange(3_000, 90_000) / 100
                file.write(row.format("LIS", place, f"2027-03-{day:02}", "", price, "day", "", "", "", "", ""))


def fill_plain_table(bench, path):
    bench.psql("set client_min_messages = warning; create schema if not exists bench; drop table if exists bench.itinerary")
    bench.psql(
        "create table bench.itinerary (origin text, destination text, departure_date date, return_date date, price numeric, "
        "currency text, observed_at timestamptz, fare text, departure_time time, duration_minutes int, stops int, "
        "carriers text, flight_numbers text, price_minor bigint generated always as (price * 100) stored)"
    )
    bench.psql(f"\\copy bench.itinerary ({HEADER}) from '{path}' with (format csv, header)")
    bench.psql("create index on bench.itinerary (origin, destination, departure_date); analyze bench.itinerary")


def compare(bench, asked, has_peer, folder):
    # A filter that changes nothing, another one each time, so that no answer is given twice.
    questions = {
        "search": ("search", {"origin": "LHR", "destination": "BCN", "departure_date": "2027-03-01"}, f"{ITINERARIES:,} itineraries"),
        "matrix": (
            "matrix",
            {"origin": "LHR", "destination": "MAD", "departure_date": "2027-03-08", "return_date": "2027-03-23", "flex_days": 7},
            f"{SIDE} × {SIDE}",
        ),
        "everywhere": ("everywhere", {"origin": "LIS", "month": "2027-03"}, f"{DESTINATIONS:,} destinations"),
    }
    for name, (method, parameters, size) in questions.items():
        mine = lambda: asked.median(method, parameters)  # noqa: E731
        if not has_peer:
            found, = bench.medians(mine)
            bench.note(f"{name}, {size}", found, "ms")
            continue
        script = os.path.join(folder, "query.sql")
        with open(script, "w", encoding="ascii") as file:
            file.write(QUERIES[name].replace("\n", " ") + ";\n")
        found, peer = bench.medians(mine, lambda: pgbench_latency(bench, script))
        bench.row(f"{name}, {size}", found, "PostgreSQL, rows alone", peer, "ms", "less")


def pgbench_latency(bench, script):
    command = ["pgbench", "-n", "-M", "prepared", "-t", str(QUESTIONS), "-f", script, bench.url()]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout
    return float(re.search(r"latency average = ([0-9.]+) ms", output)[1])


def remember(bench, asked):
    """How much more memory the process takes after many questions of every kind."""
    mixed = [
        ("search", {"origin": "LHR", "destination": "MAD", "departure_date": "2027-03-05", "return_date": "2027-03-20"}),
        ("matrix", {"origin": "LHR", "destination": "MAD", "departure_date": "2027-03-08", "return_date": "2027-03-23", "flex_days": 1}),
        ("everywhere", {"origin": "LHR", "month": "2027-03"}),
        ("calendar", {"origin": "LIS", "destination": "QAA", "month": "2027-03"}),
        ("explain", {"origin": "LIS", "destination": "QAA", "departure_date": "2027-03-05"}),
        ("routes", {"origin": "LHR"}),
    ]
    count = int(os.environ.get("FAREGRID_BENCH_QUESTIONS", "20000"))
    for _ in range(2):
        asked.many(mixed, count // 4)
    before = asked.resident()
    asked.many(mixed, count)
    bench.note(f"memory after {count:,} more questions", (asked.resident() - before) / 1024, "MiB more")


class Asked:
    """A process that answers on stdio."""

    def __init__(self, bench, schema):
        environment = dict(bench.environment, **schema)
        self.process = subprocess.Popen(
            [bench.program, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, method, parameters):
        self.number += 1
        # A bound that nothing reaches, and another one each time: no answer can be a kept one.
        parameters = dict(parameters)
        if method in ("search", "matrix", "everywhere"):
            parameters["max_price_minor"] = 1_000_000_000 + self.number
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
        line = json.dumps(request).encode() + b"\n"
        start = time.perf_counter()
        self.process.stdin.write(line)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        elapsed = (time.perf_counter() - start) * 1000
        if b'"result"' not in answer[:60]:
            raise RuntimeError(answer[:300].decode())
        return elapsed

    def median(self, method, parameters):
        self.ask(method, parameters)
        return statistics.median(self.ask(method, parameters) for _ in range(QUESTIONS))

    def many(self, mixed, count):
        for index in range(count):
            self.ask(*mixed[index % len(mixed)])

    def resident(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])
