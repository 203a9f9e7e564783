extension Array {
  /// Reverses the elements from `start` on in place. A slice would copy the whole array.
  package mutating func reverse(from start: Int) {
    var (first, last) = (start, count - 1)
    while first < last {
      swapAt(first, last)
      first += 1
      last -= 1
    }
  }
}
