"""Month grids over stdio beside Redis with finished documents, and beside PostgreSQL that makes them in SQL."""
import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time

import common
from plain_tables import Plain

PIPELINE = 16
DOCUMENTS = 400 * 12

# The month document, over the plain table: every day of the month, banded by the quartiles of the year from today. Colons
# before letters would be variables of pgbench.
DOCUMENT = """\\set month random(0, 11)
with asked as (
  select (date '{first_day}' + make_interval(months => :month::int))::date as first_day, current_date as today
), fare as (
  select f.* from asked a, bench.fare f where f.origin = '{origin}' and f.destination = '{destination}'
    and f.departure_date between least(a.first_day, a.today) and a.today + 395
), edge as (
  select count(*) as n, percentile_cont(0.25) within group (order by price_minor) as low,
    percentile_cont(0.75) within group (order by price_minor) as high
  from fare, asked where departure_date between today and today + 365
), day as (
  select d::date as departure_date, f.price_minor, f.stops, f.observed_at, f.source,
    to_char(f.price_minor / 100.0, 'FM999990.00') as price,
    case when f.price_minor < e.low then 'low' when f.price_minor > e.high then 'high'
      when f.price_minor is not null then 'avg' end as band
  from asked a cross join edge e
    cross join generate_series(a.first_day, a.first_day + interval '1 month - 1 day', interval '1 day') d
    left join fare f on f.departure_date = d::date
), labelled as (
  select *, case band when 'low' then 'Cheap' when 'avg' then 'Average' else 'Expensive' end as label,
    '$' || case when price_minor % 100 = 0 then (price_minor / 100)::text else price end as display
  from day
)
select json_build_object(
  'origin', '{origin}', 'destination', '{destination}', 'month', to_char(a.first_day, 'YYYY-MM'), 'trip', 'one_way',
  'currency', 'USD', 'as_of', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS"Z"'), 'coverage', 'covered',
  'bands', json_build_object('rule', 'quartiles', 'reference', 'horizon', 'sample_size', e.n,
    'low_below', (e.low / 100)::text, 'high_above', (e.high / 100)::text,
    'counts', (select json_build_object('low', count(*) filter (where band = 'low'),
      'avg', count(*) filter (where band = 'avg'), 'high', count(*) filter (where band = 'high')) from day),
    'reason', null),
  'cheapest', (select json_build_object('departure_date', departure_date, 'price_minor', price_minor, 'price', price,
      'currency', 'USD')
    from day where price_minor is not null and departure_date >= a.today order by price_minor, departure_date limit 1),
  'statistics', (select json_build_object('n', count(*), 'min_minor', min(price_minor),
      'median', (percentile_cont(0.5) within group (order by price_minor) / 100)::text,
      'mean_minor', round(avg(price_minor)), 'max_minor', max(price_minor))
    from day where price_minor is not null and departure_date >= a.today),
  'days', (select json_agg(case when price_minor is null
      then json_build_object('departure_date', departure_date, 'status', 'no_fare_observed', 'price_minor', null,
        'band', null)
      else json_build_object('departure_date', departure_date, 'status', 'priced', 'price_minor', price_minor,
        'price', price, 'display', display, 'currency', 'USD', 'band', band, 'label', label, 'direct', stops = 0,
        'stops', stops, 'airports', json_build_array('{origin}', '{destination}'),
        'observed_at', to_char(observed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS"Z"'),
        'age_hours', floor(extract(epoch from now() - observed_at) / 3600), 'source', source,
        'spoken', to_char(departure_date, 'FMMonth FMDD') || ', ' || display || ', ' || lower(label) || ' price')
      end order by departure_date) from labelled),
  'left_out', json_build_object('other_currency', 0, 'stale', 0, 'filtered', 0))
from asked a, edge e;
"""


def measure(bench):
    kept = bench.load_test("stdio", "--pipeline", str(PIPELINE))
    bench.install_debian("redis-server", "redis-server")
    with contextlib.ExitStack() as stack:
        redis = None
        if bench.have("redis-server", "redis-benchmark", "redis-cli"):
            redis = stack.enter_context(Redis(bench, kept["bytes_per_answer"]))
        plain = Plain(bench) if bench.have("psql", "pgbench") else None
        compare(bench, redis, plain)
    alone(bench)


def compare(bench, redis, plain):
    measurements = {
        "kept": lambda: bench.load_test("stdio", "--pipeline", str(PIPELINE))["requests_per_second"],
        "made": lambda: bench.load_test("stdio", "--pipeline", str(PIPELINE), "--no-kept-answers")["requests_per_second"],
    }
    peers = {}
    if redis:
        peers["Redis, one client"] = lambda: redis.gets_a_second(1)
        peers["Redis, 50 clients"] = lambda: redis.gets_a_second(50)
    if plain:
        size = len(plain.sample(DOCUMENT))
        bench.step(f"PostgreSQL's document has {size} bytes")
        peers["PostgreSQL, one by one"] = lambda: plain.pgbench(DOCUMENT)
        peers["PostgreSQL, pipelined"] = lambda: plain.pgbench(DOCUMENT, pipelined=PIPELINE)
    kept, made, *figures = bench.medians(*measurements.values(), *peers.values())
    for name, figure in zip(peers, figures):
        bench.row(f"grids, pipelined {PIPELINE}", kept, name, figure, "/s", "more")
        bench.row("grids, no answers kept", made, name, figure, "/s", "more")
    bench.row("grids, no answers kept", made, "faregrid, answers kept", kept, "/s", "more")


def alone(bench):
    """What one who waits for each answer sees, at half of the greatest rate."""
    rate, = bench.medians(lambda: bench.load_test("stdio", "--pipeline", "1")["requests_per_second"])
    bench.note("grids, not pipelined", rate, "/s")
    half = str(max(1, int(rate / 2)))
    p99, = bench.medians(lambda: bench.load_test("stdio", "--pipeline", "1", "--rate", half)["latency_us"]["p99"])
    bench.note(f"p99 at {half} a second, not pipelined", p99, "µs")


class Redis:
    """A Redis of its own on a Unix socket, full of documents of a size."""

    def __init__(self, bench, size):
        self.bench, self.size = bench, size

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="faregrid-bench-")
        self.socket = os.path.join(self.folder, "redis.sock")
        options = ["--port", "0", "--unixsocket", self.socket, "--save", "", "--appendonly", "no", "--dir", self.folder]
        self.process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        for _ in range(100):
            if os.path.exists(self.socket):
                break
            time.sleep(0.05)
        self.benchmark("set", 50, DOCUMENTS * 25)
        held = int(common.run(["redis-cli", "-s", self.socket, "dbsize"]))
        if held != DOCUMENTS:
            raise common.Failure(f"Redis holds {held} documents, expected {DOCUMENTS}")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)

    def gets_a_second(self, clients):
        # About as long as a run of the product.
        trial = self.benchmark("get", clients, 100_000)
        return self.benchmark("get", clients, int(trial * self.bench.seconds) + 1)

    def benchmark(self, command, clients, requests):
        options = ["-t", command, "-c", str(clients), "-n", str(requests), "-r", str(DOCUMENTS), "-d", str(self.size)]
        text = common.run(["redis-benchmark", "-s", self.socket, "-P", str(PIPELINE), "-q", *options])
        return float(re.findall(r"([0-9.]+) requests per second", text)[-1])
