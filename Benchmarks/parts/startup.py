"""What a command costs before it does anything."""

from harness.timing import Contender

PACKAGES = ["jq", "gojq", "age"]
TURNS = 100
MARGIN = 0.5


def run(bench):
    data = bench.scratch / "data"
    data.mkdir()
    (data / "default.json").write_text('{"id":"SHOP","books":[{"id":"SOLARIS","name":"Solaris"}]}')
    folder = bench.workspace(data)
    file = "okit/data/default.json"
    found = bench.table("start-up", [
        Contender("`/bin/true`", ["/bin/true"]),
        Contender("`okit --version`", [bench.okit, "--version"]),
        Contender("`okit get 'books[0]/name'`, a small model", [bench.okit, "get", "books[0]/name"], prints="Solaris"),
        Contender("`age --version`", ["age", "--version"]),
        Contender("`jq .books[0].name`, the same", ["jq", ".books[0].name", file], prints="Solaris"),
        Contender("`gojq .books[0].name`, the same", ["gojq", ".books[0].name", file], prints="Solaris"),
    ], folder, memory=False, unit="ms", runs=TURNS)
    goal = found["`age --version`"].seconds * 1000 + MARGIN
    for label in found:
        if "okit" in label:
            bench.goal(f"{label} starts within {MARGIN} ms of age", found[label].seconds * 1000, goal, "ms")
