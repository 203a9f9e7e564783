import Ciphers
import Foundation
import JSONDocument
import Testing
import WorkspaceTestSupport

@testable import OKitStorage

@Suite struct JournalTests {
  private static let print = Journal.Fingerprint.of(text: "x")
  private static let name = ".okit-0123456789abcdef"

  @Test func aJournalIsReadAsWritten() throws {
    let journal = Journal(
      command: "backup restore \"x\"",
      entries: [
        .swap(staged: Self.name, marker: Self.name, kept: Self.name, backup: "before-restore-20261121T075014Z"),
        .keep(staged: Self.name, backup: "before-import-20261121T075014Z"),
        .replace(path: "okit/data/ä b/\u{1F600}.json", staged: Self.name, new: Self.print, old: nil),
        .replace(path: "okit/okit.json", staged: Self.name, new: Self.print, old: .of(text: "")),
        .remove(path: "okit/data/x\"y\\z\n.json", old: Self.print),
        .replace(path: "okit/history.json", staged: Self.name, new: Self.print, old: nil),
        .replace(path: "okit/migrations/0001-x.json", staged: Self.name, new: Self.print, old: nil),
      ])
    #expect(try Journal(decoding: JSONBytes(journal.encoded()), path: "j") == journal)
  }

  private func decode(_ text: String) throws {
    _ = try Journal(decoding: JSONBytes(text.utf8), path: "okit/.journal")
  }

  @Test(arguments: [
    "", "{", "[]", "null", "garbage", "{}", #"{"version":1}"#, #"{"version":2,"command":"x","entries":[]}"#,
    #"{"version":"1","command":"x","entries":[]}"#, #"{"version":1,"command":1,"entries":[]}"#,
    #"{"version":1,"command":"x","entries":{}}"#, #"{"version":1,"command":"x","entries":[1]}"#,
    #"{"version":1,"command":"x","entries":[{}]}"#, #"{"version":1,"command":"x","entries":[{"action":"chmod"}]}"#,
    #"{"version":1,"command":"x","entries":[{"action":"remove","path":"okit/data/x.json"}]}"#,
    #"{"version":1,"command":"x","entries":[{"action":"replace","path":"okit/data/x.json"}]}"#,
    #"{"version":1,"command":"x","entries":[{"action":"swap","staged":".okit-0123456789abcdef"}]}"#,
    #"{"version":1,"command":"x","entries":[{"action":"keep","staged":".okit-0123456789abcdef"}]}"#,
    #"{"version":1,"command":"x","entries":[{"action":"keep","staged":"before-a","backup":"before-b"}]}"#,
    #"{"version":1,"command":"x","entries":[{"action":"keep","staged":".okit-0123456789abcdef","backup":"../b"}]}"#,
    #"{"version":1,"command":"x","entries":[{"action":"keep","staged":".okit-0123456789abcdef","backup":".lock"}]}"#,
    "{\"version\":1,\"command\":\"x\",\"entries\":[]}\0", "\0\0\0\0",
  ])
  func aMalformedJournalIsRefused(_ text: String) {
    #expect(kind { try decode(text) } == .malformed)
  }

  private static let outside = [
    "../x", "/etc/passwd", "x", "okit", "okit/", "okit/../x", "okit/data/../../x", "okit//x", "okit/./x", "data/x.json",
    "okit/data/", "", "okit/data/..", "./okit/data/x", "OKIT/data/x", "okit/da\\u0000ta/x",
    "okit/migrations/run", "okit/migrations/x/y.json", "okit/migrations/.x.json", "okit/history.json/x", "okit/x.json",
  ]

  @Test(arguments: outside)
  func aPathOutsideTheWorkspaceIsRefused(_ path: String) {
    let sum = Self.print.digest.hex
    let entries = [
      #"{"action":"remove","path":"\#(path)","old":{"size":1,"sha256":"\#(sum)"}}"#,
      #"{"action":"replace","path":"\#(path)","staged":"\#(Self.name)","new":{"size":1,"sha256":"\#(sum)"}}"#,
    ]
    for entry in entries {
      let error = failure { try decode(#"{"version":1,"command":"x","entries":[\#(entry)]}"#) }
      #expect(error?.kind == .malformed, "\(entry)")
      #expect(error?.message.contains("\n") == false)
    }
  }

  @Test(arguments: [
    "", "x", "../.okit-0123456789abcdef", ".okit-0123456789abcde", ".okit-0123456789abcdef0",
    ".okit-0123456789ABCDEF",
    ".okit-/123456789abcdef", ".okit-0123456789abcdeg", "a/.okit-0123456789abcdef",
  ])
  func aForeignStagedNameIsRefused(_ name: String) {
    let sum = Self.print.digest.hex
    let file = #""new":{"size":1,"sha256":"\#(sum)"}"#
    let replace = #"{"action":"replace","path":"okit/data/x.json","staged":"\#(name)",\#(file)}"#
    #expect(kind { try decode(#"{"version":1,"command":"x","entries":[\#(replace)]}"#) } == .malformed)
    for position in 0..<3 {
      var names = [Self.name, Self.name, Self.name]
      names[position] = name
      let swap =
        #"{"action":"swap","staged":"\#(names[0])","marker":"\#(names[1])","kept":"\#(names[2])","backup":"b"}"#
      #expect(kind { try decode(#"{"version":1,"command":"x","entries":[\#(swap)]}"#) } == .malformed)
    }
  }

  @Test(arguments: ["", "..", ".x", "a/b", "/a"])
  func aBackupNameWithAPathIsRefused(_ name: String) {
    let swap =
      #"{"action":"swap","staged":"\#(Self.name)","marker":"\#(Self.name)","kept":"\#(Self.name)","backup":"\#(name)"}"#
    #expect(kind { try decode(#"{"version":1,"command":"x","entries":[\#(swap)]}"#) } == .malformed)
  }

  @Test(arguments: [
    #"{"size":1}"#, #"{"sha256":"00"}"#, #"{"size":"1","sha256":"x"}"#, "1", "null",
  ])
  func aWrongFingerprintIsRefused(_ text: String) {
    let entry = #"{"action":"remove","path":"okit/data/x.json","old":\#(text)}"#
    #expect(kind { try decode(#"{"version":1,"command":"x","entries":[\#(entry)]}"#) } == .malformed)
  }
}
