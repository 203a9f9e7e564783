/// Finds what somebody probably meant.
public enum Nearest {
  /// The candidate most like `word`, or `nil` when none is near enough to be meant.
  ///
  /// Cost: the product of both lengths for each candidate.
  public static func to(_ word: String, among candidates: some Sequence<String>) -> String? {
    let target = Array(word.lowercased().unicodeScalars)
    // From one letter everything short is near.
    if target.count < 2 { return nil }
    let limit = min(3, max(1, target.count / 3))
    var best: (candidate: String, distance: Int)?
    var completed: [String] = []
    for candidate in candidates {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      if scalars.starts(with: target) { completed.append(candidate) }
      guard abs(scalars.count - target.count) <= limit else { continue }
      let distance = distance(target, scalars)
      if distance <= limit, distance < max(target.count, scalars.count), distance < best?.distance ?? Int.max {
        best = (candidate, distance)
      }
    }
    return best?.candidate ?? (completed.count == 1 ? completed.first : nil)
  }

  /// Insertions, deletions, substitutions and swaps of neighbours that lead from one to the other (Damerau–Levenshtein,
  /// each place changed once at most).
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let same = left[row - 1] == right[column - 1]
        var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
