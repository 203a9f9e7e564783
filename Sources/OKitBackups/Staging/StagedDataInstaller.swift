import OKitModels
import OKitStorage

/// Moves staged files into the data folder, in a transaction.
///
/// Each replaced file must be unchanged since the safety backup was made, so that no change in between is lost.
struct StagedDataInstaller {
  /// The files that replaced models no longer use.
  struct UnusedFiles {
    let paths: [DataPath]
    /// The reasons why models could not be read. Attachments that one of them may use are not among the paths.
    let faults: [OKitError]

    /// Warns of attachments that stay, once the models are replaced.
    func warnOfOthers(_ observer: any Observer) {
      for fault in faults { observer.warned("\(fault); unused attachments were not removed") }
    }
  }

  private let workspace: Workspace
  private let staged: StagedData
  private let transaction: Transaction
  private let safetyBackup: SafetyBackup?

  init(_ workspace: Workspace, _ staged: StagedData, _ transaction: Transaction, safetyBackup: SafetyBackup?) {
    self.workspace = workspace
    self.staged = staged
    self.transaction = transaction
    self.safetyBackup = safetyBackup
  }

  /// Moves a file to its final path and replaces an existing one. A file that another model shares is already there.
  func put(_ path: DataPath) throws {
    let place = WorkspacePath(path)
    guard let file = staged.file(at: path), try !transaction.replaces(place) else { return }
    let folder = path.parent
    if folder != "." { try transaction.ensureFolder(WorkspacePath(folder)) }
    try transaction.stage(
      place, from: staged.folder.appending(path), file.fingerprint, old: present(place),
      isEncrypted: file.form.isEncrypted)
  }

  /// Removes a file unless it is replaced.
  func remove(_ path: DataPath) throws {
    let place = WorkspacePath(path)
    guard try !transaction.replaces(place), let old = try present(place) else { return }
    try transaction.remove(place, old: old)
  }

  private func present(_ place: WorkspacePath) throws -> FileSnapshot? {
    let found = try workspace.storage.snapshot(place)
    guard let safetyBackup, safetyBackup.stamps[place] != found?.stamp else { return found }
    throw OKitError.changedMeanwhile(workspace.storage.absolute(place))
  }

  /// Adds models that do not exist yet. An attachment that already exists stays unchanged.
  func add(_ names: [ModelName]) throws {
    for path in names.flatMap(staged.paths) {
      if ModelName(document: path) == nil, try workspace.storage.snapshot(WorkspacePath(path)) != nil {
        workspace.observer.warned("attachment \(path) already exists and was not changed")
      } else {
        try put(path)
      }
    }
  }

  /// Replaces models by their staged versions and removes the files `unused`, which ``unusedFiles(of:in:_:keepingPartials:)`` returned.
  func replace(_ names: [ModelName], removing unused: [DataPath]) throws {
    for path in names.flatMap(staged.paths) { try put(path) }
    for path in unused { try remove(path) }
  }

  /// Returns the files that are no longer used after models are replaced by their staged versions: their other partials, and their other attachments
  /// unless another model uses them.
  ///
  /// A source that is a single document contains no partials. With `keepingPartials`, the partials that it still names are kept.
  static func unusedFiles(
    of names: [ModelName], in workspace: Workspace, _ staged: StagedData, keepingPartials: Bool = false
  ) throws -> UnusedFiles {
    let replaced = Set(names)
    let reader = ModelReader(workspace)
    var unused: [DataPath] = []
    var attachments: [DataPath] = []
    var faults: [OKitError] = []
    for name in names {
      for key in try workspace.jsonFiles(in: ModelFiles.partialFolder(of: name)) {
        let path = DataPath(partial: key, of: name)
        let isKept = keepingPartials && staged.namesStandIn(key, in: name)
        if staged.file(at: path) == nil, !isKept { unused.append(path) }
      }
      // The new version may need any of the attachments.
      if staged.damaged.contains(name) { continue }
      switch try attachmentPaths(of: name, in: workspace, reader) {
      case .success(let paths): attachments += paths
      case .failure(let fault): faults.append(fault)
      }
    }
    let named = names.reduce(into: Set<DataPath>()) { $0.formUnion(staged.attachments[$1] ?? []) }
    attachments.removeAll { staged.file(at: $0) != nil || named.contains($0) }
    guard !attachments.isEmpty else { return UnusedFiles(paths: unused, faults: faults) }
    var others: Set<DataPath> = []
    for name in try workspace.storedModels() where !replaced.contains(name) {
      // A model that cannot be read may use any of the attachments.
      switch try attachmentPaths(of: name, in: workspace, reader) {
      case .success(let paths): others.formUnion(paths)
      case .failure(let fault): return UnusedFiles(paths: unused, faults: faults + [fault])
      }
    }
    return UnusedFiles(paths: unused + Set(attachments).subtracting(others).sorted(), faults: faults)
  }

  /// Returns the attachments of an existing model, or the reason why it cannot be read.
  private static func attachmentPaths(
    of name: ModelName, in workspace: Workspace, _ reader: ModelReader
  ) throws -> Result<[DataPath], OKitError> {
    guard try workspace.storage.snapshot(ModelFiles.mainPath(of: name)) != nil else { return .success([]) }
    do {
      return .success(try ModelFiles(name, in: workspace, reader: reader).attachments.map(\.path))
    } catch let error as OKitError where error.kind.concernsOneFile {
      return .failure(error)
    }
  }
}
