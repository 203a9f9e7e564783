import JSONDocument

/// Finds temporary files left over from a crash. Lists each folder only once.
struct LeftoverSearch {
  /// The paths of the temporary files.
  private(set) var found: [FilePath] = []
  private let owner: StagedName.Owner
  /// The entries of each folder.
  private(set) var listings: [FilePath: FolderListing] = [:]

  /// Prepares a search for the temporary files of `owner`.
  init(of owner: StagedName.Owner) {
    self.owner = owner
  }

  /// Searches `folder`, which was already listed. Also finds the temporary files of `other`.
  mutating func look(in folder: FilePath, _ listing: FolderListing, alsoOf other: StagedName.Owner? = nil) {
    guard listings.updateValue(listing, forKey: folder) == nil else { return }
    for entry in listing.entries {
      let isStaged =
        StagedName.matches(entry.name, of: owner) || other.map { StagedName.matches(entry.name, of: $0) } == true
      if isStaged { found.append(folder.appending(entry.name)) }
    }
  }

  /// Adds temporary files that were found in another way.
  mutating func add(_ paths: [FilePath]) { found += paths }

  /// Searches `folder`, the folders in it whose names `isWanted` accepts, and everything below these. Ignores folders that cannot be listed, because
  /// the command may not need them.
  mutating func lookBelow(_ folder: FilePath, _ isWanted: (_ name: String) -> Bool) {
    // A folder that its parent does not list is missing.
    if let parent = listings[folder.parent], !parent.entries.contains(where: { $0.name.isExactly(folder.name) }) {
      return
    }
    guard listings[folder] == nil, let listing = try? FolderListing(folder) else { return }
    look(in: folder, listing)
    for entry in listing.entries where entry.kind == .folder && !entry.isHidden && isWanted(entry.name) {
      lookBelow(folder.appending(entry.name)) { _ in true }
    }
  }
}
