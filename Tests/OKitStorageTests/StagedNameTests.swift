import Testing

@testable import OKitStorage

@Suite struct StagedNameTests {
  @Test func namesOfAProcessAreAllDifferent() {
    // Drawn at random with 32 bits, of so many two are the same 99 times out of 100.
    let names = (0..<200_000).map { _ in StagedName.new() }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.utf8.count == 22 })
    #expect(names.prefix(1000).allSatisfy(StagedName.matches))
  }
}
