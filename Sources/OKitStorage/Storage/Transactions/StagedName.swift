import JSONDocument
import Synchronization

/// Names of temporary files and folders: `.okit-` and 16 hexadecimal digits.
///
/// The first eight digits identify the workspace. The other eight are a counter that starts at a random number in each process. If
/// they were random in each name, two of the hundred thousand files of a large workspace would probably get the same name.
///
/// A temporary file that no journal names is left over from a crash. Data and backup folders of several workspaces can share a parent
/// folder, so each workspace removes only its own.
package enum StagedName {
  /// The part of the name that identifies the workspace.
  package struct Owner {
    /// The owner of files that belong to no workspace.
    package static let nobody = Owner(digits: "00000000")

    fileprivate let digits: String

    private init(digits: String) {
      self.digits = digits
    }

    /// The owner for the workspace with this id, a UUID.
    package init(workspaceID id: String) {
      digits = String(id.prefix(8)).lowercased()
    }
  }

  private static let prefix = ".okit-"
  private static let digitCount = 16
  private static let counter = Atomic<UInt32>(.random(in: 0 ... .max))

  /// Returns a new name.
  package static func new(_ owner: Owner = .nobody) -> String {
    let digits = String(counter.wrappingAdd(1, ordering: .relaxed).newValue, radix: 16)
    return prefix + owner.digits + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// True if `name` has the form of a temporary name, of any owner.
  package static func matches(_ name: String) -> Bool {
    guard let digits = name.withoutPrefix(prefix)?.utf8, digits.count == digitCount else { return false }
    return digits.allSatisfy { $0.isHexDigit && !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
  }

  /// Returns the paths of the temporary files of `owner` in `folder`.
  package static func leftovers(in folder: FilePath, of owner: Owner) throws -> [FilePath] {
    try FolderListing(folder).entries.filter { matches($0.name, of: owner) }.map { folder.appending($0.name) }
  }

  /// True if `name` is a temporary name of `owner`.
  static func matches(_ name: String, of owner: Owner) -> Bool {
    matches(name) && name.withoutPrefix(prefix + owner.digits) != nil
  }

  /// Removes the temporary files of `owner` in `folder`. Call it only while nobody creates any.
  package static func sweep(_ folder: FilePath, of owner: Owner, _ system: FileSystem) throws {
    for path in try leftovers(in: folder, of: owner) { try system.removeTree(path) }
  }
}
