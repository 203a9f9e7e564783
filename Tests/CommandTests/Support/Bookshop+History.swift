import TestSupport
import Testing

extension Bookshop {
  static let beforeMigration = "before-migrate-20261121T075014Z"

  /// Makes the results of a migration: a backup, a changed model, a record of the definitions and a history.
  func migrateByHand() throws {
    // okit itself does not create such a backup on demand.
    try okit("backup", "create", "copy", "--format", "directory")
    for ending in ["", ".record.json"] {
      try Files.move(backups + "/copy" + ending, to: backups + "/" + Self.beforeMigration + ending)
    }
    try Files.write(#"{"id":"DIRECTORY"}"#, to: data + "/directory.json")
    try Files.write(#"{"version":1,"migrations":[],"models":{}}"#, to: root + "/okit/model/applied.json")
    let sum = try machine.run("sha256sum", data + "/directory.json").line.prefix(64)
    let change = #"{"kind":"removed","subject":"Directory.entries","count":3,"lost":2}"#
    let history = """
      {"version":1,"events":[{"event":"apply","time":"2026-11-21T07:50:14Z","migrations":["0001-first","0002-second"],\
      "from":0,"to":2,"models":[{"name":"directory","changes":[\(change)]}],"backup":"\(Self.beforeMigration)",\
      "files":{"okit/data/directory.json":"\(sum)"}}]}
      """
    try Files.write(history, to: root + "/okit/history.json")
  }
}
