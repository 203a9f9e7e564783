import TestSupport
import Testing

/// Runs the fuzzers on little, so that one that no longer compiles or holds is noticed before `make fuzz`. A property that does not hold ends
/// the process.
@Suite struct SeedTests {
  @Test(arguments: Fuzzer.all.map(\.name))
  func seedsAndDamagedSeedsPass(fuzzer name: String) throws {
    let fuzzer = try #require(Fuzzer.all.first { $0.name == name })
    let seeds = try fuzzer.seeds()
    #expect(!seeds.isEmpty)
    var random = SeededGenerator(seed: 1)
    for seed in seeds {
      try? fuzzer.run(seed)
      for _ in 0..<10 {
        var damaged = seed
        if !damaged.isEmpty {
          damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
        }
        try? fuzzer.run(Array(damaged.prefix(Int.random(in: 0...damaged.count, using: &random))))
      }
    }
  }
}
