"""One late value of a model of 100 MB, compact and pretty."""

import shutil

from data.entities import references
from harness.timing import Contender, do

PACKAGES = ["jq", "gojq", "g++", "libsimdjson-dev"]
BOOKS = 340_000


def run(bench):
    program = bench.scratch / "get"
    do(["g++", "-O2", "-o", program, bench.peer("get.cpp"), "-lsimdjson"])
    compact = bench.data(references, BOOKS)
    pretty = bench.scratch / "pretty"
    pretty.mkdir()
    do(f"jq . '{compact}/default.json' >'{pretty}/default.json'")
    for form, data in ("compact", compact), ("pretty", pretty):
        read(bench, form, bench.workspace(data), program)
    shutil.rmtree(pretty)


def read(bench, form, folder, program):
    file = "okit/data/default.json"
    size = (folder / file).stat().st_size / 1e6
    last = BOOKS - 1
    answer = f"Book {last}"
    okit, simdjson, jq, gojq = bench.table(f"one late value of {size:.0f} MB, {form}", [
        Contender(f"`okit get 'books[{last}]/name'`", [bench.okit, "get", f"books[{last}]/name"], prints=answer),
        Contender("simdjson, DOM", [program, file, last], prints=answer),
        Contender(f"`jq .books[{last}].name`", ["jq", f".books[{last}].name", file], prints=answer),
        Contender(f"`gojq .books[{last}].name`", ["gojq", f".books[{last}].name", file], prints=answer),
    ], folder).values()
    bench.goal(f"a late value, {form}, in a tenth of jq's time", okit.seconds, jq.seconds / 10)
    bench.goal(f"a late value, {form}, in a tenth of gojq's time", okit.seconds, gojq.seconds / 10)
    bench.goal(f"a late value, {form}, in simdjson's time", okit.seconds, simdjson.seconds)
    bench.goal(f"a late value, {form}, in 2.5 times the file", okit.megabytes, 2.5 * size * 1e6 / 2**20, "MB")
