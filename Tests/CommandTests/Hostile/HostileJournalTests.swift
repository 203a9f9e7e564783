import TestSupport
import Testing

/// Journals that okit did not write are refused and change nothing.
@Suite struct HostileJournalTests {
  private static let sum = String(repeating: "0", count: 64)
  private static let zeros = #"{"size":8,"sha256":"\#(sum)"}"#

  private static func replace(_ path: String, staged: String = ".okit-0123456789abcdef") -> String {
    #"{"action":"replace","path":"\#(path)","staged":"\#(staged)","new":\#(zeros)}"#
  }
  private static func remove(_ path: String) -> String { #"{"action":"remove","path":"\#(path)","old":\#(zeros)}"# }
  private static func swap(_ names: String...) -> String {
    #"{"action":"swap","staged":"\#(names[0])","marker":"\#(names[1])","kept":"\#(names[2])","backup":"\#(names[3])"}"#
  }

  private static let good = ".okit-0123456789abcdef"

  static let entries: [String] = [
    replace("../outside/victim"), replace("/etc/passwd"), replace("okit/../../outside/victim"),
    replace("okit/data/../../x"),
    replace("okit"), replace(""), replace("okit/"), replace("okit/data/"), replace("okit/.lock"),
    replace("okit/.journal"),
    replace("okit/backup/one"), replace("okit/data/.hidden"), replace("elsewhere/data/x.json"),
    replace(#"okit/data/a\u0000b"#),
    replace("okit/data/gamma.json", staged: "gamma.json"), replace("okit/data/gamma.json", staged: "../alpha.json"),
    replace("okit/data/gamma.json", staged: "/etc/passwd"), replace("okit/data/gamma.json", staged: ".okit-"),
    replace("okit/data/gamma.json", staged: good + "/x"),
    replace("okit/data/gamma.json", staged: ".okit-0123456789ABCDEF"),
    remove("../outside/victim"), remove("okit/../outside"), remove("okit/data/../okit.json"), remove("okit/.gitignore"),
    swap("../outside", good, good, "b"), swap(good, "../x", good, "b"), swap(good, good, "/tmp", "b"),
    swap(good, good, good, "../b"), swap(good, good, good, ".b"), swap(good, good, good, ""),
    swap("data", good, good, "b"),
    "{}", "[]", "null", #"{"action":"explode"}"#, #"{"action":"replace","path":7}"#,
    #"{"action":"remove","path":"okit/data/gamma.json"}"#,
    #"{"action":"remove","path":"okit/data/gamma.json","old":{"size":-1,"sha256":"zz"}}"#,
  ]

  static let texts = [
    "", "{", "[]", "null", "{}", "\u{FEFF}", #"{"version":2,"command":"x","entries":[]}"#, #"{"version":1}"#,
  ]

  @Test func aHostileJournalIsRefused() throws {
    let shelf = try Shelf()
    try Files.makeFolder(shelf.machine.path("outside"))
    try shelf.machine.write("victim", "outside/victim")
    try Files.write("staged", to: "\(shelf.data)/\(Self.good)")
    for text in Self.entries.map({ #"{"version":1,"command":"rekey","entries":[\#($0)]}"# }) + Self.texts {
      try Files.write(text, to: shelf.root + "/okit/.journal")
      let before = try everything(shelf)
      for words in [
        ["status"], ["get", "gamma:id"], ["check"], ["rekey"], ["backup", "create", "b", "-r", shelf.recipient],
        ["export"],
      ] {
        let output = try shelf.machine.okit(words, status: 65, in: shelf.root)
        let lines = output.errors.split(separator: "\n").map { $0.prefix(13) }
        #expect(lines == ["okit: error: ", "okit: hint: b"], "\(text): \(output.errors)")
      }
      #expect(try everything(shelf).differences(from: before) == [], "\(text)")
    }
  }

  private func everything(_ shelf: Shelf) throws -> FileTree {
    try FileTree(shelf.machine.folder).without { $0.hasSuffix(".lock") || $0.hasPrefix("streams") }
  }

  /// The paths are valid, but a folder on the way is a link.
  @Test func aJournalPathThroughALinkedFolderIsRefused() throws {
    let shelf = try Shelf()
    try shelf.machine.run("mv", shelf.data + "/gamma", shelf.machine.path("outside"))
    try shelf.machine.run("ln", "-s", shelf.machine.path("outside"), shelf.data + "/gamma")
    let victim = shelf.machine.path("outside/gamma-part-0.json")
    let sum = try shelf.machine.run("sha256sum", victim).text.prefix(64)
    let size = try Files.read(victim).count
    let entry =
      #"{"action":"remove","path":"okit/data/gamma/gamma-part-0.json","old":{"size":\#(size),"sha256":"\#(sum)"}}"#
    try Files.write(#"{"version":1,"command":"x","entries":[\#(entry)]}"#, to: shelf.root + "/okit/.journal")
    for words in [["status"], ["rekey"]] {
      let errors = try shelf.machine.okit(words, status: 65, in: shelf.root).errors
      #expect(errors.contains("cannot finish an interrupted change (x): ") && errors.contains("symbolic link"))
      #expect(errors.contains("hint: ") && errors.contains("okit/.journal"))
    }
    #expect(try Files.read(victim).count == size)
  }

  /// Wrong checksums: the old file stays, and the staged file is kept but not used.
  @Test func wrongSumsChangeNoModel() throws {
    let shelf = try Shelf()
    try Files.write(#"{"forged":true}"#, to: "\(shelf.data)/\(Self.good)")
    let before = try FileTree(shelf.data)
    let text = #"{"version":1,"command":"x","entries":[\#(Self.replace("okit/data/gamma.json"))]}"#
    try Files.write(text, to: shelf.root + "/okit/.journal")
    try shelf.okit("status", status: 75)
    #expect(try FileTree(shelf.data).differences(from: before) == ["\(Self.good) is missing"])
    try shelf.okit("rekey")
  }

  @Test func aHugeJournalIsRefusedUnread() throws {
    let shelf = try Shelf()
    try shelf.machine.run("truncate", "-s", "100G", shelf.root + "/okit/.journal")
    #expect(try shelf.okit("status", status: 65).errors.contains("too large"))
    #expect(try shelf.okit("rekey", status: 65).errors.contains("too large"))
  }
}
