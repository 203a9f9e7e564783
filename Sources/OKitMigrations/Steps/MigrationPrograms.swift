import JSONDocument
import OKitModels
import OKitStorage

/// The programs of `run` steps, and their outputs. A program runs once for each input.
package final class MigrationPrograms {
  /// Thrown if a program has to run first, without a lock.
  struct NeedsProgram: Error {
    fileprivate let name: String
    fileprivate let request: ProgramRequest
  }

  /// The maximum output of a program, unless four times its input is more.
  static let outputLimit = 64 << 20

  /// The treatment of a step that needs a program.
  enum Mode {
    /// No program runs, and the output is unknown: the migration is only planned.
    case plan
    /// The program runs.
    case run(any ProgramRunner)
    /// The workspace was opened without programs, so the migration fails.
    case refuse
  }

  private let workspace: Workspace
  private let mode: Mode
  private var outputs: [ProgramRequest: [UInt8]] = [:]

  init(_ workspace: Workspace, _ mode: Mode) {
    self.workspace = workspace
    self.mode = mode
  }

  /// Throws an error of kind `configuration` if there is no such program, or okit may not run it.
  func require(_ name: String) throws { _ = try program(name) }

  /// Returns the output of a program for an input; nil for a plan.
  ///
  /// Throws ``NeedsProgram``, errors of kind `configuration` if there is no such program or okit may not run it, and of kind `unsupported` if the
  /// workspace was opened without programs.
  func output(of name: String, input: [UInt8], for model: ModelName) throws -> [UInt8]? {
    let program = try program(name)
    switch mode {
    case .plan: return nil
    case .refuse:
      throw OKitError(
        .unsupported,
        "the migration runs the program \(PathComponent.printable(program.path.text)), which only the command does",
        remedy: .words("run 'okit migrate apply'"))
    case .run: break
    }
    let request = ProgramRequest(
      executable: program.executable, input: input,
      variables: ["OKIT_ROOT": workspace.root.text, "OKIT_MODEL": model.description],
      outputLimit: max(Self.outputLimit, input.count * 4))
    guard let known = outputs[request] else { throw NeedsProgram(name: name, request: request) }
    return known
  }

  /// Runs a needed program and keeps its output. Call this without a lock.
  ///
  /// Throws errors of kind `configuration` if it cannot be started, and `malformed` if it fails.
  func run(_ needed: NeedsProgram) throws {
    guard case .run(let runner) = mode else { preconditionFailure("only a run needs a program") }
    let program = try program(needed.name)
    let path = PathComponent.printable(program.path.text)
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
