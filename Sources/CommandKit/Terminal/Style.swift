/// A text style on a terminal.
package enum Style: Int, Sendable {
  /// Bold text.
  case bold = 1
  /// Less prominent.
  case dim = 2
  /// For errors and losses.
  case red = 31
  /// For success.
  case green = 32
  /// For warnings.
  case yellow = 33
  /// For positions.
  case cyan = 36

  func applied(to text: String) -> String {
    "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}

/// When a stream uses colors.
package enum ColorMode: String, CaseIterable, Sendable {
  /// On a terminal that supports them, unless the environment turns them off.
  case auto
  /// Also in files and pipes.
  case always
  /// Never.
  case never

  func applies(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && !["", "dumb"].contains(environment["TERM"] ?? "")
    }
  }
}
