import OKitModels
import OKitStorage

/// The programs that `run` steps name, and what they printed: for each input one runs once.
package final class MigrationPrograms {
  /// Thrown where a program has to run first, and no lock may be held while it does.
  struct NeedsProgram: Error {
    fileprivate let name: String
    fileprivate let request: ProgramRequest
  }

  /// How much a program may print at least; four times what it reads where that is more.
  static let outputLimit = 64 << 20

  private let workspace: Workspace
  private let runner: (any ProgramRunner)?
  private var outputs: [ProgramRequest: [UInt8]] = [:]

  /// Programs of `workspace`; without a runner none is run, and what they would print is not known.
  init(_ workspace: Workspace, runner: (any ProgramRunner)?) {
    self.workspace = workspace
    self.runner = runner
  }

  /// Throws an error of kind `configuration` where there is no program of this name, or it may not be run.
  func require(_ name: String) throws { _ = try program(name) }

  /// What a program prints for an input; nil where none is run.
  ///
  /// Throws ``NeedsProgram``, and errors of kind `configuration` where there is no such program or it may not be run.
  func output(of name: String, input: [UInt8], for model: ModelName) throws -> [UInt8]? {
    let program = try program(name)
    guard runner != nil else { return nil }
    let request = ProgramRequest(
      executable: program.executable, input: input,
      variables: ["OKIT_ROOT": workspace.root, "OKIT_MODEL": model.description],
      outputLimit: max(Self.outputLimit, input.count * 4))
    guard let known = outputs[request] else { throw NeedsProgram(name: name, request: request) }
    return known
  }

  /// Runs a program that was needed, and remembers what it prints; no lock may be held.
  ///
  /// Throws errors of kind `configuration` where it cannot be started, and `malformed` where it fails.
  func run(_ needed: NeedsProgram) throws {
    guard let runner else { return }
    let program = try program(needed.name)
    let path = PathComponent.printable(program.path)
    let outcome: ProgramOutcome
    do {
      outcome = try program.run(needed.request, with: runner)
    } catch let error as SystemError {
      throw OKitError(.configuration, "the program \(path): \(error)")
    }
    if let fault = outcome.ending.fault { throw OKitError(.malformed, "the program \(path) \(fault)") }
    outputs[needed.request] = outcome.output
  }

  private func program(_ name: String) throws -> WorkspaceProgram {
    if let program = try WorkspaceProgram(name, .migration, in: workspace) { return program }
    let names = WorkspaceProgram.names(.migration, in: workspace).filter { $0.withoutSuffix(".json") == nil }
    throw OKitError(
      .configuration, "no such program: \(PathComponent.printable("\(WorkspaceLayout.migrations)/\(name)"))",
      remedy: .candidates(names, insteadOf: name))
  }
}
