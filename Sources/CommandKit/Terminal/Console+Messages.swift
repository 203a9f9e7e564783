extension Console {
  /// Prints a warning: `okit: warning: …`.
  package func warn(_ message: String) {
    say("\(tool): \(standardError.styled("warning:", .yellow, .bold)) \(Self.message(message))")
  }

  /// Prints a warning with a hint. Both are shown even if quiet.
  package func warn(_ message: String, hint: String) {
    warn(message)
    showHint(hint)
  }

  /// Ends the command with `status` if it finishes, because it had to leave something out. The lowest of several statuses counts.
  package func noteOmission(status: Int32) {
    omissionStatus = omissionStatus == 0 ? status : min(omissionStatus, status)
  }

  /// Forgets what was left out, because the person who saw it goes on.
  package func forgetOmissions() { omissionStatus = 0 }

  /// Prints a note about finished work, unless quiet or with ``json``.
  package func note(_ text: String) {
    if !json { announce(text) }
  }

  /// Prints a note that continuous work begins, unless quiet.
  package func announce(_ text: String) {
    if !isQuiet { say(Self.message(text)) }
  }

  /// Prints a detail if ``isVerbose``.
  package func verbose(_ text: String) {
    if isVerbose, !isQuiet { say(standardError.styled(Self.message(text), .dim)) }
  }

  /// Prints a line of a dialogue with a person, also if quiet. An empty line separates.
  package func tell(_ line: String = "", isHeading: Bool = false) {
    say(isHeading ? standardError.styled(Self.printable(line), .bold) : Self.printable(line))
  }

  /// Prints the next step, unless quiet or with ``json``: `okit: hint: …`.
  package func hint(_ message: String) {
    if !isQuiet, !json { showHint(message) }
  }

  /// Prints a possible next step, only on a terminal.
  package func suggest(_ message: String) {
    if standardError.isTerminal { hint(message) }
  }

  /// Prints a failure: `okit: error: …`, its details, `okit: hint: …`.
  package func report(_ failure: Failure) {
    say("\(tool): \(standardError.styled("error:", .red, .bold)) \(Self.message(failure.message))")
    for line in failure.details { say(Self.printable(line)) }
    if let hint = failure.hint { showHint(hint) }
  }

  private static func message(_ text: String) -> String { printable(ShortText.shortened(text)) }

  private func showHint(_ message: String) {
    say("\(tool): \(standardError.styled("hint:", .cyan)) \(Self.message(withOptions(message)))")
  }

  /// Adds ``hintOptions`` to each command of this tool in `message`, which begins with a quote.
  private func withOptions(_ message: String) -> String {
    guard !hintOptions.isEmpty else { return message }
    let pieces = message.split(separator: "'", omittingEmptySubsequences: false)
    return pieces.enumerated().map { index, piece in
      guard index > 0, piece.hasPrefix(tool + " ") else { return String(piece) }
      return ([tool] + hintOptions).joined(separator: " ") + piece.dropFirst(tool.count)
    }.joined(separator: "'")
  }
}
