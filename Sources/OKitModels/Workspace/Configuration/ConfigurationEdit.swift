package import Ciphers
package import JSONDocument
package import OKitStorage

/// Changes to `okit.json` that leave everything else in it unchanged.
package struct ConfigurationEdit {
  private let configuration: Configuration
  private var kinds: [ModelName: ModelKind] = [:]
  private var classNames: [ModelName: String] = [:]
  private var ciphers: [ModelName: Configuration.Cipher?] = [:]
  private var removed: Set<ModelName> = []
  private var models: String?
  private var definitions: [String]?
  private var recipients: [X25519Recipient]?
  private var keyCheck: SHA256Digest?
  private var removesBackupFolder = false
  private var removesEndpoint = false

  /// An edit of `configuration` without changes yet.
  package init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  /// True if the kind of a model in `okit.json` is an encrypted one.
  package func isEncryptedKind(_ name: ModelName) -> Bool { configuration.models[name]?.kind?.isEncrypted == true }

  /// Sets the kind of a model to an encrypted or unencrypted one, if it differs from the current kind.
  package mutating func setKind(_ isEncrypted: Bool, of name: ModelName) {
    let old = configuration.models[name]?.kind
    if old?.isEncrypted == isEncrypted { return }
    switch old {
    case .http: kinds[name] = .encryptedHttp
    case .encryptedHttp: kinds[name] = .http
    // Settings keep their kind, even while they are stored in another form.
    case .settings: break
    default: kinds[name] = isEncrypted ? .encrypted : .plain
    }
  }

  /// Sets the kind of a model.
  package mutating func setKind(_ kind: ModelKind, of name: ModelName) {
    if configuration.models[name]?.kind != kind { kinds[name] = kind }
  }

  /// Sets the class of a model.
  package mutating func setClass(_ className: String, of name: ModelName) {
    if configuration.models[name]?.className != className { classNames[name] = className }
  }

  /// Sets the cipher that a model was encrypted with; nil removes it.
  mutating func setCipher(_ cipher: Configuration.Cipher?, of name: ModelName) {
    if configuration.models[name]?.cipher != cipher { ciphers.updateValue(cipher, forKey: name) }
  }

  /// Removes a model.
  package mutating func removeModel(_ name: ModelName) {
    if configuration.models[name] != nil { removed.insert(name) }
  }

  /// Restores the classes and kinds of models from `former`, by default of all. Other values of a model keep their current state.
  ///
  /// Throws an error of kind `configuration` if a key is repeated.
  package mutating func setModels(
    as former: Configuration, where isRestored: @escaping (ModelName) -> Bool = { _ in true }
  ) throws {
    guard former.models != configuration.models else { return }
    models = try FormerModels(former, now: configuration, where: isRestored).text()
  }

  /// Adds a path of Swift files. Without any path, the default path applies and none is added.
  package mutating func addDefinitions(_ path: String) {
    let present = configuration.definitions
    guard !present.isEmpty, !present.contains(where: path.isExactly) else { return }
    definitions = present + [path]
  }

  /// Sets the paths of the Swift files.
  package mutating func setDefinitions(_ paths: [String]) { definitions = paths }

  /// Removes the folder of backups, so that the default folder applies.
  package mutating func removeBackupFolder() { removesBackupFolder = true }

  /// Removes the URL of models that are stored on an HTTP server.
  package mutating func removeEndpoint() { removesEndpoint = true }

  /// Sets the recipients that models are encrypted to.
  package mutating func setRecipients(_ recipients: [X25519Recipient]) {
    if recipients != configuration.recipients { self.recipients = recipients }
  }

  /// Sets the check value of the framework's key.
  package mutating func setKeyCheck(_ check: SHA256Digest) {
    if check != configuration.keyCheck { keyCheck = check }
  }

  /// Sets the check value of the key in `target`, if the models prove that it is the right one.
  package mutating func setKeyCheck(of target: StorageTarget, _ keyring: Keyring) {
    if case .okitCBC(let key) = target, keyring.frameworkKeyIsForRecord { setKeyCheck(key.check) }
  }

  /// Returns the new text; nil if nothing changes. Throws an error of kind `configuration` if a key is repeated.
  package func bytes() throws -> JSONBytes? {
    do {
      return try edited()
    } catch let error as JSONEditError {
      throw OKitError(.configuration, "cannot change okit.json: \(error)")
    }
  }

  private func edited() throws -> JSONBytes? {
    let document = configuration.document.live()
    let root = document.root
    if let recipients { try root.set("recipients", to: Self.list(recipients.map(\.description))) }
    if let keyCheck { try root.set("keyCheck", to: JSONText.quote(keyCheck.description)) }
    for endpoint in removesEndpoint ? Self.members("endpoint", of: root) : [] { try endpoint.remove() }
    for backup in removesBackupFolder ? Self.members("backup", of: root) : [] {
      for place in Self.members("folder", of: backup) + Self.members("repository", of: backup) { try place.remove() }
    }
    if let definitions { try root.set("definitions", to: Self.list(definitions)) }
    if let models { try root.set("models", to: models) } else { try editModels(of: root) }
    return document.isChanged ? document.currentText.bytes() : nil
  }

  private func editModels(of root: JSONValue) throws {
    let models = root["models"]
    let members = models.map { Array($0.members) } ?? []
    let present = Dictionary(members.map { (ExactText($0.key.string), $0.value) }) { first, _ in first }
    var added: [(String, String)] = []
    for name in Set(kinds.keys).union(classNames.keys).union(ciphers.keys).sorted() {
      let cipher = ciphers[name].flatMap(\.self)
      let said = [("class", classNames[name]), ("kind", kinds[name]?.rawValue), ("cipher", cipher?.rawValue)]
        .compactMap { key, value in value.map { (key, JSONText.quote($0)) } }
      if let model = present[ExactText(name.description)] {
        for (key, value) in said { try model.set(key, to: value) }
        guard ciphers[name] == .some(nil), !removed.contains(name) else { continue }
        try removeCipher(of: model, isAlone: said.isEmpty)
      } else if !said.isEmpty {
        added.append((name.description, "{\(said.map { "\"\($0)\": \($1)" }.joined(separator: ", "))}"))
      }
    }
    for name in removed.sorted() {
      for (key, value) in members where key == name.description { try value.remove() }
    }
    if let models {
      for (name, text) in added { try models.add(name, text) }
    } else if !added.isEmpty {
      let members = added.map { "\(JSONText.quote($0.0)): \($0.1)" }.joined(separator: ", ")
      try root.add("models", "{\(members)}")
    }
  }

  /// Removes the cipher of a model, and the model's entry if it becomes empty.
  private func removeCipher(of model: JSONValue, isAlone: Bool) throws {
    guard let cipher = model["cipher"] else { return }
    try (isAlone && model.count == 1 ? model : cipher).remove()
  }

  /// Returns the values of all occurrences of a key.
  private static func members(_ key: String, of object: JSONValue) -> [JSONValue] {
    object.kind == .object ? object.members.filter { $0.key == key }.map(\.value) : []
  }

  private static func list(_ texts: [String]) -> String {
    "[" + texts.map { JSONText.quote($0) }.joined(separator: ", ") + "]"
  }

  /// Stages the new `okit.json` if something changes.
  package func stage(in transaction: Transaction) throws {
    guard let bytes = try bytes() else { return }
    try transaction.replace(WorkspaceLayout.configuration, old: configuration.snapshot) { staged in
      try bytes.withUnsafeBytes { try staged.write($0) }
    }
  }
}
