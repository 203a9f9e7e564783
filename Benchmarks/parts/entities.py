"""What goes from entity to entity, in many files and in one large model, beside what reading alone costs."""

import json

from data.entities import partials, references
from harness.timing import Contender, do

PACKAGES = ["jq"]


def run(bench):
    many(bench)
    large(bench)


def many(bench):
    folder = bench.workspace(bench.data(partials))
    first = min((folder / "okit/data/big").iterdir())
    entity = json.loads(first.read_text())["items"][0]["other"]["refKey"]

    def okit(words, arguments=""):
        # The data refer to partials that nothing resolves, of which check tells.
        return Contender(f"`okit {words}`", [bench.okit, *words.split()[:2], *arguments.split()], statuses=(0, 1))

    bench.table("98,000 entities in 1,000 partials, 10,000 images", [
        okit("status"),
        okit("check"),
        okit("ref who ID", entity),
        okit("ref list"),
        okit("partial list"),
        okit("partial resolve", "big:."),
        okit("attachment list"),
        Contender(
            "`jq -c .` of the same files", "cat okit/data/big.json okit/data/big/*.json | jq -c . >/dev/null"),
    ], folder)


def large(bench):
    data = bench.data(references, 300_000)
    folder = bench.workspace(data)
    defined = bench.workspace(data)
    do([bench.okit, "-q", "-C", defined, "model", "infer", "default", "--write"])
    size = (folder / "okit/data/default.json").stat().st_size / 1e6
    found = bench.table(f"1,000,000 ids and 700,000 references in {size:.0f} MB", [
        Contender("`okit get 'books[299999]/name'`", [bench.okit, "get", "books[299999]/name"], prints="Book 299999"),
        Contender("`okit check`", [bench.okit, "check"]),
        Contender("`okit check` with definitions", [bench.okit, "-C", defined, "check"]),
        Contender(
            "`jq .books[299999].name`", ["jq", ".books[299999].name", "okit/data/default.json"], prints="Book 299999"),
    ], folder)
    get, check, defined_check = list(found.values())[:3]
    bench.goal("check in one second beyond get", check.seconds, get.seconds + 1)
    bench.goal("check with definitions in one second beyond get", defined_check.seconds, get.seconds + 1)
