"""The workload of the load test in the tables that a user would make by hand, and pgbench on them."""
import csv
import io
import os
import re
import tempfile

import common

ROUTES = 100  # pgbench takes up to 128 scripts, and each asks about a route of its own.

TABLES = """
drop schema if exists bench cascade;
create schema bench;
create table bench.fare (origin text, destination text, departure_date date, price_minor int, stops int,
  observed_at timestamptz, source text, primary key (origin, destination, departure_date));
create table bench.price (origin text, destination text, departure_date date, price int,
  primary key (origin, destination, departure_date));
"""
COLUMNS = ["origin", "destination", "departure_date", "price", "stops", "observed_at", "source"]


class Plain:
    """The tables, filled with what the load test's own schema holds."""

    def __init__(self, bench):
        bench.step("filling plain tables with the same fares")
        bench.load_test("database")  # makes the workload where it is not there yet
        text = bench.faregrid("export", "days", FAREGRID_SCHEMA="faregrid_loadtest")
        days = [[row[column] for column in COLUMNS] for row in csv.DictReader(io.StringIO(text))]
        for day in days:
            day[3] = str(round(float(day[3]) * 100))
        lines = "".join("\t".join(day) + "\n" for day in days)
        bench.psql(TABLES + "copy bench.fare from stdin;\n" + lines + "\\.\n")
        bench.psql(
            "insert into bench.price select origin, destination, departure_date, price_minor from bench.fare;"
            "vacuum analyze bench.fare; vacuum analyze bench.price;".replace(";", ";\n")
        )
        self.bench = bench
        self.first_day = min(day[2] for day in days)
        self.routes = sorted({(day[0], day[1]) for day in days})[:ROUTES]

    def pgbench(self, script, pipelined=1, log=False):
        """Runs a script with one client and returns transactions a second, or with `log` the median in microseconds.

        The script is filled with a route; pgbench chooses one of them for each transaction.
        """
        with tempfile.TemporaryDirectory() as folder:
            arguments = []
            for number, (origin, destination) in enumerate(self.routes):
                body = script.format(origin=origin, destination=destination, first_day=self.first_day)
                if pipelined > 1:
                    body = "\\startpipeline\n" + body * pipelined + "\\endpipeline\n"
                path = os.path.join(folder, f"{number}.sql")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(body)
                arguments += ["-f", path]
            if log:
                arguments += ["-l", "--log-prefix", os.path.join(folder, "log")]
            command = ["pgbench", "-n", "-M", "prepared", "-c", "1", "-T", str(self.bench.seconds), *arguments]
            # Its list of a hundred scripts is of no interest, its figures are.
            text = common.run([*command, self.bench.url()], env=self.bench.environment)
            if log:
                return median_latency(folder)
            return float(re.search(r"^tps = ([0-9.]+)", text, re.MULTILINE).group(1)) * pipelined

    def sample(self, script):
        """What the script answers about the first route and month, as psql prints it."""
        origin, destination = self.routes[0]
        body = script.format(origin=origin, destination=destination, first_day=self.first_day)
        return self.bench.psql(re.sub(r"\\set.*", "", body).replace(":month", "1").replace(":day", "1"))


def median_latency(folder):
    latencies = []
    for name in os.listdir(folder):
        if name.startswith("log"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                latencies += [int(line.split()[2]) for line in file]
    return sorted(latencies)[len(latencies) // 2]
