/// An error before its line is known.
struct PlacedError {
  /// The number of the file.
  let unit: Int
  let offset: Int
  let message: String
  /// The type that it costs; nil for one that costs everything in the file.
  let type: Int?
}
