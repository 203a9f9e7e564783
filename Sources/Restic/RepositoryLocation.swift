import Glibc
import JSONDocument
package import OKitStorage

/// The place of a restic repository: a folder, or a URL such as `sftp:user@host:/folder`, `rest:https://host/` or `s3:https://host/bucket`.
package struct RepositoryLocation: Equatable, Sendable {
  /// The schemes of restic's backends.
  private static let schemes: Set<String> = [
    "azure", "b2", "gs", "local", "rclone", "rest", "s3", "sftp", "swift",
  ]

  /// The location as restic takes it. It can contain a password.
  let text: String
  /// The folder; nil for a repository that is reached in another way.
  package let folder: FilePath?

  /// Parses a location. A folder is relative to `base`.
  ///
  /// Throws an error of kind `usage` if it is empty, has control characters, or if ssh would take the host for an option.
  package init(_ text: String, in base: FilePath) throws {
    guard !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw OKitError(.usage, "the location of a repository is empty or has control characters")
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let scheme = parts.count == 2 && Self.schemes.contains(String(parts[0])) ? String(parts[0]) : "local"
    guard scheme != "local" else {
      let path = text.withoutPrefix("local:") ?? text
      guard !path.isEmpty else { throw OKitError(.usage, "the location of a repository is empty") }
      guard !path.hasPrefix("~") else {
        throw OKitError(.usage, "the location of a repository begins with ~, which only a shell replaces")
      }
      let folder = FilePath(path, in: base).resolvingExistingPrefix
      self.init(folder.text, folder)
      return
    }
    // ssh and rclone would take them for options.
    let rest = String(parts[1])
    let isOption = rest.drop { $0 == "/" }.hasPrefix("-") || scheme == "sftp" && rest.has("@-")
    if isOption { throw OKitError(.usage, "the host of a repository begins with a dash") }
    self.init(text, nil)
  }

  private init(_ text: String, _ folder: FilePath?) {
    self.text = text
    self.folder = folder
  }

  /// True unless it is a folder without a repository.
  package var mayBeRepository: Bool { folder.map(Self.isRepository) ?? true }

  /// True if a folder is a repository.
  package static func isRepository(_ folder: FilePath) -> Bool {
    ["config", "keys"].allSatisfy { access(folder.appending($0).text, F_OK) == 0 }
  }

  /// The location without a password.
  package var shown: String {
    guard folder == nil, let mark = text.endOfFirst("://") else { return text }
    let rest = text[mark...]
    let authority = rest.prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@"), let colon = authority[..<at].firstIndex(of: ":") else { return text }
    return text[...colon] + "***" + text[at...]
  }
}

extension String {
  /// Returns the position after the first occurrence of `text`; nil if there is none.
  fileprivate func endOfFirst(_ text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }.map { index($0, offsetBy: text.count) }
  }
}
