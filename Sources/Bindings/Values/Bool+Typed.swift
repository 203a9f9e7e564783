extension Bool {
  /// The boolean that a typed word means; nil for any other text.
  package init?(typed text: String) {
    switch text {
    case "true", "yes", "on", "1": self = true
    case "false", "no", "off", "0": self = false
    default: return nil
    }
  }
}
