/// An error with its offset, before its line and column are known.
struct PlacedError {
  /// The index of the file.
  let unit: Int
  let offset: Int
  let message: String
  /// The type that it affects; nil if it affects the whole file.
  let type: Int?
}
