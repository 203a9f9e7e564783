import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct CampaignTests {
  @Test(arguments: Operation.all)
  func aKilledProcessLeavesTheOldOrTheNewState(_ operation: Operation) throws {
    let outcome = try Campaign(operation: operation).run { [.kill(at: $0)] }
    #expect(outcome.runs > 5)
    #expect(outcome.problems == [])
  }

  @Test(arguments: Operation.all)
  func aKilledRecoveryLeavesTheOldOrTheNewState(_ operation: Operation) throws {
    // The sample interrupts each recovery once, at its first or third call in turn.
    for second in Effort.isWhole ? Array(1...20) : [1, 3] {
      let campaign = Campaign(operation: operation, whileRecovering: { .kill(at: second) })
      let outcome = try campaign.run { number in
        Effort.isWhole || Effort.inTurn(number, of: [1, 3]) == [second] ? [.kill(at: number)] : []
      }
      #expect(outcome.problems == [])
    }
  }

  @Test(arguments: Operation.all)
  func aFailedCallChangesNothingOrFinishes(_ operation: Operation) throws {
    let codes = [ENOSPC, EIO, EACCES]
    // In the sample each call fails with one of the errors.
    let outcome = try Campaign(operation: operation).run { number in
      Effort.inTurn(number, of: codes).map { .fail($0, at: number) }
    }
    #expect(outcome.problems == [])
  }

  @Test(arguments: Operation.all)
  func aDiskThatFailsForGoodLeavesTheOldOrTheNewState(_ operation: Operation) throws {
    // The sample begins to fail at every other call.
    let outcome = try Campaign(operation: operation).run { number in
      Effort.isWhole || number % 2 == Int(Effort.seed % 2) ? [.failForGood(EIO, at: number)] : []
    }
    #expect(outcome.problems == [])
  }

  @Test(arguments: Operation.all)
  func interruptedCallsAndShortWritesSucceed(_ operation: Operation) throws {
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

  @Test func manyFilesKeepTheOldOrTheNewState() throws {
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

@Suite struct CampaignCheckTests {
  @Test(arguments: Operation.small)
  func theCampaignNoticesAMissingJournal(_ operation: Operation) throws {
    let campaign = Campaign(operation: operation) { $0.newPath?.hasSuffix("/.journal") == true }
    #expect(try !campaign.run { [.kill(at: $0)] }.problems.isEmpty)
  }

  @Test(arguments: Operation.small)
  func theCampaignNoticesLeftovers(_ operation: Operation) throws {
    let campaign = Campaign(operation: operation) { $0.isRemoval }
    #expect(try campaign.run { [.fail(ENOSPC, at: $0)] }.problems.contains { $0.contains("leaves") })
  }

  @Test(arguments: Operation.small)
  func theCampaignNoticesALostRename(_ operation: Operation) throws {
    let campaign = Campaign(operation: operation) {
      $0.newPath?.hasSuffix("/shop.json") == true || $0.kind == .exchange
    }
    #expect(try !campaign.run { $0 == 1 ? [.none] : [] }.problems.isEmpty)
  }

  @Test func theCampaignNoticesPlainText() throws {
    let operation = Operation(name: "spill", scene: { try SampleShop.scene() }) { scene, workspace in
      _ = try ModelConversion(workspace).decrypt(.all)
    }
    #expect(try Campaign(operation: operation).run { [.kill(at: $0)] }.problems.contains { $0.contains("plain text") })
  }
}
