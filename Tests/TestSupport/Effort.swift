import Foundation

/// The extent of a campaign: all of it under `make torture`, else a sample that is the same in every run.
package enum Effort {
  /// True if the whole campaign is requested (`OKIT_TORTURE` is set).
  package static let isWhole = ProcessInfo.processInfo.environment["OKIT_TORTURE"] != nil

  /// The seed of all random choices in a run; `OKIT_SEED` overrides it.
  package static let seed = ProcessInfo.processInfo.environment["OKIT_SEED"].flatMap { UInt64($0) } ?? 20_261_121

  /// Returns all of `candidates`, or `count` of them that the seed chooses, in their order.
  package static func sample<Candidates: RandomAccessCollection>(
    _ count: Int, of candidates: Candidates
  ) -> [Candidates.Element] {
    if isWhole || candidates.count <= count { return Array(candidates) }
    var generator = SeededGenerator(seed: seed)
    let chosen = candidates.indices.shuffled(using: &generator).prefix(count).sorted()
    return chosen.map { candidates[$0] }
  }

  /// Returns all of `candidates`, or only the one whose turn it is for `number`. The seed chooses with which one the turns begin.
  package static func inTurn<Candidate>(_ number: Int, of candidates: [Candidate]) -> [Candidate] {
    isWhole ? candidates : [candidates[(number + Int(seed % UInt64(candidates.count))) % candidates.count]]
  }

  /// Prints a result of a whole campaign, such as the number of flipped bytes.
  package static func report(_ figures: @autoclosure () -> String) {
    if isWhole { print("campaign: \(figures())") }
  }
}
