"""The band rule as a user of numpy, DuckDB or polars would write it, on one core: python3 band_peers.py 31|365

Prints one JSON object: nanoseconds a row by the name of the package, without those that are not installed. Bands are 1
low, 2 avg, 3 high, strictly outside the quartiles of type 7; 0 where a day has no fare or a row fewer than 4. The packages
must agree about how many days of each band there are.
"""
import json
import os
import sys
import time

os.environ["POLARS_MAX_THREADS"] = "1"

MISSING = 2**31 - 1
RUNS = 5


def best(work):
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def make_prices(numpy, rows, days):
    random = numpy.random.default_rng(12)
    prices = random.integers(2_000, 32_000, (rows, days), dtype=numpy.int32)
    prices[random.random((rows, days)) < 0.1] = MISSING
    return prices


def numpy_bands(numpy, prices):
    rows, days = prices.shape
    ordered = numpy.sort(prices, axis=1)
    counts = (prices != MISSING).sum(axis=1)
    every = numpy.arange(rows)

    def quarters(quartile):
        rank, part = numpy.divmod(numpy.maximum(counts - 1, 0) * quartile, 4)
        below = ordered[every, rank].astype(numpy.int64)
        above = ordered[every, numpy.minimum(rank + (part > 0), days - 1)].astype(numpy.int64)
        return (4 * below + part * (above - below))[:, None]

    scaled = prices.astype(numpy.int64) * 4
    bands = 2 - (scaled < quarters(1)).astype(numpy.int8) + (scaled > quarters(3))
    bands[(prices == MISSING) | (counts < 4)[:, None]] = 0
    return bands


def duckdb_work(duckdb, arrow, route, price):
    connection = duckdb.connect(config={"threads": 1})
    connection.register("given", arrow.table({"route": route, "price": price}))
    connection.execute("create table fare as select * from given")
    statement = """
        create or replace table banded as
        select route, price, case when price < low then 1 when price > high then 3 else 2 end as band
        from fare join (
          select route, quantile_cont(price, 0.25) as low, quantile_cont(price, 0.75) as high from fare group by route
        ) using (route)"""
    counts = "select band, count(*) from banded group by band order by band"
    return lambda: connection.execute(statement), lambda: [n for _, n in connection.execute(counts).fetchall()]


def polars_work(polars, route, price):
    frame = polars.DataFrame({"route": route, "price": price})
    column = polars.col("price")

    def quartile(share):
        return column.quantile(share, interpolation="linear").over("route")

    def work():
        edged = frame.with_columns(low=quartile(0.25), high=quartile(0.75))
        band = polars.when(column < polars.col("low")).then(1).when(column > polars.col("high")).then(3).otherwise(2)
        return edged.with_columns(band=band)

    return work, lambda: work().group_by("band").len().sort("band")["len"].to_list()


def main():
    try:
        import numpy
    except ImportError:
        return print("{}")
    days = int(sys.argv[1])
    rows = 200_000 if days <= 31 else 20_000
    prices = make_prices(numpy, rows, days)
    found = {"numpy": best(lambda: numpy_bands(numpy, prices)) / rows * 1e9}

    # The others are so much slower that a part of the rows has to do.
    some = prices[: rows // 20]
    route, price = numpy.repeat(numpy.arange(len(some)), days), some.ravel()
    route, price = route[price != MISSING], price[price != MISSING]
    right = numpy.bincount(numpy_bands(numpy, some).ravel(), minlength=4)[1:].tolist()
    works = {}
    try:
        import duckdb
        import pyarrow

        works["duckdb"] = duckdb_work(duckdb, pyarrow, route, price)
    except ImportError:
        pass
    try:
        import polars

        works["polars"] = polars_work(polars, route, price)
    except ImportError:
        pass
    for name, (work, counts) in works.items():
        found[name] = best(work) / len(some) * 1e9
        if counts() != right:
            sys.exit(f"{name} says {counts()}, numpy {right}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
