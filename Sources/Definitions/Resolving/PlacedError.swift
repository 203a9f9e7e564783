/// An error before its line is known, so that the first of several can be told.
struct PlacedError {
  /// The number of the file.
  let unit: Int
  let offset: Int
  let message: String
}
