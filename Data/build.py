#!/usr/bin/env python3
"""Builds the shipped reference data from packages of PyPI. SOURCES.md names each package, its licence and the changes.

    Data/build.py                     downloads the pinned packages with pip and writes the CSV files beside this script
    Data/build.py --packages DIR      takes the wheels from DIR instead
    Data/build.py --macs FILE         also compares the metropolitan areas with a list of them and prints what differs

Every file is sorted by its first column in byte order: Faregrid looks codes up by binary search over the bytes.
"""

import argparse
import csv
import io
import math
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = ["airportsdata==20260905", "neobase==0.37", "iso4217==1.16.20260101", "babel==2.19.0"]
LOCALES = ["en-GB", "de-DE", "fr-FR", "es-ES", "it-IT", "pt-PT"]

# Codes of the ISO 4217 table that are not money that a price is quoted in: funds, metals, units of account, testing.
NOT_MONEY = set(
    "BOV CHE CHW CLF COU MXV USN UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split()
)

# Currencies that have left the table and stand in fares of recent years: code, exponent, name.
WITHDRAWN = [("BGN", 2, "Bulgarian Lev"), ("HRK", 2, "Kuna")]

# Codes of railway stations and airfields that the source names as cities.
NOT_CITIES = {"ZME", "ZRK", "ZWB", "ZYI"}

# Memberships that the sources lack: airports that are retired or too new to be flown to, and Biggin Hill.
MORE_MEMBERS = {
    ("BER", "SXF"),
    ("BER", "TXL"),
    ("BJS", "NAY"),
    ("LON", "BQH"),
    ("MES", "KNO"),
    ("MES", "MES"),
    ("PNH", "KTI"),
}

# City names that people use, where the source has a longer form.
CITY_NAMES = {"NYC": "New York"}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--packages", type=Path)
    options.add_argument("--macs", type=Path)
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheels = options.packages or download(Path(folder))
        airports, cities, members = places(wheels)
        write("airports.csv", AIRPORT_COLUMNS, airports)
        write("cities.csv", CITY_COLUMNS, cities)
        write("city_airports.csv", ["city", "airport"], [dict(city=c, airport=a) for c, a in sorted(members)])
        currencies = read_currencies(wheels)
        symbols = read_symbols(wheels, Path(folder) / "babel", currencies)
    for row in currencies:
        row["symbol"] = symbols["en-US"].get(row["code"], row["code"])
    write("currencies.csv", ["code", "exponent", "name", "symbol"], currencies)
    write("currency_symbols.csv", ["code"] + LOCALES, local_symbols(currencies, symbols))
    check_carriers()
    if options.macs:
        compare(options.macs, members)


def download(folder):
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    subprocess.run(command + PACKAGES, check=True)
    return folder


def wheel(wheels, package):
    name, version = package.split("==")
    found = sorted(wheels.glob(f"{name}-{version}-*.whl"))
    if not found:
        sys.exit(f"error: no wheel of {package} in {wheels}")
    return zipfile.ZipFile(found[0])


def table(wheels, package, path, delimiter=","):
    with wheel(wheels, package).open(path) as file:
        yield from csv.DictReader(io.TextIOWrapper(file, encoding="utf-8", newline=""), delimiter=delimiter)


def write(name, columns, rows):
    with open(HERE / name, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{name}: {len(rows)} rows")


# MARK: Places

AIRPORT_COLUMNS = "code name city country latitude longitude tz weight valid_from valid_to successor".split()
CITY_COLUMNS = "code name country latitude longitude tz weight".split()


def places(wheels):
    """The airports, the cities and the (city, airport) pairs."""
    world = [
        row
        for row in table(wheels, PACKAGES[1], "neobase/optd_por_public.csv", "^")
        if not row["date_until"] and row["location_type"] in ("A", "C", "CA")
    ]
    landing = best(row for row in world if "A" in row["location_type"])
    named = best(row for row in world if "C" in row["location_type"])
    retired = {row["code"]: row for row in csv.DictReader(open(HERE / "retired.csv", encoding="utf-8"))}

    airports = {row["iata"]: of_airportsdata(row) for row in table(wheels, PACKAGES[0], "airportsdata/airports.csv")}
    del airports[""]
    for code, row in landing.items():
        if code not in airports and weight(row) > 0:
            airports[code] = of_opentraveldata(row)
    for code, row in retired.items():
        airports[code] = {**row, "weight": 0}
    for code, row in airports.items():
        if code in landing and code not in retired:
            row["weight"] = weight(landing[code])
            row["city"] = served_city(code, landing[code]) or row["city"]

    metropolitan = [
        (row["City Code"], row["Airport Code"]) for row in table(wheels, PACKAGES[0], "airportsdata/iata_macs.csv")
    ]
    members = memberships(airports, landing, named, retired, metropolitan)
    cities = [city(code, named, airports, members) for code in sorted({code for code, _ in members})]
    return [airports[code] for code in sorted(airports)], cities, members


def weight(row):
    """How much a place is flown to, 0 to 1000, from OpenTravelData's page rank over scheduled flights."""
    return math.ceil(float(row["page_rank"] or 0) * 1000)


def best(rows):
    """The row of each code that is flown to most; of equals the one with the smaller identifier."""
    found = {}
    for row in sorted(rows, key=lambda row: (-float(row["page_rank"] or 0), int(row["geoname_id"] or 0))):
        found.setdefault(row["iata_code"], row)
    return found


def degrees(text):
    return f"{float(text):.5f}"


def tidy(name):
    """A name without remarks in brackets, on one line."""
    return re.sub(r"\s+", " ", re.sub(r"\s*\([^)]*(construction|unknown)[^)]*\)", "", name)).strip()


def of_airportsdata(row):
    return dict(
        code=row["iata"],
        name=tidy(row["name"]),
        city=tidy(row["city"]),
        country=row["country"],
        latitude=degrees(row["lat"]),
        longitude=degrees(row["lon"]),
        tz=row["tz"],
        weight=0,
    )


def of_opentraveldata(row):
    return dict(
        code=row["iata_code"],
        name=tidy(row["name"]),
        city=served_city(row["iata_code"], row),
        country=row["country_code"],
        latitude=degrees(row["latitude"]),
        longitude=degrees(row["longitude"]),
        tz=row["timezone"],
        weight=weight(row),
    )


def served_city(code, row):
    """The name of the city that an airport serves: the one of its own code, else the first."""
    names = dict(zip(row["city_code_list"].split(","), row["city_name_list"].split("=")))
    return tidy(names.get(code) or next(iter(names.values()), ""))


def memberships(airports, landing, named, retired, metropolitan):
    """Pairs of city and airport. A city whose only airport has its code, and belongs to no other city, needs none."""
    pairs = set()
    for code in airports:
        if code in landing and (weight(landing[code]) > 0 or code in retired):
            pairs |= {(city, code) for city in landing[code]["city_code_list"].split(",") if city in named}
    pairs |= {(city, airport) for city, airport in metropolitan if airport in airports}
    pairs = {(city, airport) for city, airport in pairs | MORE_MEMBERS if city not in NOT_CITIES}
    cities_of, airports_of = defaultdict(set), defaultdict(set)
    for city, airport in pairs:
        cities_of[airport].add(city)
        airports_of[city].add(airport)
    return {(c, a) for c, a in pairs if airports_of[c] != {c} or cities_of[c] != {c}}


def city(code, named, airports, members):
    within = [airports[airport] for city, airport in members if city == code]
    source = named.get(code)
    largest = max(within, key=lambda row: (row["weight"], row["code"]))
    return dict(
        code=code,
        name=CITY_NAMES.get(code) or tidy(source["name"] if source else largest["city"]),
        country=source["country_code"] if source else largest["country"],
        latitude=degrees(source["latitude"]) if source else largest["latitude"],
        longitude=degrees(source["longitude"]) if source else largest["longitude"],
        tz=source["timezone"] if source else largest["tz"],
        weight=max([row["weight"] for row in within] + ([weight(source)] if source else [])),
    )


# MARK: Currencies


def read_currencies(wheels):
    document = ElementTree.parse(wheel(wheels, PACKAGES[2]).open("iso4217/table.xml"))
    rows = {code: dict(code=code, exponent=exponent, name=name) for code, exponent, name in WITHDRAWN}
    for entry in document.iter("CcyNtry"):
        code = entry.findtext("Ccy")
        if code and code not in NOT_MONEY:
            rows[code] = dict(code=code, exponent=int(entry.findtext("CcyMnrUnts")), name=entry.findtext("CcyNm"))
    return [rows[code] for code in sorted(rows)]


def read_symbols(wheels, folder, currencies):
    """The symbol of each currency in each locale, where it is not the code, as the CLDR has it."""
    wheel(wheels, PACKAGES[3]).extractall(folder)
    sys.path.insert(0, str(folder))
    from babel import Locale

    codes = {row["code"] for row in currencies}
    return {
        locale: {
            code: symbol
            for code, symbol in Locale.parse(locale, sep="-").currency_symbols.items()
            if code in codes and symbol != code
        }
        for locale in ["en-US"] + LOCALES
    }


def local_symbols(currencies, symbols):
    """Rows of the currencies that a locale writes otherwise than en-US."""
    rows = []
    for row in currencies:
        code = row["code"]
        local = {locale: symbols[locale].get(code, code) for locale in LOCALES}
        if set(local.values()) != {row["symbol"]}:
            rows.append({"code": code, **local})
    return rows


# MARK: Checks


def check_carriers():
    """carriers.csv is kept by hand: see that it is sorted, well formed, and that the times of a code do not overlap."""
    with open(HERE / "carriers.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if rows != sorted(rows, key=lambda row: (row["code"], row["valid_from"])):
        sys.exit("error: carriers.csv is not sorted by code and first day")
    for row in rows:
        if not re.fullmatch("[A-Z0-9]{2}", row["code"]) or row["code"].isdigit():
            sys.exit(f"error: carriers.csv: {row['code']} is not a carrier code")
    for earlier, later in zip(rows, rows[1:]):
        if earlier["code"] == later["code"] and not "" != earlier["valid_to"] < later["valid_from"]:
            sys.exit(f"error: carriers.csv: the times of {later['code']} overlap")
    print(f"carriers.csv: {len(rows)} rows, kept by hand")


def compare(path, members):
    with open(path, encoding="utf-8-sig", newline="") as file:
        listed = {(row["City Code"], row["Airport Code"]) for row in csv.DictReader(file)}
    for pair in sorted(listed - members):
        print("only in the list: {} {}".format(*pair))
    areas = {city for city, _ in listed}
    for pair in sorted(pair for pair in members - listed if pair[0] in areas):
        print("not in the list: {} {}".format(*pair))


if __name__ == "__main__":
    main()
