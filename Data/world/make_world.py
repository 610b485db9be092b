#!/usr/bin/env python3
"""Draws the map of the page from Data/airports.csv: a dot for each degree of the world that has an airport.

Run from the root of the repository when the airports change: python3 Data/world/make_world.py
"""

import csv
import pathlib

TOP, HEIGHT = 5, 145  # From 85 degrees north to 60 south; nearly nobody flies beyond.

with open("Data/airports.csv", encoding="utf-8", newline="") as file:
    cells = {
        (round(float(row["longitude"])) + 180, 90 - round(float(row["latitude"])))
        for row in csv.DictReader(file)
        if row["latitude"] and row["longitude"]
    }
runs = []
for y in sorted({y for _, y in cells if TOP <= y <= TOP + HEIGHT}):
    columns = sorted(x for x, other in cells if other == y)
    runs.append(f"M{columns[0]} {y}h0" + "".join(f"m{b - a} 0h0" for a, b in zip(columns, columns[1:])))
pathlib.Path("Sources/FareServer/Page/world.svg").write_text(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {TOP} 360 {HEIGHT}"><path fill="none" stroke="#8a96a3" '
    f'stroke-opacity=".55" stroke-linecap="round" stroke-width=".8" d="{"".join(runs)}"/></svg>\n',
    encoding="utf-8",
)
