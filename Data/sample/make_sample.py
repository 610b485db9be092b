#!/usr/bin/env python3
"""Writes the sample feed: SYNTHETIC fares in Faregrid's own CSV format.

No price, time or flight number in it is real; only the airport and carrier codes exist. A look is what a tracker would
have written at one instant: the fares of about forty routes for a year of departures. One look a day, at 06:00 UTC,
the last one at the current hour. The routes differ in haul, season, currency and days of service; prices rise towards
departure, some days sell out, some never have a fare. Two looks often find the same price, and each says so in a row.

A look depends on the seed and its instant alone, so a file made again tomorrow has the same bytes.

    make_sample.py --out DIR             one file a look, as a cron job would find them
    make_sample.py --looks 1 > now.csv   one file
"""
import argparse
import datetime
import hashlib
import math
import pathlib
import signal
import struct
import sys

DAYS_AHEAD = 365
ITINERARY_DAYS = 30
RETURN_LOOK_WEEKDAY = 0  # return fares are looked at on Mondays, so some are days old

HEADER = (
    "origin,destination,departure_date,return_date,price,currency,observed_at,fare,"
    "stops,via,carriers,flight_numbers,departure_time,duration_minutes,available,source\n"
)

# origin destination currency base season weekdays stops minutes carriers hub nights
# base: a typical price; stops: of the usual cheapest fare, "0/1" where it varies; weekdays: of service, Monday 1;
# nights: of the return fares, "-" where there are none; a hub makes a route that also has single itineraries.
ROUTES = """
LHR JFK GBP 310 long 1234567 0/1 485 BA+VS DUB 7+14
LHR BCN GBP 74 city 1234567 0 130 BA+VY - 3+7
LHR DXB GBP 290 winter 1234567 0/1 415 BA+EK - -
LHR SIN GBP 420 long 1234567 0/1 790 BA+SQ - -
LGW AGP GBP 62 sun 1234567 0 165 BA+U2 - -
STN DUB GBP 28 city 1234567 0 75 FR - -
MAN PMI GBP 71 sun 1234567 0 165 LS+U2 - -
EDI AMS GBP 66 city 1234567 0 95 KL+U2 - -
CDG JFK EUR 340 long 1234567 0/1 505 AF+DL - -
CDG NRT EUR 560 long 1234567 0/1 800 AF+JL HEL 7+14
CDG FCO EUR 79 city 1234567 0 130 AF+AZ - -
ORY NCE EUR 49 city 1234567 0 85 AF+TO - -
FRA PMI EUR 88 sun 1234567 0 150 LH+DE - 7+14
FRA SIN EUR 520 long 1234567 0/1 760 LH+SQ DXB -
FRA ORD EUR 430 long 1234567 0/1 580 LH+UA - -
MUC GVA EUR 96 snow 123456 0 70 LH - -
AMS BCN EUR 82 city 1234567 0 130 KL+VY - -
AMS CUR EUR 480 winter 1357 0 600 KL+OR - -
MAD EZE EUR 610 south 1234567 0/1 755 IB+UX - -
MAD BIO EUR 44 city 12345 0 60 IB - -
LIS GRU EUR 490 south 1234567 0/1 610 TP+LA MAD -
LIS FNC EUR 52 sun 1234567 0 105 TP+U2 - -
VIE ATH EUR 84 sun 1234567 0 135 OS+A3 - -
CPH OSL DKK 420 city 1234567 0 70 SK+DY - -
ARN LPA SEK 1650 winter 2467 0 345 SK+DY - -
ZRH LCY CHF 118 city 12345 0 105 LX+BA - -
WAW KRK PLN 165 city 1234567 0 55 LO - -
IST ESB TRY 1450 city 1234567 0 70 TK+PC - -
JFK LAX USD 168 city 1234567 0/1 375 AA+B6 - -
JFK LHR USD 380 long 1234567 0/1 420 BA+VS - -
BOS MIA USD 124 winter 1234567 0 205 AA+B6 - -
ORD DEN USD 98 snow 1234567 0 160 UA+F9 - -
SFO HNL USD 189 sun 1234567 0 325 UA+HA - -
YYZ YVR CAD 210 city 1234567 0 300 AC+WS - -
HND CTS JPY 14800 snow 1234567 0 95 NH+JL - -
KWI DXB KWD 38 city 1234567 0 105 KU+FZ - -
SIN BKK SGD 128 city 1234567 0 145 SQ+TR - -
SYD MEL AUD 112 city 1234567 0 95 QF+VA - -
SYD AKL AUD 236 south 1234567 0 185 QF+NZ - -
JNB CPT ZAR 1320 south 1234567 0 130 FA+SA - -
"""

# Height of the year's wave and the day of the year of its crest.
SEASONS = {
    "city": (0.08, 150),
    "sun": (0.34, 205),
    "long": (0.20, 200),
    "winter": (0.25, 20),
    "snow": (0.35, 40),
    "south": (0.28, 5),
}
WEEKDAY_FACTORS = (0.98, 0.89, 0.91, 1.02, 1.16, 0.96, 1.13)  # from Monday
LEAD_FACTORS = ((3, 1.90), (7, 1.52), (14, 1.26), (21, 1.12), (60, 1.0), (180, 0.94))  # less than so many days ahead
DECIMALS = {"JPY": 0, "KWD": 3}


def chances(*key):
    """Four numbers from 0 to 1 that the key alone decides, on every machine and version of Python."""
    digest = hashlib.blake2b(repr(key).encode(), digest_size=32).digest()
    return [number / 2**64 for number in struct.unpack("<4Q", digest)]


class Route:
    """A route, and what is the same about its days in every look."""

    def __init__(self, line, seed):
        (self.origin, self.destination, self.currency, base, self.season, weekdays, self.stops, minutes, carriers,
         hub, nights) = line.split()
        self.base = int(base)
        self.weekdays = {int(digit) - 1 for digit in weekdays}
        self.minutes = int(minutes)
        self.carriers = carriers.split("+")
        self.hub = None if hub == "-" else hub
        self.nights = [] if nights == "-" else [int(count) for count in nights.split("+")]
        self.key = (seed, self.origin, self.destination)
        self.days = {}
        self.levels = {}
        self.flights = self.timetable() if self.hub else []

    def day(self, date):
        """The day's own factor, how often its price moves and when it sells out; None without a flight."""
        ordinal = date.toordinal()
        if ordinal not in self.days:
            self.days[ordinal] = self.make_day(date, ordinal)
        return self.days[ordinal]

    def make_day(self, date, ordinal):
        missing, demand, pace, sale = chances(*self.key, "day", ordinal)
        if date.weekday() not in self.weekdays or missing < 0.03:
            return None
        height, crest = SEASONS[self.season]
        factor = 1 + height * math.cos(2 * math.pi * (date.timetuple().tm_yday - crest) / 365)
        if (date.month, date.day) >= (12, 18) or (date.month, date.day) <= (1, 3):
            factor *= 1.3
        week = chances(*self.key, "week", ordinal // 7)[0]
        factor *= WEEKDAY_FACTORS[date.weekday()] * (0.90 + 0.20 * week) * (0.92 + 0.16 * demand)
        sold_out_ahead = 5 + int(sale * 5000) if sale < 0.04 else 0
        return factor, 2 + int(pace * 9), sold_out_ahead

    def fare(self, date, look):
        """The price and stops that a look finds: no price when the day is sold out, neither when nothing flies."""
        day = self.day(date)
        if day is None:
            return None, None
        factor, pace, sold_out_ahead = day
        ahead = (date - look).days
        if ahead < sold_out_ahead:
            return None, 0
        level = (date.toordinal(), (look.toordinal() + date.toordinal()) // pace)
        if level not in self.levels:
            self.levels[level] = chances(*self.key, "level", *level)
        up, routing = self.levels[level][:2]
        stops = 1 if self.stops == "0/1" and routing < 0.35 else 0
        lead = next((lead for days, lead in LEAD_FACTORS if ahead < days), 1.06)
        return self.base * factor * lead * (0.90 + 0.22 * up * up) * (0.86 if stops else 1), stops

    def amount(self, price):
        """The price as decimal text, ending as such prices do."""
        decimals = DECIMALS.get(self.currency, 2)
        if decimals == 0:
            return str(round(price / 10) * 10)
        if decimals == 3:
            return f"{round(price * 2) / 2:.3f}"
        return f"{int(price)}.99" if self.base < 150 else f"{round(price)}.00"

    def timetable(self):
        """Four daily flights: two without a stop, two by way of the hub."""
        flights = []
        for index in range(4):
            hour, number, extra, _ = chances(*self.key, "flight", index)
            stops = index // 2
            carrier = self.carriers[index % len(self.carriers)]
            numbers = [f"{carrier}{100 + index * 200 + int(number * 90) + leg}" for leg in range(stops + 1)]
            flights.append({
                "stops": stops,
                "via": self.hub if stops else "",
                "carriers": "+".join([carrier] * (stops + 1)),
                "numbers": "+".join(numbers),
                "time": f"{6 + int(hour * 15):02d}:{int(number * 12) * 5:02d}",
                "minutes": self.minutes + (90 + int(extra * 36) * 5 if stops else int(extra * 4) * 5),
            })
        return flights


def look_rows(routes, instant):
    """The lines of one look."""
    look = instant.date()
    observed = instant.strftime("%Y-%m-%dT%H:%M:%SZ")
    dates = [look + datetime.timedelta(ahead) for ahead in range(DAYS_AHEAD)]
    rows = []
    for route in routes:
        pair = f"{route.origin},{route.destination}"
        for ahead, date in enumerate(dates):
            price, stops = route.fare(date, look)
            if stops is None:
                continue
            seen = f"{route.currency},{observed}"
            if price is None:
                rows.append(f"{pair},{date},,,{seen},day,,,,,,,false,sample\n")
            else:
                carrier = route.carriers[stops % len(route.carriers)]
                rows.append(f"{pair},{date},,{route.amount(price)},{seen},day,{stops},,{carrier},,,,,sample\n")
            if ahead < ITINERARY_DAYS:
                rows += itinerary_rows(route, pair, date, seen, price, stops)
            if look.weekday() == RETURN_LOOK_WEEKDAY and price is not None:
                rows += return_rows(route, pair, date, look, seen, price)
    return rows


def itinerary_rows(route, pair, date, seen, price, stops):
    """The day's single flights; the first with as many stops as the day fare has its price."""
    for index, flight in enumerate(route.flights):
        text, available = "", "false"
        if price is not None:
            dearer = 0 if index == stops * 2 else 0.04 + 0.5 * chances(*route.key, "dearer", date.toordinal(), index)[0]
            text, available = route.amount(price * (1 + dearer)), ""
        yield (
            f"{pair},{date},,{text},{seen},itinerary,{flight['stops']},{flight['via']},{flight['carriers']},"
            f"{flight['numbers']},{flight['time']},{flight['minutes']},{available},sample\n"
        )


def return_rows(route, pair, date, look, seen, price):
    """The return fares that leave on a day."""
    for nights in route.nights:
        back = date + datetime.timedelta(nights)
        way_back = route.fare(back, look)[0]
        if way_back is not None:
            total = route.amount((price + way_back) * 0.92)
            yield f"{pair},{date},{back},{total},{seen},day,,,{route.carriers[0]},,,,,sample\n"


def instants(now, count):
    """One look a day, the last of them now."""
    for back in range(count - 1, 0, -1):
        yield (now - datetime.timedelta(back)).replace(hour=6)
    yield now


def hour_from(text):
    """The hour that a day such as 2027-01-31 (its first) or 2027-01-31T14 names."""
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day like 2027-01-31 or an hour like 2027-01-31T14")
    return moment.replace(minute=0, second=0, microsecond=0, tzinfo=None)


def look_count(text):
    """A whole number from 1 to 365."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 365:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 365")
    return int(text)


def main():
    """Reads the arguments and writes the feed."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that has seen enough is no error
    parser = argparse.ArgumentParser(description="Writes synthetic fares in Faregrid's own CSV format.")
    parser.add_argument("--today", type=hour_from, metavar="DATE", help="day or hour of the last look in UTC (now)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed gives other prices (1)")
    parser.add_argument("--looks", type=look_count, default=21, metavar="N", help="how many daily looks (21)")
    parser.add_argument("--out", default="-", metavar="DIR", help="folder for a file a look, or - for one stream (-)")
    options = parser.parse_args()

    now = options.today or hour_from(datetime.datetime.now(datetime.timezone.utc).isoformat())
    routes = [Route(line, options.seed) for line in ROUTES.split("\n") if line]
    if options.out == "-":
        sys.stdout.write(HEADER)
        for instant in instants(now, options.looks):
            sys.stdout.writelines(look_rows(routes, instant))
        return
    folder = pathlib.Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    for instant in instants(now, options.looks):
        with open(folder / f"look-{instant:%Y-%m-%dT%H}.csv", "w", encoding="utf-8", newline="\n") as file:
            file.write(HEADER)
            file.writelines(look_rows(routes, instant))


if __name__ == "__main__":
    main()
