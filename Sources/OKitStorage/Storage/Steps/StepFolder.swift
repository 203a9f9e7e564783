import Glibc
import JSONDocument

/// The folder `okit/.steps`: the records of the latest changes, and the files that these replaced or removed.
///
/// The journal of a change becomes its record, once everything is changed. Only the process with the exclusive lock changes the folder.
package struct StepFolder {
  /// The name of the file that keeps git from adding the folder.
  private static let ignoreName = ".gitignore"

  private let storage: Storage
  private var system: FileSystem { storage.system }
  /// The absolute path of the folder.
  package var path: FilePath { storage.absolute(WorkspaceLayout.steps) }

  package init(of storage: Storage) { self.storage = storage }

  /// The headers of all steps, the oldest first.
  package func headers() throws -> [StepHeader] {
    try names().compactMap { if case .record(let header) = $0 { header } else { nil } }
      .sorted { $0.number < $1.number }
  }

  /// Returns the record of a step: the journal that carried it out.
  ///
  /// Throws an error of kind `malformed` for a file that okit did not write, and `SystemError`.
  package func record(of step: StepHeader) throws -> Journal {
    let file = try OpenFile(path.appending(StepName.record(step).text))
    guard file.size <= Journal.maximumSize else { throw OKitError(.malformed, "\(file.path) is too large for a step") }
    return try Journal(decoding: file.contents(), path: file.path)
  }

  /// Returns the names of all kept files.
  package func keptNames() throws -> [String] {
    try names().compactMap { if case .kept = $0 { $0.text } else { nil } }
  }

  /// Returns the names of the files that a step keeps.
  package func keptNames(of step: StepHeader) throws -> [String] {
    try names().compactMap { if case .kept(step.number, _) = $0 { $0.text } else { nil } }
  }

  /// Throws an error of kind `inputOutput` if the folder is closed to the caller. A missing folder is an empty history.
  package func requireReadable() throws {
    guard let status = try FileStatus.of(path) else { return }
    guard status.kind == .folder else { throw OKitError(.inputOutput, "\(path) is not a folder") }
    guard access(path.text, R_OK | X_OK) == 0 else {
      throw OKitError(.inputOutput, "\(path), the history of this workspace, is closed to this user")
    }
  }

  /// Returns the path of a kept file.
  package func file(_ name: String) -> FilePath { path.appending(name) }

  private func names() throws -> [StepName] {
    guard try entryKind() == .folder else { return [] }
    return try storage.listing(path).entries.filter { $0.kind == .file }.compactMap { StepName($0.name) }
  }

  /// Returns the number of the next step.
  func nextNumber() throws -> Int { try (names().map(\.number).max() ?? 0) + 1 }

  /// The state of the folder before a change.
  enum Preparation {
    case ready
    /// The folder was created, with these files.
    case created([FilePath])
    /// The caller may not use the folder: it belongs to another user, or something else has its name.
    case unusable
  }

  /// Creates the folder if it is missing. It belongs to the owner of `okit/`, even if root creates it.
  func prepare() throws -> Preparation {
    if try entryKind() != nil { return try readiness() }
    guard try storage.ensureFolder(path, mode: FileSystem.privateFolder) else { return try readiness() }
    storage.heldLock?.listings[path] = nil
    do {
      let owner = try storage.okitFolderStatus()
      if owner.raw.st_uid != CurrentUser.id { try? system.takeOwner(of: owner, toFolder: path) }
      return .created([try createIgnoreFile()])
    } catch {
      try? system.removeFolder(path)
      throw error
    }
  }

  /// The state of a folder that exists.
  private func readiness() throws -> Preparation {
    guard try isUsable(), try nextNumber() <= StepName.maximumNumber else { return .unusable }
    // A crash right after the creation, or something else, may have left it without the file.
    let listing = try storage.listing(path)
    if !listing.entries.contains(where: { $0.name.isExactly(Self.ignoreName) }) {
      _ = try createIgnoreFile()
      storage.heldLock?.listings[path] = nil
    }
    return .ready
  }

  private func createIgnoreFile() throws -> FilePath {
    let ignore = path.appending(Self.ignoreName)
    do {
      let file = try system.createFile(ignore, mode: FileSystem.privateFile)
      try file.write("*\n")
      try file.flush()
      let owner = try storage.okitFolderStatus()
      if owner.raw.st_uid != CurrentUser.id { _ = try? file.takeOwner(of: owner) }
    } catch {
      try? system.removeFile(ignore)
      throw error
    }
    return ignore
  }

  /// True if this is a folder, not a link to one, of the caller, on the file system of `okit/`.
  func isUsable() throws -> Bool {
    guard let status = try FileStatus.of(path), status.kind == .folder else { return false }
    // Others could read or choose what an undo restores.
    if status.mode & 0o077 != 0 { try? system.makePrivate(path) }
    let isOwn = CurrentUser.id == 0 || status.raw.st_uid == CurrentUser.id && status.mode & 0o700 == 0o700
    return try isOwn && status.stamp.device == storage.okitFolderStatus().stamp.device
  }

  private func entryKind() throws -> FileStatus.Kind? {
    try storage.listing(storage.okitFolder).entries.first { $0.name.isExactly(path.name) }?.kind
  }

  /// Throws an error of kind `malformed` if the history is not a folder, such as a link in a workspace from somebody else. Creates it if something
  /// removed it after a change that a crash interrupted, so that the change can be finished.
  func requireFolder() throws {
    guard let kind = try FileStatus.of(path)?.kind else {
      _ = try prepare()
      return
    }
    guard kind == .folder else { throw OKitError(.malformed, "\(path) is not a folder") }
  }

  /// Gives the records of these steps names with the size of the files that are left. One that cannot be renamed keeps its name.
  func updateSizes(of steps: Set<Int>) throws {
    storage.heldLock?.listings[path] = nil
    for header in try headers() where steps.contains(header.number) {
      let size = try keptNames(of: header).reduce(Int64(0)) { sum, name in
        let (total, overflows) = sum.addingReportingOverflow(try FileStatus.of(file(name))?.size ?? 0)
        return overflows ? .max : total
      }
      guard size != header.size else { continue }
      let smaller = StepHeader(number: header.number, time: header.time, size: size)
      try? system.rename(
        path.appending(StepName.record(header).text), to: path.appending(StepName.record(smaller).text))
    }
    storage.heldLock?.listings[path] = nil
  }

  /// The path of a copy that becomes the kept file `kept` once the original was replaced.
  private static func copy(for kept: FilePath) -> FilePath { kept.parent.appending(kept.name + copyEnding) }

  private static let copyEnding = ".copy"

  /// The files in which a kept file is staged.
  func files(staging name: String) -> [FilePath] { [file(name), Self.copy(for: file(name))] }

  /// Copies the file `target`, which is about to be replaced. ``finishCopy(as:)`` gives the copy its name.
  func copyBefore(_ target: FilePath, as kept: FilePath) throws {
    let copy = Self.copy(for: kept)
    // It may be incomplete after a crash.
    try system.removeFile(copy)
    try system.copyFile(OpenFile(target), to: copy, flushing: true)
    try system.flushFolder(path)
  }

  /// Gives a copy its name.
  func finishCopy(as kept: FilePath) throws { try system.rename(Self.copy(for: kept), to: kept) }

  /// Does the same after a crash, if there is a copy of the content `old`. It may be incomplete, and then the content is already there.
  func finishInterruptedCopy(as kept: FilePath, of old: Journal.Fingerprint?) throws {
    let copy = Self.copy(for: kept)
    if try FileStatus.of(copy) != nil, try Journal.Fingerprint.of(copy) == old { try system.rename(copy, to: kept) }
  }

  /// The kept files without a record. They are left over from a change that was not committed, unless a journal names them.
  func leftovers(_ listing: FolderListing) -> [FilePath] {
    let names = listing.entries.filter { $0.kind == .file }.compactMap { entry in
      StepName(entry.name).map { (entry.name, $0) }
    }
    let recorded = Set(
      names.compactMap { if case .record(let header) = $0.1 { header.number } else { nil } })
    let copies = listing.entries.filter { $0.kind == .file }.map(\.name).filter {
      $0.withoutSuffix(Self.copyEnding).flatMap(StepName.init) != nil
    }
    let unrecorded = names.compactMap { name, step -> String? in
      guard case .kept(let number, _) = step else { return nil }
      return recorded.contains(number) ? nil : name
    }
    return (copies + unrecorded).map(path.appending)
  }

  /// Removes steps. One that cannot be removed is left to the next change.
  ///
  /// The record comes first: a kept file without a record is swept, but a record without its files could not be undone.
  func remove(_ steps: Set<Int>) {
    guard !steps.isEmpty, let names = try? names() else { return }
    var remaining = steps
    for case .record(let header) in names where remaining.contains(header.number) {
      do {
        try system.removeFile(path.appending(StepName.record(header).text))
      } catch {
        remaining.remove(header.number)
      }
    }
    for case .kept(let number, let index) in names where remaining.contains(number) {
      try? system.removeFile(path.appending(StepName.kept(number: number, index: index).text))
    }
    storage.heldLock?.listings[path] = nil
  }
}
