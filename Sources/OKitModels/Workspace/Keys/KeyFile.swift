package import Ciphers
import Glibc
package import JSONDocument
package import OKitStorage

/// Reads and writes key files.
package enum KeyFile {
  private static let maximumSize: Int64 = 1 << 20

  /// The name of the identity file in a workspace's keys folder.
  package static let identityName = "identity.txt"
  /// The name of the framework key file in a workspace's keys folder.
  package static let frameworkKeyName = "okit-cbc.json"
  /// The name of the framework key file in apps.
  package static let appFileName = "cryptinfo.json"

  /// The kind of keys in a file.
  package enum Kind: Sendable {
    /// age identities.
    case identity
    /// The key and IV of the framework, as JSON.
    case frameworkKey
  }

  /// Reads the age identities in a file, in the format of `age-keygen`. Calls `passphrase` if the file has one.
  ///
  /// Throws errors of kind `locked` for a wrong passphrase and `malformed` for any other file.
  package static func identities(
    _ path: FilePath, passphrase: Keyring.Passphrase, warn: (String) -> Void
  ) throws -> [X25519Identity] {
    try identities(in: contents(path, warn: warn), of: path, passphrase: passphrase)
  }

  /// Reads the age identities in the content of the file at `path`.
  ///
  /// Throws the errors of ``identities(_:passphrase:warn:)``.
  static func identities(
    in contents: borrowing SecretBytes, of path: FilePath, passphrase: Keyring.Passphrase
  ) throws -> [X25519Identity] {
    do {
      guard contents.withUnsafeBytes(IdentityFile.isEncrypted) else {
        return try contents.withUnsafeBytes(IdentityFile.init(parsing:)).identities
      }
      let secret = try passphrase(path)
      return try contents.withUnsafeBytes { try IdentityFile.decrypt($0, passphrase: secret.copy()) }.identities
    } catch let error as AgeError where error.kind == .incorrectPassphrase {
      throw OKitError(.locked, "wrong passphrase for \(path)")
    } catch let error as AgeError where error.kind == .noMatch {
      // The identity file itself is encrypted, but not with a passphrase.
      throw OKitError(.malformed, "\(path): \(error)")
    } catch let error as AgeError {
      throw OKitError(error, name: path.text)
    } catch let error as AgeKeyError {
      throw OKitError(.malformed, "\(path): \(error)")
    }
  }

  /// Reads the framework's key: JSON with `key`, an array of 32 numbers, and `iv`, an array of 16 numbers.
  ///
  /// Throws an error of kind `malformed` for any other file.
  package static func frameworkKey(_ path: FilePath, warn: (String) -> Void) throws -> OKitCBCKey {
    let contents = try contents(path, warn: warn)
    let bytes = JSONBytes(capacity: contents.count, secret: true)
    contents.withUnsafeBytes { bytes.append($0) }
    return try frameworkKey(parsing: bytes, path: path)
  }

  /// Parses the framework's key. Errors name the file `path`.
  package static func frameworkKey(parsing bytes: JSONBytes, path: FilePath) throws -> OKitCBCKey {
    let root = try JSONDocument(parsing: bytes, path: path).root
    func secret(_ name: String, count: Int) throws -> SecretBytes {
      guard let list = root[name], list.kind == .array, list.count == count else {
        throw OKitError(.malformed, "\(path): \(name) is not an array of \(count) numbers")
      }
      var secret = SecretBytes(count: count)
      for (index, element) in list.elements.enumerated() {
        guard let byte = element.int.flatMap(UInt8.init(exactly:)) else {
          throw OKitError(.malformed, "\(path): \(name) contains a value that is not a byte")
        }
        secret.withUnsafeMutableBytes { $0[index] = byte }
      }
      return secret
    }
    return try OKitCBCKey(key: secret("key", count: 32), iv: secret("iv", count: 16))
  }

  /// Returns the kind of the key file at `path`. Throws an error of kind `malformed` if it contains no key.
  package static func kind(of path: FilePath) throws -> Kind {
    let contents = try contents(path, warn: { _ in })
    let first = contents.withUnsafeBytes { $0.first { !$0.isJSONSpace } }
    if first == UInt8(ascii: "{") {
      _ = try frameworkKey(path, warn: { _ in })
      return .frameworkKey
    }
    if contents.withUnsafeBytes(IdentityFile.isEncrypted) { return .identity }
    _ = try identities(path, passphrase: { _ in SecretBytes(count: 0) }, warn: { _ in })
    return .identity
  }

  /// Returns the path of the app's key file next to its data; nil if there is none.
  ///
  /// - Parameter path: A data folder, or a folder that contains one as `data` or `okit/data`. The key file is in it, or next to `data` or `okit`.
  package static func frameworkKey(besideDataIn path: FilePath) -> FilePath? {
    guard var folder = try? DataFolderSearch.find(in: path) else { return nil }
    var places = [folder]
    for name in ["data", "okit"] where folder.name.isExactly(name) {
      folder = folder.parent
      places.append(folder)
    }
    return places.map { $0.appending(appFileName) }.first { (try? kind(of: $0)) == .frameworkKey }
  }

  /// Copies the key file at `source` to `path`, readable only by its owner; with `isDryRun`, only checks. Returns false if the same key is already
  /// there.
  ///
  /// Throws an error of kind `exists` if `path` has another content.
  package static func copy(_ source: FilePath, to path: FilePath, isDryRun: Bool) throws -> Bool {
    let new = try contents(source)
    if try FileStatus.of(path, followingLinks: true) != nil, try contents(path).isEqual(new) { return false }
    if isDryRun { try requireAbsent(path) } else { try create(path, contents: new) }
    return true
  }

  /// Throws an error of kind `exists` if `path` exists.
  package static func requireAbsent(_ path: FilePath) throws {
    guard try FileStatus.of(path) != nil else { return }
    throw OKitError(
      .exists, "\(path) already exists",
      remedy: .words("move it away first if it is the wrong key; okit never replaces a key"))
  }

  /// Returns the bytes of a key file. Calls `warn` if other users can read it.
  ///
  /// Throws `SystemError` if it cannot be read, and an error of kind `malformed` if it is too large for a key or is not a regular file.
  package static func contents(_ path: FilePath, warn: (String) -> Void = { _ in }) throws -> SecretBytes {
    let file = try OpenFile(path, followingLinks: true)
    if file.status.mode & 0o077 != 0 {
      warn("other users can read \(path) (mode \(String(file.status.mode, radix: 8))); run 'chmod 600' on it")
    }
    guard file.size <= maximumSize else { throw OKitError(.malformed, "\(path) is too large for a key") }
    var contents = SecretBytes(count: Int(file.size))
    try contents.withUnsafeMutableBytes { buffer in
      var filled = 0
      while filled < buffer.count {
        let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        guard count > 0 else { throw OKitError(.busy, "\(path) changed while it was read") }
        filled += count
      }
    }
    return contents
  }

  /// Writes a new key file at `path` with mode 0600, and creates its folder if needed.
  ///
  /// Throws an error of kind `exists` if there is already a file.
  package static func create(
    _ path: FilePath, contents: borrowing SecretBytes, calls: any FileSystemCalls = LiveFileSystemCalls()
  ) throws {
    let system = FileSystem(calls: calls)
    let folder = path.parent
    try createFolders(folder, system)
    // A partly written file from a crash is also a secret, so it is removed.
    let lock = try WorkspaceLock(folder: folder, timeout: .seconds(5))
    defer { withExtendedLifetime(lock) {} }
    try? StagedName.sweep(folder, of: .nobody, system)
    let staged = folder.appending(StagedName.new())
    do {
      try naming(path, for: staged) {
        let file = try system.createFile(staged, mode: FileSystem.privateFile)
        try contents.withUnsafeBytes { try file.write($0) }
        try file.flush()
        try system.renameIntoPlace(staged, path)
      }
    } catch {
      try? system.removeFile(staged)
      if let error = error as? OKitError, error.kind == .exists { try requireAbsent(path) }
      throw error
    }
  }

  private static func createFolders(_ path: FilePath, _ system: FileSystem) throws {
    if path == "." || path == "/" { return }
    if try FileStatus.of(path, followingLinks: true) != nil { return }
    try createFolders(path.parent, system)
    try system.ensureFolder(path, mode: FileSystem.privateFolder)
  }
}

extension OKitError {
  /// An error about `name`, which is an age file or another text in that format.
  package init(_ error: AgeError, name: String) {
    switch error.kind {
    case .noMatch, .incorrectPassphrase:
      self.init(.locked, "no available identity opens \(name)", remedy: .nameIdentity)
    case .memory: self.init(.inputOutput, "\(name): \(error)")
    default: self.init(.malformed, "\(name): \(error)")
    }
  }
}
