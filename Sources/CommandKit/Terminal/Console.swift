@preconcurrency import Glibc

/// The streams, the terminal and the environment of a command.
///
/// Data goes to ``standardOutput``; messages go to standard error through methods such as ``warn(_:)``. Not thread-safe, except for ``Progress``.
package final class Console {
  /// The tool's name, the prefix of messages.
  package let tool: String
  /// The environment variables.
  package let environment: [String: String]
  /// The descriptor for input data.
  package let standardInput: Int32
  /// The stream for data.
  package let standardOutput: Output
  /// The stream for messages. Commands use the message methods instead.
  package let standardError: Output
  /// The terminal device for prompts.
  let terminal: String

  /// Suppresses notes, hints and progress.
  package var isQuiet = false
  /// The options for each command in a hint, such as `-C DIR`, so that it continues with what this command worked on.
  package var hintOptions: [String] = []
  /// Enables ``verbose(_:)``.
  package var isVerbose = false
  /// True if data is written as JSON. JSON contains the content of notes and hints, so these are suppressed.
  package var json = false
  /// Forbids prompts.
  package var noInput = false
  /// When streams use colors.
  package var color = ColorMode.auto {
    didSet { applyColor() }
  }

  /// The status of a command that finishes, but had to leave something out; 0 if it did not.
  var omissionStatus: Int32 = 0

  private weak var progress: Progress?

  /// Creates a console on open descriptors.
  package init(
    tool: String, environment: [String: String], standardInput: Int32 = 0, standardOutput: Int32 = 1,
    standardError: Int32 = 2, terminal: String = "/dev/tty"
  ) {
    self.tool = tool
    self.environment = environment
    self.standardInput = standardInput
    self.standardOutput = Output(standardOutput, name: "standard output")
    self.standardError = Output(standardError, name: "standard error")
    self.terminal = terminal
    applyColor()
    if self.standardOutput.isTerminal {
      self.standardOutput.willWrite = { [unowned self] in progress?.erase() }
    }
  }

  /// The width for text on standard output: `COLUMNS`, otherwise the terminal's, otherwise 80; at least 40.
  package var columns: Int { max(windowColumns, WindowSize.minimumColumns) }

  /// The width for tables on standard output, whose lines must not be wrapped: `COLUMNS`, otherwise the terminal's, otherwise 80.
  package var windowColumns: Int { WindowSize.columns(of: standardOutput.descriptor, environment: environment) }

  /// Returns true if standard output is a terminal that can run a pager and is too small for `text`.
  ///
  /// The height is `LINES`, otherwise the terminal's, otherwise 24; one line is reserved for a prompt.
  package func needsPager(_ text: String) -> Bool {
    guard standardOutput.isTerminal, !noInput, !["", "dumb"].contains(environment["TERM"] ?? "") else { return false }
    let columns = columns
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().reduce(0) {
      $0 + max(1, (ColumnWidth.of($1) + columns - 1) / columns)
    }
    return rows >= WindowSize.rows(of: standardOutput.descriptor, environment: environment)
  }

  /// True if standard input is a terminal.
  package var isStandardInputTerminal: Bool { isatty(standardInput) == 1 }

  /// Throws an error if standard input is a terminal, because the user would not know that the command waits for data.
  ///
  /// - Parameter what: The expected data, such as `a JSON document`.
  package func requireRedirectedInput(_ what: String) throws {
    if isStandardInputTerminal {
      throw UsageError(
        "cannot read \(what) from a terminal", hint: "redirect standard input from a file, or use a pipe")
    }
  }

  /// Starts to show the progress of a long step; `total` is in bytes, if known.
  ///
  /// The progress appears only on a terminal, after half a second.
  package func progress(_ label: String, total: Int64? = nil) -> Progress {
    let isShown = standardError.isTerminal && !isQuiet && !json && !["", "dumb"].contains(environment["TERM"] ?? "")
    let made = Progress(
      label, total: total, descriptor: isShown ? standardError.descriptor : nil, environment: environment)
    progress = made
    return made
  }

  /// Returns the environment variables except `secrets`. Invalid UTF-8 in a variable is replaced.
  static func processEnvironment(except secrets: Set<String> = []) -> [String: String] {
    var result: [String: String] = [:]
    var cursor: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let entry = cursor.pointee {
      cursor += 1
      guard let equals = strchr(entry, Int32(UInt8(ascii: "="))) else { continue }
      let length = equals - entry
      let name = String(decoding: UnsafeRawBufferPointer(start: entry, count: length), as: UTF8.self)
      // A secret must never be copied to a String, because its memory cannot be wiped.
      if !secrets.contains(name), result[name] == nil { result[name] = String(cString: equals + 1) }
    }
    return result
  }

  private func applyColor() {
    for stream in [standardOutput, standardError] {
      stream.isColored = color.applies(isTerminal: stream.isTerminal, environment: environment)
    }
  }

  /// Flushes output and removes the progress line before a write that bypasses the streams.
  func makeRoom() {
    // The stream reports a failure with the next write.
    try? standardOutput.flush()
    progress?.erase()
  }

  /// Removes an unfinished progress line.
  func endProgress() {
    progress?.finish()
  }

  /// Writes a line to standard error, after all earlier standard output, because both can go to the same place.
  func say(_ line: String) {
    makeRoom()
    // There is no other place for a message that cannot be written.
    try? standardError.writeLine(line)
    try? standardError.flush()
  }
}
