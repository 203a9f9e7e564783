import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitEditing
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

/// Runs an operation with a fault at each of its calls, and collects the problems after it.
struct Campaign {
  let operation: Operation
  var skipping: @Sendable (Call) -> Bool = { _ in false }
  /// A fault during the recovery from the first one.
  var whileRecovering: @Sendable () -> FaultyCalls.Fault = { .none }

  struct Outcome {
    /// The number of calls that the operation makes without faults.
    var calls = 0
    var runs = 0
    var problems: [String] = []
  }

  /// Tries every fault of `faults` at every call.
  func run(_ faults: (Int) -> [FaultyCalls.Fault]) throws -> Outcome {
    let goal = try Goal(operation)
    var outcome = Outcome(calls: goal.calls)
    for number in 1...outcome.calls {
      for fault in faults(number) {
        let scene = try goal.template.copy()
        let calls = FaultyCalls(fault, refusing: operation.refusing, skipping: skipping)
        let failure = attempt(scene, calls)
        let made = calls.calls
        let at = number <= made.count ? made[number - 1] : nil
        let place = "\(operation.name), \(fault) (\(at.map(String.init(describing:)) ?? "never reached"))"
        let trial = Trial(
          scene: scene, goal: goal, end: end(fault, failure, at), whileRecovering: whileRecovering())
        outcome.runs += 1
        for problem in trial.problems() {
          outcome.problems.append("\(place): \(problem.replacingOccurrences(of: scene.folder, with: "…"))")
        }
      }
    }
    Effort.report("\(operation.name): \(outcome.runs) faults, \(outcome.problems.count) problems")
    return outcome
  }

  private func attempt(_ scene: Scene, _ calls: FaultyCalls) -> (any Error)? {
    do {
      try operation.run(scene, calls)
      return nil
    } catch {
      return error
    }
  }

  private func end(_ fault: FaultyCalls.Fault, _ failure: (any Error)?, _ call: Call?) -> Trial.End {
    guard let failure else { return .finished }
    switch fault {
    case .kill, .failForGood: return .crashed
    case .fail(let code, _): return .failed(failure, at: call, code: code)
    case .none, .interruptEach, .shortWrites: return .failed(failure, at: nil, code: 0)
    }
  }
}

/// The states before and after an operation.
struct Goal {
  let operation: Operation
  let template: Scene
  let before: Snapshot
  let after: Snapshot
  /// The number of its calls.
  let calls: Int

  init(_ operation: Operation) throws {
    self.operation = operation
    template = try operation.scene()
    before = try operation.snapshot(template)
    let whole = try template.copy()
    let recorder = FaultyCalls(refusing: operation.refusing)
    try operation.run(whole, recorder)
    after = try operation.snapshot(whole)
    calls = recorder.calls.count
    try #require(
      before != after || operation.name == "rekey" || operation.name.hasPrefix("backup rekey"),
      "\(operation.name) changes nothing")
  }
}
