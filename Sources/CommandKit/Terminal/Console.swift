@preconcurrency import Glibc

/// The streams, the terminal and the environment that a command works with.
///
/// Data goes to ``standardOutput``; all else goes to standard error through the methods for messages. Made for one thread;
/// only a ``Progress`` may be used from several.
public final class Console {
  /// The tool's name, in front of messages.
  public let tool: String
  /// The environment's variables.
  public let environment: [String: String]
  /// The descriptor that data is read from.
  public let standardInput: Int32
  /// Where data goes.
  public let standardOutput: Output
  /// Where messages go. Commands use the methods for messages instead.
  public let standardError: Output
  /// The device that prompts use.
  let terminal: String

  /// Leaves out notes, hints and progress.
  public var isQuiet = false
  /// Lets ``verbose(_:)`` speak.
  public var isVerbose = false
  /// Whether data is written as JSON. It tells what notes and hints would, so that these are left out.
  public var json = false
  /// Forbids prompts.
  public var noInput = false
  /// When streams get colours.
  public var colour = ColourMode.auto {
    didSet { applyColour() }
  }

  private weak var progress: Progress?

  /// A console on open descriptors.
  public init(
    tool: String, environment: [String: String], standardInput: Int32 = 0, standardOutput: Int32 = 1,
    standardError: Int32 = 2, terminal: String = "/dev/tty"
  ) {
    self.tool = tool
    self.environment = environment
    self.standardInput = standardInput
    self.standardOutput = Output(standardOutput, name: "standard output")
    self.standardError = Output(standardError, name: "standard error")
    self.terminal = terminal
    applyColour()
    if self.standardOutput.isTerminal {
      self.standardOutput.willWrite = { [unowned self] in progress?.erase() }
    }
  }

  /// The width for text on standard output: `COLUMNS`, else the terminal's, else 80; at least 40.
  var columns: Int { WindowSize.columns(of: standardOutput.descriptor, environment: environment) }

  /// Whether the terminal at standard output can move a cursor and has no room for all of `text` at once.
  ///
  /// The height is what `LINES` says, else the terminal's, else 24; one line is left for a prompt.
  public func needsPager(_ text: String) -> Bool {
    guard standardOutput.isTerminal, !noInput, !["", "dumb"].contains(environment["TERM"] ?? "") else { return false }
    let columns = columns
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().reduce(0) {
      $0 + max(1, (ColumnWidth.of($1) + columns - 1) / columns)
    }
    return rows >= WindowSize.rows(of: standardOutput.descriptor, environment: environment)
  }

  /// Starts to show how far a long step has come; `total` in bytes if it is known.
  ///
  /// It is drawn only on a terminal, and only when the step takes longer than half a second.
  public func progress(_ label: String, total: Int64? = nil) -> Progress {
    let isShown = standardError.isTerminal && !isQuiet && !json && !["", "dumb"].contains(environment["TERM"] ?? "")
    let made = Progress(
      label, total: total, descriptor: isShown ? standardError.descriptor : nil, environment: environment)
    progress = made
    return made
  }

  /// The process's variables, without those named. One whose bytes are not UTF-8 is repaired and so matches nothing.
  static func processEnvironment(except secrets: Set<String> = []) -> [String: String] {
    var result: [String: String] = [:]
    var cursor: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let entry = cursor.pointee {
      cursor += 1
      guard let equals = strchr(entry, Int32(UInt8(ascii: "="))) else { continue }
      let length = equals - entry
      let name = String(decoding: UnsafeRawBufferPointer(start: entry, count: length), as: UTF8.self)
      // A secret must not be copied even for a moment: a String's memory cannot be wiped.
      if !secrets.contains(name), result[name] == nil { result[name] = String(cString: equals + 1) }
    }
    return result
  }

  private func applyColour() {
    for stream in [standardOutput, standardError] {
      stream.isColoured = colour.applies(isTerminal: stream.isTerminal, environment: environment)
    }
  }

  /// Makes room on the terminal for something that is not written through the streams.
  func makeRoom() {
    // A failure is remembered there and comes out with the next write.
    try? standardOutput.flush()
    progress?.erase()
  }

  /// Takes an unfinished progress line away.
  func endProgress() {
    progress?.finish()
  }

  /// Brings a line to standard error, after everything that was written before it, for streams that lead to one place.
  func say(_ line: String) {
    makeRoom()
    // A message that cannot be shown has no other place to go to.
    try? standardError.writeLine(line)
    try? standardError.flush()
  }
}
