package import JSONDocument
import OKitStorage

/// A program that runs at an event.
struct Hook {
  let event: HookEvent
  private let program: WorkspaceProgram
  private let workspace: Workspace
  private let runner: any ProgramRunner

  /// The hook for `event`; nil where there is none, and where none is to run.
  ///
  /// Throws an error of kind `configuration` where it may not be run.
  init?(_ event: HookEvent, in workspace: Workspace) throws {
    guard let runner = try workspace.programRunner(),
      let program = try WorkspaceProgram(event.rawValue, .hook, in: workspace)
    else { return nil }
    self.event = event
    self.program = program
    self.workspace = workspace
    self.runner = runner
  }

  /// Runs it with the `members` that tell of the event; no lock may be held. Returns what went wrong, in words that name it; nil where nothing did.
  ///
  /// Throws an error of kind `configuration` if it may not be run any more.
  func run(_ members: (inout JSONWriter) throws -> Void) throws -> String? {
    var writer = JSONWriter()
    try writer.object { writer in
      writer.member("event", event.rawValue)
      writer.member("workspace", workspace.root)
      try members(&writer)
    }
    let request = ProgramRequest(
      executable: program.executable, input: writer.bytes,
      variables: ["OKIT_ROOT": workspace.root, "OKIT_HOOK": event.rawValue], outputLimit: nil,
      timeLimit: workspace.configuration?.hooks.timeout)
    do {
      return try program.run(request, with: runner).ending.fault.map { "the hook \(event.rawValue) \($0)" }
    } catch let error as SystemError {
      return "the hook \(event.rawValue) did not run: \(error)"
    }
  }

  /// Runs it after something was done, which a failure does not undo: it is a warning, also if the hook may not be run any more.
  func runAfter(_ members: (inout JSONWriter) throws -> Void) throws {
    do {
      if let fault = try run(members) { workspace.observer.warned(fault) }
    } catch let error as OKitError where error.kind == .configuration {
      workspace.observer.warned(error.message)
    }
  }
}

/// The hooks before and after a step, looked for and checked before it begins.
package struct StepHooks {
  private let before: Hook?
  private let after: Hook?

  /// Whether there are none, so that nothing has to be known of the step.
  package var isEmpty: Bool { before == nil && after == nil }

  /// Throws an error of kind `configuration` where one of them may not be run.
  package init(_ workspace: Workspace, before: HookEvent, after: HookEvent) throws {
    self.before = try Hook(before, in: workspace)
    self.after = try Hook(after, in: workspace)
  }

  /// Throws an error of kind `busy` where the hook fails, so that the step is not taken.
  package func runBefore(_ members: (inout JSONWriter) throws -> Void) throws {
    guard let fault = try before?.run(members) else { return }
    throw OKitError(.busy, "\(fault); nothing was changed")
  }

  /// A hook that fails is a warning.
  package func runAfter(_ members: (inout JSONWriter) throws -> Void) throws { try after?.runAfter(members) }
}
