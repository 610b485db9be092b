"""What the parts of Scripts/bench share: the program, its database, its peers, and the table of what was measured."""
import json
import os
import shutil
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, ".build")


class Failure(Exception):
    """Something that ends the benchmark with one line."""


class Bench:
    def __init__(self, options):
        self.runs, self.seconds, self.installs = options.runs, options.seconds, options.install
        self.rows = []
        self.skipped = []
        # A home of its own, so that nothing of the user's is touched.
        kept = {k: v for k, v in os.environ.items() if not k.startswith("PG") and k not in OTHERS}
        root = os.geteuid() == 0
        home = "/var/lib/faregrid-bench" if root else os.path.expanduser("~/.local/share/faregrid-bench")
        self.environment = dict(kept, FAREGRID_HOME=home)
        self.has_database = False
        self.program = os.path.abspath(options.program) if options.program else self._build()

    def _build(self):
        self.step("building")
        run(["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", "faregrid"], cwd=ROOT)
        return os.path.join(BUILD, "release", "faregrid")

    def step(self, what):
        print(f"==> {what}", file=sys.stderr, flush=True)

    def skip(self, what):
        self.skipped.append(what)
        print(f"skipped: {what}", file=sys.stderr, flush=True)

    def faregrid(self, *arguments, **more):
        """Runs the program and returns what it printed."""
        environment = dict(self.environment, **more)
        return run([self.program, *arguments], env=environment)

    def load_test(self, *arguments):
        """Runs a load test and returns its report."""
        return json.loads(self.faregrid("loadtest", *arguments, "--json", "--seconds", str(self.seconds)))

    def url(self):
        """Where the database is, for the peers that use it."""
        self.has_database = True
        return self.faregrid("db", "url").strip()

    def psql(self, sql, *arguments):
        environment = dict(self.environment, PGOPTIONS="-c client_min_messages=warning")
        return run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", *arguments, self.url()], input=sql, env=environment)

    def have(self, *programs):
        """Whether the programs of a peer are there; says so where not."""
        missing = [program for program in programs if not shutil.which(program)]
        if missing:
            self.skip(f"{', '.join(missing)} not installed")
        return not missing

    def install_debian(self, program, package):
        if self.installs and not shutil.which(program):
            self.step(f"installing {package}")
            as_root = [] if os.geteuid() == 0 else ["sudo"]
            run([*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-qqy", package])

    def medians(self, *measurements):
        """Runs each measurement in turn, as often as asked for, and returns the median of each."""
        found = [[measure() for measure in measurements] for _ in range(self.runs)]
        return [statistics.median(values) for values in zip(*found)]

    def row(self, what, mine, peer_name, peer, unit, better):
        """Notes a pair. `better` is "less" or "more": what makes a figure a good one."""
        ratio = mine / peer if better == "more" else peer / mine
        self.rows.append((what, f"{figure(mine)} {unit}", peer_name, f"{figure(peer)} {unit}", f"{ratio:.2f}"))

    def note(self, what, mine, unit):
        """Notes a figure that has no peer."""
        self.rows.append((what, f"{figure(mine)} {unit}", "", "", ""))

    def print_table(self):
        if self.rows:
            header = ("what", "faregrid", "beside", "its figure", "times as good")
            widths = [max(len(row[i]) for row in [header, *self.rows]) for i in range(5)]
            for row in [header, *self.rows]:
                print("  ".join(row[i].rjust(widths[i]) if i in (1, 3, 4) else row[i].ljust(widths[i]) for i in range(5)))
        load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
        print(f"\n{os.cpu_count()} cores, load {load}; medians of {self.runs} runs of {self.seconds} s")
        for what in self.skipped:
            print(f"skipped: {what}")

    def close(self):
        if self.has_database or os.path.exists(os.path.join(self.environment["FAREGRID_HOME"], "server")):
            self.faregrid("db", "stop")


# These would lead the program elsewhere; the last two slow numpy down on machines that set them.
OTHERS = ["FAREGRID_DATABASE_URL", "FAREGRID_SCHEMA", "FAREGRID_HOME", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"]


def run(command, **more):
    """Runs a program to its end and returns what it printed; its messages go to stderr."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, **more)
    except subprocess.CalledProcessError as error:
        raise Failure(f"{command[0]} {command[1]} … ended with {error.returncode}") from error
    except OSError as error:
        raise Failure(error) from error
    return done.stdout


def figure(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
