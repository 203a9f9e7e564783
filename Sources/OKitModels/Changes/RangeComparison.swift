import JSONDocument

/// What is known of two values inside of two others, of which the bytes up to the first difference were compared.
enum RangeComparison {
  case equal
  /// They differ after so many bytes.
  case differing(equalBytes: Int)
  /// They lie behind the first difference, or at different places.
  case unknown

  /// Of `old` and `new` inside of `oldOuter` and `newOuter`, which differ after `equalBytes`.
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
