import Testing

@testable import OKitStorage

@Suite struct StagedNameTests {
  @Test func namesOfAProcessAreAllDifferent() {
    // Of so many random names of 32 bits, two would be equal in 99 of 100 runs.
    let names = (0..<200_000).map { _ in StagedName.new() }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.utf8.count == 22 })
    #expect(names.prefix(1000).allSatisfy(StagedName.matches))
  }
}
