"""What one edit of a model of 100 MB costs and what a thousand in one step do, beside reading one value and writing the file."""

import shutil

from data.books import books
from harness.timing import Contender, flushed

PACKAGES = ["jq"]


def run(bench):
    data = bench.data(books)
    folder = bench.workspace(data / "data")
    okit = bench.okit
    file = "okit/data/default.json"

    def as_it_was():
        shutil.copyfile(data / "data/default.json", folder / file)

    def contender(label, command):
        return Contender(f"`{label}`", flushed(command), prepare=as_it_was)

    def edit(words):
        return contender(f"okit {words}", f"{okit} {words}")

    size = (folder / file).stat().st_size / 1e6
    found = bench.table(f"200,000 books in {size:.0f} MB", [
        Contender("`okit get 'books[199999]/price'`", [okit, "get", "books[199999]/price"], prepare=as_it_was),
        contender("cp", f"cp {file} copy"),
        edit("set 'books[199999]/price' 12.50"),
        Contender("`okit set --from`, 1,000 lines", flushed(f"{okit} set --from '{data}/values'"), prepare=as_it_was),
        edit("add books '{\"name\":\"Emma\"}'"),
        Contender(
            "`okit add books --from`, 1,000 lines", flushed(f"{okit} add books --from '{data}/additions'"),
            prepare=as_it_was),
        edit("remove 'books[199999]/price'"),
        edit("move 'books[199999]' 'books[0]'"),
        contender("jq '.books[199999].price = 12.50'", f"jq -c '.books[199999].price = 12.50' {file} >copy"),
    ], folder)
    get, copy, set_one = list(found.values())[:3]
    bench.goal("one value set in twice a get, and writing the file", set_one.seconds, 2 * get.seconds + copy.seconds)
