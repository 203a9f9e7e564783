import CommandKit
import JSONDocument
import OKitEditing
import OKitModels
import OKitStorage

/// Reports the changes of an import of rows.
struct RowImportReport {
  let result: RowImportResult
  let outcome: EditOutcome
  let isDryRun: Bool

  func write(to console: Console) throws {
    if console.json {
      try writeJSON(to: console)
    } else if isDryRun {
      try writeTable(to: console)
    }
    console.note(summary)
    if !isDryRun { for path in outcome.removedFiles { console.verbose("  \(path.text)") } }
  }

  private var summary: String {
    let counts = [("added", result.added), ("changed", result.changed), ("removed", result.removed)].filter { $1 > 0 }
    if counts.isEmpty { return "nothing to change, \(result.unchanged) unchanged" }
    var text = (isDryRun ? "would have " : "") + counts.map { "\($0) \($1)" }.joined(separator: ", ")
    if !outcome.removedFiles.isEmpty { text += " with \(count(outcome.removedFiles.count, "file"))" }
    if !outcome.synchronized.isEmpty { text += " and \(count(outcome.synchronized.count, "value")) of stand-ins" }
    text += ", \(result.unchanged) unchanged"
    if isDryRun, outcome.removedEntities > LargeRemoval.limit {
      text += ", removing \(outcome.removedEntities) entities after a backup of the current data"
    }
    return text
  }

  private func writeTable(to console: Console) throws {
    if result.changes.isEmpty { return }
    var table = TextTable([
      .init("LINE", .right, cutting: .never), .init("CHANGE", cutting: .never), .init("KEY"), .init("COLUMN"),
      .init("OLD", cutting: .early), .init("NEW", cutting: .early),
    ])
    for change in result.changes {
      table.add([
        change.line.map { "\($0)" } ?? "", change.action.rawValue, change.key, change.column ?? "", change.oldText,
        change.newText,
      ])
    }
    try table.write(to: console)
  }

  private func writeJSON(to console: Console) throws {
    try console.writeJSON { writer in
      writer.member("added", result.added)
      writer.member("changed", result.changed)
      writer.member("removed", result.removed)
      writer.member("unchanged", result.unchanged)
      writer.array("changes") { writer in
        for change in result.changes {
          writer.object { writer in
            writer.member("action", change.action.rawValue)
            writer.member("line", change.line)
            writer.member("key", change.key)
            writer.member("id", change.id)
            writer.member("column", change.column)
            writer.member("old", change.old)
            writer.member("new", change.new)
          }
        }
      }
      writer.array("synced", ofEdits: outcome.synchronized)
      writer.array("removedFiles", of: outcome.removedFiles)
      writer.member("removedEntities", outcome.removedEntities)
      writer.member("kept", outcome.backup)
      writer.member("dryRun", isDryRun)
    }
  }
}
