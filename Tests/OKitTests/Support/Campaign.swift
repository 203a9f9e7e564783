import Foundation
import Testing

@testable import OKit

/// Runs an operation with a fault at each of its calls, and finds what is wrong after it.
struct Campaign {
  let operation: Operation
  var skipping: @Sendable (Call) -> Bool = { _ in false }

  struct Outcome {
    /// How many calls the operation makes when nothing fails.
    var calls = 0
    var runs = 0
    var problems: [String] = []
    /// Names that are left after the next writing command.
    var leftovers: Set<String> = []
  }

  /// Tries every fault of `faults` at every call.
  func run(_ faults: (Int) -> [FaultyCalls.Fault]) throws -> Outcome {
    let template = try operation.scene()
    let before = try template.snapshot()
    let whole = try template.copy()
    let calls = FaultyCalls(refusing: operation.refusing)
    try operation.run(whole, whole.workspace(calls: calls))
    let after = try whole.snapshot()
    var outcome = Outcome(calls: calls.calls.count)
    try #require(before != after || operation.name == "rekey", "\(operation.name) changes nothing")
    for number in 1...outcome.calls {
      for fault in faults(number) {
        let scene = try template.copy()
        let calls = FaultyCalls(fault, refusing: operation.refusing, skipping: skipping)
        let failure = attempt(scene, calls)
        let made = calls.calls
        let at = number <= made.count ? made[number - 1] : nil
        let place = "\(operation.name), \(fault) (\(at.map(String.init(describing:)) ?? "never reached"))"
        let trial = Trial(scene: scene, before: before, after: after, fault: fault, failure: failure, failed: at)
        outcome.runs += 1
        for problem in trial.problems(keepsSecret: operation.keepsSecret) {
          outcome.problems.append("\(place): \(problem.replacingOccurrences(of: scene.folder, with: "…"))")
        }
        outcome.leftovers.formUnion(trial.leftovers.map(Trial.shape))
      }
    }
    return outcome
  }

  private func attempt(_ scene: Scene, _ calls: FaultyCalls) -> (any Error)? {
    do {
      try operation.run(scene, scene.workspace(calls: calls))
      return nil
    } catch {
      return error
    }
  }
}

/// One run with a fault, and what is to be seen of it.
struct Trial {
  let scene: Scene
  let before: Snapshot
  let after: Snapshot
  let fault: FaultyCalls.Fault
  let failure: (any Error)?
  let failed: Call?

  private var isCrash: Bool {
    switch fault {
    case .kill, .failForGood: true
    default: false
    }
  }

  func problems(keepsSecret: Bool) -> [String] {
    var problems = keepsSecret ? secrets() : []
    let hadJournal = Disk.exists(scene.root + "/okit/.journal")
    let found: Snapshot
    do {
      try scene.workspace().writing(patience: .zero) {}
      found = try scene.snapshot()
    } catch {
      return problems + ["the next command fails: \(error)"]
    }
    if found != before && found != after {
      problems.append("neither before (\(found.differences(from: before))) nor after (\(found.differences(from: after)))")
    }
    if failure == nil, found != after { problems.append("claims success, but \(found.differences(from: after))") }
    if let failure, !isCrash, !"\(failure)".contains("the change is decided") {
      if hadJournal { problems.append("fails with \(failure) and leaves a journal") }
      if found != before { problems.append("fails with \(failure), but \(found.differences(from: before))") }
    }
    if Disk.exists(scene.root + "/okit/.journal") { problems.append("the journal is still there") }
    if keepsSecret { problems += secrets() }
    return problems + leftoverProblems() + backupProblems()
  }

  // MARK: - What is left

  /// Staged names below the workspace, of nested ones the outermost.
  var leftovers: [String] {
    Disk.everything(below: scene.root).filter { path in
      let components = path.split(separator: "/")
      return components.last?.hasPrefix(".okit-") == true
        && components.dropLast().allSatisfy { !$0.hasPrefix(".okit-") }
    }
  }

  /// `okit/data/.okit-*` for a name that is random.
  static func shape(_ path: String) -> String {
    path.split(separator: "/").map { $0.hasPrefix(".okit-") ? ".okit-*" : String($0) }.joined(separator: "/")
  }

  /// After a crash, and where a removal itself failed, something may stay, but `check` has to name it.
  private func leftoverProblems() -> [String] {
    let leftovers = leftovers
    guard !leftovers.isEmpty else { return [] }
    guard isCrash || failed?.isRemoval == true else { return ["leaves \(leftovers.joined(separator: ", "))"] }
    do {
      let report = try WorkspaceCheck(scene.workspace(), keyring: scene.keyring()).run(patience: .zero)
      let named = Set(report.findings.filter { $0.kind == .leftover }.map(\.file))
      return leftovers.filter { !named.contains($0) }.map { "check does not name the leftover \($0)" }
    } catch {
      return ["check fails: \(error)"]
    }
  }

  private func backupProblems() -> [String] {
    Disk.names(in: scene.backups).filter { !$0.hasPrefix(".") }.compactMap { name in
      if name.hasPrefix("conflict-") { return "finds a conflict, \(name)" }
      do {
        _ = try BackupInspection(unlock: scene.unlock()).verify(scene.backups + "/" + name)
        return nil
      } catch {
        return "the backup \(name) is not whole: \(error)"
      }
    }
  }

  private func secrets() -> [String] {
    Disk.files(below: scene.root).compactMap { path in
      let bytes = (try? Data(contentsOf: URL(fileURLWithPath: scene.root + "/" + path))) ?? Data()
      return bytes.range(of: Data(Corner.secret.utf8)) == nil ? nil : "plain text of an encrypted model is in \(path)"
    }
  }
}
