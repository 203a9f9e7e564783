import TestSupport
import Testing

/// Edits that remove more than ten entities keep a backup first.
@Suite struct LargeRemovalTests {
  /// Lines that add authors with these ids.
  private func authors(_ range: Range<Int>) -> [UInt8] {
    Array(range.map { #"{"id":"A\#($0)","name":"Author \#($0)"}"# }.joined(separator: "\n").utf8)
  }

  private func shop(_ form: FormedShop.Form, authors count: Int, withoutDefinitions: Bool = false) throws -> FormedShop
  {
    let shop = try FormedShop(form)
    if withoutDefinitions { try Files.remove(shop.shop.root + "/okit/model/Bookshop.swift") }
    try shop.okit("set", "directory:authors", "[]")
    for folder in try backups(shop) { try Files.remove(shop.shop.backups + "/" + folder) }
    try shop.okit("add", "directory:authors", "--from", "-", input: authors(0..<count))
    return shop
  }

  private func backups(_ shop: FormedShop) throws -> [String] {
    try shop.shop.machine.shell("ls \(shop.shop.backups) 2>/dev/null || true").lines
  }

  /// Runs an edit and expects it to keep one backup, which restores every byte.
  private func expectKept(
    _ words: [String], _ name: String, in shop: FormedShop, input: [UInt8] = [],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try FileTree(shop.shop.data)
    let output = try shop.shop.machine.okit(words, input: input, in: shop.shop.root, at: location)
    let kept = try backups(shop)
    #expect(kept.count == 1, "\(words): \(output.errors)", sourceLocation: location)
    guard let backup = kept.first else { return }
    #expect(backup.hasPrefix("before-\(name)-"), sourceLocation: location)
    #expect(output.errors.contains("previous data kept as backup \(backup)\n"), sourceLocation: location)
    #expect(try FileTree(shop.shop.data).differences(from: before) != [], sourceLocation: location)
    #expect(
      try FileTree(shop.shop.backups + "/\(backup)/data").differences(from: before).filter { !$0.contains("applied") }
        == [],
      sourceLocation: location)
    try shop.okit("backup", "verify", backup)
    try shop.okit("backup", "restore", backup, "--yes")
    #expect(try FileTree(shop.shop.data).differences(from: before) == [], sourceLocation: location)
    try shop.shop.machine.shell("rm -r \(shop.shop.backups)/*")
  }

  @Test(arguments: FormedShop.Form.allCases, [false, true])
  func aLargeRemovalKeepsABackup(form: FormedShop.Form, withoutDefinitions: Bool) throws {
    let shop = try shop(form, authors: 11, withoutDefinitions: withoutDefinitions)
    try expectKept(["set", "directory:authors", "[]"], "set", in: shop)
    try expectKept(["remove", "--all", "directory:authors[*]", "--force"], "remove", in: shop)
    let steps = (0..<11).map { #"{"path":"directory:authors[\#($0)]","value":{"id":"N\#($0)","name":"x"}}"# }
    try expectKept(["set", "--from", "-"], "set", in: shop, input: Array(steps.joined(separator: "\n").utf8))
    if withoutDefinitions {
      try expectKept(["set", "directory:.", #"{"id":"AE658F33-FE3B-490B-93F4-48B3A5AA3C81"}"#], "set", in: shop)
    }
    // The 16 entities of the four books, with the files of their icons.
    try expectKept(["set", "books", "[]"], "set", in: shop)
  }

  @Test(arguments: FormedShop.Form.allCases) func movedEntitiesAreNotCountedAsRemoved(form: FormedShop.Form) throws {
    let shop = try shop(form, authors: 25)
    let half = (0..<15).map { #"{"id":"A\#($0)","name":"Author \#($0)"}"# }.joined(separator: ",")
    // This removes ten.
    try shop.okit("set", "directory:authors", "[\(half)]")
    #expect(try backups(shop) == [])
    try shop.okit("add", "directory:authors", "--from", "-", input: authors(15..<25))
    // All of them move to another place.
    try shop.okit("move", "--all", "directory:authors[*]", "directory:groups[0]/group/authors")
    try shop.okit("move", "--all", "directory:groups[0]/group/authors[*]", "directory:authors")
    try shop.okit("set", "directory:authors", "[\(half)]", "--dry-run")
    // Entities that are added and removed in one step do not count.
    let many = (0..<20).map { #"{"path":"directory:authors[0]","value":{"id":"N\#($0)","name":"x"}}"# }
    try shop.okit("set", "--from", "-", input: Array(many.joined(separator: "\n").utf8))
    // Another id makes another entity for readers, but nothing is lost.
    let renamed = (1..<25).map { #"{"path":"directory:authors[\#($0)]/id","value":"R\#($0)"}"# }
    try shop.okit("set", "--from", "-", input: Array(renamed.joined(separator: "\n").utf8))
    #expect(try backups(shop) == [])
  }

  @Test func aDryRunReportsABackupButMakesNone() throws {
    let shop = try shop(.plain, authors: 11)
    let changed = try shop.changes {
      let words = ["set", "-n", "directory:authors", "[]"]
      #expect(
        try shop.shop.okit(words).errors
          == "would have set directory:authors, removing 11 entities after a backup of the current data\n")
      let json = try shop.shop.okit(words + ["--json"]).text
      #expect(json.contains(#""removedEntities":11,"kept":null,"dryRun":true"#), "\(json)")
    }
    #expect(changed == [])
    let json = try shop.okit("set", "directory:authors", "[]", "--json").text
    let kept = try backups(shop)
    #expect(json.contains(#""removedEntities":11,"kept":"\#(kept[0])","dryRun":false"#), "\(json)")
  }

  @Test(arguments: FormedShop.Form.allCases) func partialsAndTheirEntitiesCount(form: FormedShop.Form) throws {
    let shop = try shop(form, authors: 2)
    try shop.okit("add", "directory:groups[0]/group/authors", "--from", "-", input: authors(10..<20))
    // The stand-in, its entity and the guests.
    try expectKept(["remove", "directory:groups[0]", "--force"], "remove", in: shop)
    // Properties that only the stand-in has.
    let authors = (30..<42).map { #"{"id":"A\#($0)"}"# }.joined(separator: ",")
    guard form == .plain else { return }
    try shop.edit("directory.json", #""name":"Group 0","#, #""name":"Group 0","authors":[\#(authors)],"#)
    try expectKept(["partial", "inline", "directory:groups[0]"], "partial-inline", in: shop)
    // The partial has no authors; if it had some, both sides would keep their own.
    try shop.okit("set", "directory:groups[0]/group/authors", "[]", "--yes")
    for folder in try backups(shop) { try Files.remove(shop.shop.backups + "/" + folder) }
    try expectKept(["partial", "sync"], "partial-sync", in: shop)
  }

  @Test func aLargeRemovalByAFunctionKeepsABackup() throws {
    let shop = try shop(.age, authors: 12)
    try Files.makeFolder(shop.shop.root + "/okit/functions")
    try Files.write(
      "#!/bin/sh\njq -c '.entity.authors = [] | .entity'\n", to: shop.shop.root + "/okit/functions/clear", mode: 0o700)
    let before = try FileTree(shop.shop.data)
    let json = try shop.okit("call", "--run", "directory:./clear()", "--json").text
    let kept = try backups(shop)
    #expect(kept.count == 1 && kept[0].hasPrefix("before-call-") && json.contains(#""kept":"\#(kept[0])""#), "\(json)")
    try shop.okit("backup", "restore", kept[0], "--yes")
    #expect(try FileTree(shop.shop.data).differences(from: before) == [])
  }

  @Test func aLargeRemovalIsConfirmedOnATerminal() throws {
    let shop = try shop(.age, authors: 11)
    func run(_ options: String...) throws -> Terminal {
      try Terminal(
        shop.shop.machine, ["okit", "remove", "--all", "directory:authors[*]"] + options, in: shop.shop.root)
    }
    let refused = try run()
    try refused.answer(("Remove 11 entities", "n"))
    #expect(try refused.end() == .status(1))
    #expect(try backups(shop) == [])
    #expect(try shop.okit("get", "directory:authors.@count").line == "11")
    let dry = try run("-n")
    #expect(try dry.end() == .status(0))
    let agreed = try run()
    try agreed.answer(("Remove 11 entities", "y"))
    #expect(try agreed.end() == .status(0))
    #expect(agreed.transcript.contains("previous data kept as backup before-remove-"))
    #expect(try shop.okit("get", "directory:authors.@count").line == "0")
    try shop.okit("backup", "restore", backups(shop)[0], "--yes")
    for option in ["--yes", "--no-input"] {
      let silent = try run(option)
      #expect(try silent.end() == .status(0))
      #expect(!silent.transcript.contains("[y/N]"))
      try shop.okit("add", "directory:authors", "--from", "-", input: authors(0..<11))
    }
    let few = try Terminal(
      shop.shop.machine, ["okit", "remove", "--all", "directory:authors[id=A0]"], in: shop.shop.root)
    #expect(try few.end() == .status(0))
    #expect(!few.transcript.contains("[y/N]"))
  }

  @Test func withoutABackupNothingIsRemoved() throws {
    let shop = try shop(.plain, authors: 11)
    try shop.shop.machine.shell("rm -rf \(shop.shop.backups); touch \(shop.shop.backups)")
    let before = try shop.shop.tree()
    let output = try shop.okit("set", "directory:authors", "[]", status: 66)
    #expect(output.errors == "okit: error: \(shop.shop.backups) is not a folder\n")
    #expect(try shop.shop.tree().differences(from: before) == [])
  }
}
