"""A cold grid beside the bare indexed select of 31 rows of a plain table."""
from plain_tables import Plain

SELECT = """\\set day random(0, 330)
select departure_date, price from bench.price where origin = '{origin}' and destination = '{destination}'
and departure_date between date '{first_day}' + :day::int and date '{first_day}' + :day::int + 30;
"""


def measure(bench):
    if not bench.have("psql", "pgbench"):
        return
    plain = Plain(bench)
    mine, peer = bench.medians(
        lambda: bench.load_test("database")["latency_us"]["p50"],
        lambda: plain.pgbench(SELECT, log=True),
    )
    bench.row("cold grid, p50", mine, "pgbench: 31 rows", peer, "µs", "less")
