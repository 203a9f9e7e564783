import JSONDocument
package import OKitModels
package import OKitStorage

/// The files of a workspace as they were after one of its steps. They can be shown as a workspace that can only be read. Nothing is written to a disk.
///
/// A lock must be held until the files are open, because the ones that have not changed since are those of the workspace itself.
package struct StepView {
  /// The place of a file's content.
  private enum Source {
    /// The file of the workspace itself.
    case present(FilePath)
    /// The file that a step replaced or removed.
    case kept(FilePath, Journal.Fingerprint)
    /// A file that a step replaced or removed and that is not kept any more.
    case lost(step: Int)
  }

  /// The step after which the files were like this; one less than the oldest step for the beginning of the history.
  package private(set) var number: Int
  private let workspace: Workspace
  private let folder: StepFolder
  /// The steps until ``number``, the oldest first.
  private var records: [(number: Int, journal: Result<Journal, any Error>)]
  private var files: [WorkspacePath: Source] = [:]

  /// The present files of `workspace`.
  ///
  /// Throws errors of kind `inputOutput` (the history is closed to the caller) and `malformed` (a link of a model is not followed), and `SystemError`.
  package init(of workspace: Workspace) throws {
    self.workspace = workspace
    folder = StepFolder(of: workspace.storage)
    try folder.requireReadable()
    records = try folder.headers().map { [folder] header in
      (header.number, Result { try folder.record(of: header) })
    }
    number = records.last?.number ?? 0
    if workspace.configuration != nil {
      files[WorkspaceLayout.configuration] = .present(workspace.storage.configurationPath)
    }
    try workspace.forEachDataFile { path in
      let place = try workspace.storage.target(of: workspace.storage.absolute(inData: path))
      files[WorkspacePath(path)] = .present(place.resolvingExistingPrefix)
    }
    for path in try workspace.definitionFiles() + workspace.ruleAndFormFiles().files {
      files[WorkspacePath(path)] = .present(workspace.storage.absolute(WorkspacePath(path)).resolvingExistingPrefix)
    }
  }

  /// Goes back to the state after the step `number`.
  ///
  /// Throws errors of kind `notFound` (no such step), `unsupported` (a later step replaced all data: its `before-…` backup has them) and `malformed`
  /// (the record of a later step is damaged or missing).
  package mutating func goBack(toAfter number: Int) throws {
    guard let oldest = records.first?.number else {
      throw OKitError(.notFound, "the history is empty, so it has no step \(number)")
    }
    guard number <= self.number, number >= oldest - 1 else {
      throw OKitError(.notFound, "the history has no step \(number)", remedy: .words("run 'okit log' to see the steps"))
    }
    while let (step, record) = records.last, step > number { try undo(step, record) }
    self.number = number
  }

  /// Goes back to the state before the newest step.
  private mutating func undo(_ step: Int, _ record: Result<Journal, any Error>) throws {
    guard step == number else {
      throw OKitError(.malformed, "the record of step \(number) is missing in the history")
    }
    for entry in try record.get().entries {
      if case .swap(_, _, _, let backup) = entry {
        throw OKitError(
          .notFound, "step \(step) replaced all data, which were as in the backup \(backup) before it")
      }
      guard let path = entry.path else { continue }
      // Steps keep no keys and recipients, so the configuration is the present one where they changed.
      if path == WorkspaceLayout.configuration, entry.kept == nil { continue }
      files[path] = entry.old.map { old in
        entry.kept.map { .kept(folder.file($0.name), old) } ?? .lost(step: step)
      }
    }
    records.removeLast()
    number = step - 1
  }

  /// Shows the files until they are unmounted from the returned path, the root of the workspace. A file whose content is not known any more cannot be
  /// opened: that is an error of kind `notFound`, or `malformed` for damage.
  ///
  /// - Parameter isExact: Pass false for the files as the next step found them, even if another program had changed them.
  ///
  /// Throws an error of kind `configuration` if `okit.json` is not valid, and `SystemError`.
  package func mount(isExact: Bool = true) throws -> FilePath {
    let root = try MountedFiles.unusedRoot(for: folder.path.appending(String(number)))
    let left = isExact ? contentsAfterSteps() : [:]
    var contents: [(path: String, content: MountedFiles.Content)] = []
    for (path, source) in files {
      // Another program made a file that the last step which knew it removed.
      if let left = left[path], left == nil { continue }
      contents.append((path.text, try content(path, source, left[path] ?? nil)))
    }
    for (path, fingerprint) in left where fingerprint != nil && files[path] == nil {
      contents.append((path.text, .unavailable(changedByOthers(path))))
    }
    MountedFiles.mount(contents, folders: [WorkspaceLayout.data.text], at: root, time: Timestamp.now())
    return root
  }

  /// The contents that the steps left in the files which they changed; nil for a removed file.
  private func contentsAfterSteps() -> [WorkspacePath: Journal.Fingerprint?] {
    var left: [WorkspacePath: Journal.Fingerprint?] = [:]
    for (_, record) in records.reversed() {
      guard let journal = try? record.get() else { return left }
      for entry in journal.entries {
        if case .swap = entry { return left }
        guard let path = entry.path, path != WorkspaceLayout.configuration, left[path] == nil else { continue }
        left.updateValue(entry.new, forKey: path)
      }
    }
    return left
  }

  private func content(_ path: WorkspacePath, _ source: Source, _ left: Journal.Fingerprint?) throws
    -> MountedFiles.Content
  {
    if path == WorkspaceLayout.configuration { return try configuration(source) }
    switch source {
    case .present(let place):
      guard let left else { return .place(place) }
      return .place(place) { file in
        if try Journal.Fingerprint.of(file) != left { throw changedByOthers(path) }
      }
    case .kept(let place, let fingerprint):
      if let left, left != fingerprint { return .unavailable(changedByOthers(path)) }
      guard try FileStatus.of(place) != nil else {
        return .unavailable(
          OKitError(.notFound, "the history no longer has \(path.text) as it was after step \(number)"))
      }
      return .place(place.resolvingExistingPrefix) { file in
        guard try Journal.Fingerprint.of(file) == fingerprint else {
          throw OKitError(.malformed, "\(place) is not what a step replaced")
        }
      }
    case .lost(let step):
      return .unavailable(
        OKitError(.notFound, "the history no longer has \(path.text) as it was before step \(step)"))
    }
  }

  private func changedByOthers(_ path: WorkspacePath) -> OKitError {
    OKitError(
      .notFound, "another program changed \(path.text) after step \(number), so the history does not have it as it was")
  }

  private func configuration(_ source: Source) throws -> MountedFiles.Content {
    let place =
      switch source {
      case .present(let place), .kept(let place, _): place
      case .lost: workspace.storage.configurationPath
      }
    let configuration = try Configuration(reading: place)
    return .bytes(try configuration.bytes(definitions: configuration.definitions(from: workspace.root)))
  }
}
