import Testing

@testable import Rules

struct CycleTests {
  private func fault(_ edges: [Int: [Int]], from nodes: [Int]? = nil, maximumLength: Int = .max) -> String {
    switch Cycle.fault(
      from: nodes ?? edges.keys.sorted(), maximumLength: maximumLength, id: \.self, next: { edges[$0] ?? [] })
    {
    case .endless(let node)?: "endless \(node)"
    case .tooLong(let node)?: "too long \(node)"
    case nil: "none"
    }
  }

  @Test func endlessWaysAreFound() {
    #expect(fault([:]) == "none")
    #expect(fault([1: [2, 3], 2: [4], 3: [4], 4: []]) == "none")
    #expect(fault([1: [1]]) == "endless 1")
    #expect(fault([1: [2], 2: [3], 3: [2]]) == "endless 2")
    #expect(fault([1: [2], 2: [], 3: [4], 4: [3]]) == "endless 3")
  }

  @Test func longWaysAreFound() {
    let chain = Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, [$0 + 1]) })
    #expect(fault(chain, maximumLength: 11) == "none")
    #expect(fault(chain, maximumLength: 10) == "too long 0")
    // The end of a way that was visited before counts, too.
    #expect(fault(chain, from: [5, 0], maximumLength: 10) == "too long 0")
  }

  /// Each node is visited once, and long ways take no stack.
  @Test func manyNodesTakeLittleTime() {
    let count = 200_000
    #expect(fault(Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, [$0 + 1, $0 + 2]) })) == "none")
  }
}
