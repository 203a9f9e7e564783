/// An operator that combines many values into one, as in `books.@sum.price`.
package enum KeyValueOperator: String, CaseIterable, Sendable {
  /// The number of values.
  case count
  /// The sum. An absent value counts as 0.
  case sum
  /// The average. An absent value counts as 0.
  case average = "avg"
  /// The smallest value. Absent values are ignored.
  case minimum = "min"
  /// The largest value. Absent values are ignored.
  case maximum = "max"
  /// All values, each once.
  case distinctUnionOfObjects
  /// All values.
  case unionOfObjects
  /// The elements of all arrays, each once.
  case distinctUnionOfArrays
  /// The elements of all arrays.
  case unionOfArrays
}
