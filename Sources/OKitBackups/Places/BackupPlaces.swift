import JSONDocument
package import OKitModels
package import OKitStorage

/// The places where backups are found: a folder, a repository, or both. A workspace with a repository also has a folder, for the backups before changes.
package struct BackupPlaces: CustomStringConvertible {
  /// The folder; nil for none.
  package let folder: BackupFolder?
  /// The repository; nil for none.
  package let repository: BackupRepository?
  /// The id of the workspace; nil without one. A repository then shows the backups of all workspaces.
  package let workspace: String?
  /// True if nothing is changed.
  package let isDryRun: Bool
  private let observer: any Observer

  package init(
    folder: BackupFolder?, repository: BackupRepository?, workspace: String?, isDryRun: Bool, observer: any Observer
  ) {
    self.folder = folder
    self.repository = repository
    self.workspace = workspace
    self.isDryRun = isDryRun
    self.observer = observer
  }

  /// The backup folder of `workspace` alone.
  package init(_ workspace: Workspace) {
    self.init(
      folder: BackupFolder(of: workspace), repository: nil, workspace: workspace.configuration?.id,
      isDryRun: workspace.isDryRun, observer: workspace.observer)
  }

  /// The places in messages.
  package var description: String {
    [folder?.path.text, repository?.name].compactMap(\.self).joined(separator: " and ")
  }

  // MARK: - Finding backups

  /// Returns all backups, in a folder those of all workspaces.
  package func backups() throws -> [BackupListing.Backup] {
    let inFolder = try folder?.listing().backups ?? []
    return try inFolder + inRepository(of: workspace)
  }

  /// Returns the backups in the repository: those of a workspace if its id is given, otherwise all. Warns of damaged ones, which are not among them.
  package func inRepository(of workspace: String?) throws -> [BackupListing.Backup] {
    guard let repository else { return [] }
    let backups = try repository.backups(of: workspace)
    if repository.damaged > 0 {
      observer.warned(
        "\(repository.damaged) snapshots in \(repository.name) are damaged, so it is unknown which backups they were")
    }
    return backups
  }

  /// The number of damaged snapshots among those that were listed.
  package var damagedSnapshots: Int { repository?.damaged ?? 0 }

  /// Returns the backups with their records as far as they can be read, the newest first.
  package func byCreation() throws -> [BackupListing.Recorded] {
    let records = try backups().map { ($0, try? $0.record()) }
    return records.sorted { $0.0.order(created: $0.1?.created) > $1.0.order(created: $1.1?.created) }
  }

  /// Returns false for a backup of another workspace, as far as its record says so.
  package func mayBeOwn(_ record: BackupRecord?) -> Bool {
    guard let workspace, let record else { return true }
    return record.workspace.isExactly(workspace)
  }

  /// Returns the newest backup that is not newer than `time`, in seconds since 1970, without safety backups and those of other workspaces; nil if there
  /// is none. One that is known to be damaged is only returned if all are.
  package func newest(until time: Int64) throws -> BackupSource? {
    let backups = try byCreation().filter { backup, record in
      !backup.isSafetyBackup && mayBeOwn(record) && record.map { $0.created <= time } ?? (backup.modified <= time)
    }
    guard let intact = backups.firstIndex(where: { !$0.backup.isKnownToBeDamaged($0.record) }) else {
      return backups.first?.backup.source
    }
    for (backup, _) in backups[..<intact] {
      observer.warned("skipped the newer backup \(PathComponent.printable(backup.name)), because it is damaged")
    }
    return backups[intact].backup.source
  }

  /// Returns the backup `name`: the file or folder `name` itself if it contains a slash, else the backup of that name, with or without its file
  /// extension, or the snapshot with an id that begins so.
  ///
  /// Throws an error of kind `notFound`, or of kind `usage` if the name is ambiguous.
  package func source(of name: String, from current: FilePath) throws -> BackupSource {
    if BackupListing.isPath(name) { return .file(FilePath(name, in: current)) }
    guard folder != nil || repository != nil else {
      throw OKitError(
        .notFound, "no workspace to search for backup \(PathComponent.printable(name))",
        remedy: .words(
          "give the path of a backup file, such as \(ShellWord.quoted("./\(name)")), or name the workspace with -C DIR")
      )
    }
    if let folder, let path = try BackupListing.path(of: name, in: folder.path) {
      try requireNoOther(name, than: path, in: folder.path)
      return .file(path)
    }
    let all = try inRepository(of: nil)
    let snapshots = all.filter { mayBeOwn($0.source.snapshot?.record) }
    let named = snapshots.filter { $0.name.isExactly(name) }
    let found = named.isEmpty ? all.filter { Self.hasID(name, $0) } : named
    if found.count == 1 { return found[0].source }
    guard found.isEmpty else {
      let ids = found.compactMap { $0.source.snapshot?.id.prefix(Self.shortestID) }
      throw OKitError(
        .usage, "\(PathComponent.printable(name)) matches several backups: \(ids.joined(separator: ", "))",
        remedy: .words("give one of these ids"))
    }
    if let other = all.first(where: { $0.name.isExactly(name) })?.source.snapshot {
      throw OKitError(
        .notFound, "\(other) is a backup of another workspace",
        remedy: .words("give its id, \(other.id.prefix(Self.shortestID)), to use it anyway"))
    }
    let names = try (folder?.listing().backups ?? []).map(\.name) + snapshots.map(\.name)
    throw OKitError(
      .notFound, "no such backup: \(PathComponent.printable(name))",
      remedy: names.isEmpty ? .words("run 'okit backup create' to create one") : .candidates(names, insteadOf: name))
  }

  /// Throws an error of kind `usage` if a snapshot has the name of the backup at `path` and is no copy of it. An unreadable repository is ignored.
  private func requireNoOther(_ name: String, than path: FilePath, in folder: FilePath) throws {
    // Only the folder has the safety backups of changes.
    guard repository != nil, !BackupName.isSafetyBackup(name), let created = (try? BackupRecord(of: path))?.created
    else { return }
    let all: [BackupListing.Backup]
    do { all = try inRepository(of: nil) } catch is OKitError { return }
    let other = all.lazy.compactMap(\.source.snapshot).first { snapshot in
      mayBeOwn(snapshot.record) && snapshot.name.isExactly(name) && snapshot.record.created != created
    }
    guard let other else { return }
    throw OKitError(
      .usage, "\(PathComponent.printable(name)) is a backup in \(folder), and another one in the repository",
      remedy: .words("give the path \(ShellWord.quoted(path.text)) or the id \(other.id.prefix(Self.shortestID))"))
  }

  private static let shortestID = 8

  private static func hasID(_ prefix: String, _ backup: BackupListing.Backup) -> Bool {
    prefix.utf8.count >= shortestID && backup.source.snapshot?.id.withoutPrefix(prefix) != nil
  }

  // MARK: - Changes

  /// Changes the records of backups, each as `change` says: in a folder all, or none if it throws.
  ///
  /// Throws errors of kind `notFound` (no such backup, or no record), `busy`, `malformed` and `unsupported`, and `SystemError`.
  package func changeRecords(of sources: [BackupSource], _ change: (inout BackupRecord) -> Void) throws {
    let paths = sources.compactMap(\.path)
    if folder == nil, let path = paths.first {
      throw OKitError(.usage, "\(path) is a file, and not a backup in the repository")
    }
    if !paths.isEmpty, let folder { try folder.changeRecords(of: paths, change) }
    if !isDryRun { try repository?.changeRecords(of: sources.compactMap(\.snapshot), change) }
  }

  /// Removes backups, in any format. Calls `removed` with each removed one, which stays removed if another one fails.
  ///
  /// Throws an error of kind `busy` if another process locks the workspace for longer than the lock timeout, and `SystemError`.
  package func remove(_ sources: [BackupSource], removed: (BackupSource) -> Void) throws {
    let paths = sources.compactMap(\.path)
    if !paths.isEmpty, let folder { try folder.remove(paths) { removed(.file($0)) } }
    let snapshots = sources.compactMap(\.snapshot)
    guard !snapshots.isEmpty, let repository else { return }
    try repository.remove(snapshots)
    for snapshot in snapshots { removed(.snapshot(snapshot)) }
    try observer.warnOnFailure(to: "free the space of removed backups") { try repository.freeSpace() }
  }

  // MARK: - Verifications

  /// Records verifications of backups in these places. Those in a repository get the time of the earliest one, so that one call of restic is enough for
  /// each outcome. Warns if that fails, because the verifications are complete without it.
  package func record(_ verifications: [BackupVerification]) throws {
    try folder?.record(verifications)
    guard let repository, !isDryRun else { return }
    let time = verifications.map(\.time).min() ?? 0
    for (outcome, equal) in Dictionary(grouping: verifications, by: \.outcome) {
      let snapshots = equal.compactMap { if case .snapshot(let snapshot) = $0.subject { snapshot } else { nil } }
      try observer.warnOnFailure(to: "record the verification") {
        try repository.changeRecords(of: snapshots) { outcome.apply(to: &$0, at: time) }
      }
    }
  }
}
