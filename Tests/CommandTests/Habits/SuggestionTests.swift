import Foundation
import TestSupport
import Testing

/// Misspelled words and the terms of other tools get a suggestion; okit never guesses and runs a command.
@Suite struct SuggestionTests {
  @Test(arguments: [
    ("rm", "remove"), ("delete", "remove"), ("ls", "list"), ("dir", "list"), ("cat", "get"), ("show", "get"),
    ("sql", "query"), ("find", "search"), ("grep", "search"), ("select", "query"), ("mv", "move"),
    ("recover", "backup restore"),
    ("backup recover", "backup restore"), ("resolve", "ref resolve"), ("dump", "export"),
    ("put", "set"), ("validate", "check"), ("lint", "check"), ("fsck", "check"), ("doctor", "check"),
    ("snapshots", "backup list"), ("forget", "backup prune"), ("prune", "backup prune"), ("unlock", "decrypt"),
    ("verify", "backup verify"), ("restore", "backup restore"), ("apply", "migrate apply"),
    ("downgrade", "migrate rollback"), ("fix", "check"), ("passwd", "rekey"), ("recipients", "key list"),
    ("migrations", "migrate status"), ("backup repair", "check"),
    ("keygen", "key generate"), ("create", "init"), ("new", "init"), ("models", "model list"),
    ("backup rm", "backup delete"), ("backup ls", "backup list"), ("backup cat", "backup show"),
    ("backup check", "backup verify"), ("backup forget", "backup prune"), ("backup snapshots", "backup list"),
    ("model rm", "model delete"), ("model ls", "model list"), ("model add", "model create"),
    ("model cat", "model show"),
    ("key rm", "key remove"), ("key new", "key generate"), ("key delete", "key remove"),
    ("attachment rm", "attachment remove"), ("attachment cat", "attachment get"), ("data prune", "attachment gc"),
    ("settings ls", "settings get"), ("migrate create", "migrate new"), ("migrate undo", "migrate rollback"),
    ("migrate diff", "migrate plan"), ("migrate log", "migrate history"),
    ("partial ls", "partial list"), ("ref check", "check"),
  ])
  func commandNamesOfOtherToolsGetSuggestions(_ line: String, _ ours: String) throws {
    let output = try Machine().okit(line.split(separator: " ").map(String.init) + ["x"], status: 64)
    let word = line.split(separator: " ").last ?? ""
    #expect(output.text == "")
    #expect(output.errors.hasPrefix("okit: error: unknown command '\(word)', did you mean 'okit \(ours)'?\n"))
    // The suggested command exists.
    try Machine().okit(ours.split(separator: " ").map(String.init) + ["--help"])
  }

  @Test(arguments: ["open", "revert", "cp", "generat", "revoke"])
  func unsupportedActionsGetNoSuggestion(_ word: String) throws {
    let output = try Machine().okit(word, "x", status: 64)
    #expect(output.errors == "okit: error: unknown command '\(word)'\nokit: hint: see 'okit --help'\n")
  }

  @Test func aSuggestedCommandIsNotRun() throws {
    let shop = try Bookshop(keys: false)
    let before = try shop.tree()
    try shop.okit("model", "rm", "directory", "--yes", status: 64)
    try shop.okit("encrpyt", "--all", status: 64)
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test(arguments: [
    ("get directroy:name", 66, "did you mean 'directory'?"), ("get -m Directory .", 66, "did you mean 'directory'?"),
    ("encrypt defalt", 66, "did you mean 'default'?"), ("backup restore monday directroy --yes", 66, "'directory'?"),
    ("get directroy", 66, "did you mean the model 'directory:'?"), ("get directory", 66, "write directory:"),
    ("get directory:autors", 66, "did you mean 'authors'?"), ("get books[0]/nmae", 66, "did you mean 'name'?"),
    ("set books[0]/prise 1", 66, "did you mean 'price'?"), ("backup show mondy", 66, "did you mean 'monday'?"),
    ("backup delete mnoday --yes", 66, "did you mean 'monday'?"),
    ("migrate accept 0001-titel", 66, "did you mean '0001-titles'?"), ("settings get encription", 66, "'encryption'?"),
    ("get -m nothing .", 66, "known names: default, directory, settings"),
  ])
  func misspelledNamesGetSuggestions(_ line: String, _ status: Int, _ hint: String) throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "monday", "--format", "directory")
    try shop.define()
    try shop.okit("migrate", "new", "titles")
    let words = line.split(separator: " ").map(String.init)
    let errors = try shop.machine.okit(words, status: Int32(status), in: shop.root).errors
    #expect(errors.split(separator: "\n").last?.hasPrefix("okit: hint: ") == true && errors.contains(hint), "\(errors)")
  }

  @Test func aTildeThatTheShellExpandedGetsAHint() throws {
    let shop = try Bookshop()
    let output = try shop.machine.shell(#""$okit" get ~/genres; echo $?"#, in: shop.root)
    #expect(output.text == "66\n" && output.errors.contains("write '~/genres' in quotes"), "\(output.errors)")
    #expect(try shop.okit("get", "~/genres[0]/name").text != "\n")
  }

  @Test(arguments: [
    "get LONG", "set LONG 1", "remove LONG", "get default:books[LONG]", "get books/LONG", "get --LONG", "LONG",
    "backup show LONG/x", "import LONG", "init LONG", "key import LONG", "model show LONG", "check LONG",
    "encrypt LONG",
    "get . -C LONG",
  ])
  func aPathOf100KilobytesIsShortened(_ line: String) throws {
    let shop = try Bookshop()
    for long in [String(repeating: "abc/", count: 25_000), String(repeating: "abc ", count: 25_000)] {
      let words = line.split(separator: " ").map { $0.replacingOccurrences(of: "LONG", with: long) }
      let output = try shop.machine.launch([Machine.okit] + words, [], [:], shop.root)
      #expect(output.end != .status(0) && output.text == "")
      #expect(output.errors.hasPrefix("okit: error: "))
      #expect(output.errors.utf8.count < 5000, "\(line): \(output.errors.utf8.count) bytes")
    }
  }

  @Test func theCaretOfALongPathStaysUnderItsPlace() throws {
    let shop = try Bookshop()
    let path =
      "default:books[0]/name" + String(repeating: "/initial", count: 100) + "/nothing"
      + String(repeating: "/initial", count: 100)
    let lines = try shop.okit("get", path, status: 64).errors.components(separatedBy: "\n")
    try #require(lines.count > 2)
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let place = lines[1].index(lines[1].startIndex, offsetBy: lines[2].distance(from: lines[2].startIndex, to: caret))
    #expect(lines[1][place...].hasPrefix("nothing"), "\(lines)")
    #expect(lines[1].hasPrefix("  …") && lines[1].hasSuffix("…"))
  }
}
