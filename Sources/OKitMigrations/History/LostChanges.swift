package import Ciphers
package import OKitModels
package import OKitStorage

/// A change of a file after a migration, which a rollback loses.
package struct LostChange: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case changed
    case added
    case removed
  }

  package let kind: Kind
  package let path: DataPath
  /// The model of the file; nil for an attachment.
  package var model: ModelName? { ModelName(document: path) }
}

/// Collects the changes of files in the data folder, over one or more periods.
package struct LostChanges {
  /// The digests of files.
  package typealias Contents = [DataPath: SHA256Digest]

  /// The changed files, with their existence before and after.
  private var found: [DataPath: (before: Bool, after: Bool)] = [:]

  package init() {}

  /// Adds the changes of the period that follows those added before.
  package mutating func add(from old: Contents, to new: Contents) {
    for (path, digest) in new where old[path] != digest { note(path, wasThere: old[path] != nil, isThere: true) }
    for path in old.keys where new[path] == nil { note(path, wasThere: true, isThere: false) }
  }

  private mutating func note(_ path: DataPath, wasThere: Bool, isThere: Bool) {
    found[path] = (found[path]?.before ?? wasThere, isThere)
  }

  /// The changes, by path.
  package var changes: [LostChange] {
    found.sorted { $0.key < $1.key }.compactMap { path, there in
      switch there {
      case (true, true): LostChange(kind: .changed, path: path)
      case (false, true): LostChange(kind: .added, path: path)
      case (true, false): LostChange(kind: .removed, path: path)
      case (false, false): nil
      }
    }
  }
}
