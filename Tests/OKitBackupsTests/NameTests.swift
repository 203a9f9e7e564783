import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitModels
@testable import OKitStorage

@Suite struct NameTests {
  private static let usable = [
    "a", "default", "x y", "ä", "名前", "\u{1F600}", "a.b", "a..b", "-x", "~", "a\\b", "%20", "a#b", "*", "a\u{301}",
    "data",
  ]
  private static let unusable = ["", ".", "..", ".x", "...", "a/b", "/", "/a", "a/", "a\0b", "\0"]

  @Test(arguments: usable)
  func pathComponentsAreValidNames(_ name: String) throws {
    #expect(PathComponent.fault(of: name) == nil)
    #expect(try ModelName(name).description == name)
  }

  @Test(arguments: unusable)
  func otherTextsAreNotNames(_ name: String) {
    #expect(PathComponent.fault(of: name) != nil)
    let error = failure { _ = try ModelName(name) }
    #expect(error?.kind == .malformed)
    #expect(error?.message.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
    #expect(kind { try BackupName.check(name) } == .usage)
  }

  @Test(arguments: ["a\nb", "\t", "a\u{1b}[31m", "a\u{7f}", "\u{85}b"])
  func newNamesContainNoControlCharacters(_ name: String) throws {
    // A file can have such a name, but no archive could contain it.
    #expect(PathComponent.fault(of: name) == nil)
    #expect(try ModelName(name).description == name)
    #expect(kind { try BackupName.check(name) } == .usage)
    let error = failure { _ = try ModelName(new: name) }
    #expect(error?.kind == .malformed)
    #expect(
      error?.message
        == "\(PathComponent.printable(name)) is not a valid model name: it contains a control character")
  }

  @Test func aNameLeavesRoomForItsEnding() throws {
    #expect(try ModelName(String(repeating: "a", count: 250)).description.count == 250)
    #expect(kind { _ = try ModelName(String(repeating: "a", count: 251)) } == .malformed)
    #expect(kind { _ = try ModelName(String(repeating: "ä", count: 126)) } == .malformed)
    #expect(PathComponent.fault(of: String(repeating: "a", count: 255)) == nil)
    #expect(PathComponent.fault(of: String(repeating: "a", count: 256)) != nil)
    try BackupName.check(String(repeating: "b", count: 231))
    #expect(kind { try BackupName.check(String(repeating: "b", count: 232)) } == .usage)
  }

  @Test func attachmentFoldersAreBackupNamesButNoModelNames() throws {
    for name in ["_data", "_image"] {
      #expect(kind { _ = try ModelName(name) } == .malformed)
      try BackupName.check(name)
    }
    #expect(try ModelName("_other").description == "_other")
  }

  @Test func modelNamesSortByBytes() throws {
    let names = try ["b", "ä", "a", "B", "z", "a b", "a-b"].map { try ModelName($0) }.sorted()
    #expect(names.map(\.description) == ["B", "a", "a b", "a-b", "b", "z", "ä"])
  }

  @Test(arguments: [
    ("png", true), ("jpeg", true), ("svg+xml", true), ("x-icon", true), ("a.b", true), ("1", true),
    (String(repeating: "a", count: 32), true), (String(repeating: "a", count: 33), false), ("", false),
    ("PNG", false),
    ("p ng", false), ("ä", false), ("p/ng", false), ("p\0", false), ("p_g", false),
  ])
  func imageFormatsHaveTheirEndings(_ ending: String, _ isOne: Bool) {
    #expect(PathComponent.isImageEnding(ending) == isOne)
  }

  @Test(arguments: [
    ("20261121T075014Z", true), ("before the move – Ä", true), ("v1.2", true), ("2019-06-06T12:34", false),
    ("a?b", false),
    ("a\\b", false), ("a%b", false), ("a*b", false), ("a|b", false), ("a\"b", false), ("a<b", false), ("a>b", false),
    ("a\nb", false), ("a\u{7f}", false), ("a\tb", false),
  ])
  func backupNamesAreChecked(_ name: String, _ isOne: Bool) {
    #expect(kind { try BackupName.check(name) } == (isOne ? nil : .usage))
  }

  @Test func safetyBackupsOfOneSecondAreNumbered() throws {
    let scratch = try TemporaryFolder()
    let name = try BackupName.before("restore", in: FilePath(text: scratch.path))
    #expect(name.wholeMatch(of: /before-restore-\d{8}T\d{6}Z/) != nil)
    for second in 0..<120 {
      let time = Timestamp.compact(Timestamp.now() + Int64(second) - 5)
      try Files.write("", to: scratch.file("before-x-\(time)"))
      try Files.write("", to: scratch.file("before-x-\(time)-2"))
    }
    #expect(try BackupName.before("x", in: FilePath(text: scratch.path)).hasSuffix("Z-3"))
  }

  @Test func aPrintedNameStaysOnOneLine() {
    #expect(
      PathComponent.printable("a\nb\u{1b}[31m\u{7f}\u{85}\u{2028}ä") == "'a\\u{a}b\\u{1b}[31m\\u{7f}\\u{85}\\u{2028}ä'")
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z", "19700101T000000Z"), (1_795_247_414, "2026-11-21T07:50:14Z", "20261121T075014Z"),
      (951_782_400, "2000-02-29T00:00:00Z", "20000229T000000Z"),
      (4_102_444_799, "2099-12-31T23:59:59Z", "20991231T235959Z"),
      (-1, "1969-12-31T23:59:59Z", "19691231T235959Z"),
    ] as [(Int64, String, String)])
  func timestampsAreWritten(_ seconds: Int64, _ internet: String, _ compact: String) {
    #expect(Timestamp.internet(seconds) == internet)
    #expect(Timestamp.compact(seconds) == compact)
    #expect(Timestamp.parse(internet: internet) == seconds)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21 07:50:14Z", "2026-11-21T07:50:14", "2026-11-21T07:50:14+01:00",
    "2026-11-21t07:50:14z",
    "2026-11-21T07:50:1٤Z", "+026-11-21T07:50:14Z", "2026-11-21T07:50:14.5Z", "20261121T075014Z",
    "2026-13-45T99:99:99Z",
    "2026-02-30T00:00:00Z",
  ])
  func malformedTimestampsAreRefused(_ text: String) {
    #expect(Timestamp.parse(internet: text) == nil)
  }

  @Test func stagedNamesDifferAndAreRecognized() {
    let names = (0..<100).map { _ in StagedName.new() }
    #expect(Set(names).count == 100)
    #expect(names.allSatisfy(StagedName.matches))
    for name in ["", ".okit-", ".okit-x", ".okit-0123456789ABCDEF", ".okit-0123456789abcdef0", "okit-0123456789abcdef"]
    {
      #expect(!StagedName.matches(name))
    }
    #expect(!StagedName.matches(".okit-０１２３４５６７８９abcdef"))
  }
}
