import JSONDocument
import OKitModels
package import OKitStorage

/// The steps that an undo or redo reverses, and the files that it restores.
package struct UndoPlan {
  /// The former content of a file.
  enum Source {
    /// There was no file.
    case absent
    /// The content with this sum is kept under this name. `documents` are the models and partials that the same step changed.
    case kept(String, Journal.Fingerprint, documents: [Document])
  }

  /// A model or partial that a step changed.
  struct Document {
    let path: WorkspacePath
    /// The name of its former content; nil if it is not kept.
    let kept: String?
  }

  /// A step that is undone or redone.
  package struct Reversed {
    /// The number.
    package let number: Int
    /// The command that made the change; nil if its record is gone.
    package let command: String?

    init(_ number: Int, in records: HistoryRecords) {
      self.number = number
      command = records.record(number)?.journal.command
    }
  }

  /// The numbers of the steps to reverse, the newest first.
  package let steps: [Int]
  /// The changes that are undone or made again. A redo reverses an undo, and so makes the changes again that this undid.
  package let changes: [Reversed]
  /// The paths of the files that change, sorted.
  package var paths: [WorkspacePath] { sources.keys.sorted() }
  let sources: [WorkspacePath: Source]
  /// The files that there are now, as they were compared with the records.
  let present: [WorkspacePath: FileSnapshot]
  /// The former record of applied definitions; nil if it did not change.
  let appliedDefinitions: Source?
  /// For each file, the names of the former contents that the steps keep, the newest first.
  let versions: [WorkspacePath: [String]]
  /// True for a redo.
  let isRedo: Bool
  /// True if another program changed `okit.json` since. Only the entries of restored models change in it then.
  let hasForeignSettings: Bool
}

extension UndoPlan {
  /// Plans to undo the newest step that is in effect, or all steps after `number`.
  static func undo(to number: Int?, in records: HistoryRecords, _ workspace: Workspace) throws -> UndoPlan {
    if let number {
      // The oldest steps may be gone.
      guard number == 0 || records.all.contains(where: { $0.number == number || $0.number - 1 == number }) else {
        throw OKitError(.notFound, "no step \(number) in the history", remedy: .words("'okit log' lists the steps"))
      }
      let cancelled = cancelled(after: number, in: records)
      let later = records.all.reversed().filter {
        $0.number > number && !cancelled.contains($0.number) && !changesNoValues($0, in: records)
      }
      guard !later.isEmpty else { throw nothing(to: "undo") }
      return try UndoPlan(reversing: later, isRedo: false, in: records, workspace)
    }
    let newest = records.all.last { record in
      switch record.step.kind {
      case .undo, .redo: false
      case .edit, .keys, .backedUp: !record.isReversed
      }
    }
    guard let newest else { throw nothing(to: "undo") }
    if changesNoValues(newest, in: records) {
      throw OKitError(
        .usage,
        "step \(newest.number) (\(newest.journal.command)) changed no values, so there is nothing to undo in it",
        remedy: .words("'okit undo --to N' undoes the steps after N and leaves keys and ciphers as they are"))
    }
    return try UndoPlan(reversing: [newest], isRedo: false, in: records, workspace)
  }

  /// Plans to redo the newest undo.
  static func redo(in records: HistoryRecords, _ workspace: Workspace) throws -> UndoPlan {
    for record in records.all.reversed() where !record.isReversed {
      switch record.step.kind {
      case .undo: return try UndoPlan(reversing: [record], isRedo: true, in: records, workspace)
      case .redo, .keys: continue
      case .edit, .backedUp: throw nothing(to: "redo")
      }
    }
    throw nothing(to: "redo")
  }

  private static func nothing(to verb: String) -> OKitError { OKitError(.notFound, "there is nothing to \(verb)") }

  /// Returns the steps after `number` that together change nothing: effective undos and redos, with what they reversed.
  private static func cancelled(after number: Int, in records: HistoryRecords) -> Set<Int> {
    var cancelled: Set<Int> = []
    for record in records.all.reversed() where record.number > number && !cancelled.contains(record.number) {
      let reversed = record.step.kind.reversed
      guard !reversed.isEmpty, reversed.allSatisfy({ $0 > number && $0 < record.number }) else { continue }
      cancelled.insert(record.number)
      cancelled.formUnion(reversed)
    }
    return cancelled
  }

  /// True if the step changed no values.
  private static func changesNoValues(_ record: HistoryRecords.Record, in records: HistoryRecords) -> Bool {
    switch record.step.kind {
    case .keys: true
    case .backedUp: HistoryRecords.backup(of: record) == nil
    case .edit, .undo, .redo: false
    }
  }

  /// Plans to reverse `records`, the newest first.
  private init(
    reversing reversed: [HistoryRecords.Record], isRedo: Bool, in records: HistoryRecords, _ workspace: Workspace
  ) throws {
    var content = records.latest.mapValues(\.number)
    var sources: [WorkspacePath: Source] = [:]
    var versions: [WorkspacePath: [String]] = [:]
    var appliedDefinitions: Source?
    if let damaged = records.damaged.last, damaged > reversed.last?.number ?? 0 {
      throw OKitError(
        .malformed,
        "the record of step \(damaged) is damaged, so the changes before it cannot be \(isRedo ? "redone" : "undone")")
    }
    for record in reversed {
      try Self.requireReversible(record, in: records, isRedo: isRedo)
      let documents = record.entries.filter(\.path.isDocument)
        .map { Document(path: $0.path, kept: $0.entry.kept?.name) }
      if let entry = record.appliedDefinitions, records.isRestorable(entry) {
        appliedDefinitions = Self.source(of: entry, [])
      }
      for (path, entry) in record.entries {
        // The settings of okit.json are merged, which may leave it as it is.
        guard content[path] == record.after[path] || path == WorkspaceLayout.configuration else {
          throw Self.changed(path, since: record, isRedo: isRedo, workspace)
        }
        content[path] = record.before[path]
        if let name = entry.kept?.name { versions[path, default: []].append(name) }
        sources[path] = Self.source(of: entry, documents)
      }
    }
    var present: [WorkspacePath: FileSnapshot] = [:]
    var hasForeignSettings = false
    for path in sources.keys.sorted() {
      let file = try workspace.storage.openIfPresent(workspace.storage.absolute(path))
      let now = try file.map { try Journal.Fingerprint.of($0) { _ in try workspace.observer.advanced(byBytes: 0) } }
      if now != records.latest[path]?.sum, path == WorkspaceLayout.configuration { hasForeignSettings = true }
      guard now == records.latest[path]?.sum || path == WorkspaceLayout.configuration else {
        let record = records.all.last { $0.after[path] != nil } ?? reversed[0]
        throw Self.changed(path, since: record, isRedo: isRedo, workspace)
      }
      // The replacement requires exactly this version.
      present[path] = file?.snapshot
    }
    self.sources = sources
    self.versions = versions
    self.present = present
    self.appliedDefinitions = appliedDefinitions
    self.isRedo = isRedo
    self.hasForeignSettings = hasForeignSettings
    steps = reversed.map(\.number)
    changes = reversed.flatMap { record in
      let numbers = isRedo ? record.step.kind.reversed.sorted() : [record.number]
      return numbers.map { Reversed($0, in: records) }
    }
  }

  private static func source(of entry: Journal.Entry, _ documents: [Document]) -> Source {
    if let kept = entry.kept, let old = entry.old { .kept(kept.name, old, documents: documents) } else { .absent }
  }

  private static func requireReversible(
    _ record: HistoryRecords.Record, in records: HistoryRecords, isRedo: Bool
  ) throws {
    let name = "\(isRedo ? "what " : "")step \(record.number) (\(record.journal.command))\(isRedo ? " undid" : "")"
    if record.step.kind == .backedUp, let backup = HistoryRecords.backup(of: record) {
      throw OKitError(
        .usage, "\(name) is not undone with 'okit undo'; the data before it is in the backup \(backup)",
        remedy: .words(
          record.journal.command.isExactly("migrate apply")
            ? "use 'okit migrate rollback'" : "use 'okit backup restore \(ShellWord.quoted(backup))'"))
    }
    guard record.entries.allSatisfy({ records.isRestorable($0.entry) }) else {
      throw OKitError(
        .notFound,
        "\(name) cannot be \(isRedo ? "redone" : "undone"): a file that it replaced is no longer kept. It was too large, plain text of encrypted data, or something removed it"
      )
    }
  }

  private static func changed(
    _ path: WorkspacePath, since record: HistoryRecords.Record, isRedo: Bool, _ workspace: Workspace
  ) -> OKitError {
    OKitError(
      .busy,
      "\(workspace.storage.absolute(path)) is not as step \(record.number) (\(record.journal.command)) left it, so nothing was \(isRedo ? "redone" : "undone")",
      remedy: .words(
        "run 'okit diff @\(record.number - 1)' to see all changes since the state before it"
      )
    )
  }
}
