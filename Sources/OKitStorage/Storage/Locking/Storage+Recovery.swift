import Glibc
import JSONDocument

/// Recovery from an interrupted command: finishes a committed change, and removes temporary files.
extension Storage {
  /// Finishes an interrupted change and removes leftover files. Needs the exclusive lock.
  func recover() throws { try finish(PendingJournal(of: self, timeout: lockTimeout)) }

  /// Finishes an interrupted change and removes leftover files, if no other process holds the lock. Returns the lock, which is then shared; nil if
  /// there is none.
  ///
  /// Throws the errors of finishing a change, except for a change that cannot be finished: the reader warns of it later.
  func recoverIfAlone() throws -> WorkspaceLock? {
    guard let lock = try? lock(.exclusive, timeout: .zero) else { return nil }
    try holding(lock, keepsLock: true) {
      do {
        let pending: PendingJournal?
        do {
          pending = try PendingJournal(of: self, timeout: .zero)
        } catch let error as OKitError where error.kind == .busy {
          return
        }
        try finish(pending)
      } catch is UnfinishedChange {}
    }
    try lock.share(timeout: lockTimeout) { try observer.advanced(byBytes: 0) }
    // Meanwhile another process may have replaced the file of the lock, which then excludes nobody.
    return try lock.isInPlace ? lock : nil
  }

  private func finish(_ pending: PendingJournal?) throws {
    do {
      try pending?.finish(in: self)
    } catch {
      // Leftovers stay while there is a journal, because the change still needs them. Without one, the change is finished: only files that
      // another program changed are in conflict.
      if pending != nil, try FileStatus.of(journalPath) == nil { try sweep() }
      throw error
    }
    try sweep()
  }

  /// Removes the leftovers of changes that were interrupted before they were committed.
  private func sweep() throws {
    let search = try searchLeftovers()
    heldLock?.listings = search.listings
    let inside = search.listings[okitFolder]?.entries.map(\.name) ?? []
    let notes = inside.filter(OutsideStaging.isNote).map { okitFolder.appending($0) }
    guard !search.found.isEmpty || !notes.isEmpty || inside.contains(where: StagingOwnerFile.matches) else { return }
    // A process writes its owner file before any temporary file, so the owner files of all leftovers listed so far are found here.
    let ownerFiles = try FolderListing(okitFolder).entries.filter { StagingOwnerFile.matches($0.name) }
      .map { okitFolder.appending($0.name) }
    guard !search.found.isEmpty || !ownerFiles.isEmpty || !notes.isEmpty else { return }
    guard try ownerFiles.allSatisfy({ try StagingOwnerFile.remove($0, system) }) else { return }
    try remove(search.found, notes, alreadyRemoved: ownerFiles.count)
  }

  private func searchLeftovers() throws -> LeftoverSearch {
    var search = LeftoverSearch(of: stagedNameOwner)
    search.look(in: okitFolder, try FolderListing(okitFolder), alsoOf: .nobody)
    for folder in [dataFolder, modelFolder] { search.lookBelow(folder) { _ in true } }
    for folder in Set([backupFolder, absolute(WorkspaceLayout.backup)]) {
      search.lookBelow(folder) { $0.withoutPrefix(BackupName.orphansPrefix) != nil }
    }
    search.lookBelow(absolute(WorkspaceLayout.remote)) { _ in true }
    // A full restore writes temporary files next to the data, which may be outside okit/.
    for folder in [dataFolder.parent]
      + ([WorkspaceLayout.migrations] + WorkspaceLayout.ruleAndFormFolders).map(absolute)
    {
      search.lookBelow(folder) { _ in false }
    }
    // A link to another folder is none of okit's.
    if search.listings[okitFolder]?.entries.contains(where: {
      $0.name.isExactly(steps.path.name) && $0.kind == .folder
    }) == true, let listing = try? FolderListing(steps.path) {
      search.look(in: steps.path, listing)
      search.add(steps.leftovers(listing))
    }
    return search
  }

  private var steps: StepFolder { StepFolder(of: self) }

  /// Removes leftovers, and the files that `notes` name. A leftover that cannot be removed is harmless, so the command continues.
  private func remove(_ leftovers: [FilePath], _ notes: [FilePath], alreadyRemoved: Int) throws {
    var count = alreadyRemoved
    var failure: SystemError?
    func removing(_ remove: () throws -> Void) throws {
      do {
        try remove()
        count += 1
      } catch let error as SystemError where error.isRefusal {
        failure = error
      }
    }
    for note in notes { try removing { try OutsideStaging.sweep(note, system) } }
    for path in leftovers { try removing { try system.removeTree(path) } }
    if count > 0 { observer.noted("removed \(count) files and folders left over from an interrupted change") }
    if let failure { observer.warned("\(failure); it is left over from an interrupted change") }
  }
}
