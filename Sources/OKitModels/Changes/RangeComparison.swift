import JSONDocument

/// The result of comparing two values by the known first difference of the containers around them.
enum RangeComparison {
  case equal
  /// They differ after this number of equal bytes.
  case differing(equalBytes: Int)
  /// They are after the first difference, or at different positions.
  case unknown

  /// Compares `old` in `oldOuter` with `new` in `newOuter`. The outer values differ after `equalBytes`.
  init(
    of old: JSONValue, _ new: JSONValue, in oldOuter: JSONValue, _ newOuter: JSONValue, equalBytes: Int
  ) {
    let (oldRange, newRange) = (old.range, new.range)
    let start = oldRange.lowerBound - oldOuter.range.lowerBound
    guard start == newRange.lowerBound - newOuter.range.lowerBound, start <= equalBytes else {
      self = .unknown
      return
    }
    let isEqual = oldRange.count == newRange.count && start + oldRange.count <= equalBytes
    self = isEqual ? .equal : .differing(equalBytes: equalBytes - start)
  }
}
