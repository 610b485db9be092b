#!/usr/bin/env python3
"""Uses the page in a real browser as people do, over the synthetic sample, and holds it to the answers on stdio.

    page_test.py PROGRAM SAMPLE SCREENSHOTS    SAMPLE is a file that Data/sample/make_sample.py made
"""
import base64
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import axe_core_python
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.dont_write_bytecode = True

from checks import Checks  # noqa: E402

AXE = pathlib.Path(axe_core_python.__file__).parent / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
PATIENCE = 30  # Seconds, for slow machines.
MOST_LAYOUT_SHIFT = 0.1  # What is held to be good.
MOST_BYTES = 100_000  # Of the page without its map, before compression.

check = Checks()


class Product:
    """The program over a private database with the sample, and its server."""

    def __init__(self, program, sample, home):
        self.program = program
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "FAREGRID"))}
        self.environment["FAREGRID_HOME"] = home
        self.run("ingest", sample)
        self.server = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0"], env=self.environment, stderr=subprocess.PIPE, text=True
        )
        self.address = self.server.stderr.readline().split()[-1]

    def run(self, *arguments, **more):
        return subprocess.run(
            [self.program, *arguments], env=self.environment, check=True, capture_output=True, text=True, **more
        ).stdout

    def ask(self, method, **parameters):
        """The result of a question on stdio."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
        return json.loads(self.run("query", input=json.dumps(request) + "\n"))["result"]

    def stop(self):
        self.server.send_signal(signal.SIGTERM)
        check(self.server.wait(timeout=PATIENCE) == 0, "the server ends with 0")
        self.run("db", "destroy", "--yes")


class Page:
    """A browser at a size, light or dark."""

    def __init__(self, address, width, height, *, dark=False, reduced=False, zoom=1):
        options = webdriver.ChromeOptions()
        for flag in ["headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "hide-scrollbars", "lang=en-GB"]:
            options.add_argument(f"--{flag}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.address = address
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"},
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width // zoom, "height": height // zoom, "deviceScaleFactor": zoom, "mobile": False},
        )

    def open(self, query):
        self.driver.get(self.address + query)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        """The first element of a selector, once it is there."""
        return self.until(lambda: next(iter(self.all(selector)), None), selector)

    def until(self, condition, what):
        return WebDriverWait(self.driver, PATIENCE, ignored_exceptions=[Exception]).until(
            lambda _: condition(), f"never came: {what}"
        )

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def press(self, *keys):
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def cells(self):
        """The days of the grid: date, price, band and spoken label."""
        return self.script(
            "return [...document.querySelectorAll('#calendar td[data-date]')].map((cell) => "
            "[cell.dataset.date, cell.dataset.price ?? null, cell.dataset.band ?? null, cell.getAttribute('aria-label')])"
        )

    def wait_for_month(self, month):
        self.until(lambda: self.cells() and self.cells()[0][0].startswith(month), f"the grid of {month}")

    def check_console(self, what):
        """No error on the console since the last look."""
        bad = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        check(bad == [], f"{what}: the console says {bad}")

    def check_accessible(self, what):
        """The accessibility checker finds nothing."""
        self.script(AXE.read_text(encoding="utf-8"))
        found = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {runOnly: {type: 'tag', values: arguments[0]}}).then(done, (error) => done(String(error)))",
            RULES,
        )
        problems = found if isinstance(found, str) else [
            f"{one['id']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0].get('failureSummary', '')[:300]}"
            for one in found["violations"]
        ]
        check(problems == [], f"{what}: axe finds {problems}")

    def take_picture(self, path):
        """The whole page, below the window too."""
        size = self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        picture = self.driver.execute_cdp_cmd(
            "Page.captureScreenshot", {"captureBeyondViewport": True, "clip": {**size, "scale": 1}}
        )
        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))

    def check_width(self, what):
        wide = self.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(wide <= 0, f"{what}: the page is {wide} pixels wider than its window")


def month_of(product):
    return product.ask("months", origin="LHR", destination="BCN")["months"][2]["month"]


def try_grid(product, page, month):
    """The grid says what stdio answers, day by day."""
    page.open(f"?origin=LHR&destination=BCN&month={month}&locale=en-GB")
    page.wait_for_month(month)
    answer = product.ask("calendar", origin="LHR", destination="BCN", month=month, locale="en-GB")
    shown = {date: (price, band, label) for date, price, band, label in page.cells()}
    check(len(shown) == len(answer["days"]), "the grid has every day")
    for day in answer["days"]:
        price, band, label = shown.get(day["departure_date"], (None, None, ""))
        check((price, band) == (day.get("price"), day["band"]), f"{day['departure_date']}: {price} {band}")
        if day["status"] == "priced":
            check(label == day["spoken"], f"{day['departure_date']}: spoken {label}")
    signs = {"low": "▾", "avg": "•", "high": "▴"}
    for cell in page.all("#calendar td[data-band]"):
        check(signs[cell.get_attribute("data-band")] in cell.text, "a band has its sign")
    months = product.ask("months", origin="LHR", destination="BCN", locale="en-GB")
    texts = page.until(lambda: [one.text for one in page.all(".strip .price")], "the strip")
    check(
        texts == [one["cheapest"]["display"] if one["cheapest"] else "no price" for one in months["months"]],
        f"the strip says the cheapest of each month: {texts}",
    )


def try_keyboard(page, month):
    """The grid is walked and a day chosen without a mouse; Back undoes it."""
    first = page.cells()[0][0]
    page.script("const day = document.getElementById('day-' + arguments[0]); day.tabIndex = 0; day.focus()", first)
    here = lambda: page.script("return document.activeElement.dataset.date ?? null")
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    check(here() == f"{month}-09", f"right and down lead from the 1st to the 9th: {here()}")
    page.press(Keys.ARROW_UP, Keys.ARROW_LEFT)
    check(here() == first, "up and left lead back")
    page.press(Keys.ARROW_LEFT)
    page.until(lambda: here() is not None and here() < first, "the last day of the month before")
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda: here() == first, "the first day of the month again")
    page.press(Keys.ENTER)
    page.one("#flights h2")
    check(f"departure_date={first}" in page.driver.current_url, "the address holds the chosen day")
    page.driver.back()
    page.until(lambda: "departure_date" not in page.driver.current_url and not page.one("#flights").is_displayed(), "Back")


def try_flights(product, page, month):
    """The result list is in the order of stdio, for each tab."""
    answer = product.ask("calendar", origin="LHR", destination="BCN", month=month)
    day = answer["cheapest"]["departure_date"]
    page.open(f"?origin=LHR&destination=BCN&month={month}&locale=en-GB")
    page.wait_for_month(month)
    page.one(f"#day-{day}").click()
    for order in ["best", "cheapest", "fastest"]:
        page.one(f"#tab-{order}").click()
        page.until(lambda: page.one(f"#tab-{order}").get_attribute("aria-selected") == "true", f"the tab {order}")
        found = product.ask(
            "search", origin="LHR", destination="BCN", departure_date=day, order=order, limit=20, locale="en-GB"
        )
        shown = page.script("return [...document.querySelectorAll('.flight')].map((row) => [row.dataset.id, row.dataset.price])")
        check(shown == [[one["id"], one["price"] or ""] for one in found["itineraries"]], f"the order {order}: {shown}")
    page.check_accessible("flights")
    page.one(".filters summary").click()
    page.script(
        "const slider = document.getElementById('trade-off'); slider.value = '-3';"
        "slider.dispatchEvent(new Event('change'))"
    )
    page.until(lambda: "trade_off=-3" in page.driver.current_url, "the slider in the address")


def try_card(page, month):
    """Places are found by name, swapped, and left empty for everywhere."""
    page.open(f"?month={month}&locale=en-GB")
    origin = page.one("#origin")
    origin.send_keys("heathr")
    page.until(lambda: page.all("#origin-list li"), "type-ahead")
    check("LHR" in page.all("#origin-list li")[0].text, "Heathrow is offered")
    page.check_accessible("type-ahead")
    origin.send_keys(Keys.ENTER)
    page.until(lambda: "origin=LHR" in page.driver.current_url, "the origin in the address")
    page.one(".ranked a")
    destination = page.one("#destination")
    destination.send_keys("barcel")
    page.until(lambda: page.all("#destination-list li"), "type-ahead")
    destination.send_keys(Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ENTER)
    page.until(lambda: "destination=" in page.driver.current_url, "the destination in the address")
    page.one("#swap").click()
    page.until(lambda: "destination=LHR" in page.driver.current_url, "the swapped places")


def try_everywhere(product, page, month):
    answer = product.ask("everywhere", origin="LHR", month=month, locale="en-GB")
    page.open(f"?origin=LHR&month={month}&locale=en-GB")
    page.one(".ranked a")
    shown = page.script("return [...document.querySelectorAll('.ranked a')].map((row) => [row.dataset.group, row.dataset.price])")
    check(shown == [[one["group"], one["price"]] for one in answer["groups"]], f"everywhere: {shown}")
    page.until(lambda: len(page.all(".map circle")) == len(shown) + 1, "a dot for each place")


def try_return(page, month):
    page.open(f"?origin=LHR&destination=BCN&month={month}&trip=return&locale=en-GB")
    page.wait_for_month(month)
    page.one("#calendar td[data-price]").click()
    page.one("#matrix table")
    check("return_date=" in page.driver.current_url, "the address holds the way back")


def try_words(page, month):
    """Empty and wrong questions are answered in words."""
    page.open("")
    page.one("#start .ranked a")
    page.check_accessible("start")
    page.open(f"?origin=LHR&destination=AAA&month={month}")
    page.until(lambda: "were ever loaded" in page.one("#calendar").text, "words for a route without fares")
    page.check_console("a route without fares")
    page.open("?origin=QQQ&destination=BCN")
    page.until(lambda: "No place has the code QQQ" in page.one("#calendar").text, "words for an unknown place")
    page.driver.get_log("browser")  # The browser notes that the server said 400.
    page.open("?origin=%3Cimg%20src=x%20onerror=alert(1)%3E&destination=BCN")
    page.one("#calendar h2")
    check(page.all("img[src=x]") == [], "what the address says is text")
    page.driver.get_log("browser")


def try_markup(product, page, folder):
    """Names from outside are shown as the text that they are."""
    name = "<img src=x onerror=alert(1)>"
    places = pathlib.Path(folder) / "places.csv"
    places.write_text(f"code,kind,name,city,country\nJFK,airport,{name},{name},US\n", encoding="utf-8")
    carriers = pathlib.Path(folder) / "carriers.csv"
    carriers.write_text("code,name\n" + "".join(f"{code},{name}\n" for code in ["AA", "BA", "VS", "DL"]), encoding="utf-8")
    product.run("ingest", "places", str(places))
    product.run("ingest", "carriers", str(carriers))
    day = product.ask("months", origin="LHR", destination="JFK")["months"][2]["cheapest"]["departure_date"]
    page.open(f"?origin=LHR&destination=JFK&month={day[:7]}&departure_date={day}")
    page.one(".flight")
    page.until(lambda: name in page.one("#destination").get_attribute("value"), "the name of the place as text")
    check(name in page.one("#flight-list").text, "the name of the airline as text")
    check(page.all("img[src=x]") == [], "no name becomes an element")
    page.check_console("names with markup")


def measure(page, month):
    """The page is small, quick and steady."""
    page.script("performance.clearResourceTimings()")
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    page.driver.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument",
        {
            "source": "window.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) "
            "if (!one.hadRecentInput) window.shift += one.value; }).observe({type: 'layout-shift', buffered: true});"
            "new MutationObserver((_, watch) => { if (document.querySelector('#calendar td[data-price]')) "
            "{ window.shownAfter = performance.now(); watch.disconnect(); } }).observe(document, {childList: true, subtree: true})"
        },
    )
    page.open(f"?origin=LHR&destination=BCN&month={month}")
    page.wait_for_month(month)
    time.sleep(0.5)
    size = page.script(
        "return [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
        ".filter((one) => !one.name.includes('/v1/') && !one.name.includes('world')).reduce((sum, one) => sum + one.decodedBodySize, 0)"
    )
    check(0 < size <= MOST_BYTES, f"the page has {size} bytes")
    shift = page.script("return window.shift")
    check(shift <= MOST_LAYOUT_SHIFT, f"what is shown moves by {shift}")
    print(f"page: {size} bytes, month shown {page.script('return window.shownAfter'):.0f} ms after opening, shift {shift:.3f}")


def take_pictures(product, folder, month):
    """Every width, light and dark: accessible, not wider than the window, and kept as a picture."""
    cheapest = product.ask("calendar", origin="LHR", destination="BCN", month=month)["cheapest"]["departure_date"]
    views = {
        "month": f"?origin=LHR&destination=BCN&month={month}",
        "flights": f"?origin=LHR&destination=BCN&month={month}&departure_date={cheapest}",
        "everywhere": "?origin=LHR",
    }
    ready = {"month": "#calendar td[data-price]", "flights": ".flight", "everywhere": ".map circle"}
    sizes = {"phone": (320, 640, 1), "desktop": (1280, 900, 1), "zoomed": (1280, 900, 2)}
    for size, (width, height, zoom) in sizes.items():
        for dark in [False, True]:
            page = Page(product.address, width, height, dark=dark, reduced=True, zoom=zoom)
            try:
                for view, query in views.items():
                    name = f"{view}-{size}-{'dark' if dark else 'light'}"
                    page.open(query + "&locale=en-GB")
                    page.one(ready[view])
                    time.sleep(0.2)
                    page.check_width(name)
                    page.check_accessible(name)
                    page.check_console(name)
                    page.take_picture(f"{folder}/{name}.png")
            finally:
                page.driver.quit()


def main(program, sample, folder):
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="faregrid-page-", dir="/tmp") as home:
        os.chmod(home, 0o755)
        product = Product(program, sample, f"{home}/home")
        page = None
        try:
            month = month_of(product)
            page = Page(product.address, 1024, 900)
            try_grid(product, page, month)
            try_keyboard(page, month)
            try_flights(product, page, month)
            try_everywhere(product, page, month)
            try_card(page, month)
            try_return(page, month)
            page.check_accessible("return")
            page.check_console("the flows")
            try_words(page, month)
            measure(page, month)
            take_pictures(product, folder, month)
            try_markup(product, page, home)
        finally:
            if page:
                page.driver.quit()
            product.stop()
    print(f"page: {check.passed} passed, {check.failed} failed")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2], sys.argv[3]))
