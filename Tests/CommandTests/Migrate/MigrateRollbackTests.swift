import TestSupport
import Testing

/// Rolling data back to their state before a migration.
@Suite struct MigrateRollbackTests {
  /// The workspace without the files that a rollback adds.
  private func tree(_ shop: Bookshop) throws -> FileTree {
    try shop.tree().without {
      $0.hasPrefix("okit/backup") || ["okit/history.json", "okit/.last-backup.json"].contains($0)
    }
  }

  @Test func aRollbackRestoresTheData() throws {
    let shop = try Bookshop()
    let before = try tree(shop)
    try shop.migrateByHand()
    let output = try shop.okit("migrate", "rollback", "--yes")
    let kept = try #require(try Files.names(in: shop.backups).first { $0.hasPrefix("before-rollback-") })
    #expect(
      output.errors == """
        no changes were made after the migration; the rollback loses nothing
        restored 3 models, 22 files
        previous data kept as backup \(kept)

        """)
    #expect(output.text == "")
    #expect(try tree(shop).differences(from: before) == [])
    try shop.okit("backup", "verify", kept)
    try shop.okit("check")
    #expect(
      try shop.okit("migrate", "rollback", "--yes", status: 66).errors
        == "okit: error: nothing to undo: no migration was applied on this machine, or all were rolled back\n")
  }

  @Test func aRollbackListsLossesBeforeItsQuestion() throws {
    let shop = try Bookshop()
    let before = try tree(shop)
    try shop.migrateByHand()
    try Files.write("{}", to: shop.data + "/directory.json")
    try Files.write("{}", to: shop.data + "/directory/NEW.json")
    try Files.write("x", to: shop.data + "/_image/NEW.png")
    let changed = try tree(shop)
    let lost = """
      the rollback loses these changes:
        _image/NEW.png: 1 file added
        directory: 1 file changed, 1 file added

      """
    let refused = try shop.okit("migrate", "rollback", status: 64)
    #expect(
      refused.errors.hasPrefix(
        lost + "okit: error: cannot ask for confirmation\n"
          + "okit: hint: use --yes to roll back 0001-first, 0002-second and lose the changes in 3 files"))
    let tried = try shop.okit("migrate", "rollback", "--dry-run")
    #expect(tried.errors == lost + "would restore 3 models, 22 files\n")
    for (answer, status) in [("n", Int32(1)), ("y", 0)] {
      #expect(try tree(shop).differences(from: changed) == [])
      let terminal = try Terminal(shop.machine, ["okit", "migrate", "rollback"], in: shop.root)
      try terminal.wait(for: "1 file changed, 1 file added")
      try terminal.answer(("lose the changes in 3 files?", answer))
      #expect(try terminal.end() == .status(status))
    }
    #expect(try tree(shop).differences(from: before) == [])
  }

  @Test func aRollbackPrintsJSONForScripts() throws {
    let shop = try Bookshop()
    try shop.migrateByHand()
    try Files.write("{}", to: shop.data + "/directory.json")
    let output = try shop.okit("migrate", "rollback", "--to", "0", "--yes", "--json")
    #expect(output.errors == "")
    let path = try shop.machine.write(output.text, "rollback")
    let filter =
      "[.migrations[], .from, .to, .lost[0].change, .lost[0].model, .lost[0].path, .files, .backup, .dryRun] | tojson"
    #expect(
      try shop.jq(filter, path)
        == #"["0001-first","0002-second",2,0,"changed","directory","directory.json",22,"\#(Bookshop.beforeMigration)",false]"#
    )
    #expect(try shop.jq(".kept", path).hasPrefix("before-rollback-"))
  }

  @Test func aRollbackToAnUnknownStateIsRefused() throws {
    let shop = try Bookshop()
    try shop.okit("migrate", "rollback", "--yes", status: 66)
    try shop.migrateByHand()
    try shop.okit("migrate", "rollback", "--yes", "--to", "x", status: 64)
    let far = try shop.okit("migrate", "rollback", "--yes", "--to", "1", status: 66)
    #expect(
      far.errors
        == "okit: error: migration 1 was never the last one applied on this machine\nokit: hint: use --to with one of: 0\n"
    )
    let backup = shop.backups + "/" + Bookshop.beforeMigration
    try Files.write("{}", to: backup + "/data/default.json")
    try shop.okit("migrate", "rollback", "--yes", status: 65)
    try Files.remove(backup)
    let gone = try shop.okit("migrate", "rollback", "--yes", status: 66)
    #expect(gone.errors.contains("the backup made before the migration is missing: '\(Bookshop.beforeMigration)'"))
  }

  @Test func hooksRunAroundARollback() throws {
    let shop = try Bookshop()
    try shop.migrateByHand()
    let log = shop.machine.path("log")
    for event in ["before-migrate", "after-migrate"] { try shop.hook(event, "cat >> '\(log)'; echo >> '\(log)'") }
    try shop.okit("migrate", "rollback", "--dry-run")
    #expect(!Files.exists(log))
    try shop.okit("migrate", "rollback", "--yes")
    let kept = try #require(try Files.names(in: shop.backups).first { $0.hasPrefix("before-rollback-") })
    func hookInput(_ event: String, _ more: String) -> String {
      #"{"event":"\#(event)","workspace":"\#(shop.root)","action":"rollback","migrations":["0001-first","0002-second"],"#
        + #""models":["directory"],"backup":"\#(Bookshop.beforeMigration)"\#(more)}"#
    }
    #expect(
      try shop.machine.run("jq", "-c", ".", log).lines == [
        hookInput("before-migrate", ""), hookInput("after-migrate", #","kept":"\#(kept)""#),
      ])
    try Files.write(#"{"version":1,"events":[]}"#, to: shop.root + "/okit/history.json")
    try Files.remove("\(shop.backups)/\(Bookshop.beforeMigration)")
    try shop.migrateByHand()
    try shop.hook("before-migrate", "exit 3")
    let changed = try tree(shop)
    try shop.okit("migrate", "rollback", "--yes", status: 75)
    #expect(try tree(shop).differences(from: changed) == [])
  }
}
