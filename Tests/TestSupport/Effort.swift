import Foundation

/// How much of a campaign a run makes: all of it under `make torture`, else a sample that is the same in every run.
package enum Effort {
  /// Whether the whole campaign is asked for (`OKIT_TORTURE` is set).
  package static let isWhole = ProcessInfo.processInfo.environment["OKIT_TORTURE"] != nil

  /// What the random choices of a run begin with; `OKIT_SEED` gives another one.
  package static let seed = ProcessInfo.processInfo.environment["OKIT_SEED"].flatMap { UInt64($0) } ?? 20_261_121

  /// All of `candidates`, or `count` of them that the seed chooses, in their order.
  package static func sample<Candidates: RandomAccessCollection>(
    _ count: Int, of candidates: Candidates
  ) -> [Candidates.Element] {
    if isWhole || candidates.count <= count { return Array(candidates) }
    var generator = SeededGenerator(seed: seed)
    let chosen = candidates.indices.shuffled(using: &generator).prefix(count).sorted()
    return chosen.map { candidates[$0] }
  }

  /// Prints a figure of a whole campaign, such as how many bytes were flipped and what came of it.
  package static func report(_ figures: @autoclosure () -> String) {
    if isWhole { print("campaign: \(figures())") }
  }
}
