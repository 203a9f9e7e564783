/// What makes one value of many, as in `books.@sum.price`.
package enum KeyValueOperator: String, CaseIterable, Sendable {
  /// How many there are.
  case count
  /// Their sum; an absent one counts as 0.
  case sum
  /// Their average; an absent one counts as 0.
  case average = "avg"
  /// The least; absent ones are passed over.
  case minimum = "min"
  /// The greatest; absent ones are passed over.
  case maximum = "max"
  /// All, each once.
  case distinctUnionOfObjects
  /// All.
  case unionOfObjects
  /// The elements of all arrays, each once.
  case distinctUnionOfArrays
  /// The elements of all arrays.
  case unionOfArrays
}
