"""Questions to a model of 110 MB, beside jq, grep, SQLite and DuckDB, which know neither references nor encryption."""

import importlib.util
import pathlib
import sys

from data.books import many_books
from harness.timing import Contender, do

PACKAGES = ["jq", "grep", "sqlite3"]

SORTED = ".books|map(select(.copies==3))|sort_by(.price,.name)|.[]|[.name,.price,.copies]|@tsv"
ALL = ".books|sort_by(.price,.name)|.[]|[.name,.price,.copies]|@tsv"
COLUMNS = ["-c", "name", "-c", "price", "-c", "copies", "--tsv"]

GROUPED = "SELECT genre, count(*), avg(price) FROM Book GROUP BY genre"
GROUPED_JSON = """SELECT value ->> '$.genre.refKey', count(*), avg(value ->> '$.price')
FROM json_each(readfile('{}'), '$.books') GROUP BY 1"""
GROUPED_JQ = ".books|group_by(.genre.refKey)|.[]|[.[0].genre.refKey,length,(map(.price)|add/length)]|@tsv"
# DuckDB reads the whole file as one object.
GROUPED_DUCKDB = """import duckdb
rows = duckdb.sql(\"\"\"SELECT book.genre.refKey, count(*), avg(book.price)
  FROM (SELECT unnest(books) AS book FROM read_json('{}', maximum_object_size=1000000000)) GROUP BY 1\"\"\").fetchall()
print(len(rows))"""


def run(bench):
    folder = bench.workspace(bench.data(many_books) / "data")
    do([bench.okit, "model", "infer", "--all", "--write", "-q"], folder)
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

    loaded = pathlib.Path(bench.scratch) / "books.db"
    do([bench.okit, "export", "--format", "sqlite", "-o", loaded, "-q"], folder)
    contenders = [
        Contender("`okit query`", [bench.okit, "query", GROUPED, "--tsv"]),
        Contender("`okit get .`", [bench.okit, "get", "."]),
        Contender("`sqlite3`, the same rows in a table of a file", ["sqlite3", loaded, GROUPED]),
        Contender("`sqlite3` with `json_each`", ["sqlite3", ":memory:", GROUPED_JSON.format(file)]),
        Contender("`jq` with `group_by`", ["jq", "-r", GROUPED_JQ, file]),
    ]
    # DuckDB is no Debian package.
    if importlib.util.find_spec("duckdb"):
        contenders.append(Contender("DuckDB with `read_json`", [sys.executable, "-c", GROUPED_DUCKDB.format(file)]))
    query, read, sqlite, *_ = bench.table(f"groups of 340,000 books in {size:.0f} MB", contenders, folder).values()
    bench.goal("at most twice the time of one get and of SQLite on a loaded table", query.seconds, 2 * (read.seconds + sqlite.seconds))
