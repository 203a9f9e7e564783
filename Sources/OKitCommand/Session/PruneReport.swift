import CommandKit
import JSONDocument
import OKitBackups
import OKitData
import OKitModels
import OKitStorage

/// Prunes the backups of a workspace, and reports the reasons.
struct PruneReport {
  private let session: Session
  private let dryRun: Bool

  init(_ session: Session, dryRun: Bool) {
    self.session = session
    self.dryRun = dryRun
  }

  /// Prunes, and writes a table of all backups.
  func prune(_ places: BackupPlaces, of workspace: Workspace?, _ rules: RetentionRules, countsOnlyVerified: Bool) throws
  {
    let console = session.console
    var decisions: [BackupPruning.Decision] = []
    var removed: [String] = []
    let result = Result { () throws(any Error) in
      _ = try BackupPruning(places, observer: session.observer).run(
        freesSpace: true,
        {
          try request(workspace, rules, countsOnlyVerified: countsOnlyVerified)
        }
      ) {
        decisions = $0
      } removed: {
        removed.append($0.name)
      }
    }
    // The table and the removed backups are reported even if a removal failed.
    if console.json {
      if !decisions.isEmpty || (try? result.get()) != nil { try writeJSON(decisions, removed) }
      return try result.get()
    }
    if decisions.isEmpty {
      try result.get()
      return console.note("no backups")
    }
    var table = TextTable([
      .init("NAME", cutting: .never), .init("CREATED", cutting: .early), .init("KEPT BY", cutting: .late),
    ])
    for decision in decisions {
      table.add([
        decision.backup.name, decision.created.map { time($0, session) } ?? "-",
        decision.isRemoved ? "remove" : decision.reasons.joined(separator: ", "),
      ])
    }
    try table.write(to: console)
    note(removed: dryRun ? decisions.count(where: \.isRemoved) : removed.count, of: decisions.count)
    try result.get()
  }

  /// Prunes after a backup was made. Returns the names of the removed backups.
  func removeOutdated(
    _ places: BackupPlaces, of workspace: Workspace, _ rules: RetentionRules, after made: BackupCreation.Outcome
  ) throws -> [String] {
    var removed: [String] = []
    var total = 0
    defer { if total > 0 { note(removed: removed.count, of: total) } }
    let decisions = try BackupPruning(places, observer: session.observer).run({
      var request = try request(workspace, rules)
      request.justMade = (made.name, made.created)
      return request
    }) {
      total = $0.count
    } removed: {
      removed.append($0.name)
    }
    if dryRun { removed = decisions.filter(\.isRemoved).map(\.backup.name) }
    return removed
  }

  private func request(
    _ workspace: Workspace?, _ rules: RetentionRules, countsOnlyVerified: Bool = false
  ) throws -> BackupPruning.Request {
    let needed = try workspace?.backupsNeededForRollback()
    var request = BackupPruning.Request(rules, neededForRollback: needed) {
      // The local time is that of a date in data, which counts from 2001.
      LocalTime.offset(Double($0) - 978_307_200)
    }
    request.countsOnlyVerified = countsOnlyVerified
    return request
  }

  private func writeJSON(_ decisions: [BackupPruning.Decision], _ removed: [String]) throws {
    try session.console.writeJSON { writer in
      writer.array("backups") { writer in
        for decision in decisions {
          writer.object { writer in
            writer.member("name", decision.backup.name)
            writer.member("format", decision.backup.formatName)
            writer.member("path", decision.backup.source.path)
            writer.member("created", decision.created.map(Timestamp.internet))
            writer.array("keptBy", of: decision.reasons)
          }
        }
      }
      writer.array("removed", of: dryRun ? decisions.filter(\.isRemoved).map(\.backup.name) : removed)
      writer.member("dryRun", dryRun)
    }
  }

  private func note(removed: Int, of total: Int) {
    session.console.note(
      "\(count(removed, "backup")) \(dryRun ? "would be removed" : "removed"), \(total - removed) kept")
  }
}
