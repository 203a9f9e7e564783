import Glibc

/// The limits and the kind with which a transaction becomes a step of the history.
package struct StepRecording {
  /// The limits of the history; nil to record nothing and to leave the history as it is.
  package var limits: StepLimits?
  /// The kind of the step.
  package var kind: Journal.Step.Kind
  /// Called with their size in bytes if the replaced files are larger than the history may be, so that they will not be kept. May throw to stop the
  /// change.
  package var confirmUnkept: (_ size: Int64) throws -> Void

  /// Records a change within these limits.
  package init(
    _ limits: StepLimits?, _ kind: Journal.Step.Kind = .edit, confirmUnkept: @escaping (_ size: Int64) throws -> Void
  ) {
    self.limits = limits
    self.kind = kind
    self.confirmUnkept = confirmUnkept
  }

  /// Records nothing.
  package static var none: StepRecording { StepRecording(nil) { _ in } }
}

/// The step that a transaction becomes, while its changes are staged.
final class StepDraft {
  private let storage: Storage
  private let recording: StepRecording
  private let folder: StepFolder
  /// The number of the step; nil as long as nothing is staged.
  private(set) var number: Int?
  private var keptCount = 0
  /// The size of the kept files in bytes.
  private var size: Int64 = 0
  private var keepsFiles: Bool
  /// True if the folder of steps cannot be used.
  private var isUnusable = false
  /// True if anything was staged in the folder of steps, so that it has to be flushed.
  private(set) var usesFolder = false
  /// Names of kept files that the change removes.
  private var drops: [String] = []

  init(_ storage: Storage, _ recording: StepRecording) {
    self.storage = storage
    self.recording = recording
    folder = StepFolder(of: storage)
    keepsFiles = recording.kind.keepsFiles
  }

  /// Chooses the number of the step, and creates the folder of steps if it is missing. `created` gets what has to be removed if nothing is committed.
  ///
  /// Without a history, there is a step only if it is `needed` to remove something from the history.
  func begin(needed: Bool = false, created: (_ files: [FilePath], _ folder: FilePath) -> Void) throws {
    guard number == nil, !isUnusable, needed || recording.limits?.recordsSteps == true else { return }
    // The owner file comes before any staged file, also before those that get the name of a kept one.
    _ = storage.stagedName()
    switch try folder.prepare() {
    case .unusable:
      isUnusable = true
      try reportUnusable()
    case .ready: number = try folder.nextNumber()
    case .created(let files):
      created(files, folder.path)
      number = try folder.nextNumber()
    }
  }

  /// Warns that the change is not recorded. Throws an error of kind `inputOutput` for an undo or redo, after which the history would be wrong.
  private func reportUnusable() throws {
    let reason = "\(folder.path) is not a folder, belongs to another user, is read-only or on another file system"
    switch recording.kind {
    case .undo, .redo: throw OKitError(.inputOutput, "cannot record the change: \(reason)")
    case .edit, .keys, .backedUp: storage.observer.warned("this change cannot be undone: \(reason)")
    }
  }

  /// Returns how the content `old` of the file or link `target` will be kept; nil if it will not.
  func keep(_ old: FileSnapshot, isLink: Bool) throws -> Journal.Kept? {
    guard let number, let limits = recording.limits, limits.recordsSteps, keepsFiles else { return nil }
    let (total, overflows) = size.addingReportingOverflow(old.size)
    guard !overflows, total <= limits.size else {
      keepsFiles = false
      try recording.confirmUnkept(overflows ? .max : total)
      return nil
    }
    size = total
    let name = StepName.kept(number: number, index: keptCount).text
    keptCount += 1
    usesFolder = true
    return try !isLink && canMove(old) ? .moved(name) : .copied(name)
  }

  /// Returns the path of a kept file.
  func file(_ kept: Journal.Kept) -> FilePath { folder.file(kept.name) }

  /// The absolute path of the folder of steps.
  var path: FilePath { folder.path }

  /// True if the file can move to the folder of steps. It has to stay on its file system; and where other users may have to finish the change after a
  /// crash, new content must not be staged in a folder that is closed to them. A link would lead elsewhere from there.
  private func canMove(_ old: FileSnapshot) throws -> Bool {
    let okit = try storage.okitFolderStatus()
    return old.stamp.device == okit.stamp.device && okit.mode & 0o022 == 0
  }

  /// Adds names of kept files that the change removes.
  func drop(_ names: [String]) { drops += names }

  /// Returns the step for a change with these entries; nil if it is not recorded.
  func finished(_ entries: [Journal.Entry]) -> Journal.Step? {
    guard let number else { return nil }
    // The files that were kept before the limit was exceeded are worth nothing without the others.
    let own = recording.kind.keepsFiles && !keepsFiles ? entries.compactMap { $0.kept?.name } : []
    return Journal.Step(number: number, time: Timestamp.now(), kind: recording.kind, drops: own + drops)
  }

  /// Returns the numbers of the steps that exceed the limits together with the step of `journal`. Without a history, these are all.
  func outdated(with journal: Journal) -> Set<Int> {
    // A folder that cannot be read belongs to another user.
    guard var limits = recording.limits, let known = try? folder.headers() else { return [] }
    // Otherwise an undo would remove the oldest change that can still be undone, so only half of the steps could be.
    if !recording.kind.reversed.isEmpty { limits.steps = min(limits.steps, StepName.maximumNumber) * 2 }
    let steps = known + [journal.stepHeader].compactMap { $0 }
    return limits.exceeded(by: steps, now: Timestamp.now())
  }

  /// Removes old steps. One that cannot be removed is left to the next change.
  func remove(_ steps: Set<Int>) { folder.remove(steps) }
}
