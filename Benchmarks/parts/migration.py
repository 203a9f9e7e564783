"""The migration of a model of 100 MB: one property is renamed and one is added, in 200,000 books.

okit keeps what was there as a backup before and compares the new data with the new definitions; jq only does the change, with
'cp' for the backup.
"""

import json
import shutil

from data.books import books
from harness.timing import Contender, do, flushed

PACKAGES = ["jq"]

CLASSES = """\
final class Shop: Model, Codable { var id: String!; var genres: [Genre] = []; var books: [Book] = [] }
final class Genre: ModelEntity, Codable { var id: String!; var name: String = "" }
final class Book: ModelEntity, Codable {
  var id: String!
  %s
  var price: Double = 0
  var copies: Int = 0
  var marked: Bool = false
  var genre = ModelRef()
  var comment: String = ""
}
enum App { static func start() { Model.register(Shop.self) } }
"""
RENAME = "--rename Book.name=title"
CHANGE = '.books |= map(.title = .name | del(.name) | .language = "en")'


def run(bench):
    data = bench.data(books) / "data"
    source = bench.scratch / "Shop.swift"
    source.write_text(CLASSES % 'var name: String = ""')
    folder = bench.workspace(data, "--definitions", source)
    source.write_text(CLASSES % 'var title: String = ""; var language: String = "en"')
    file, applied = "okit/data/default.json", "okit/model/applied.json"
    first = (folder / applied).read_bytes()
    apply = f"{bench.okit} migrate apply -q {RENAME}"

    def as_it_was():
        shutil.copyfile(data / "default.json", folder / file)
        (folder / applied).write_bytes(first)
        shutil.rmtree(folder / "okit/backup", ignore_errors=True)
        (folder / "okit/history.json").unlink(missing_ok=True)

    def migrated():
        as_it_was()
        do(apply, folder)

    bench.table("200,000 books in 102 MB", [
        Contender("`okit migrate plan`", f"{bench.okit} migrate plan {RENAME}", as_it_was),
        Contender("`okit migrate apply`", flushed(apply), as_it_was),
        Contender("`okit migrate rollback --yes`", flushed(f"{bench.okit} migrate rollback --yes"), migrated),
        Contender(
            "`cp`, and `jq -c '.books \\|= map(…)'`", flushed(f"cp {file} copy && jq -c '{CHANGE}' {file} >new"),
            as_it_was),
    ], folder)
    migrated()
    if json.loads((folder / file).read_bytes()) != json.loads((folder / "new").read_bytes()):
        raise SystemExit("run: the migration did something else than jq")
