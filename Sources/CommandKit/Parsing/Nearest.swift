/// Finds the most similar word for suggestions.
package enum Nearest {
  /// Returns the candidate most similar to `word`, or `nil` if none is similar enough.
  ///
  /// - Complexity: The length of `word` for each candidate.
  package static func to(_ word: String, among candidates: some Sequence<String>) -> String? {
    let target = Array(word.lowercased().unicodeScalars)
    // Any short word is similar to a single letter.
    if target.count < 2 { return nil }
    let limit = min(3, max(1, target.count / 3))
    var best: (candidate: String, distance: Int)?
    var completed: [String] = []
    for candidate in candidates {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      if scalars.starts(with: target) { completed.append(candidate) }
      guard let distance = distance(target, scalars, atMost: limit) else { continue }
      if distance < max(target.count, scalars.count), distance < best?.distance ?? Int.max {
        best = (candidate, distance)
      }
    }
    return best?.candidate ?? (completed.count == 1 ? completed.first : nil)
  }

  /// Returns the edit distance (optimal string alignment: Damerau–Levenshtein with each place changed at most once), or `nil` if it is
  /// greater than `limit`.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int) -> Int? {
    guard abs(left.count - right.count) <= limit else { return nil }
    // Only cells near the diagonal can be within the limit.
    let beyond = limit + 1
    var beforeLast = [Int](repeating: beyond, count: right.count + 1)
    var last = (0...right.count).map { min($0, beyond) }
    var current = beforeLast
    for row in stride(from: 1, through: left.count, by: 1) {
      if row > limit { current[row - beyond] = beyond } else { current[0] = row }
      for column in stride(from: max(1, row - limit), through: min(right.count, row + limit), by: 1) {
        let same = left[row - 1] == right[column - 1]
        var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current[column] = cost
      }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
