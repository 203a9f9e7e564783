package import Bindings
import JSONDocument
import OKitStorage

/// The functions that are programs of a workspace, and the values that they gave: for each input one runs once.
package final class FunctionCalls {
  /// Thrown where a program has to run first, and no lock may be held while it does.
  package struct NeedsProgram: Error {}

  /// How much a function may print.
  package static let outputLimit = 64 << 20

  package let workspace: Workspace
  private let runner: (any ProgramRunner)?
  /// Whether no lock is held.
  package var mayRun = true
  /// How many programs were run.
  package private(set) var count = 0
  private var values: [ProgramRequest: BindingValue] = [:]

  /// Functions of `workspace`; without a runner none of them may be run.
  package init(_ workspace: Workspace, runner: (any ProgramRunner)?) {
    self.workspace = workspace
    self.runner = runner
  }

  /// The value that a function gives; nil where there is no such function.
  ///
  /// Throws ``NeedsProgram``, errors of kind `usage` where functions are not to be run, `configuration` where it may not be run, and `malformed` where it
  /// fails or prints what is no text.
  package func value(of name: String, _ input: @autoclosure () throws -> FunctionInput) throws -> BindingValue? {
    guard try WorkspaceProgram.isThere(name, .function, in: workspace) else { return nil }
    let request = try request(name, input())
    if let known = values[request] { return known }
    let value = try Self.value(of: output(of: name, request), name)
    values[request] = value
    return value
  }

  /// What a function prints; it runs at each call. Throws what ``value(of:_:)`` throws.
  package func output(of name: String, _ input: FunctionInput) throws -> [UInt8] {
    try output(of: name, request(name, input))
  }

  /// Throws an error of kind `usage` where functions are not to be run.
  package func requireRunner(_ name: String) throws {
    guard runner == nil else { return }
    let path = "\(WorkspaceProgram.Kind.function.folder)/\(name)"
    throw OKitError(
      .usage, "the function \(PathComponent.printable(name)) is a program, which only runs with --run",
      remedy: .words("use --run to run \(PathComponent.printable(path))"))
  }

  private func program(_ name: String) throws -> WorkspaceProgram {
    if let program = try WorkspaceProgram(name, .function, in: workspace) { return program }
    throw OKitError(.notFound, "no function \(PathComponent.printable(name))")
  }

  private func request(_ name: String, _ input: FunctionInput) throws -> ProgramRequest {
    try requireRunner(name)
    let program = try program(name)
    var variables = input.variables
    variables["OKIT_ROOT"] = workspace.root
    return ProgramRequest(
      executable: program.executable, input: input.json, variables: variables, outputLimit: Self.outputLimit)
  }

  private func output(of name: String, _ request: ProgramRequest) throws -> [UInt8] {
    guard mayRun, let runner else { throw NeedsProgram() }
    count += 1
    let outcome: ProgramOutcome
    do {
      outcome = try program(name).run(request, with: runner)
    } catch let error as SystemError {
      throw OKitError(.configuration, "the function \(PathComponent.printable(name)): \(error)")
    }
    if let fault = outcome.ending.fault {
      throw OKitError(.malformed, "the function \(PathComponent.printable(name)) \(fault)")
    }
    return outcome.output
  }

  /// JSON where it is that, nothing where nothing was printed, else the text without its last line feed.
  private static func value(of output: [UInt8], _ name: String) throws -> BindingValue {
    if output.allSatisfy(\.isJSONSpace) { return .absent }
    if let document = try? JSONDocument(parsing: JSONBytes(output, secret: true)) { return .json(document.root) }
    let text = output.last == UInt8(ascii: "\n") ? output.dropLast() : output[...]
    guard let text = String(validating: text, as: UTF8.self) else {
      throw OKitError(
        .malformed, "the function \(PathComponent.printable(name)) printed neither JSON nor UTF-8 text")
    }
    return .text(text)
  }
}
