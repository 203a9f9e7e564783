import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitStorage

@Suite struct PowerCutTests {
  @Test(arguments: Operation.all)
  func aPowerCutLeavesTheOldOrTheNewState(_ operation: Operation) throws {
    let goal = try Goal(operation)
    let whole = try goal.template.copy()
    let recorder = try RecordingCalls(below: whole.folder, refusing: operation.refusing)
    try operation.run(whole, recorder)
    var problems: [String] = []
    var count = 0
    try PowerCuts(recorder).forEach(cap: Effort.isWhole ? 2_000 : 12) { cut in
      count += 1
      let scene = try Scene(of: cut.image, at: whole.folder)
      let trial = Trial(scene: scene, goal: goal, end: cut.isAfterEnd ? .finished : .crashed)
      problems += trial.problems().map {
        "after \(cut.place) events, \(cut.description): \($0.replacingOccurrences(of: scene.folder, with: "…"))"
      }
    }
    #expect(problems == [])
    #expect(count > 5)
    Effort.report("\(operation.name): \(count) power cuts, \(problems.count) problems")
  }
}
