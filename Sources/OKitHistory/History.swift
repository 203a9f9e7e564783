package import OKitModels
import OKitStorage

/// The history of a workspace: the latest changes, which can be undone.
package struct History {
  /// The workspace.
  let workspace: Workspace

  /// The history of `workspace`.
  package init(_ workspace: Workspace) { self.workspace = workspace }

  /// Returns the steps, the newest first. Warns of damaged records.
  ///
  /// Throws an error of kind `inputOutput` if the history belongs to another user, and those of taking the lock.
  package func steps() throws -> [HistoryStep] {
    try workspace.storage.reading {
      let records = try HistoryRecords(of: workspace) { error in
        workspace.observer.warned("a step of the history is damaged: \(error.message)")
      }
      return records.all.reversed().map { HistoryStep($0, in: records) }
    }
  }
}

extension History {
  /// Returns the numbers of the steps after which another program changed one of their files, before the next step or until now.
  package func stepsFollowedByOthers() throws -> Set<Int> {
    try workspace.storage.reading {
      var numbers: Set<Int> = []
      var later: [WorkspacePath: Journal.Fingerprint?] = [:]
      for record in try HistoryRecords(of: workspace).all.reversed() {
        for (path, entry) in record.entries {
          let after = try later[path] ?? Journal.Fingerprint.of(workspace.storage.absolute(path))
          if after != entry.new { numbers.insert(record.number) }
          later.updateValue(entry.old, forKey: path)
        }
      }
      return numbers
    }
  }
}

extension HistoryStep {
  fileprivate init(_ record: HistoryRecords.Record, in records: HistoryRecords) {
    number = record.number
    time = record.step.time
    command = record.journal.command
    size = record.header.size
    let paths = record.entries.map(\.path)
    documents = paths.count(where: \.isDocument)
    let inData = paths.count { DataPath($0) != nil }
    attachments = inData - documents
    others = paths.count - inData
    reversed = record.step.kind.reversed.sorted()
    state = State(record, in: records)
  }
}

extension HistoryStep.State {
  init(_ record: HistoryRecords.Record, in records: HistoryRecords) {
    if record.isReversed {
      self = .reversed
      return
    }
    switch record.step.kind {
    case .undo, .redo: self = .reversal
    case .keys: self = .keys
    case .backedUp: self = HistoryRecords.backup(of: record).map(Self.backup) ?? .keys
    case .edit: self = record.entries.allSatisfy { records.isRestorable($0.entry) } ? .undoable : .lost
    }
  }
}
