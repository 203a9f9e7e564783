import Ciphers
import Synchronization

/// Names of files and folders that are not in place yet: `.okit-` and 16 hexadecimal digits, of which the first eight tell
/// the workspace and the others begin at random in each process and are counted from there. Chosen at random each, two of the hundred
/// thousand files of a large workspace would mostly be the same.
///
/// One that no journal names is left over from a crash. Folders of backups and data can lie beside those of other
/// workspaces, whose staged files are theirs alone.
package enum StagedName {
  /// The part of staged names that tells a workspace.
  package struct Owner {
    /// For files that belong to no workspace.
    package static let nobody = Owner(digits: "00000000")

    fileprivate let digits: String

    private init(digits: String) {
      self.digits = digits
    }

    /// The workspace of this id, a UUID.
    package init(workspaceID id: String) {
      digits = String(id.prefix(8)).lowercased()
    }
  }

  private static let prefix = ".okit-"
  private static let digitCount = 16
  private static let count = Atomic<UInt32>(randomBytes(4).reduce(0) { $0 << 8 | UInt32($1) })

  package static func new(_ owner: Owner = .nobody) -> String {
    let digits = String(count.wrappingAdd(1, ordering: .relaxed).newValue, radix: 16)
    return prefix + owner.digits + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  package static func matches(_ name: String) -> Bool {
    guard let digits = name.withoutPrefix(prefix)?.utf8, digits.count == digitCount else { return false }
    return digits.allSatisfy { $0.isHexDigit && !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
  }

  /// The paths of what `owner` staged in `folder`.
  static func leftovers(in folder: String, of owner: Owner) throws -> [String] {
    try FolderListing(folder).entries.filter { matches($0.name, of: owner) }.map { Path.join(folder, $0.name) }
  }

  /// True for a name of what `owner` staged.
  static func matches(_ name: String, of owner: Owner) -> Bool {
    matches(name) && name.withoutPrefix(prefix + owner.digits) != nil
  }

  /// Removes what `owner` staged in `folder`. Only while nobody stages anything.
  package static func sweep(_ folder: String, of owner: Owner, _ system: FileSystem) throws {
    for path in try leftovers(in: folder, of: owner) { try system.removeTree(path) }
  }
}
