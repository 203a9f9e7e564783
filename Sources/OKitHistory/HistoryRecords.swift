import OKitModels
import OKitStorage

/// The records of a workspace's history, and what they tell about the contents of its files.
///
/// Each content of a file gets a number. An undo brings a former content back, possibly encrypted again, and therefore also its number. So okit recognizes
/// whether a file has the content that a step left, even though the bytes differ.
struct HistoryRecords {
  /// One step.
  struct Record {
    let header: StepHeader
    let journal: Journal
    let step: Journal.Step
    /// True if an effective later step reversed this one.
    var isReversed = false
    /// The number of each file's content before and after the step.
    var before: [WorkspacePath: Int] = [:]
    var after: [WorkspacePath: Int] = [:]

    var number: Int { header.number }

    /// The changed files that an undo restores. It merges the record of applied definitions, which every change of models may change.
    var entries: [(path: WorkspacePath, entry: Journal.Entry)] {
      journal.entries.compactMap { entry in
        guard let path = entry.path, path != AppliedDefinitions.path else { return nil }
        return (path, entry)
      }
    }

    /// The change of the record of applied definitions; nil for none.
    var appliedDefinitions: Journal.Entry? { journal.entries.first { $0.path == AppliedDefinitions.path } }
  }

  /// The present content of a file, as the records tell.
  struct Content {
    let number: Int
    /// The sum of the stored bytes; nil for no file.
    let sum: Journal.Fingerprint?
  }

  /// The records, the oldest first.
  private(set) var all: [Record] = []
  /// The latest content of each file that a step has changed since its data folder was last replaced.
  private(set) var latest: [WorkspacePath: Content] = [:]
  /// The names of the kept files.
  private let keptNames: Set<String>
  private var lastContent = 0
  /// The numbers of the steps whose records are damaged.
  private(set) var damaged: [Int] = []

  /// Reads the records of `workspace`. A damaged record counts as missing, and `reportDamage` is called with the error.
  init(of workspace: Workspace, reportDamage: (OKitError) -> Void = { _ in }) throws {
    let folder = StepFolder(of: workspace.storage)
    try folder.requireReadable()
    keptNames = Set(try folder.keptNames())
    for header in try folder.headers() {
      do {
        let journal = try folder.record(of: header)
        guard let step = journal.step, step.number == header.number else {
          throw OKitError(.malformed, "\(StepName.record(header).text) is the record of another step")
        }
        add(Record(header: header, journal: journal, step: step))
      } catch let error as OKitError where error.kind == .malformed {
        damaged.append(header.number)
        reportDamage(error)
      }
    }
    markReversed()
  }

  /// Marks the steps that an effective later one reversed. An undo that was reversed itself has no effect any more.
  private mutating func markReversed() {
    var reversed: Set<Int> = []
    for index in all.indices.reversed() {
      let number = all[index].number
      all[index].isReversed = reversed.contains(number)
      if !all[index].isReversed { reversed.formUnion(all[index].step.kind.reversed.filter { $0 < number }) }
    }
  }

  /// Returns the record of the step with this number; nil if there is none.
  func record(_ number: Int) -> Record? { all.first { $0.number == number } }

  /// True if the content before the entry is kept, or if there was none.
  func isRestorable(_ entry: Journal.Entry) -> Bool {
    guard entry.old != nil else { return true }
    return entry.kept.map { keptNames.contains($0.name) } ?? false
  }

  /// The name of the backup that the step made; nil if it made none.
  static func backup(of record: Record) -> String? {
    for entry in record.journal.entries {
      switch entry {
      case .keep(_, let backup), .swap(_, _, _, let backup): return backup
      case .replace, .remove: continue
      }
    }
    return nil
  }

  // MARK: - Reading

  private mutating func newContent() -> Int {
    lastContent += 1
    return lastContent
  }

  private mutating func add(_ record: Record) {
    var record = record
    if record.journal.entries.contains(where: { if case .swap = $0 { true } else { false } }) { latest = [:] }
    for (path, entry) in record.entries {
      // If something else changed the file before, its content is unknown.
      let known = latest[path].flatMap { $0.sum == entry.old ? $0.number : nil }
      let before = known ?? newContent()
      record.before[path] = before
      let after =
        switch record.step.kind {
        case .keys: before
        case .edit, .backedUp: newContent()
        case .undo(let steps), .redo(let steps): restoredContent(of: path, reversing: steps) ?? newContent()
        }
      record.after[path] = after
      latest[path] = Content(number: after, sum: entry.new)
    }
    all.append(record)
  }

  private func restoredContent(of path: WorkspacePath, reversing steps: [Int]) -> Int? {
    steps.sorted().lazy.compactMap { record($0)?.before[path] }.first
  }
}
