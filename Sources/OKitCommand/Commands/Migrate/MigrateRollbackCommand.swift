import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitEditing
import OKitMigrations
import OKitModels
import OKitStorage

struct MigrateRollbackCommand: Command {
  static let configuration = CommandConfiguration(
    "rollback",
    abstract: "Bring data back to what they were before migrations.",
    discussion: """
      Undoes the last apply, or with --to all of them back to where migration N was the last one applied; 0 is before all. The data become \
      what they were, byte for byte, from the backup that was made then, with the classes and kinds of the models in okit.json; no key is \
      needed. Swift definitions stay: they are source code. What changed in the data since they were migrated is lost, so that it is told \
      first. What was there is kept as a backup of its own, before-rollback-TIME.

      The programs okit/hooks/before-migrate and okit/hooks/after-migrate run before and after it, with JSON on standard input: event, \
      workspace, action (rollback), migrations, models and backup. When the first one fails nothing is rolled back.
      """,
    examples: [
      Example("okit migrate rollback", "undo the last apply, after a question"),
      Example("okit migrate rollback --dry-run", "what would be lost"),
      Example("okit migrate rollback --to 1 --yes", "back to the migration 0001, without asking"),
    ])

  @Option(
    .long, help: "Go back to where migration N was the last one applied; 0 is before all.", valueName: "n",
    completion: .workspace(.migrationNumbers))
  var to: Int?
  @Flag(.shortAndLong, help: "Do not ask.")
  var yes: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Read and check, but change nothing.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys)
    _ = try workspace.requireConfiguration()
    let rollback = MigrationRollback(workspace)
    let preview = try rollback.preview(to: to)
    if !console.json { tell(preview, console) }
    for warning in Self.warnings(preview.forms) { console.warn(warning) }
    if !dryRun { try session.confirm("Rolling back \(Self.what(preview))", isAgreed: yes) }
    let outcome = try rollback.run(to: to, expecting: preview, dryRun: dryRun)
    if console.json { return try console.writeJSON { write(outcome, preview, to: &$0) } }
    console.note(
      "\(count(outcome.models.count, "model")), \(count(outcome.files, "file"))\(dryRun ? " would be brought back" : " brought back")"
    )
    if let kept = outcome.kept { console.noteKept(kept) }
  }

  /// What is asked, which has to say it all where -q leaves out the rest.
  private static func what(_ preview: MigrationRollback.Preview) -> String {
    let names = preview.migrations.joined(separator: ", ")
    let what = names.isEmpty ? "the last change of definitions" : names
    return preview.lost.isEmpty ? what : "\(what) and losing changes of \(count(preview.lost.count, "file"))"
  }

  /// What to know of models that come back stored in another way.
  private static func warnings(_ forms: MigrationRollback.FormChanges) -> [String] {
    func names(_ models: [ModelName]) -> String { models.map(\.description).joined(separator: ", ") }
    let warnings = [
      (forms.plain, "encrypted now, and in plain text after the rollback; 'okit encrypt' stores it encrypted again"),
      (forms.encrypted, "in plain text now, and encrypted after the rollback"),
      (forms.otherKeys, "encrypted to other keys after the rollback than now; 'okit rekey' stores it for those of now"),
    ]
    return warnings.filter { !$0.0.isEmpty }.map { models, what in "\(names(models)): \(what)" }
  }

  /// Says what would be lost, model by model; attachments by their files.
  private func tell(_ preview: MigrationRollback.Preview, _ console: Console) {
    guard !preview.lost.isEmpty else {
      return console.note("nothing was changed since, so that nothing is lost")
    }
    console.note("changed since, and lost by the rollback:")
    var subjects: [String] = []
    var counts: [String: [LostChange.Kind: Int]] = [:]
    for change in preview.lost {
      let subject = change.model?.description ?? change.path
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
    writer.member("kept", outcome.kept)
    writer.member("dryRun", dryRun)
  }
}
