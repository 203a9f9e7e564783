import Ciphers
import Definitions
package import JSONDocument
package import OKitStorage

extension AppliedDefinitions {
  /// The way to continue without a readable record. Migrations are recorded only for data that conforms to the definitions.
  package static let damageAdvice =
    "restore \(path) from a backup or version control; otherwise move it away "
    + "and run 'okit migrate apply' to record the definitions again"

  /// Reads the record of a workspace. It is empty if there is no file.
  ///
  /// Throws errors of kind `configuration`, with the place, if the file is damaged and, without `toleratingNewer`, if a newer okit wrote it.
  package init(of workspace: Workspace, toleratingNewer: Bool = false) throws {
    let path = workspace.storage.absolute(Self.path)
    let scan = workspace.scan
    if let latest = workspace.latestApplied,
      try scan?.knowsApplied == true || latest.file?.stamp == FileStatus.of(path)?.stamp
    {
      self = latest
    } else {
      guard let file = try workspace.storage.openIfPresent(path) else {
        self.init()
        return
      }
      guard file.size <= Int64(Self.maximumSize) else {
        throw OKitError(.configuration, "\(path) is too large", remedy: .words(Self.damageAdvice))
      }
      do {
        try self.init(parsing: file.contents(), path: path)
      } catch let error as OKitError where error.kind == .configuration {
        throw OKitError(error.kind, error.detail, at: error.place, remedy: .words(Self.damageAdvice))
      }
      self.file = file.snapshot
      workspace.latestApplied = self
    }
    scan?.knowsApplied = true
    if !toleratingNewer { try requireKnownVersion(path) }
  }

  /// Reads the record of the models in a backup. Errors name the file `path`. Nil if there is no file, and nil with a warning if it is damaged,
  /// because the data can be used without it.
  ///
  /// Throws an error of kind `configuration` if a newer okit wrote it.
  package init?(ofBackup bytes: JSONBytes?, path: some CustomStringConvertible, observer: any Observer) throws {
    guard let bytes else { return nil }
    do {
      try self.init(parsing: bytes, path: path)
    } catch let error as OKitError where error.kind == .configuration {
      Self.warnOfDamage(error, observer)
      return nil
    }
    try requireKnownVersion(path)
  }

  /// True if the file at `path` in the backup `name` can be restored unchanged. Returns false, with a warning, for a damaged record of definitions,
  /// because it would prevent any later change.
  package static func canTakeOver(_ bytes: JSONBytes, at path: BackupPath, of name: String, observer: any Observer)
    throws
    -> Bool
  {
    guard path == pathInBackup else { return true }
    do {
      _ = try AppliedDefinitions(parsing: bytes, path: "\(name): \(path)")
      return true
    } catch let error as OKitError where error.kind == .configuration {
      warnOfDamage(error, observer)
      return false
    }
  }

  private static func warnOfDamage(_ error: OKitError, _ observer: any Observer) {
    observer.warned("\(error); the definitions of the models in the backup are unknown")
  }

  private func requireKnownVersion(_ path: some CustomStringConvertible) throws {
    guard let newerVersion else { return }
    throw OKitError(.configuration, "\(path): version \(newerVersion) was made by a newer okit")
  }

  /// Parses the text of a file. Errors name the file `path`. If a newer okit wrote it, only ``newerVersion`` is set.
  ///
  /// Throws an error of kind `configuration`, with the place, if the text is damaged.
  package init(parsing bytes: JSONBytes, path: some CustomStringConvertible) throws {
    let document = try JSONDocument(parsingRecord: bytes, path: path)
    do {
      try self.init(document.root)
    } catch {
      throw document.recordError(error.message, at: error.offset, path: path)
    }
  }

  private init(_ root: JSONValue) throws(Fault) {
    self.init()
    guard root.kind == .object else { throw Fault("not an object", root) }
    guard let version = root["version"]?.int, version >= 1 else {
      throw Fault("missing version", root["version"] ?? root)
    }
    guard version <= Self.currentVersion else {
      newerVersion = version
      return
    }
    for value in try Self.elements("migrations", of: root) { migrations.append(try Migration(value)) }
    migrations.sort()
    if let list = root["models"] {
      guard list.kind == .object else { throw Fault("not an object", list) }
      for (key, value) in list.members {
        guard let name = try? ModelName(key.string) else { throw Fault("not a valid model name", value) }
        let model = try Model(value)
        // The first of repeated keys is used, as everywhere.
        if models[name] == nil { models[name] = model }
      }
    }
    for value in try Self.elements("stored", of: root) {
      guard let name = value.string.flatMap({ try? ModelName($0) }) else {
        throw Fault("not a valid model name", value)
      }
      storedModels.insert(name)
    }
    stored = (models, migrations, storedModels)
  }

  /// An error with its place.
  fileprivate struct Fault: Error {
    let message: String
    let offset: Int

    init(_ message: String, _ value: JSONValue) {
      self.message = message
      offset = value.range.lowerBound
    }
  }

  fileprivate static func elements(_ key: String, of value: JSONValue) throws(Fault) -> [JSONValue] {
    guard let list = value[key] else { return [] }
    guard list.kind == .array else { throw Fault("not an array", list) }
    return Array(list.elements)
  }

  fileprivate static func digest(_ value: JSONValue) throws(Fault) -> SHA256Digest {
    guard let digest = value.string.flatMap(SHA256Digest.init(hex:)) else { throw Fault("not a SHA-256", value) }
    return digest
  }
}

extension AppliedDefinitions.Model {
  fileprivate init(_ value: JSONValue) throws(AppliedDefinitions.Fault) {
    do throws(SnapshotError) {
      snapshot = try ModelSnapshot(reading: value)
    } catch {
      throw AppliedDefinitions.Fault(error.message, error.value)
    }
    guard let number = value["migration"]?.int, number >= 0 else {
      throw AppliedDefinitions.Fault("missing migration number", value["migration"] ?? value)
    }
    migration = number
    for element in try AppliedDefinitions.elements("former", of: value) {
      former.append(try AppliedDefinitions.digest(element))
    }
  }
}

extension AppliedDefinitions.Migration: Comparable {
  fileprivate init(_ value: JSONValue) throws(AppliedDefinitions.Fault) {
    guard let name = value["name"]?.string, MigrationNumber.number(of: name) != nil,
      PathComponent.fault(of: name) == nil
    else { throw AppliedDefinitions.Fault("not a valid migration name", value["name"] ?? value) }
    guard let checksum = value["checksum"] else { throw AppliedDefinitions.Fault("missing checksum", value) }
    self.name = name
    self.checksum = try AppliedDefinitions.digest(checksum)
  }

  /// Sorts by number, then by the bytes of the name.
  package static func < (left: Self, right: Self) -> Bool {
    left.number == right.number ? ExactText(left.name) < ExactText(right.name) : left.number < right.number
  }
}
