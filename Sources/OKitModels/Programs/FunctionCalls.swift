package import Bindings
import JSONDocument
import OKitStorage

/// Calls the functions that are programs of a workspace, and caches their results. A program runs only once for each input.
package final class FunctionCalls {
  /// Thrown if a program must run first while no lock may be held.
  package struct NeedsProgram: Error {}

  /// The maximum size of a function's output in bytes.
  package static let outputLimit = 64 << 20

  /// The workspace that contains the programs.
  package let workspace: Workspace
  /// The descriptions of the functions.
  package let descriptions: FunctionDescriptions
  private let runner: (any ProgramRunner)?
  /// True if no lock is held.
  package var mayRun = true
  /// The number of programs that were run.
  package private(set) var count = 0
  private var values: [ProgramRequest: BindingValue] = [:]

  /// The functions of `workspace`. Without a runner, they are not allowed to run.
  package init(_ workspace: Workspace, runner: (any ProgramRunner)?) {
    self.workspace = workspace
    descriptions = FunctionDescriptions(workspace)
    self.runner = runner
  }

  /// Returns the result of a function; nil if there is no such function.
  ///
  /// Throws ``NeedsProgram``, and errors of these kinds:
  /// - `usage`: Functions are not enabled.
  /// - `configuration`: The program is not allowed to run.
  /// - `malformed`: The program fails, or its output is not text.
  package func value(of name: String, _ input: @autoclosure () throws -> FunctionInput) throws -> BindingValue? {
    guard try file(of: name) != nil else { return nil }
    let request = try request(name, input())
    if let known = values[request] { return known }
    let value = try Self.value(of: output(of: name, request), name)
    values[request] = value
    return value
  }

  /// Returns the name of a function's program; nil if there is no such function. It is the name of the function, unless its description names another.
  ///
  /// Throws errors of kind `configuration` if the description is not valid or its program does not exist.
  package func file(of name: String) throws -> String? {
    let description = try descriptions.description(of: name)
    if let description, description.program == nil { return nil }
    let file = description?.program ?? name
    if try WorkspaceProgram.exists(file, .function, in: workspace) { return file }
    guard let description else { return nil }
    throw description.fault("there is no program \(PathComponent.printable(file))", at: "program")
  }

  /// Returns the output of a function, which runs at each call. Throws the errors of ``value(of:_:)``.
  package func output(of name: String, _ input: FunctionInput) throws -> [UInt8] {
    try output(of: name, request(name, input))
  }

  /// Throws an error of kind `usage` if functions are not enabled.
  package func requireRunner(_ name: String) throws {
    guard runner == nil else { return }
    let path = "\(WorkspaceProgram.Kind.function.folder)/\(try file(of: name) ?? name)"
    throw OKitError(
      .usage, "the function \(PathComponent.printable(name)) is a program, and programs are not enabled",
      remedy: .words("use --run to run \(PathComponent.printable(path))"))
  }

  /// Returns the program of a function. Throws errors of kind `notFound`, and `configuration` if it is not allowed to run.
  package func program(_ name: String) throws -> WorkspaceProgram {
    if let file = try file(of: name), let program = try WorkspaceProgram(file, .function, in: workspace) {
      return program
    }
    throw OKitError(.notFound, "no function \(PathComponent.printable(name))")
  }

  private func request(_ name: String, _ input: FunctionInput) throws -> ProgramRequest {
    try requireRunner(name)
    let program = try program(name)
    var variables = input.variables
    variables["OKIT_ROOT"] = workspace.root.text
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

  /// Returns the output as JSON if it is valid JSON, as no value if it is empty, and otherwise as text without its last line feed.
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
