/// When a stream uses colors.
package enum ColourMode: String, CaseIterable, Sendable {
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
