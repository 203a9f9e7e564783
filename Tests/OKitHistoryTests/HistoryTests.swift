import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitHistory
@testable import OKitModels
@testable import OKitStorage

/// Each test changes files of a small workspace in recorded steps.
@Suite struct HistoryTests {
  private let scene: Scene
  private static let plain: WorkspacePath = "okit/data/plain.json"
  private static let added: WorkspacePath = "okit/data/added.json"

  init() throws {
    scene = try SampleShop.scene(.plain)
    // The scene was made in steps, too.
    try Files.remove(scene.root + "/okit/.steps")
  }

  private var history: History { get throws { History(try scene.workspace()) } }
  private var steps: String { scene.root + "/okit/.steps" }

  /// Stores `text` at `path`, or removes the file, as a step.
  private func change(
    _ path: WorkspacePath = HistoryTests.plain, to text: String?, as kind: Journal.Step.Kind? = .edit,
    in workspace: Workspace? = nil
  ) throws {
    let workspace = try workspace ?? scene.workspace()
    try workspace.writing {
      let old = try workspace.storage.snapshot(path)
      try workspace.changing("test", as: kind) { transaction in
        if let text {
          try transaction.replace(path, old: old) { staged in
            try Array(text.utf8).withUnsafeBytes { try staged.write($0) }
          }
        } else if let old {
          try transaction.remove(path, old: old)
        }
      }
    }
  }

  private func text(_ path: WorkspacePath = HistoryTests.plain) throws -> String? {
    let path = scene.root + "/" + path.text
    return Files.exists(path) ? try Files.text(path) : nil
  }

  private func configure(_ history: String) throws {
    let path = scene.root + "/okit/okit.json"
    let text = try Files.text(path)
    try Files.write(text.replacing("\"version\": 1,", with: "\"version\": 1, \"history\": \(history),"), to: path)
  }

  private func states() throws -> [HistoryStep.State] { try history.steps().map(\.state) }

  private func undoFailure(to number: Int? = nil) -> OKitError? { failure { _ = try history.undo(to: number) } }

  // MARK: - Undo and redo

  @Test func aReplacedFileGetsItsFormerContentAndKeepsItsMode() throws {
    let path = scene.root + "/" + Self.plain.text
    try Files.setMode(0o640, path)
    let before = try text()
    try change(to: #"{"a":1}"#)
    let plan = try history.undo()
    #expect(plan.steps == [1] && plan.paths == [Self.plain])
    #expect(try text() == before)
    #expect(try Files.mode(path) == 0o640)
  }

  @Test func anAddedFileIsRemovedAndARemovedOneComesBack() throws {
    let before = try text()
    try change(Self.added, to: #"{"id":"X"}"#)
    try change(to: nil)
    _ = try history.undo()
    #expect(try text() == before)
    _ = try history.undo()
    #expect(try text(Self.added) == nil)
    #expect(undoFailure()?.kind == .notFound)
    _ = try history.redo()
    _ = try history.redo()
    #expect(try text(Self.added) == #"{"id":"X"}"# && text() == nil)
    #expect(failure { _ = try history.redo() }?.kind == .notFound)
  }

  @Test func undosAndRedosCanBeRepeated() throws {
    for number in 1...3 { try change(to: #"{"a":\#(number)}"#) }
    _ = try history.undo()
    _ = try history.undo()
    #expect(try text() == #"{"a":1}"#)
    _ = try history.redo()
    #expect(try text() == #"{"a":2}"#)
    _ = try history.undo()
    #expect(try text() == #"{"a":1}"#)
    _ = try history.redo()
    _ = try history.redo()
    #expect(try text() == #"{"a":3}"#)
  }

  @Test func anotherChangeEndsTheRedos() throws {
    try change(to: #"{"a":1}"#)
    _ = try history.undo()
    try change(to: #"{"a":2}"#)
    #expect(failure { _ = try history.redo() }?.kind == .notFound)
    _ = try history.undo()
    #expect(failure { _ = try history.undo() }?.kind == .notFound)
  }

  @Test func theStateAfterAStepIsRestoredAcrossUndos() throws {
    for number in 1...2 { try change(to: #"{"a":\#(number)}"#) }
    _ = try history.undo()
    try change(to: #"{"a":3}"#)
    let plan = try history.undo(to: 2)
    #expect(plan.steps == [4, 3])
    #expect(try text() == #"{"a":2}"#)
    _ = try history.redo()
    #expect(try text() == #"{"a":3}"#)
    #expect(undoFailure(to: 99)?.kind == .notFound)
  }

  @Test func aDryRunChangesNothing() throws {
    try change(to: #"{"a":1}"#)
    let before = try FileTree(scene.root, includingSteps: true)
    let plan = try History(scene.workspace(dryRun: true)).undo()
    #expect(plan.paths == [Self.plain])
    #expect(try FileTree(scene.root, includingSteps: true) == before)
  }

  // MARK: - Refusals

  @Test func aFileThatAnotherProgramChangedStays() throws {
    try change(to: #"{"a":1}"#)
    try Files.write(#"{"mine":1}"#, to: scene.root + "/" + Self.plain.text)
    let before = try FileTree(scene.root, includingSteps: true)
    let error = try #require(undoFailure())
    #expect(error.kind == .busy && error.message.contains("okit/data/plain.json is not as step 1 (test) left it"))
    #expect(try FileTree(scene.root, includingSteps: true) == before)
  }

  @Test func aForeignChangeBetweenTwoStepsIsNotLost() throws {
    try change(to: #"{"a":1}"#)
    try Files.write(#"{"mine":1}"#, to: scene.root + "/" + Self.plain.text)
    try change(to: #"{"a":2}"#)
    #expect(undoFailure(to: 0)?.kind == .busy)
    _ = try history.undo()
    #expect(try text() == #"{"mine":1}"#)
    #expect(undoFailure()?.kind == .busy)
    #expect(try text() == #"{"mine":1}"#)
  }

  @Test func aFileThatIsBackAtItsPlaceIsNotReplaced() throws {
    try change(to: nil)
    try Files.write(#"{"mine":1}"#, to: scene.root + "/" + Self.plain.text)
    #expect(undoFailure()?.kind == .busy)
    #expect(try text() == #"{"mine":1}"#)
  }

  @Test func aMissingKeptFileIsLost() throws {
    try change(to: #"{"a":1}"#)
    try Files.remove(steps + "/1-0")
    #expect(try states() == [.lost])
    let error = try #require(undoFailure())
    #expect(error.kind == .notFound && error.message.contains("step 1 (test) cannot be undone"))
  }

  @Test func aDamagedRecordEndsTheHistoryOfItsFiles() throws {
    try change(to: #"{"a":1}"#)
    try change(to: #"{"a":2}"#)
    try change(to: #"{"a":3}"#)
    let record = try #require(Files.names(in: steps).first { $0.hasPrefix("2-") && $0.hasSuffix(".json") })
    try Files.write("{", to: steps + "/" + record)
    let observer = RecordingObserver()
    #expect(try History(scene.workspace(observer: observer)).steps().map(\.number) == [3, 1])
    #expect(observer.warnings.count == 1 && observer.warnings[0].contains(record))
    _ = try history.undo()
    #expect(try text() == #"{"a":2}"#)
    let error = try #require(undoFailure())
    #expect(error.kind == .malformed && error.message.contains("the record of step 2 is damaged"))
    try change(to: #"{"a":4}"#)
    #expect(try text() == #"{"a":4}"#)
  }

  @Test func aForeignRecordIsRefused() throws {
    try change(to: #"{"a":1}"#)
    let name = try #require(Files.names(in: steps).first { $0.hasSuffix(".json") })
    let text = try Files.text(steps + "/" + name)
    for (old, new) in [
      ("okit/data/plain.json", "okit/../../x"), ("\"1-0\"", "\"../okit.json\""), ("\"edit\"", "\"other\""),
    ] {
      try Files.write(text.replacing(old, with: new), to: steps + "/" + name)
      #expect(try history.steps().isEmpty)
      #expect(undoFailure()?.kind == .notFound)
    }
  }

  @Test func aDamagedKeptFileIsNotRestored() throws {
    try change(to: #"{"a":1}"#)
    try Files.write(#"{"b":1}"#, to: steps + "/1-0")
    let before = try FileTree(scene.root, includingSteps: true)
    let error = try #require(undoFailure())
    #expect(error.kind == .malformed && error.message.contains("1-0 is damaged"))
    #expect(try FileTree(scene.root, includingSteps: true) == before)
  }

  @Test func aLinkInPlaceOfTheHistoryIsNotFollowed() throws {
    let victim = scene.folder + "/victim"
    for name in ["2024-11", "7-1", "3-0.copy"] { try Files.write("mine", to: victim + "/" + name) }
    try FileManager.default.createSymbolicLink(atPath: steps, withDestinationPath: victim)
    let observer = RecordingObserver()
    try change(to: #"{"a":1}"#, in: scene.workspace(observer: observer))
    #expect(try Files.names(in: victim).sorted() == ["2024-11", "3-0.copy", "7-1"])
    #expect(observer.warnings.count == 1 && observer.warnings[0].contains("this change cannot be undone"))
    let entry = Journal.Entry.remove(path: Self.plain, old: .of(text: #"{"a":1}"#), kept: .moved("2024-11"))
    let journal = Journal(command: "test", entries: [entry], step: .init(number: 2024, time: 0, kind: .edit))
    try Files.write(journal.encoded(), to: scene.root + "/okit/.journal")
    #expect(throws: OKitError.self) { try scene.recover() }
    #expect(try Files.text(victim + "/2024-11") == "mine" && text() == #"{"a":1}"#)
  }

  @Test func aHistoryThatCannotBeWrittenRecordsNothingAndIsNotUndone() throws {
    try change(to: #"{"a":1}"#)
    try Files.setMode(0o500, steps)
    defer { try? Files.setMode(0o700, steps) }
    let observer = RecordingObserver()
    try change(to: #"{"a":2}"#, in: scene.workspace(observer: observer))
    #expect(observer.warnings.contains { $0.contains("this change cannot be undone") })
    #expect(undoFailure() != nil)
    #expect(try text() == #"{"a":2}"#)
  }

  @Test func aMissingHistoryDoesNotBlockAnInterruptedChange() throws {
    try change(to: #"{"a":1}"#)
    let before = try text()
    let workspace = try scene.workspace()
    let journal = scene.root + "/okit/.journal"
    try change(to: #"{"a":2}"#)
    let record = try #require(Files.names(in: steps).first { $0.hasPrefix("2-") && $0.hasSuffix(".json") })
    // A crash right after the commit, whose staged content was removed together with the history.
    try Files.move(steps + "/" + record, to: journal)
    try Files.write(before ?? "", to: scene.root + "/" + Self.plain.text)
    try Files.remove(steps)
    try workspace.writing {}
    #expect(try text() == before && !Files.exists(journal))
    try change(to: #"{"a":3}"#)
    #expect(try Files.names(in: steps).count == 3)
  }

  @Test func othersLoseAccessToTheHistory() throws {
    try change(to: #"{"a":1}"#)
    try Files.setMode(0o775, steps)
    try change(to: #"{"a":2}"#)
    #expect(try Files.mode(steps) == 0o700)
  }

  @Test func undosOfUndosAreRedoneInOrder() throws {
    for number in 1...3 { try change(to: #"{"a":\#(number)}"#) }
    _ = try history.undo()
    _ = try history.undo(to: 1)
    _ = try history.redo()
    #expect(try text() == #"{"a":2}"#)
    let plan = try history.undo()
    #expect(plan.steps == [2])
    #expect(try text() == #"{"a":1}"#)
  }

  @Test func manyResetsAreListedAtOnce() throws {
    try change(to: #"{"a":1}"#)
    for _ in 0..<30 {
      try change(to: #"{"a":2}"#)
      _ = try history.undo(to: 1)
    }
    #expect(try history.steps().count == 61)
    #expect(try text() == #"{"a":1}"#)
  }

  @Test func nothingIsAfterTheNewestStep() throws {
    try change(to: #"{"a":1}"#)
    #expect(undoFailure(to: 1)?.kind == .notFound)
  }

  // MARK: - What is kept

  @Test func theFolderIsPrivateAndIgnoredByGit() throws {
    try change(to: #"{"a":1}"#)
    #expect(try Files.mode(steps) == 0o700)
    #expect(try Files.text(steps + "/.gitignore") == "*\n")
  }

  @Test func theRecordContainsNoValues() throws {
    try change(to: #"{"secret":"KEEPOUT"}"#)
    let name = try #require(Files.names(in: steps).first { $0.hasSuffix(".json") })
    #expect(try !Files.text(steps + "/" + name).contains("KEEPOUT"))
  }

  @Test func theOldestStepsGoFirst() throws {
    try configure(#"{"steps": 2}"#)
    for number in 1...4 { try change(to: #"{"a":\#(number)}"#) }
    #expect(try history.steps().map(\.number) == [4, 3])
    #expect(try Files.names(in: steps).filter { $0 != ".gitignore" }.count == 4)
    _ = try history.undo()
    #expect(try text() == #"{"a":3}"#)
  }

  @Test func theSizeIsLimited() throws {
    try configure(#"{"size": 100}"#)
    for number in 1...4 { try change(to: #"{"a":"\#(String(repeating: "x", count: 40))\#(number)"}"#) }
    let steps = try history.steps()
    #expect(steps.map(\.number) == [4, 3] && steps.reduce(0) { $0 + $1.size } <= 100)
  }

  @Test func oldStepsAreRemovedWithTheNextChange() throws {
    try change(to: #"{"a":1}"#)
    let name = try #require(Files.names(in: steps).first { $0.hasSuffix(".json") })
    let old = try #require(StepName(name))
    guard case .record(let header) = old else {
      Issue.record("not a record")
      return
    }
    let older = StepName.record(StepHeader(number: 1, time: header.time - 40 * 86_400, size: header.size)).text
    #expect(rename(steps + "/" + name, steps + "/" + older) == 0)
    try change(to: #"{"a":2}"#)
    #expect(try history.steps().map(\.number) == [2])
  }

  @Test(arguments: [#"{"steps": 0}"#, #"{"size": 0}"#, #"{"age": "0d"}"#])
  func nothingIsKeptWithALimitOfZero(_ settings: String) throws {
    try configure(settings)
    try change(to: #"{"a":1}"#)
    #expect(!Files.exists(steps))
    #expect(undoFailure()?.kind == .notFound)
  }

  @Test func turningTheHistoryOffRemovesTheSteps() throws {
    try change(to: #"{"a":1}"#)
    try configure(#"{"steps": 0}"#)
    try change(to: #"{"a":2}"#)
    #expect(try Files.names(in: steps) == [".gitignore"])
    #expect(undoFailure()?.kind == .notFound)
  }

  @Test func numbersOfForeignFilesHaveNoEnd() throws {
    try change(to: #"{"a":1}"#)
    for name in ["9223372036854775807-0", "999999999999999999-1-1.json", "0-0-0.json"] {
      try Files.write("{}", to: steps + "/" + name)
    }
    try change(to: #"{"a":2}"#)
    #expect(undoFailure(to: .max)?.kind == .notFound)
    _ = try history.undo(to: 1)
    #expect(try text() == #"{"a":1}"#)
  }

  @Test func aChangeThatIsLargerThanTheHistoryIsMadeWithAWarning() throws {
    try configure(#"{"size": 10}"#)
    let observer = RecordingObserver()
    try change(to: #"{"a":1}"#, in: scene.workspace(observer: observer))
    #expect(observer.warnings.count == 1 && observer.warnings[0].contains("cannot be undone"))
    #expect(try states() == [.lost])
    #expect(try Files.names(in: steps).filter { !$0.hasSuffix(".json") && $0 != ".gitignore" }.isEmpty)
  }

  @Test func aChangeThatIsLargerThanTheHistoryIsConfirmedWithoutALock() throws {
    try configure(#"{"size": 10}"#)
    let workspace = try scene.workspace()
    var asked: [UnkeptReason] = []
    workspace.confirmUnkept = { [scene] reason in
      asked.append(reason)
      // The question can be answered while others work.
      try scene.workspace().writing {}
    }
    let long = #"{"a":"more than the limit"}"#
    try change(to: long, in: workspace)
    #expect(asked == [.tooLarge(size: 29)])
    #expect(try text() == long)
    struct No: Error {}
    let other = try scene.workspace()
    other.confirmUnkept = { _ in throw No() }
    #expect(throws: No.self) { try change(to: #"{"a":2}"#, in: other) }
    #expect(try text() == long)
  }

  @Test func aChangeOfKeysIsPassedOver() throws {
    try change(to: #"{"a":1}"#)
    try change(to: #"{"a":1} "#, as: .keys)
    #expect(try states() == [.keys, .undoable])
    #expect(undoFailure()?.kind == .usage)
    let plan = try history.undo(to: 0)
    #expect(plan.steps == [1])
    #expect(try text()?.contains("open") == true)
  }

  @Test func whereOthersMayWriteFilesAreCopied() throws {
    try Files.setMode(0o770, scene.root + "/okit")
    let before = try text()
    try change(to: #"{"a":1}"#)
    #expect(try Files.text(steps + "/1-0") == before)
    _ = try history.undo()
    #expect(try text() == before)
    _ = try history.redo()
    #expect(try text() == #"{"a":1}"#)
  }

  @Test func aModelBehindALinkIsRestoredThere() throws {
    let path = scene.root + "/" + Self.plain.text
    let place = scene.root + "/elsewhere.json"
    #expect(rename(path, place) == 0)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../../elsewhere.json")
    let before = try Files.text(place)
    try change(to: #"{"a":1}"#)
    #expect(try Files.text(place) == #"{"a":1}"#)
    _ = try history.undo()
    #expect(try Files.text(place) == before)
  }

  @Test func aFileSystemWithoutExchangesKeepsFilesToo() throws {
    let calls = FaultyCalls(refusing: { $0.kind == .exchange ? EINVAL : nil })
    let before = try text()
    try change(to: #"{"a":1}"#, in: scene.workspace(calls: calls))
    #expect(try text() == #"{"a":1}"# && Files.text(steps + "/1-0") == before)
    _ = try History(scene.workspace(calls: calls)).undo()
    #expect(try text() == before)
    #expect(scene.staged.isEmpty)
  }

  // MARK: - Settings

  @Test(arguments: [
    (#"{"size": "500 MB"}"#, StepLimits(steps: 100, size: 500_000_000, age: 2_592_000)),
    (#"{"size": "2GiB", "age": "2w"}"#, StepLimits(steps: 100, size: 2 << 30, age: 1_209_600)),
    (#"{"steps": 7, "size": 5, "age": 60}"#, StepLimits(steps: 7, size: 5, age: 60)),
  ])
  func limitsAreAmountsWithUnits(_ settings: String, _ limits: StepLimits) throws {
    try configure(settings)
    #expect(try scene.workspace().currentConfiguration().history.limits == limits)
  }

  @Test(arguments: [
    #"{"steps": -1}"#, #"{"size": "many"}"#, #"{"size": "1 parsec"}"#, #"{"age": "-1d"}"#, #"{"age": 1.5}"#, "[]",
    #"{"size": "99999999999 TB"}"#,
  ])
  func aWrongLimitIsAnErrorOfTheConfiguration(_ settings: String) throws {
    try configure(settings)
    let error = try #require(failure { _ = try scene.workspace() })
    #expect(error.kind == .configuration && error.message.contains("okit.json"))
  }
}
