/// A look of text on a terminal.
public enum Style: Int, Sendable {
  /// Heavier.
  case bold = 1
  /// Less prominent.
  case dim = 2
  /// For errors and what is lost.
  case red = 31
  /// For what is well.
  case green = 32
  /// For warnings.
  case yellow = 33
  /// For places.
  case cyan = 36

  func applied(to text: String) -> String {
    "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
