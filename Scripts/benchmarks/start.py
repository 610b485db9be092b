"""How long a command takes from nothing, beside psql."""
import statistics
import subprocess
import time

STARTS = 20


def measure(bench):
    if not bench.have("psql"):
        return
    bench.load_test("database")  # makes the workload where it is not there yet
    environment = dict(bench.environment, FAREGRID_SCHEMA="faregrid_loadtest")
    url = bench.url()
    origin, destination, first_day = bench.psql(
        "select origin, destination, first_departure from faregrid_loadtest.route_coverage order by 1, 2 limit 1"
    ).strip().split("|")
    calendar = [bench.program, "calendar", origin, destination, first_day[:7]]
    pairs = [
        ("start, --version", [bench.program, "--version"], "psql --version", ["psql", "--version"]),
        ("start, a month grid", calendar, "psql -c 'select 1'", ["psql", "-X", "-c", "select 1", url]),
    ]
    for what, mine, peer_name, peer in pairs:
        mine_time, peer_time = bench.medians(lambda: start_time(mine, environment), lambda: start_time(peer, environment))
        bench.row(what, mine_time, peer_name, peer_time, "ms", "less")


def start_time(command, environment):
    times = []
    for _ in range(STARTS):
        start = time.perf_counter()
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)
