/// A range of a document and its replacement.
struct Splice {
  /// A part of the replacement.
  enum Piece {
    case bytes([UInt8])
    case value(JSONValue, LayoutFinder.Layout)
  }

  var range: Range<Int>
  var pieces: [Piece] = []

  /// The approximate number of added bytes, without the white space for the layout of new values.
  var growth: Int {
    pieces.reduce(-range.count) { sum, piece in
      switch piece {
      case .bytes(let bytes): sum + bytes.count
      case .value(let value, _): sum + value.range.count
      }
    }
  }

  /// Appends bytes to the replacement, merging them with preceding bytes.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    guard case .bytes(var before)? = pieces.last else { return pieces.append(.bytes(Array(bytes))) }
    // The array must not be referenced twice, or appending would copy it.
    pieces[pieces.count - 1] = .bytes([])
    before += bytes
    pieces[pieces.count - 1] = .bytes(before)
  }
}
