package import Ciphers
package import OKitModels
package import OKitStorage

/// A change of the data since a migration, which is lost where that is rolled back.
package struct LostChange: Equatable, Sendable {
  /// What became of a file.
  package enum Kind: String, CaseIterable, Sendable {
    /// It has other content.
    case changed
    /// It was not there.
    case added
    /// It is there no more.
    case removed
  }

  /// What became of it.
  package let kind: Kind
  /// The file, relative to the data folder.
  package let path: String
  /// The model whose own file or partial it is; nil of an attachment.
  package var model: ModelName? { ModelName(document: path) }
}

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
