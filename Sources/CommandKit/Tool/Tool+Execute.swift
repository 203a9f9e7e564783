/// The end of a run of the tool.
enum Ending: Equatable {
  case status(Int32)
  case signal(Int32)
}

extension Tool {
  func execute(_ arguments: [String], _ console: Console) -> Ending {
    let global = Global()
    var parser = LineParser(root: root, shared: global, foreignWords: foreignWords)
    var ending: Ending
    var wasReported = false
    do {
      ending = .status(try perform(parser.parse(arguments), parser, global, console))
    } catch {
      wasReported = error is OutputFailure
      ending = end(after: error, path: parser.path, type: parser.type, console)
    }
    console.endProgress()
    do {
      try console.standardOutput.flush()
    } catch {
      if case .status(let status) = ending, !wasReported {
        ending = end(after: error, path: parser.path, console, status: status)
      }
    }
    return ending == .status(0) ? .status(console.omissionStatus) : ending
  }

  private func perform(
    _ line: ParsedLine, _ parser: LineParser, _ global: Global, _ console: Console
  ) throws -> Int32 {
    switch line {
    case .run(let command):
      try prepare(global, console)
      try command.run(console)
    case .help:
      try prepare(global, console)
      try show(helpText(parser.type, parser.path, console.columns), console)
    case .version:
      try console.standardOutput.writeLine("\(name) \(version)")
    case .group where parser.path.count == 1:
      try prepare(global, console)
      try show(helpText(parser.type, parser.path, console.columns), console)
    case .group:
      try console.standardError.write(helpText(parser.type, parser.path, console.columns))
      try console.standardError.flush()
      return ExitStatus.usage
    case .failure(let error):
      throw error
    }
    return 0
  }

  /// Reports an error and returns how the tool ends; keeps an existing `status`.
  func end(
    after error: any Error, path: [String], type: (any Command.Type)? = nil, _ console: Console, status: Int32 = 0
  ) -> Ending {
    console.endProgress()
    if let interrupted = error as? Interrupted { return .signal(interrupted.signal) }
    // After a signal, any error is a consequence of it.
    if let signal = Signals.pending { return .signal(signal) }
    if let exit = error as? ExitStatus { return .status(exit.code) }
    if error is OutputClosed { return .status(status) }
    let failure = failure(for: error, path: path, type: type, columns: console.columns)
    console.report(failure)
    return .status(status == 0 ? failure.status : status)
  }

  private func failure(for error: any Error, path: [String], type: (any Command.Type)?, columns: Int) -> Failure {
    switch error {
    case let error as UsageError:
      let hint = error.hint ?? "see '\(path.joined(separator: " ")) --help'"
      return Failure(
        status: ExitStatus.usage, message: error.message, hint: hint,
        details: error.showsUsage ? usage(path, type, columns) : [])
    case let error as OutputFailure:
      return Failure(status: ExitStatus.inputOutput, message: error.message)
    case let error as PromptError:
      return Failure(status: ExitStatus.usage, message: error.message)
    default:
      return describeError(error)
    }
  }

  private func usage(_ path: [String], _ type: (any Command.Type)?, _ columns: Int) -> [String] {
    guard let type else { return [] }
    let command = Describer(shared: Global.self).describe(type, path: path, depth: .names)
    return Synopsis.lines(of: command, prefix: "Usage: ", width: columns)
  }
}
