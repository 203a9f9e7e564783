package import Ciphers
package import OKitStorage

/// Collects what became of the files of the data folder from one moment to another, perhaps over several stretches of time.
package struct LostChanges {
  /// The content of each file, by its path relative to the data folder.
  package typealias Contents = [ExactText: SHA256Digest]

  /// Whether each file that changed was there before, and whether it was after.
  private var found: [ExactText: (before: Bool, after: Bool)] = [:]

  package init() {}

  /// Notes what changed in one stretch of time, later than those before.
  package mutating func add(from old: Contents, to new: Contents) {
    for (path, digest) in new where old[path] != digest { note(path, wasThere: old[path] != nil, isThere: true) }
    for path in old.keys where new[path] == nil { note(path, wasThere: true, isThere: false) }
  }

  private mutating func note(_ path: ExactText, wasThere: Bool, isThere: Bool) {
    found[path] = (found[path]?.before ?? wasThere, isThere)
  }

  /// All of it, by path.
  package var changes: [LostChange] {
    found.sorted { $0.key < $1.key }.compactMap { path, there in
      switch there {
      case (true, true): LostChange(kind: .changed, path: path.text)
      case (false, true): LostChange(kind: .added, path: path.text)
      case (true, false): LostChange(kind: .removed, path: path.text)
      case (false, false): nil
      }
    }
  }
}
