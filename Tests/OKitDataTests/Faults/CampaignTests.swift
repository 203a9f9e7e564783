import Foundation
import TestSupport
import Testing

@testable import OKitModels
@testable import OKitStorage

@Suite("A fault at each call that changes something")
struct CampaignTests {
  @Test("the process ends: all or nothing", arguments: Operation.all)
  func kill(_ operation: Operation) throws {
    let outcome = try Campaign(operation: operation).run { [.kill(at: $0)] }
    #expect(outcome.runs > 5)
    #expect(outcome.problems == [])
  }

  @Test("the process ends, and the one that recovers ends as well: all or nothing", arguments: Operation.all)
  func killTwice(_ operation: Operation) throws {
    for second in Effort.isWhole ? Array(1...20) : [1, 3] {
      let campaign = Campaign(operation: operation, whileRecovering: { .kill(at: second) })
      let outcome = try campaign.run { [.kill(at: $0)] }
      #expect(outcome.problems == [])
    }
  }

  @Test("one call fails: an error and nothing changed, or a change that is finished", arguments: Operation.all)
  func failOnce(_ operation: Operation) throws {
    let outcome = try Campaign(operation: operation).run { number in
      [ENOSPC, EIO, EACCES].map { .fail($0, at: number) }
    }
    #expect(outcome.problems == [])
  }

  @Test("the disk fails for good: all or nothing", arguments: Operation.all)
  func failForGood(_ operation: Operation) throws {
    let outcome = try Campaign(operation: operation).run { [.failForGood(EIO, at: $0)] }
    #expect(outcome.problems == [])
  }

  @Test("interrupted calls and short writes are no failures", arguments: Operation.all)
  func interruptions(_ operation: Operation) throws {
    for fault in [FaultyCalls.Fault.interruptEach, .shortWrites] {
      let scene = try operation.scene()
      let whole = try scene.copy()
      try operation.run(whole, FaultyCalls(refusing: operation.refusing))
      let calls = FaultyCalls(fault, refusing: operation.refusing)
      try operation.run(scene, calls)
      #expect(try operation.snapshot(scene) == operation.snapshot(whole), "\(fault)")
      #expect(calls.calls.count > 5)
    }
  }

  @Test("more files than are flushed one by one")
  func bookshop() throws {
    let operation = Operation(name: "encrypt the Bookshop", scene: { try Scene.bookshop() }, keepsSecret: false) {
      scene, workspace in
      _ = try ModelConversion(workspace).encrypt(
        .named([.default, .named("directory")]), cipher: .age)
    }
    let outcome = try Campaign(operation: operation).run { $0 % 5 == 0 ? [.kill(at: $0)] : [] }
    #expect(outcome.calls > 100)
    #expect(outcome.problems == [])
  }
}

@Suite("The campaign notices a broken store")
struct CampaignCheckTests {
  @Test("that writes no journal", arguments: Operation.small)
  func withoutJournal(_ operation: Operation) throws {
    let campaign = Campaign(operation: operation) { $0.newPath?.hasSuffix("/.journal") == true }
    #expect(try !campaign.run { [.kill(at: $0)] }.problems.isEmpty)
  }

  @Test("that does not clean up", arguments: Operation.small)
  func withoutCleaning(_ operation: Operation) throws {
    let campaign = Campaign(operation: operation) { $0.isRemoval }
    #expect(try campaign.run { [.fail(ENOSPC, at: $0)] }.problems.contains { $0.contains("leaves") })
  }

  @Test("that loses a rename", arguments: Operation.small)
  func withoutRename(_ operation: Operation) throws {
    let campaign = Campaign(operation: operation) {
      $0.newPath?.hasSuffix("/shop.json") == true || $0.kind == .exchange
    }
    #expect(try !campaign.run { $0 == 1 ? [.none] : [] }.problems.isEmpty)
  }

  @Test("that writes plain text beside")
  func plainText() throws {
    let operation = Operation(name: "spill", scene: { try Corner.scene() }) { scene, workspace in
      _ = try ModelConversion(workspace).decrypt(.all)
    }
    #expect(try Campaign(operation: operation).run { [.kill(at: $0)] }.problems.contains { $0.contains("plain text") })
  }
}
