extension JSONValue {
  /// The value in a message: short and on one line.
  package var shown: String {
    switch kind {
    case .object: return "an object"
    case .array: return "an array"
    default: return rawText.shortened(to: 40)
    }
  }
}

extension String {
  /// Returns the text, shortened to `count` scalars and an ellipsis if it is longer.
  package func shortened(to count: Int) -> String {
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    return String(scalars[..<end]) + "…"
  }
}
