import Glibc

extension Console {
  /// Says that something is not as it should be, though the work goes on: `okit: warning: …`.
  public func warn(_ message: String) {
    say("\(tool): \(standardError.styled("warning:", .yellow, .bold)) \(Self.message(message))")
  }

  /// Says that something is not as it should be, and what to do about it, as a failure does.
  public func warn(_ message: String, hint: String) {
    warn(message)
    showHint(hint)
  }

  /// Says what was done, unless quiet or with ``json``.
  public func note(_ text: String) {
    if !json { announce(text) }
  }

  /// Says what goes on from now until it is stopped, unless quiet.
  public func announce(_ text: String) {
    if !isQuiet { say(Self.message(text)) }
  }

  /// Says more, when asked to.
  public func verbose(_ text: String) {
    if isVerbose, !isQuiet { say(standardError.styled(Self.message(text), .dim)) }
  }

  /// Says what to do next, unless quiet or with ``json``: `okit: hint: …`.
  public func hint(_ message: String) {
    if !isQuiet, !json { showHint(message) }
  }

  /// Says what can be done next to a person who reads along: a hint that is shown on a terminal only.
  public func suggest(_ message: String) {
    if standardError.isTerminal { hint(message) }
  }

  /// Shows a failure: `okit: error: …`, the lines that belong to it, `okit: hint: …`.
  public func report(_ failure: Failure) {
    say("\(tool): \(standardError.styled("error:", .red, .bold)) \(Self.message(failure.message))")
    for line in failure.details { say(Self.printable(line)) }
    if let hint = failure.hint { showHint(hint) }
  }

  private static func message(_ text: String) -> String { printable(ShortText.shortened(text)) }

  private func showHint(_ message: String) {
    say("\(tool): \(standardError.styled("hint:", .cyan)) \(Self.message(message))")
  }

  /// Stops when data is to be read from standard input and that is a terminal: somebody would wait for nothing.
  ///
  /// - Parameter what: what is expected, such as `a JSON document`.
  public func expectInput(_ what: String) throws {
    if isatty(standardInput) == 1 {
      throw UsageError(
        "\(what) is expected on standard input, which is a terminal", hint: "redirect a file to it, or use a pipe")
    }
  }
}
