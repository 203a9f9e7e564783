package import OKitStorage

/// The files from which a change was made when the hook `before-change` approved it.
package struct ApprovedChange: Equatable {
  /// The number of times that the hook runs because files have changed meanwhile.
  package static let maximumRounds = 5

  private let stamps: [WorkspacePath: FileStamp]
  /// The changed attachments with the stamps of their former files; nil for new ones.
  fileprivate let attachments: [DataPath: FileStamp?]

  /// True if the files are still the same.
  package func isCurrent(in workspace: Workspace) throws -> Bool {
    try stamps.allSatisfy { path, stamp in try workspace.storage.snapshot(path)?.stamp == stamp }
  }

  /// The change in a store, and of `attachments`, with the stamps of their former files; nil for new ones.
  package init(_ store: EntityStore, _ attachments: [DataPath: FileStamp?] = [:]) {
    self.attachments = attachments
    stamps = Dictionary(store.readDocuments.map { ($0.path, $0.opened.file.stamp) }) { first, _ in first }
  }
}

/// Thrown to release the lock while the hook `before-change` runs.
private struct UnapprovedChange: Error {
  let change: ApprovedChange
  let versions: DocumentVersions
}

extension EntityHooks {
  /// Runs `body`, which makes a change under the lock and calls ``require(_:for:in:)`` before it stores it. Runs it again after the hook `before-change` has
  /// approved the change, while nothing is locked, and if a file has changed meanwhile.
  ///
  /// Throws an error of kind `busy` if the hook refuses the change, or if the data keeps changing.
  package func approving<Result>(
    command: String, _ body: (_ approved: ApprovedChange?) throws -> Result
  ) throws -> Result {
    var approved: ApprovedChange?
    for _ in 0..<ApprovedChange.maximumRounds {
      do {
        return try body(approved)
      } catch let unapproved as UnapprovedChange {
        try runBefore(
          unapproved.versions, unapproved.change.attachments.keys.sorted(), command: command)
        approved = unapproved.change
      }
    }
    do {
      return try body(approved)
    } catch is UnapprovedChange {
      throw OKitError(.busy, "the data keeps changing while the hook before-change runs")
    }
  }

  /// Ends an attempt of ``approving(command:_:)`` unless `approved` is the change to `versions` and of `attachments`, which was made from what `store` has
  /// read. Attachments have the stamps of their former files; nil for new ones.
  package func require(
    _ approved: ApprovedChange?, for versions: DocumentVersions?, _ attachments: [DataPath: FileStamp?] = [:],
    in store: EntityStore
  ) throws {
    guard runBeforeChanges, let versions, !versions.all.isEmpty || !attachments.isEmpty else { return }
    let change = ApprovedChange(store, attachments)
    guard change == approved else { throw UnapprovedChange(change: change, versions: versions) }
  }
}
