/// When a stream gets colours.
public enum ColourMode: String, CaseIterable, ArgumentValue, Sendable {
  /// On a terminal that can, unless the environment says otherwise.
  case auto
  /// Even into files and pipes.
  case always
  /// Not at all.
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
