package import Ciphers
package import JSONDocument
package import OKitStorage

/// The file `okit/okit.json`, the configuration of a workspace.
///
/// Unknown keys are kept when the file is written.
package struct Configuration {
  /// The cipher for models of an encrypted kind.
  package enum Cipher: String, CaseIterable, Sendable {
    /// The age format, encrypted to the workspace's recipients.
    case age
    /// The framework's own cipher, with the app's key.
    case okitCBC = "okit-cbc"
  }

  /// The settings of one model.
  package struct Model: Equatable, Sendable {
    /// The Swift class; nil if it is unknown.
    package var className: String?
    /// The kind of the model; nil if it is unknown.
    package var kind: ModelKind?
    /// The cipher of the model before the app's setting `encryption` was turned off; nil while it is on.
    package var cipher: Cipher?
    /// Its own HTTP server; nil for that of the workspace.
    package var endpoint: EndpointSettings?
  }

  /// The name of the file in the folder `okit`.
  package static let fileName = "okit.json"
  /// The version of the format that this okit writes.
  package static let currentVersion = 1
  /// The maximum size of the file in bytes.
  package static let maximumSize = 16 << 20

  /// The parsed file, with keys that okit does not know.
  package let document: JSONDocument
  /// The file that was read; nil for one in a backup.
  package private(set) var snapshot: FileSnapshot?
  /// A UUID that identifies the workspace.
  package let id: String
  /// The settings of models, by name.
  package let models: [ModelName: Model]
  /// The recipients that models are encrypted to.
  package let recipients: [X25519Recipient]
  /// The cipher of encrypted models.
  package let cipher: Cipher
  /// The check value of the framework's key (`OKitCBCKey.check`); nil until a key has been proven.
  package let keyCheck: SHA256Digest?
  /// The paths of the Swift files with the app's classes, relative to the workspace. They can contain wildcards.
  package let definitions: [String]
  /// The HTTP server of remote models; nil if there is none.
  package let endpoint: EndpointSettings?
  /// The settings of backups.
  package let backup: BackupSettings
  /// The settings of hooks.
  package let hooks: HookSettings
  /// The settings of the history.
  package let history: HistorySettings

  /// Reads the file at `path`. Throws an error of kind `configuration` if it is not valid.
  package init(reading path: FilePath) throws {
    let file = try OpenFile(path)
    guard file.size <= Int64(Self.maximumSize) else { throw OKitError(.configuration, "\(path) is too large") }
    try self.init(parsing: file.contents(), path: path)
    snapshot = file.snapshot
  }

  /// Parses the text of the file. Errors name the file `path`. Throws an error of kind `configuration` if it is not valid.
  package init(parsing bytes: JSONBytes, path: some CustomStringConvertible) throws {
    func wrong(_ value: JSONValue?, _ detail: String) -> OKitError {
      guard let value else { return OKitError(.configuration, "\(path): \(detail)") }
      return value.document.recordError(detail, at: value.range.lowerBound, path: path)
    }
    document = try JSONDocument(parsingRecord: bytes, path: path)
    let root = document.root
    guard root.kind == .object else { throw wrong(root, "not an object") }
    guard let version = root["version"]?.int, version >= 1 else { throw wrong(root["version"], "missing version") }
    guard version <= Self.currentVersion else {
      throw wrong(root["version"], "version \(version) was made by a newer okit")
    }
    guard let id = root["id"]?.string, UUIDText.isValid(id) else { throw wrong(root["id"], "id is not a UUID") }
    self.id = id

    var models: [ModelName: Model] = [:]
    if let list = root["models"] {
      guard list.kind == .object else { throw wrong(list, "models is not an object") }
      for (key, value) in list.members {
        guard let name = try? ModelName(key.string) else {
          throw wrong(value, "\(PathComponent.printable(key.string)) is not a valid model name")
        }
        guard value.kind == .object else { throw wrong(value, "not an object") }
        var model = Model(className: value["class"]?.string)
        if let kind = value["kind"] {
          guard let known = kind.string.flatMap(ModelKind.init(rawValue:)) else {
            throw wrong(kind, "not a model kind (\(ModelKind.allCases.map(\.rawValue).joined(separator: ", ")))")
          }
          model.kind = known
        }
        if let cipher = value["cipher"] { model.cipher = try Self.cipher(cipher, wrong) }
        model.endpoint = try EndpointSettings(value["endpoint"], wrong)
        // The first of repeated keys counts, as everywhere.
        if models[name] == nil { models[name] = model }
      }
    }
    self.models = models
    recipients = try Self.texts(root["recipients"], wrong).map { text, value in
      do {
        return try X25519Recipient(parsing: text)
      } catch {
        let error = wrong(value, "\(error)")
        throw OKitError(
          error.kind, error.detail, at: error.place,
          remedy: .words("remove it from 'recipients' in that file; nothing can be decrypted with it"))
      }
    }
    definitions = try Self.texts(root["definitions"], wrong).map(\.0)
    cipher = try root["cipher"].map { try Self.cipher($0, wrong) } ?? .age
    keyCheck = try root["keyCheck"].map { value in
      guard let digest = value.string.flatMap(SHA256Digest.init(hex:)) else {
        throw wrong(value, "keyCheck is not a SHA-256")
      }
      return digest
    }
    endpoint = try EndpointSettings(root["endpoint"], wrong)
    backup = try BackupSettings(root["backup"], wrong)
    hooks = try HookSettings(root["hooks"], wrong)
    history = try HistorySettings(root["history"], wrong)
  }

  private static func cipher(_ value: JSONValue, _ wrong: (JSONValue?, String) -> OKitError) throws -> Cipher {
    guard let known = value.string.flatMap(Cipher.init(rawValue:)) else {
      throw wrong(value, "cipher is neither age nor okit-cbc")
    }
    return known
  }

  private static func texts(
    _ list: JSONValue?, _ wrong: (JSONValue?, String) -> OKitError
  ) throws -> [(String, JSONValue)] {
    guard let list else { return [] }
    guard list.kind == .array else { throw wrong(list, "not an array") }
    return try list.elements.map { element in
      guard let text = element.string else { throw wrong(element, "not a string") }
      return (text, element)
    }
  }
}

/// The settings of a workspace's backups. Options take precedence.
package struct BackupSettings: Equatable, Sendable {
  /// The format of new backups.
  package var format: BackupFormat = .archive
  /// The folder of backups, relative to the workspace; nil for `okit/backup`.
  package var folder: String?
  /// The restic repository of new backups: a folder relative to the workspace, or a URL; nil for the folder of backups.
  package var repository: String?
  /// True if backups are encrypted to the workspace's recipients instead of with a password.
  package var toRecipients = false
  /// The rules by which `backup prune` keeps backups. Empty if there are none.
  package var keep = RetentionRules()

  fileprivate init(_ value: JSONValue?, _ wrong: (JSONValue?, String) -> OKitError) throws {
    guard let value else { return }
    guard value.kind == .object else { throw wrong(value, "backup is not an object") }
    if let text = value["format"] {
      guard let known = text.string.flatMap(BackupFormat.init(rawValue:)) else {
        throw wrong(text, "not a backup format")
      }
      format = known
    }
    if let text = value["folder"] {
      guard let path = text.string, !path.isEmpty else { throw wrong(text, "not a path") }
      folder = path
    }
    if let text = value["repository"] {
      guard let location = text.string, !location.isEmpty else { throw wrong(text, "not a restic repository") }
      repository = location
    }
    if let text = value["to"] {
      guard text.string == "recipients" else { throw wrong(text, "the only value is \"recipients\"") }
      toRecipients = true
    }
    keep = try RetentionRules(value["keep"], wrong)
  }
}

/// The settings of a workspace's hooks.
package struct HookSettings: Equatable, Sendable {
  /// The time limit of a hook, after which it and its child processes are stopped; nil for none.
  package var timeout: Duration?

  fileprivate init(_ value: JSONValue?, _ wrong: (JSONValue?, String) -> OKitError) throws {
    guard let value else { return }
    guard value.kind == .object else { throw wrong(value, "hooks is not an object") }
    if let number = value["timeout"] {
      guard let seconds = number.double, seconds > 0, seconds <= Self.maximumSeconds else {
        throw wrong(number, "timeout is not a positive number of seconds")
      }
      timeout = .seconds(seconds)
    }
  }

  /// The maximum time limit in seconds, which keeps the deadline in the range of the clock.
  private static let maximumSeconds = 1e9
}
