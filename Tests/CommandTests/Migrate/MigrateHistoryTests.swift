import TestSupport
import Testing

/// The history of applied and rolled back migrations on this machine.
@Suite struct MigrateHistoryTests {
  @Test func anEmptyHistoryIsReported() throws {
    let shop = try Bookshop()
    let output = try shop.okit("migrate", "history")
    #expect(output.text == "" && output.errors == "no migration was applied on this machine\n")
    #expect(try shop.okit("migrate", "history", "--json").text == "{\"events\":[]}\n")
  }

  @Test func theHistoryHasALineForEachEventInUTC() throws {
    let shop = try Bookshop()
    try shop.migrateByHand()
    try shop.okit("migrate", "rollback", "--yes")
    let lines = try shop.okit("migrate", "history", with: ["TZ": "CET-1"]).lines
    #expect(lines.count == 3)
    let apply = "2026-11-21T07:50:14Z  apply     0001-first, 0002-second  1 model, 1 change, 2 values lost  "
    #expect(lines.dropFirst().first == apply + Bookshop.beforeMigration)
    let kept = try #require(try Files.names(in: shop.backups).first { $0.hasPrefix("before-rollback-") })
    #expect(
      lines.last?.hasSuffix("  rollback  0001-first, 0002-second  -" + String(repeating: " ", count: 33) + kept) == true
    )

    let json = try shop.okit("migrate", "history", "--json").text
    let path = try shop.machine.write(json, "history")
    let apply0 = try shop.jq(
      ".events[0] | [.event, .time, .from, .to, .models[0].name, .models[0].changes[0].lost, .backup] | tojson", path)
    #expect(
      apply0 == #"["apply","2026-11-21T07:50:14Z",0,2,"directory",2,"\#(Bookshop.beforeMigration)"]"#)
    #expect(
      try shop.jq(".events[1] | [.event, .undoes[0], .backup] | tojson", path)
        == #"["rollback","2026-11-21T07:50:14Z","\#(kept)"]"#)
  }

  @Test(arguments: [
    ("{", "1:2: "), (#"{"version":2,"events":[]}"#, "1:12: version 2 was made by a newer okit"),
    (#"{"version":1,"events":[{}]}"#, "1:24: not a migration event"),
  ])
  func aDamagedHistoryExitsWith78(_ text: String, _ message: String) throws {
    let shop = try Bookshop()
    try Files.write(text, to: shop.root + "/okit/history.json")
    for words in [["history"], ["rollback", "--yes"]] {
      let output = try shop.okit(["migrate"] + words, status: 78)
      #expect(output.errors.hasPrefix("okit: error: \(shop.root)/okit/history.json:\(message)"), "\(output.errors)")
    }
  }
}
