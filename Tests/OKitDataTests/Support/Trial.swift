import Foundation
import TestSupport
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitModels
@testable import OKitStorage

/// One run with a fault, and the problems after it.
struct Trial {
  /// The end of the run.
  enum End {
    case finished
    /// An error, after one call failed with `code`.
    case failed(any Error, at: Call?, code: Int32)
    /// A crash, without a chance to clean up.
    case crashed
  }

  let scene: Scene
  let goal: Goal
  let end: End
  /// A fault during the first attempt to recover.
  var whileRecovering = FaultyCalls.Fault.none

  private var operation: Operation { goal.operation }
  private var journal: String { scene.root + "/okit/.journal" }

  func problems() -> [String] {
    var problems = operation.keepsSecret ? secrets() : []
    let hadJournal = Files.exists(journal)
    if case .failed(let error, let call, let code) = end {
      problems += problemsOfFailure(error, at: call, code: code, hadJournal: hadJournal)
    }
    let found: Snapshot
    do {
      found = try recover()
    } catch {
      return problems + ["the next command fails: \(error)"]
    }
    if operation.recovery == .continuing { return problems + leftoverProblems() + backupProblems() }
    problems += problemsOfState(found)
    if case .failed(let error, _, _) = end, !isDecided(error), found != goal.before {
      problems.append("fails with \(error), but \(found.differences(from: goal.before))")
    }
    if Files.exists(journal) { problems.append("the journal is still there") }
    if operation.keepsSecret { problems += secrets() }
    if operation.endsSecret, found == goal.after { problems += secrets().filter { !$0.contains("okit/backup/") } }
    return problems + leftoverProblems() + backupProblems() + historyProblems()
  }

  // MARK: - The error

  private func isDecided(_ error: any Error) -> Bool { "\(error)".contains("the next command will finish the change") }

  private func problemsOfFailure(_ error: any Error, at call: Call?, code: Int32, hadJournal: Bool) -> [String] {
    var problems: [String] = []
    if hadJournal, !isDecided(error) { problems.append("fails with \(error) and leaves a journal") }
    // A failed command cleans up, unless the cleanup itself fails.
    if !hadJournal, call?.isRemoval != true, operation.recovery != .continuing { problems += leftoverProblems() }
    let isOfTheSystem = error is SystemError || (error as? OKitError)?.kind == .inputOutput
    if !isOfTheSystem || !"\(error)".contains(String(cString: strerror(code))) {
      problems.append("does not say what failed: \(error)")
    }
    return problems
  }

  // MARK: - The next command

  /// Lets the next command clean up, and returns the state after it. Throws if it cannot.
  private func recover() throws -> Snapshot {
    if operation.recovery != .nextCommand {
      let found = try operation.snapshot(scene)
      try runAgain(FaultyCalls(whileRecovering))
      try runAgain(FaultyCalls())
      let again = try operation.snapshot(scene)
      guard again == goal.after else { throw Complaint("it comes to \(again.differences(from: goal.after))") }
      try sweepMarks()
      return found
    }
    if whileRecovering != .none { try? scene.recover(calls: FaultyCalls(whileRecovering)) }
    let isUntidy = Files.exists(journal) || !leftovers.isEmpty
    let observer = RecordingObserver()
    try scene.recover(observer: observer, calls: FaultyCalls(refusing: operation.refusing))
    guard !isUntidy || !observer.notes.isEmpty else { throw Complaint("it does not say what it repaired") }
    return try operation.snapshot(scene)
  }

  /// A command with nothing to recover does not sweep. If only marks are left in the workspace, the next command that writes there removes them.
  private func sweepMarks() throws {
    let left = leftovers
    guard !left.isEmpty, left.allSatisfy({ StagingOwnerFile.matches(FilePath(text: $0).name) }) else { return }
    let observer = RecordingObserver()
    try scene.recover(observer: observer, calls: FaultyCalls())
    guard !observer.notes.isEmpty else { throw Complaint("it does not say what it repaired") }
  }

  private struct Complaint: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  private func runAgain(_ calls: FaultyCalls) throws {
    do {
      try operation.run(scene, calls)
    } catch let error as OKitError where error.kind == .exists {
      // The change was finished after all.
    } catch is FaultyCalls.Killed {}
  }

  // MARK: - The state

  private func problemsOfState(_ found: Snapshot) -> [String] {
    var problems: [String] = []
    if found != goal.before && found != goal.after {
      problems.append(
        "neither before (\(found.differences(from: goal.before))) nor after (\(found.differences(from: goal.after)))")
    }
    if operation.keepsOld, found == goal.before || found == goal.after {
      let copies = count(ofCopiesIn: scene) - count(ofCopiesIn: goal.template)
      if found == goal.after, copies != 1 { problems.append("what was there before is kept \(copies) times") }
      if found == goal.before, copies != 0 { problems.append("the copy of a change that was never made stays") }
    }
    if case .finished = end, found != goal.after, !operation.mayOnlyWarn {
      problems.append("claims success, but \(found.differences(from: goal.after))")
    }
    return problems
  }

  private func count(ofCopiesIn scene: Scene) -> Int {
    Files.namesIfPresent(in: scene.backups).count { $0.hasPrefix("before-") }
  }

  private var backups: [String] {
    Files.namesIfPresent(in: scene.backups).filter {
      !$0.hasPrefix(".") && !$0.hasPrefix("orphans-") && !$0.hasSuffix(BackupRecord.ending)
    }
  }

  /// Staged names anywhere; of nested ones only the outermost.
  private var leftovers: [String] {
    Files.everything(below: scene.folder).filter { path in
      let components = path.split(separator: "/")
      return components.last?.hasPrefix(".okit-") == true
        && components.dropLast().allSatisfy { !$0.hasPrefix(".okit-") }
    }
  }

  private func leftoverProblems() -> [String] {
    leftovers.isEmpty ? [] : ["leaves \(leftovers.joined(separator: ", "))"]
  }

  private func backupProblems() -> [String] {
    backups.compactMap { name in
      do {
        let record = try BackupRecord(of: FilePath(text: scene.backups + "/" + name))
        if record == nil, operation.records != .mayBeMissing { return "the backup \(name) has no record" }
      } catch {
        return "the record of the backup \(name) is damaged: \(error)"
      }
      if name.hasPrefix("conflict-") { return "finds a conflict, \(name)" }
      do {
        _ = try BackupInspection(unlock: scene.unlock()).verify(.file(FilePath(text: scene.backups + "/" + name)))
        return nil
      } catch {
        return "the backup \(name) is not whole: \(error)"
      }
    }
  }

  /// Each recorded step must have its files, with the contents that it replaced, and no file may be kept without a record.
  private func historyProblems() -> [String] {
    guard Files.exists(scene.root + "/okit/okit.json") else { return [] }
    var problems: [String] = []
    do {
      let workspace = try scene.workspace()
      let folder = StepFolder(of: workspace.storage)
      let headers = try folder.headers()
      // A step that is about to go may lose its files first.
      let outdated = try workspace.currentConfiguration().history.limits.exceeded(by: headers, now: Timestamp.now())
      var unrecorded = Set(try folder.keptNames())
      for header in headers {
        let record = try folder.record(of: header)
        let drops = Set(record.step?.drops ?? [])
        for entry in record.entries {
          guard let name = entry.kept?.name, unrecorded.remove(name) != nil else {
            // Encrypting a model removes its plain versions from earlier steps.
            let isDue = outdated.contains(header.number)
            if let name = entry.kept?.name, !drops.contains(name), !operation.endsSecret, !isDue {
              problems.append("step \(header.number) has lost \(name)")
            }
            continue
          }
          if try Journal.Fingerprint.of(folder.file(name)) != entry.old {
            problems.append("\(name) is not what step \(header.number) replaced")
          }
        }
      }
      if !unrecorded.isEmpty { problems.append("no step has \(unrecorded.sorted())") }
    } catch {
      problems.append("the history cannot be read: \(error)")
    }
    return problems
  }

  private func secrets() -> [String] {
    Files.files(below: scene.root).compactMap { path in
      let bytes = (try? Data(contentsOf: URL(fileURLWithPath: scene.root + "/" + path))) ?? Data()
      return bytes.range(of: Data(SampleShop.secret.utf8)) == nil
        ? nil : "plain text of an encrypted model is in \(path)"
    }
  }
}
