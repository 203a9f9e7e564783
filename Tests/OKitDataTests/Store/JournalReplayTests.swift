import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitChecks
@testable import OKitModels
@testable import OKitStorage

@Suite struct JournalReplayTests {
  let scene: Scene
  private let name = ".okit-0123456789abcdef"
  private let old = "old content"
  private let new = "new content"
  private let path = "okit/data/plain.json"
  private var target: String { scene.root + "/" + path }
  private var staged: String { scene.data + "/" + name }

  init() throws {
    scene = try SampleShop.scene(.plain)
  }

  /// Leaves a replacement behind; nil stands for no file.
  private func leave(_ found: String?, staged content: String?, wasThere: Bool = true) throws {
    if let found { try Files.write(found, to: target) } else { try Files.remove(target) }
    if let content { try Files.write(content, to: staged) }
    try scene.leave([
      .replace(path: WorkspacePath(text: path), staged: name, new: .of(text: new), old: wasThere ? .of(text: old) : nil)
    ])
  }

  private func expectClean() {
    #expect(!scene.hasJournal)
    #expect(scene.staged == [])
  }

  @Test func anOldFileIsReplaced() throws {
    try leave(old, staged: new)
    let observer = RecordingObserver()
    try scene.recover(observer: observer)
    #expect(try Files.text(target) == new)
    #expect(observer.notes == ["finished an interrupted change (test)"])
    expectClean()
  }

  @Test func aFolderInPlaceOfTheFileIsLeftAlone() throws {
    try leave(nil, staged: new)
    try Files.makeFolder(target)
    let error = failure { try scene.recover() }
    #expect(error?.kind == .busy)
    #expect(error?.message.contains("finished an interrupted change (test), except for files") == true)
    #expect(scene.conflicts.count == 1)
    expectClean()
  }

  @Test func anUnreadableTargetIsNamedWithTheInterruptedChange() throws {
    try leave(nil, staged: new)
    try Files.link(target, to: "nowhere.json")
    let error = failure { try scene.recover() }
    #expect(error?.message.hasPrefix("cannot finish an interrupted change (test): ") == true)
    #expect(error?.remedy != nil && scene.hasJournal)
  }

  @Test func anAbsentFileIsCreated() throws {
    try leave(nil, staged: new, wasThere: false)
    try scene.recover()
    #expect(try Files.text(target) == new)
    expectClean()
  }

  @Test(arguments: [true, false])
  func anAlreadyReplacedFileIsKept(_ stagedIsLeft: Bool) throws {
    try leave(new, staged: stagedIsLeft ? new : nil)
    try scene.recover()
    #expect(try Files.text(target) == new)
    #expect(scene.conflicts == [])
    expectClean()
  }

  @Test(arguments: ["theirs", nil])
  func aChangedFileIsKeptAndTheNewOneMovesToTheBackups(_ found: String?) throws {
    try leave(found, staged: new)
    let error = failure { try scene.recover() }
    #expect(error?.kind == .busy)
    #expect(Files.exists(target) == (found != nil))
    if let found { #expect(try Files.text(target) == found) }
    let kept = try #require(scene.conflicts.first)
    #expect(try Files.text(scene.backups + "/" + kept) == new)
    #expect(error?.message.contains(kept) == true)
    expectClean()
    try scene.recover()
    if found != nil { try Files.write("{}", to: target) }
    let report = try WorkspaceCheck(scene.workspace()).run()
    #expect(report.findings.filter { $0.kind == .conflict }.map(\.file.text) == ["okit/backup/" + kept])
  }

  @Test func aFileThatAppearedStays() throws {
    try leave("theirs", staged: new, wasThere: false)
    #expect(kind { try scene.recover() } == .busy)
    #expect(try Files.text(target) == "theirs")
    #expect(scene.conflicts.count == 1)
    expectClean()
  }

  @Test func aChangedFileWithoutAStagedOneStays() throws {
    try leave("theirs", staged: nil)
    let error = failure { try scene.recover() }
    #expect(error?.kind == .busy && error?.message.hasSuffix(" \(target) was not changed") == true)
    #expect(try Files.text(target) == "theirs")
    #expect(scene.conflicts == [])
    expectClean()
  }

  @Test func aConflictDoesNotStopOtherEntries() throws {
    try leave("theirs", staged: new)
    let second = ".okit-00000000000000ff"
    try Files.write("fresh", to: scene.data + "/" + second)
    try scene.leave([
      .replace(path: WorkspacePath(text: path), staged: name, new: .of(text: new), old: .of(text: old)),
      .replace(path: "okit/data/fresh.json", staged: second, new: .of(text: "fresh"), old: nil),
    ])
    #expect(kind { try scene.recover() } == .busy)
    #expect(try Files.text(scene.data + "/fresh.json") == "fresh")
    expectClean()
  }

  @Test func eachConflictIsReportedOnce() throws {
    func path(_ name: String) -> String { "okit/data/\(name).json" }
    let names = ["kept-a", "kept-b", "stays-a", "stays-b", "lost-a", "lost-b"]
    var entries: [Journal.Entry] = []
    for (index, name) in names.enumerated() {
      try Files.write(name.hasPrefix("lost") ? old : "theirs", to: scene.root + "/" + path(name))
      let staged = ".okit-000000000000000\(index)"
      if name.hasPrefix("kept") { try Files.write(new, to: scene.data + "/" + staged) }
      entries.append(
        .replace(path: WorkspacePath(text: path(name)), staged: staged, new: .of(text: new), old: .of(text: old)))
    }
    try scene.leave(entries)
    let error = failure { try scene.recover() }
    #expect(error?.kind == .busy)
    let kept = ["a", "b"].compactMap { letter in scene.conflicts.first { $0.contains("kept-\(letter)") } }
    #expect(kept.count == 2)
    let clauses = error?.message.components(separatedBy: "; ").dropFirst()
    #expect(
      clauses == [
        "okit's version is kept as " + kept.map { scene.backups + "/" + $0 }.joined(separator: ", "),
        "\(scene.root)/\(path("stays-a")), \(scene.root)/\(path("stays-b")) were not changed",
        "the new content of \(path("lost-a")), \(path("lost-b")) is lost",
      ])
    for name in names {
      #expect(try Files.text(scene.root + "/" + path(name)) == (name.hasPrefix("lost") ? old : "theirs"))
    }
    expectClean()
  }

  @Test func tamperedStagedBytesAreNotUsed() throws {
    try leave(old, staged: "something else")
    #expect(kind { try scene.recover() } == nil)
    #expect(try Files.text(target) == old)
    #expect(!scene.hasJournal)
  }

  @Test(arguments: [("old content", false), ("theirs", true), (nil, false)] as [(String?, Bool)])
  func aRemovalIsReplayed(_ found: String?, _ isConflict: Bool) throws {
    if let found { try Files.write(found, to: target) } else { try Files.remove(target) }
    try scene.leave([.remove(path: WorkspacePath(text: path), old: .of(text: old))])
    let error = failure { try scene.recover() }
    #expect(error?.kind == (isConflict ? .busy : nil))
    #expect(error?.message.hasSuffix(" \(target) was not changed") ?? true)
    #expect(Files.exists(target) == isConflict)
    if isConflict { #expect(try Files.text(target) == "theirs") }
    expectClean()
  }

  @Test(arguments: ["", "{", "\0\0"])
  func aMalformedJournalIsRefusedAndKept(_ text: String) throws {
    try Files.write(text, to: scene.root + "/okit/.journal")
    let before = try scene.snapshot()
    #expect(kind { try scene.recover() } == .malformed)
    #expect(kind { try scene.workspace().storage.reading {} } == .malformed)
    #expect(try scene.snapshot() == before)
    #expect(scene.hasJournal)
  }

  @Test func aLinkedJournalIsRefused() throws {
    try leave(old, staged: new)
    let journal = scene.root + "/okit/.journal"
    try Files.copy(journal, to: scene.folder + "/journal")
    try Files.remove(journal)
    try Files.link(journal, to: scene.folder + "/journal")
    #expect(kind { try scene.recover() } == .malformed)
    #expect(try Files.text(target) == old)
  }

  @Test func aPathThroughALinkedFolderIsRefused() throws {
    let outside = scene.folder + "/outside"
    try Files.write(old, to: outside + "/precious.json")
    try Files.write(new, to: outside + "/" + name)
    try Files.link(scene.data + "/linked", to: outside)
    let path = "okit/data/linked/precious.json"
    let entries: [Journal.Entry] = [
      .remove(path: WorkspacePath(text: path), old: .of(text: old)),
      .replace(path: WorkspacePath(text: path), staged: name, new: .of(text: new), old: .of(text: old)),
    ]
    for entry in entries {
      try scene.leave([entry])
      #expect(kind { try scene.recover() } == .malformed)
      #expect(Files.namesIfPresent(in: outside) == [name, "precious.json"])
      #expect((try? Files.text(outside + "/precious.json")) == old)
    }
  }

  @Test func aLinkedStagedFileIsNotUsed() throws {
    try leave(old, staged: nil)
    try Files.write(new, to: scene.folder + "/outside")
    try Files.link(staged, to: scene.folder + "/outside")
    #expect(kind { try scene.recover() } == nil)
    #expect(try Files.text(target) == old)
    #expect(try FileStatus.of(FilePath(text: target))?.kind == .file)
  }
}
