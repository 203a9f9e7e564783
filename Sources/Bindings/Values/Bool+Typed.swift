extension Bool {
  /// What people type for true and false; nil of all else.
  package init?(typed text: String) {
    switch text {
    case "true", "yes", "on", "1": self = true
    case "false", "no", "off", "0": self = false
    default: return nil
    }
  }
}
