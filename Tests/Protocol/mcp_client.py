#!/usr/bin/env python3
"""Talks to `faregrid mcp` as the official SDK does, in both eras of the protocol, over the synthetic sample.

Every result is held to the protocol's own message definitions, and every tool's to its own output schema.

    mcp_client.py PROGRAM SAMPLE    SAMPLE is a file that Data/sample/make_sample.py made
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import anyio
import jsonschema
import mcp_types
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import methods
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_HANDSHAKE_VERSION, MODERN_PROTOCOL_VERSIONS

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
sys.dont_write_bytecode = True

from checks import Checks  # noqa: E402

TOOLS = "calendar months search everywhere matrix explain places nearby routes status".split()
MOST_STRUCTURED_BYTES = 3000
MOST_TEXT_BYTES = 1000

check = Checks()


class Product:
    """The program over a database of its own, which holds the sample and is gone at the end."""

    def __init__(self, program, sample, home):
        self.program = program
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PG", "FAREGRID_"))
        } | {"FAREGRID_HOME": home}
        if "FAREGRID_POSTGRES_BIN" in os.environ:
            self.environment["FAREGRID_POSTGRES_BIN"] = os.environ["FAREGRID_POSTGRES_BIN"]
        self.run("ingest", sample)
        self.route = {"origin": "LHR", "destination": "JFK"}
        months = self.query("months", self.route)
        self.as_of = months["as_of"]
        self.month = months["months"][2]["month"]
        self.day = months["months"][0]["cheapest"]["departure_date"]

    def run(self, *arguments, text=None):
        done = subprocess.run(
            [self.program, *arguments], env=self.environment, input=text, capture_output=True, text=True, check=True
        )
        return done.stdout

    def query(self, method, params):
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        return json.loads(self.run("query", text=line))["result"]

    def lines(self, *messages):
        """What raw messages are answered with, by id. Nothing but protocol may stand on stdout."""
        answers = [json.loads(line) for line in self.run("mcp", text="\n".join(map(json.dumps, messages))).splitlines()]
        check(all(answer["jsonrpc"] == "2.0" for answer in answers), "stdout holds messages only")
        return {answer["id"]: answer for answer in answers}

    def server(self):
        return StdioServerParameters(command=self.program, args=["mcp"], env=self.environment)

    def good_calls(self):
        """For each tool, arguments that it answers."""
        day = self.route | {"departure_date": self.day}
        return {
            "calendar": [self.route | {"month": self.month}, self.route | {"month": self.month, "detail": True},
                         self.route | {"month": self.month, "layout": "weeks"},
                         self.route | {"month": self.month, "trip": "return", "nights_min": 7, "detail": True},
                         self.route | {"month": "2099-01"}, {"origin": "LHR", "destination": "OSL", "month": self.month}],
            "months": [self.route, self.route | {"trip": "return", "months": 2}],
            "search": [day, day | {"limit": 1, "direct_only": True}, {"origin": "LHR", "destination": "OSL"} | {
                "departure_date": self.day}],
            "everywhere": [{"origin": "LHR"}, {"origin": "city:LON", "group_by": "country", "limit": 1}],
            "matrix": [self.route | {"departure_date": self.day, "return_date": self.day, "combine": True}],
            "explain": [day, day | {"limit": 1, "offset": 1}],
            "places": [{"text": "zur"}, {"text": "qqqq"}],
            "nearby": [{"place": "LHR"}],
            "routes": [{}, {"origin": "LHR", "limit": 2}],
            "status": [{}, {"max_age_hours": 1}],
        }

    def bad_calls(self):
        """For each tool, arguments that it refuses, with a word that the refusal says."""
        return {
            "calendar": [({}, "origin"), (self.route | {"month": "May"}, "YYYY-MM"), ({"origin": "London"}, "LHR"),
                         (self.route | {"month": self.month, "max_stops": "1"}, "integer"),
                         ({"origin": "QQQ", "destination": "JFK", "month": self.month}, "QQQ")],
            "months": [(self.route | {"months": 99}, "at most 24")],
            "search": [(self.route | {"departure_date": "2001-01-01"}, "as_of"),
                       (self.route | {"departure_date": self.day, "cursor": "x"}, "cursor")],
            "everywhere": [({"origin": "LHR", "nights_min": 3}, "return")],
            "matrix": [(self.route, "departure_date")],
            "explain": [(self.route, "departure_date")],
            "places": [({"text": ""}, "text")],
            "nearby": [({"place": "LHR", "radius_km": 0}, "at least 1")],
            "routes": [({"orgin": "LHR"}, "origin")],
            "status": [({"max_age": 1}, "max_age_hours")],
        }


async def connect(product, mode):
    """A client in an era, which notes whatever comes that is no message of the protocol."""
    strange = []

    async def take(message):
        if isinstance(message, Exception):
            strange.append(message)

    client = Client(product.server(), mode=mode, message_handler=take, cache=None, read_timeout_seconds=60)
    return client, strange


async def talk(product, mode, version):
    client, strange = await connect(product, mode)
    async with client:
        check(client.protocol_version == version, f"{mode}: version is {client.protocol_version}")
        check(client.server_info.name == "faregrid", f"{mode}: says who it is")
        check("observed" in client.instructions, f"{mode}: gives instructions")
        await try_tools(client, product, mode)
        await try_resources(client, product, mode)
        await try_prompts(client, mode)
    check(strange == [], f"{mode}: nothing but protocol came: {strange}")


async def try_tools(client, product, mode):
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    check(sorted(tools) == sorted(TOOLS), f"{mode}: tools are {sorted(tools)}")
    for name, tool in tools.items():
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        check(tool.annotations.read_only_hint is True, f"{mode}: {name} only reads")
        check(tool.description and tool.title, f"{mode}: {name} is described")
    for name, calls in product.good_calls().items():
        for arguments in calls:
            jsonschema.validate(arguments, tools[name].input_schema)
            result = await client.call_tool(name, arguments)
            what = f"{mode}: {name} {arguments}"
            check(not result.is_error and result.content[0].text, f"{what}: {result.content}")
            try:
                jsonschema.validate(result.structured_content, tools[name].output_schema)
                check(True, what)
            except jsonschema.ValidationError as error:
                check(False, f"{what}: {error.message} at {error.json_path}")
    for name, calls in product.bad_calls().items():
        for arguments, word in calls:
            result = await client.call_tool(name, arguments)
            text = result.content[0].text
            check(result.is_error and word in text, f"{mode}: {name} {arguments} is refused: {text}")
            check(result.structured_content is None, f"{mode}: {name}: a refusal has no structured content")
    await fails(client.call_tool("no_such_tool", {}), -32602, f"{mode}: an unknown tool")


async def try_resources(client, product, mode):
    addresses = [resource.uri for resource in (await client.list_resources()).resources]
    check(addresses == ["faregrid://status", "faregrid://routes"], f"{mode}: resources are {addresses}")
    templates = [template.uri_template for template in (await client.list_resource_templates()).resource_templates]
    values = product.route | {"month": product.month}
    filled = [template.format(**values) for template in templates]
    check(len(filled) == 2, f"{mode}: templates are {templates}")
    for address in addresses + filled + ["faregrid://routes/city%3ALON"]:
        content = (await client.read_resource(address)).contents[0]
        check(content.uri == address and isinstance(json.loads(content.text), dict), f"{mode}: {address} is read")
    code = -32602 if client.protocol_version in MODERN_PROTOCOL_VERSIONS else -32002
    await fails(client.read_resource("faregrid://nothing"), code, f"{mode}: an unknown resource")
    await fails(client.read_resource("faregrid://calendar/LHR/JFK/May"), code, f"{mode}: a month that is none")


async def try_prompts(client, mode):
    prompts = (await client.list_prompts()).prompts
    check([p.name for p in prompts] == ["cheapest_week", "when_to_fly", "where_to_go"], f"{mode}: prompts are listed")
    for prompt in prompts:
        required = {argument.name: "LHR" for argument in prompt.arguments if argument.required}
        for arguments in [required, {argument.name: "7" for argument in prompt.arguments}]:
            result = await client.get_prompt(prompt.name, arguments)
            check(len(result.messages[0].content.text) > 100, f"{mode}: {prompt.name} is filled in")
        await fails(client.get_prompt(prompt.name, {}), -32602, f"{mode}: {prompt.name} without arguments")
    await fails(client.get_prompt("no_such_prompt"), -32602, f"{mode}: an unknown prompt")


async def fails(call, code, what):
    try:
        await call
        check(False, f"{what} was answered")
    except MCPError as error:
        check(error.code == code, f"{what}: {error.code} {error}")


async def try_sizes(product):
    """A month is small on every route, and its days are those of `query`."""
    client, _ = await connect(product, "auto")
    async with client:
        greatest = [0, 0]
        for route in product.query("routes", {})["routes"]:
            for month in [product.month, "2099-01"]:
                asked = {"origin": route["origin"], "destination": route["destination"], "month": month,
                         "as_of": product.as_of}
                result = await client.call_tool("calendar", asked)
                sizes = [len(json.dumps(result.structured_content, separators=(",", ":"), ensure_ascii=False).encode()),
                         len(result.content[0].text.encode())]
                greatest = [max(pair) for pair in zip(greatest, sizes)]
                whole = product.query("calendar", asked)
                detailed = await client.call_tool("calendar", asked | {"detail": True})
                check(detailed.structured_content == whole, f"{asked}: detail is what query answers")
                slim = result.structured_content["days"]
                same = all(day.items() <= all_of_it.items() for day, all_of_it in zip(slim, whole["days"]))
                check(same and len(slim) == len(whole["days"]), f"{asked}: the days are those of query")
        check(greatest[0] < MOST_STRUCTURED_BYTES, f"structured content of {greatest[0]} bytes")
        check(greatest[1] < MOST_TEXT_BYTES, f"text of {greatest[1]} bytes")
        print(f"a month: at most {greatest[0]} bytes of structured content and {greatest[1]} of text")


def try_messages(product):
    """Every result fits the message definitions of every revision."""
    who = {"name": "test", "version": "1"}
    asked = {
        "tools/list": {}, "resources/list": {}, "resources/templates/list": {}, "prompts/list": {},
        "tools/call": {"name": "months", "arguments": product.route},
        "resources/read": {"uri": "faregrid://status"},
        "prompts/get": {"name": "where_to_go", "arguments": {"origin": "LHR"}},
    }
    for version in HANDSHAKE_PROTOCOL_VERSIONS:
        opening = {"protocolVersion": version, "capabilities": {}, "clientInfo": who}
        requests = {"initialize": opening, "ping": {}} | asked
        try_requests(product, version, requests)
    meta = {
        mcp_types.PROTOCOL_VERSION_META_KEY: MODERN_PROTOCOL_VERSIONS[-1], mcp_types.CLIENT_INFO_META_KEY: who,
        mcp_types.CLIENT_CAPABILITIES_META_KEY: {},
    }
    for version in MODERN_PROTOCOL_VERSIONS:
        requests = {"server/discover": {}} | asked
        try_requests(product, version, {name: params | {"_meta": meta} for name, params in requests.items()})


def try_requests(product, version, requests):
    messages = [
        {"jsonrpc": "2.0", "id": name, "method": name, "params": params} for name, params in requests.items()
    ]
    answers = product.lines(*messages)
    for name in requests:
        result = answers.get(name, {}).get("result")
        try:
            kept = methods.serialize_server_result(name, version, result)
            known = set(kept) | {"_meta"}
            check(set(result) <= known, f"{version}: {name} has members of no revision: {set(result) - known}")
        except Exception as error:
            check(False, f"{version}: {name}: {error}: {answers.get(name)}")


async def try_waiting(product, mode):
    """Progress is told while the database is waited for, and a question that its client abandons is given up."""
    url = product.run("db", "url").strip()
    psql = subprocess.Popen(
        ["psql", "--quiet", "--no-psqlrc", url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=product.environment,
    )

    def say(sql):
        psql.stdin.write(f"{sql}\n\\echo done\n")
        psql.stdin.flush()
        psql.stdout.readline()

    client, strange = await connect(product, mode)
    async with client:
        await client.call_tool("status", {})
        say("begin; lock table faregrid.route_coverage in access exclusive mode;")
        progress = []

        async def told(value, total, message):
            progress.append(value)

        asked = product.route | {"month": product.month}
        with anyio.move_on_after(1.8) as scope:
            await client.session.call_tool("calendar", asked, progress_callback=told)
        check(scope.cancelled_caught, f"{mode}: the question waits")
        check(len(progress) >= 2 and progress == sorted(set(progress)), f"{mode}: progress rises: {progress}")
        say("commit;")
        result = await client.call_tool("calendar", asked)
        check(not result.is_error, f"{mode}: the next question is answered")
    check(strange == [], f"{mode}: nothing but protocol came: {strange}")
    psql.communicate()


async def main(program, sample):
    with tempfile.TemporaryDirectory(prefix="faregrid-protocol-", dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        product = Product(program, sample, f"{folder}/home")
        try:
            await talk(product, "auto", MODERN_PROTOCOL_VERSIONS[-1])
            await talk(product, "legacy", LATEST_HANDSHAKE_VERSION)
            try_messages(product)
            await try_sizes(product)
            for mode in ["auto", "legacy"]:
                await try_waiting(product, mode)
        finally:
            product.run("db", "destroy", "--yes")
    print(f"protocol: {check.passed} passed, {check.failed} failed")
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(anyio.run(main, str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]))
