import JSONDocument
package import OKitModels
import OKitStorage

/// Migrates the data of a workspace to its definitions.
package struct Migration {
  package struct Outcome: Equatable, Sendable {
    package let plan: MigrationPlan
    /// The backup of the previous data; nil if the data did not change.
    package let backup: String?
  }

  /// Bounds the retries if the data keeps changing while programs run.
  private static let maximumRounds = 8

  private let workspace: Workspace
  private let answers: MigrationAnswers
  private let last: Int?

  /// Creates a migration with answers to questions that the definitions leave open. With `last`, it ends at the migration with that number.
  package init(
    _ workspace: Workspace, answers: MigrationAnswers = MigrationAnswers(), upTo last: Int? = nil
  ) {
    self.workspace = workspace
    self.answers = answers
    self.last = last
  }

  /// Returns the changes, with counts from the data. Runs no program, so changes by programs are missing.
  ///
  /// Throws errors of kind `configuration` (definitions, migrations or records that cannot be read or contradict each other, or impossible steps),
  /// `malformed` (data that a step does not allow, or that does not fit afterwards), `notFound` (no such migration), `locked` and `busy`.
  package func plan() throws -> MigrationPlan {
    try workspace.prepareKeys()
    return try workspace.storage.reading {
      try plan(MigrationPrograms(workspace, .plan), ReplayableValues())
    }
  }

  private func plan(_ programs: MigrationPrograms, _ values: ReplayableValues) throws -> MigrationPlan {
    let scope = try scope()
    return MigrationPlan(migrations: scope.pendingMigrations, models: try run(scope, programs, values).run(in: nil))
  }

  /// Keeps a backup `before-migrate-TIME`, changes the data, and records the migration, all or nothing.
  ///
  /// Throws the errors of ``plan()``, and errors of kind `configuration` if there is a decision to make, and of kind `unsupported` if a migration runs
  /// a program although the workspace was opened without programs. In a dry run, it changes nothing and runs no program.
  package func apply() throws -> Outcome {
    if workspace.isDryRun {
      let plan = try plan()
      if let decision = plan.decisions.first { throw decision.error }
      return Outcome(plan: plan, backup: nil)
    }
    let pending = try workspace.storage.reading { try self.scope() }
    guard !pending.isEmpty else {
      return Outcome(plan: MigrationPlan(migrations: [], models: []), backup: nil)
    }
    try workspace.prepareKeys()
    let hooks = try StepHooks(workspace, before: .beforeMigrate, after: .afterMigrate)
    let programCount = pending.pendingFiles.reduce(0) { $0 + $1.programCount } * pending.models.count
    let runsPrograms = programCount > 0
    if runsPrograms || !hooks.isEmpty {
      // No program or hook runs before all decisions are made.
      if let decision = try plan().decisions.first { throw decision.error }
    }
    try hooks.runBefore { $0.writeHookInput(action: "apply", migrations: pending.pendingMigrations) }
    let programs = MigrationPrograms(workspace, workspace.programs.runner.map(MigrationPrograms.Mode.run) ?? .refuse)
    let values = ReplayableValues()
    for _ in 0..<Self.maximumRounds {
      if runsPrograms { try runPrograms(programs, atMost: programCount + Self.maximumRounds, values) }
      do {
        // The need for an identity may be discovered only while applying: this may be the first model to become encrypted.
        let (outcome, encrypted) = try workspace.keyring.asking {
          values.rewind()
          return try workspace.writingAndRunningHooks {
            try apply(scope(), programs, values)
          }
        }
        try hooks.runAfter {
          $0.writeHookInput(action: "apply", migrations: outcome.plan.migrations)
          $0.member("backup", outcome.backup)
        }
        try workspace.safetyBackups.warnOfPlainCopies(of: encrypted, in: workspace)
        return outcome
      } catch is MigrationPrograms.NeedsProgram {
        // The data changed while the programs ran, so they have to run again.
        values.rewind()
      }
    }
    throw Self.dataKeepsChanging
  }

  /// Runs the programs without a lock, and again if the output of another one changes their input.
  private func runPrograms(_ programs: MigrationPrograms, atMost count: Int, _ values: ReplayableValues) throws {
    for _ in 0..<count {
      values.rewind()
      do {
        _ = try workspace.storage.reading { try plan(programs, values) }
        values.rewind()
        return
      } catch let needed as MigrationPrograms.NeedsProgram {
        try programs.run(needed)
      }
    }
    throw Self.dataKeepsChanging
  }

  private static var dataKeepsChanging: OKitError {
    OKitError(.busy, "another program keeps changing the data while the programs of the migrations run")
  }

  private func scope() throws -> MigrationScope {
    let scope = try MigrationScope(workspace, answers: answers, to: last)
    try scope.requireKnown(answers)
    try scope.requireInOrder()
    try scope.requireNotNewer(in: workspace)
    return scope
  }

  private func run(_ scope: MigrationScope, _ programs: MigrationPrograms, _ values: ReplayableValues) -> MigrationRun {
    MigrationRun(
      workspace, scope, answers: answers, endsEarly: last != nil, programs: programs,
      values: values)
  }

  private func apply(
    _ scope: MigrationScope, _ programs: MigrationPrograms, _ values: ReplayableValues
  ) throws -> (Outcome, encrypted: [ModelName]) {
    try workspace.changing("migrate apply", as: .backedUp) { transaction in
      let run = run(scope, programs, values)
      let plan = MigrationPlan(migrations: scope.pendingMigrations, models: try run.run(in: transaction))
      if let decision = plan.decisions.first { throw decision.error }
      try run.configuration.stage(in: transaction)
      run.applied.stage(in: transaction, of: workspace)
      // New records alone need no backup.
      guard !plan.migrations.isEmpty || plan.models.contains(where: { !$0.isUnrecorded }) else {
        return (Outcome(plan: plan, backup: nil), [])
      }
      let safetyBackup = try workspace.safetyBackups.makeSafetyBackup(before: "migrate", in: workspace)
      transaction.keep(staged: safetyBackup.staged, backup: safetyBackup.name)
      try MigrationHistory.append(
        apply: MigrationApply(plan, from: scope.first, to: scope.last, backup: safetyBackup.name), in: transaction,
        of: workspace)
      return (Outcome(plan: plan, backup: safetyBackup.name), run.encrypted)
    }
  }
}

extension MigrationApply {
  fileprivate init(_ plan: MigrationPlan, from: Int, to: Int, backup: String) {
    self.init(
      migrations: plan.migrations, models: plan.models.map { Model(name: $0.newName, changes: $0.changes) }, from: from,
      to: to, backup: backup)
  }
}
