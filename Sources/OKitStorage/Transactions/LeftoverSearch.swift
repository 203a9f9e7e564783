/// Looks for staged files that no process needs any more. Each folder is listed once.
struct LeftoverSearch {
  /// Their paths.
  private(set) var found: [String] = []
  private let owner: StagedName.Owner
  private var seen: Set<ExactText> = []

  /// Looks for what `owner` staged.
  init(of owner: StagedName.Owner) {
    self.owner = owner
  }

  /// Looks in `folder`, whose entries are known, also for what `other` staged.
  mutating func look(in folder: String, _ listing: FolderListing, alsoOf other: StagedName.Owner? = nil) {
    guard seen.insert(ExactText(folder)).inserted else { return }
    for entry in listing.entries {
      let isStaged =
        StagedName.matches(entry.name, of: owner) || other.map { StagedName.matches(entry.name, of: $0) } == true
      if isStaged { found.append(Path.join(folder, entry.name)) }
    }
  }

  /// Looks in `folder` and, at any depth, in those folders in it whose names `isWanted` accepts. A folder that cannot be listed is no reason to stop a
  /// command that may not need it.
  mutating func lookBelow(_ folder: String, _ isWanted: (_ name: String) -> Bool) {
    guard !seen.contains(ExactText(folder)), let listing = try? FolderListing(folder) else { return }
    look(in: folder, listing)
    for entry in listing.entries where entry.kind == .folder && !entry.isHidden && isWanted(entry.name) {
      lookBelow(Path.join(folder, entry.name)) { _ in true }
    }
  }
}
