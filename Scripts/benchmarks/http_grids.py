"""Month grids over HTTP beside nginx that serves a file of the same size, to 32 connections that stay open."""
import contextlib
import datetime
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import common

CONNECTIONS = 32
SCHEMA = "bench_http"
NGINX = """
worker_processes {workers};
pid {folder}/nginx.pid;
error_log {folder}/error.log;
daemon off;
{user}
events {{ worker_connections 256; }}
http {{
  access_log off;
  sendfile on;
  keepalive_requests 1000000000;
  open_file_cache max=16;
  client_body_temp_path {folder}/temp; proxy_temp_path {folder}/temp; fastcgi_temp_path {folder}/temp;
  uwsgi_temp_path {folder}/temp; scgi_temp_path {folder}/temp;
  server {{ listen 127.0.0.1:{port}; root {folder}/files; }}
}}
"""


def measure(bench):
    for program, package in (("wrk", "wrk"), ("nginx", "nginx-light")):
        bench.install_debian(program, package)
    if not bench.have("wrk", "nginx"):
        return
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="faregrid-bench-"))
        os.chmod(folder, 0o755)  # As root, nginx's workers run as somebody else.
        address = stack.enter_context(served(bench, folder))
        question = f"{address}/v1/calendar?origin=LHR&destination=BCN&month={month()}"
        with urllib.request.urlopen(question) as answer:
            body = answer.read()
        file = stack.enter_context(nginx(folder, body))
        mine, theirs = bench.medians(lambda: requests_a_second(bench, question), lambda: requests_a_second(bench, file))
        bench.row(f"grids over HTTP, {len(body)} bytes", mine, "nginx, a file", theirs, "/s", "more")


def month():
    """A month of the sample."""
    day = datetime.date.today().replace(day=1) + datetime.timedelta(days=64)
    return day.strftime("%Y-%m")


@contextlib.contextmanager
def served(bench, folder):
    """The program's server over the synthetic sample. Gives its address."""
    bench.url()
    bench.psql(f"set client_min_messages = warning; drop schema if exists {SCHEMA} cascade; create schema {SCHEMA};")
    sample = os.path.join(folder, "sample.csv")
    with open(sample, "w", encoding="utf-8") as file:
        maker = os.path.join(common.ROOT, "Data", "sample", "make_sample.py")
        subprocess.run([sys.executable, maker, "--looks", "2"], stdout=file, check=True)
    bench.faregrid("ingest", "--quiet", sample, FAREGRID_SCHEMA=SCHEMA)
    environment = dict(bench.environment, FAREGRID_SCHEMA=SCHEMA)
    command = [bench.program, "serve", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process.stderr.readline().split()[-1].rstrip("/")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
            bench.psql(f"set client_min_messages = warning; drop schema {SCHEMA} cascade;")


@contextlib.contextmanager
def nginx(folder, body):
    """An nginx with one file. Gives the file's address."""
    os.makedirs(os.path.join(folder, "files"))
    with open(os.path.join(folder, "files", "grid.json"), "wb") as file:
        file.write(body)
    port = free_port()
    user = "user nobody nogroup;" if os.geteuid() == 0 else ""
    path = os.path.join(folder, "nginx.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(NGINX.format(folder=folder, port=port, workers=os.cpu_count(), user=user))
    with subprocess.Popen([shutil.which("nginx"), "-p", folder, "-c", path], stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}/grid.json"
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(port):
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise common.Failure("nginx does not answer")


def requests_a_second(bench, address):
    text = common.run(["wrk", f"-c{CONNECTIONS}", "-t1", f"-d{bench.seconds}s", address])
    errors = re.findall(r"Socket errors:.*|Non-2xx.*", text)
    if errors:
        raise common.Failure(f"{address}: {'; '.join(errors)}")
    return float(re.search(r"Requests/sec:\s*([0-9.]+)", text).group(1))
