import JSONDocument

extension JSONValue {
  /// The value as a message shows it: short, on one line.
  package var shown: String {
    switch kind {
    case .object: return "an object"
    case .array: return "an array"
    default: return rawText.shortened(to: 40)
    }
  }
}

extension String {
  /// The text, or of a longer one so many scalars and an ellipsis.
  package func shortened(to count: Int) -> String {
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: count, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    return String(scalars[..<end]) + "…"
  }
}
