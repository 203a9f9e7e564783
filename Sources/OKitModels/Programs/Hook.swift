package import JSONDocument
package import OKitStorage

/// A program that runs at an event.
struct Hook {
  let event: HookEvent
  private let program: WorkspaceProgram
  private let workspace: Workspace
  private let runner: any ProgramRunner

  /// The hook for `event`; nil if there is none, or if hooks are not run.
  ///
  /// Throws an error of kind `configuration` if the program is not allowed to run.
  init?(_ event: HookEvent, in workspace: Workspace) throws {
    guard let runner = try workspace.hookRunner(),
      let program = try WorkspaceProgram(event.rawValue, .hook, in: workspace)
    else { return nil }
    self.event = event
    self.program = program
    self.workspace = workspace
    self.runner = runner
  }

  /// Runs the hook with `members`, which describe the event. No lock may be held. Returns a message that names the hook if it failed; nil if it
  /// succeeded.
  ///
  /// Throws an error of kind `configuration` if the program is no longer allowed to run.
  func run(_ members: (inout JSONWriter) throws -> Void) throws -> String? {
    try outcome(outputLimit: nil, members).fault
  }

  /// The maximum size in bytes of what a hook can print about its refusal.
  private static let messageLimit = 64 << 10

  /// Runs the hook, which approves an operation by exiting with 0. Throws an error of kind `busy` if it fails, with the first line of its output.
  func requireApproval(_ members: (inout JSONWriter) throws -> Void) throws {
    let (fault, output, hasDecided) = try outcome(outputLimit: Self.messageLimit, members)
    guard let fault else { return }
    guard hasDecided else { throw OKitError(.busy, "\(fault); nothing was changed") }
    let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }) else {
      throw OKitError(.busy, "\(fault); nothing was changed", isRefusal: true)
    }
    throw OKitError(.busy, "the hook \(event.rawValue) refused the change: \(line)", isRefusal: true)
  }

  private func outcome(
    outputLimit: Int?, _ members: (inout JSONWriter) throws -> Void
  ) throws -> (fault: String?, output: [UInt8], hasDecided: Bool) {
    var writer = JSONWriter()
    try writer.object { writer in
      writer.member("event", event.rawValue)
      writer.member("workspace", workspace.root.text)
      try members(&writer)
    }
    let request = ProgramRequest(
      executable: program.executable, input: writer.bytes,
      variables: ["OKIT_ROOT": workspace.root.text, "OKIT_HOOK": event.rawValue], outputLimit: outputLimit,
      timeLimit: workspace.configuration?.hooks.timeout)
    do {
      let outcome = try program.run(request, with: runner)
      let hasDecided = if case .status = outcome.ending { true } else { false }
      return (outcome.ending.fault.map { "the hook \(event.rawValue) \($0)" }, outcome.output, hasDecided)
    } catch let error as SystemError {
      return ("the hook \(event.rawValue) did not run: \(error)", [], false)
    }
  }

  /// Runs the hook after an operation, which a failure does not undo. A failure is a warning, even if the program is no longer allowed to run.
  func runAfter(_ members: (inout JSONWriter) throws -> Void) throws {
    do {
      if let fault = try run(members) { workspace.observer.warned(fault) }
    } catch let error as OKitError where error.kind == .configuration {
      workspace.observer.warned(error.message)
    }
  }
}

/// The hooks before and after an operation. They are found and checked before it begins.
package struct StepHooks {
  private let before: Hook?
  private let after: Hook?

  /// True if there are no hooks.
  package var isEmpty: Bool { before == nil && after == nil }

  /// Finds the hooks. Throws an error of kind `configuration` if one of them is not allowed to run.
  package init(_ workspace: Workspace, before: HookEvent, after: HookEvent) throws {
    self.before = try Hook(before, in: workspace)
    self.after = try Hook(after, in: workspace)
  }

  /// Runs the hook before the operation. Throws an error of kind `busy` if it fails, so that the operation does not begin.
  package func runBefore(_ members: (inout JSONWriter) throws -> Void) throws {
    guard let fault = try before?.run(members) else { return }
    throw OKitError(.busy, "\(fault); nothing was changed")
  }

  /// Runs the hook after the operation. A failure is a warning.
  package func runAfter(_ members: (inout JSONWriter) throws -> Void) throws { try after?.runAfter(members) }
}

extension JSONWriter {
  /// Writes the members that describe a backup or a restore to its hooks.
  package mutating func writeHookInput(name: String, file: FilePath?, models: [ModelName]) {
    member("name", name)
    member("file", file?.text)
    array("models", of: models.map(\.description))
  }

  /// Writes the members that describe a migration or a rollback to its hooks.
  package mutating func writeHookInput(action: String, migrations: [String]) {
    member("action", action)
    array("migrations", of: migrations)
  }
}

/// The events that run hooks. The programs in `okit/hooks` have these names.
package enum HookEvent: String, CaseIterable, Sendable {
  /// A backup is about to be made.
  case beforeBackup = "before-backup"
  /// A backup was made.
  case afterBackup = "after-backup"
  /// A backup was checked and is about to be restored.
  case beforeRestore = "before-restore"
  /// A backup was restored.
  case afterRestore = "after-restore"
  /// Data is about to be migrated to new definitions.
  case beforeMigrate = "before-migrate"
  /// Data was migrated to new definitions.
  case afterMigrate = "after-migrate"
  /// Entities and values are about to be edited.
  case beforeChange = "before-change"
  /// Entities were added.
  case managed
  /// Entities were removed.
  case unmanaged
  /// Entities changed.
  case changed
}
