import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitEditing
import OKitMigrations
import OKitModels
import OKitRemote
import OKitStorage

struct MigrateRollbackCommand: Command {
  static let configuration = CommandConfiguration(
    "rollback",
    abstract: "Undo migrations.",
    discussion: """
      Undoes the last apply, or with --to all applies after migration N; 0 undoes all of them. The data is restored \
      byte for byte from the backup made before the apply, together with the classes and kinds of the models in \
      okit.json; no key is needed. Swift definitions do not change, because they are source code. Changes made after \
      the migration are lost; okit lists them first. The replaced data is kept as a backup, before-rollback-TIME.

      okit runs okit/hooks/before-migrate and okit/hooks/after-migrate before and after the rollback, with JSON on \
      standard input: event, workspace, action (rollback), migrations, models and backup. If the first one fails, \
      nothing is rolled back.
      """,
    examples: [
      Example("okit migrate rollback", "undo the last apply"),
      Example("okit migrate rollback --dry-run", "show which changes would be lost"),
      Example("okit migrate rollback --to 1 --yes", "roll back to migration 0001 without asking"),
    ])

  @Option(
    .long, help: "Roll back to migration N; 0 rolls back all.", valueName: "n",
    completion: .workspace(.migrationNumbers))
  var to: Int?
  @Flag(.shortAndLong, help: "Do not ask.")
  var yes: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Read and check, but change nothing.")
  var dryRun: Bool
  @OptionGroup var hooks: HookOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    hooks.apply(to: workspace)
    _ = try workspace.requireConfiguration()
    try session.remoteModels(workspace).sending(nil) { _ in try run(MigrationRollback(workspace), session) }
  }

  private func run(_ rollback: MigrationRollback, _ session: Session) throws {
    let console = session.console
    let preview = try rollback.preview(to: to)
    if !console.json { showLostChanges(preview, console) }
    for warning in Self.warnings(preview.forms) { console.warn(warning) }
    if !dryRun { try session.confirm("Roll back \(Self.subject(of: preview))", isAgreed: yes) }
    let outcome = try rollback.run(to: to, expecting: preview)
    if console.json { return try console.writeJSON { write(outcome, preview, to: &$0) } }
    console.note(
      "\(dryRun ? "would restore" : "restored") \(count(outcome.models.count, "model")), \(count(outcome.files, "file"))"
    )
    if let backup = outcome.safetyBackup { console.noteKept(backup) }
  }

  /// Returns the object of the question. It includes the loss, because -q hides the notes.
  private static func subject(of preview: MigrationRollback.Preview) -> String {
    let names = preview.migrations.joined(separator: ", ")
    let subject = names.isEmpty ? "the last change to the definitions" : names
    return preview.lost.isEmpty ? subject : "\(subject) and lose the changes in \(count(preview.lost.count, "file"))"
  }

  /// Returns a warning for models that the rollback stores in another form.
  private static func warnings(_ forms: MigrationRollback.FormChanges) -> [String] {
    func names(_ models: [ModelName]) -> String { models.map(\.description).joined(separator: ", ") }
    let warnings = [
      (forms.plain, "as plain text; run 'okit encrypt' to encrypt it again"),
      (forms.encrypted, "encrypted"),
      (forms.otherKeys, "encrypted to other keys; run 'okit rekey' to re-encrypt it to the current ones"),
    ]
    return warnings.filter { !$0.0.isEmpty }.map { models, form in "the rollback stores \(names(models)) \(form)" }
  }

  /// Lists the changes that would be lost, by model, or by file for attachments.
  private func showLostChanges(_ preview: MigrationRollback.Preview, _ console: Console) {
    guard !preview.lost.isEmpty else {
      return console.note("no changes were made after the migration; the rollback loses nothing")
    }
    console.note("the rollback loses these changes:")
    var subjects: [String] = []
    var counts: [String: [LostChange.Kind: Int]] = [:]
    for change in preview.lost {
      let subject = change.model?.description ?? change.path.text
      if counts[subject] == nil { subjects.append(subject) }
      counts[subject, default: [:]][change.kind, default: 0] += 1
    }
    for subject in subjects {
      let parts = LostChange.Kind.allCases.compactMap { kind in
        counts[subject]?[kind].map { "\(count($0, "file")) \(kind.rawValue)" }
      }
      console.note("  \(subject): \(parts.joined(separator: ", "))")
    }
  }

  private func write(
    _ outcome: MigrationRollback.Outcome, _ preview: MigrationRollback.Preview, to writer: inout JSONWriter
  ) {
    writer.array("migrations", of: outcome.migrations)
    writer.member("from", outcome.from)
    writer.member("to", outcome.to)
    writer.array("lost") { writer in
      for change in preview.lost {
        writer.object { writer in
          writer.member("change", change.kind.rawValue)
          writer.member("model", change.model?.description)
          writer.member("path", change.path)
        }
      }
    }
    writer.object("forms") { writer in
      let forms = preview.forms
      for (key, names) in [("plain", forms.plain), ("encrypted", forms.encrypted), ("otherKeys", forms.otherKeys)] {
        writer.array(key, of: names.map(\.description))
      }
    }
    writer.array("models", of: outcome.models.map(\.description))
    writer.member("files", outcome.files)
    writer.member("backup", outcome.backup)
    writer.member("kept", outcome.safetyBackup)
    writer.member("dryRun", dryRun)
  }
}
