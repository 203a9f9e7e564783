extension Array {
  /// Reverses the elements from `start` on where they are. A slice of the array would be a copy of all of it.
  package mutating func reverse(from start: Int) {
    var (first, last) = (start, count - 1)
    while first < last {
      swapAt(first, last)
      first += 1
      last -= 1
    }
  }
}
