import Glibc
import JSONDocument
package import OKitStorage

/// The place of a restic repository: a folder, or a URL such as `sftp:user@host:/folder`, `rest:https://host/` or `s3:https://host/bucket`.
package struct RepositoryLocation: Equatable, Sendable, CustomStringConvertible {
  /// The schemes of restic's backends.
  private static let schemes: Set<String> = [
    "azure", "b2", "gs", "local", "rclone", "rest", "s3", "sftp", "swift",
  ]

  /// The location as restic takes it, without a password.
  let text: String
  /// The folder; nil for a repository that is reached in another way.
  package let folder: FilePath?

  /// Parses a location. A folder is relative to `base`.
  ///
  /// Throws an error of kind `usage` if it is empty, has control characters or a password, or if ssh would take the host for an option.
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
    guard Self.password(in: text) == nil else {
      throw OKitError(
        .usage, "the location of a repository must not contain a password",
        remedy: .words(
          "set RESTIC_REST_USERNAME and RESTIC_REST_PASSWORD, or the variables of restic for this kind of server"))
    }
    self.init(text, nil)
  }

  private init(_ text: String, _ folder: FilePath?) {
    self.text = text
    self.folder = folder
  }

  /// The location as text.
  package var description: String { text }

  /// True unless it is a folder without a repository.
  package var mayBeRepository: Bool { folder.map(Self.isRepository) ?? true }

  /// True if a folder is a repository.
  package static func isRepository(_ folder: FilePath) -> Bool {
    ["config", "keys"].allSatisfy { access(folder.appending($0).text, F_OK) == 0 }
  }

  /// Returns a text without the password of a location.
  package static func withoutPassword(_ text: String) -> String {
    password(in: text).map { text[..<$0.lowerBound] + "***" + text[$0.upperBound...] } ?? text
  }

  private static func password(in text: String) -> Range<String.Index>? {
    guard let authority = authority(of: text), let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return nil }
    return authority.index(after: colon)..<at
  }

  /// Returns the part of a URL with the user and the host; nil for another location.
  private static func authority(of text: String) -> Substring? {
    text.endOfFirst("://").map { text[$0...].prefix { $0 != "/" } }
  }

  /// Returns the location for restic with the user and the password for a REST server. Before version 0.17, restic only finds them there.
  func text(user: String?, password: String?) -> String {
    guard let user, text.withoutPrefix("rest:") != nil, let authority = Self.authority(of: text),
      authority.lastIndex(of: "@") == nil
    else { return text }
    let credentials = [user, password].compactMap { $0.map(Self.encoded) }.joined(separator: ":")
    return text[..<authority.startIndex] + credentials + "@" + text[authority.startIndex...]
  }

  /// Returns a text as a part of a URL.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      return byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains { $0 == character })
        ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

extension String {
  /// Returns the position after the first occurrence of `text`; nil if there is none.
  fileprivate func endOfFirst(_ text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }.map { index($0, offsetBy: text.count) }
  }
}
