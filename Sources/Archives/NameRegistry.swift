/// Remembers all names of an archive, to detect duplicates and names that are both a file and a folder.
///
/// It stores 128 bits of a keyed hash (SipHash with a random key for each process) instead of the names. That takes 17 bytes
/// for a name of any length, and needs no strings for the parents of a file. A collision of different names would refuse a
/// valid archive but never accept an invalid one, and it does not happen in practice.
struct NameRegistry {
  private struct Digest: Hashable {
    let low: Int
    let high: Int
  }

  private enum Node: UInt8 {
    case file
    case folder
    case parentOnly
  }

  private let limit: Int
  private var entries = 0
  private var nodes: [Digest: Node] = [:]

  /// Creates a registry for at most `limit` entries.
  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a valid name.
  ///
  /// - Throws: An error of kind `unsafe` if the name is a duplicate, `limit` if there are too many.
  mutating func add(_ name: String, _ kind: ArchiveEntry.Kind) throws(ArchiveError) {
    entries += 1
    if entries > limit { throw ArchiveError(.limit, "more than \(limit) entries") }
    var digests = Self.digests(of: name)
    let own = digests.removeLast()
    switch nodes[own] {
    case nil: nodes[own] = kind == .file ? .file : .folder
    case .parentOnly where kind == .folder: nodes[own] = .folder
    case .parentOnly: throw ArchiveError(.unsafe, entry: name, "a file with the name of a folder")
    case .file where kind == .folder: throw ArchiveError(.unsafe, entry: name, "a folder with the name of a file")
    case .folder where kind == .file: throw ArchiveError(.unsafe, entry: name, "a file with the name of a folder")
    case .file, .folder: throw ArchiveError(.unsafe, entry: name, "a duplicate name")
    }
    // If a folder is known, its parents are known, too, so the search can end.
    upwards: while let parent = digests.popLast() {
      switch nodes[parent] {
      case nil: nodes[parent] = .parentOnly
      case .file: throw ArchiveError(.unsafe, entry: name, "a file has the name of its folder")
      case .folder, .parentOnly: break upwards
      }
    }
    if nodes.count / 2 > limit { throw ArchiveError(.limit, "more than \(limit) folders") }
  }

  /// Returns the digests of all parents, outermost first, and of the name itself.
  private static func digests(of name: String) -> [Digest] {
    var low = Hasher()
    var high = Hasher()
    low.combine(0 as UInt8)
    high.combine(1 as UInt8)
    var digests: [Digest] = []
    for component in name.utf8.split(separator: UInt8(ascii: "/")) {
      Array(component).withUnsafeBytes {
        low.combine(bytes: $0)
        high.combine(bytes: $0)
      }
      low.combine(UInt8(ascii: "/"))
      high.combine(UInt8(ascii: "/"))
      digests.append(Digest(low: low.finalize(), high: high.finalize()))
    }
    return digests
  }
}
