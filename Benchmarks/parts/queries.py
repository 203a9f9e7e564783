"""Questions to a model of 110 MB, beside jq and grep, which know neither references nor encryption."""

from data.books import many_books
from harness.timing import Contender

PACKAGES = ["jq", "grep"]

SORTED = ".books|map(select(.copies==3))|sort_by(.price,.name)|.[]|[.name,.price,.copies]|@tsv"
ALL = ".books|sort_by(.price,.name)|.[]|[.name,.price,.copies]|@tsv"
COLUMNS = ["-c", "name", "-c", "price", "-c", "copies", "--tsv"]


def run(bench):
    folder = bench.workspace(bench.data(many_books) / "data")
    file = "okit/data/default.json"
    size = (folder / file).stat().st_size / 1e6

    def listed(*options):
        return [bench.okit, "list", "books", "--sort", "price", "--sort", "name", *options, *COLUMNS]

    okit, jq, okit_all, jq_all, okit_count, jq_count = bench.table(f"340,000 books in {size:.0f} MB", [
        Contender("`okit list --where copies=3 --sort price --sort name`", listed("--where", "copies=3")),
        Contender("`jq` with `select` and `sort_by`", ["jq", "-r", SORTED, file]),
        Contender("`okit list --sort price --sort name`", listed()),
        Contender("`jq` with `sort_by`", ["jq", "-r", ALL, file]),
        Contender("`okit get 'books[copies=3].@count'`", [bench.okit, "get", "books[copies=3].@count"], prints="48571"),
        Contender("`jq` with `select` and `length`", ["jq", ".books|map(select(.copies==3))|length", file], prints="48571"),
    ], folder).values()
    bench.goal("filter, sort and print in a tenth of jq's time", okit.seconds, jq.seconds / 10)
    bench.goal("sort and print all in a tenth of jq's time", okit_all.seconds, jq_all.seconds / 10)
    bench.goal("count in a tenth of jq's time", okit_count.seconds, jq_count.seconds / 10)

    found, _ = bench.table(f"a text in {size:.0f} MB", [
        Contender("`okit search 'Book 777777'`", [bench.okit, "search", "Book 777777"], statuses=(0, 1)),
        Contender("`grep -ic 'book 777777'`", ["grep", "-ic", "book 777777", file], statuses=(0, 1)),
    ], folder).values()
    bench.goal("a search in 0.15 s", found.seconds, 0.15)
