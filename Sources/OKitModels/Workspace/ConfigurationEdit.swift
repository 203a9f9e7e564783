package import Ciphers
package import JSONDocument
package import OKitStorage

/// Changes of `okit.json` that leave everything else in it as it is.
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

  package init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  /// Whether the kind that `okit.json` gives a model so far is an encrypted one.
  package func isEncryptedKind(_ name: ModelName) -> Bool { configuration.models[name]?.kind?.isEncrypted == true }

  /// Records whether a model should be encrypted, where its kind says otherwise so far.
  package mutating func setKind(_ isEncrypted: Bool, of name: ModelName) {
    let old = configuration.models[name]?.kind
    if old?.isEncrypted == isEncrypted { return }
    switch old {
    case .http: kinds[name] = .encryptedHttp
    case .encryptedHttp: kinds[name] = .http
    // A model of settings stays one, however it is stored for a while.
    case .settings: break
    default: kinds[name] = isEncrypted ? .encrypted : .plain
    }
  }

  /// Records a kind as it is.
  package mutating func setKind(_ kind: ModelKind, of name: ModelName) {
    if configuration.models[name]?.kind != kind { kinds[name] = kind }
  }

  /// Records a model's class.
  package mutating func setClass(_ className: String, of name: ModelName) {
    if configuration.models[name]?.className != className { classNames[name] = className }
  }

  /// Records what a model was encrypted with; nil removes that.
  mutating func setCipher(_ cipher: Configuration.Cipher?, of name: ModelName) {
    if configuration.models[name]?.cipher != cipher { ciphers.updateValue(cipher, forKey: name) }
  }

  /// Takes out what is said of a model.
  package mutating func removeModel(_ name: ModelName) {
    if configuration.models[name] != nil { removed.insert(name) }
  }

  /// Makes what is said of models what `former` says of them; what else was noted of them since stays.
  ///
  /// Throws an error of kind `configuration` where a key is there twice.
  package mutating func setModels(as former: Configuration) throws {
    if former.models != configuration.models { models = try FormerModels(former, now: configuration).text() }
  }

  /// Adds a path of Swift files. Where there are none yet, those at the standard place count, which need no path.
  package mutating func addDefinitions(_ path: String) {
    let present = configuration.definitions
    guard !present.isEmpty, !present.contains(where: path.isExactly) else { return }
    definitions = present + [path]
  }

  /// Records where the Swift files are.
  package mutating func setDefinitions(_ paths: [String]) { definitions = paths }

  /// Takes out where backups go, so that they go to the usual folder.
  package mutating func removeBackupFolder() { removesBackupFolder = true }

  /// Takes out the address of models that are stored behind HTTP.
  package mutating func removeEndpoint() { removesEndpoint = true }

  package mutating func setRecipients(_ recipients: [X25519Recipient]) {
    if recipients != configuration.recipients { self.recipients = recipients }
  }

  /// Records by what the framework's key is known again.
  package mutating func setKeyCheck(_ check: SHA256Digest) {
    if check != configuration.keyCheck { keyCheck = check }
  }

  /// Records by what the key is known that models are stored with in `target`, where what it opens proves it the right one.
  package mutating func setKeyCheck(of target: TargetForm, _ keyring: Keyring) {
    if case .okitCBC(let key) = target, keyring.frameworkKeyIsForRecord { setKeyCheck(key.check) }
  }

  /// The new text, or nil where nothing changes. Throws an error of kind `configuration` where a key is there twice.
  package func bytes() throws -> JSONBytes? {
    do {
      return try edited()
    } catch let error as JSONEditError {
      throw OKitError(.configuration, "cannot change okit.json: \(error)")
    }
  }

  private func edited() throws -> JSONBytes? {
    let document = configuration.document
    var editor = JSONEditor(document)
    if let recipients {
      try set("recipients", Self.list(recipients.map(\.description)), of: document.root, &editor)
    }
    if let keyCheck { try set("keyCheck", JSONWriter.quote(keyCheck.description), of: document.root, &editor) }
    for endpoint in removesEndpoint ? Self.members("endpoint", of: document.root) : [] { try editor.remove(endpoint) }
    for backup in removesBackupFolder ? Self.members("backup", of: document.root) : [] {
      for folder in Self.members("folder", of: backup) { try editor.remove(folder) }
    }
    if let definitions { try set("definitions", Self.list(definitions), of: document.root, &editor) }
    if let models {
      try set("models", models, of: document.root, &editor)
    } else {
      try editModels(&editor)
    }
    return editor.isEmpty ? nil : editor.apply()
  }

  private func editModels(_ editor: inout JSONEditor) throws {
    let root = configuration.document.root
    let models = root["models"]
    let members = models.map { Array($0.members) } ?? []
    let present = Dictionary(members.map { (ExactText($0.key.string), $0.value) }) { first, _ in first }
    var added: [(String, String)] = []
    for name in Set(kinds.keys).union(classNames.keys).union(ciphers.keys).sorted() {
      let cipher = ciphers[name].flatMap(\.self)
      let said = [("class", classNames[name]), ("kind", kinds[name]?.rawValue), ("cipher", cipher?.rawValue)]
        .compactMap { key, value in value.map { (key, JSONWriter.quote($0)) } }
      if let model = present[ExactText(name.description)] {
        for (key, value) in said { try set(key, value, of: model, &editor) }
        guard ciphers[name] == .some(nil), !removed.contains(name) else { continue }
        try removeCipher(of: model, isAlone: said.isEmpty, &editor)
      } else if !said.isEmpty {
        added.append((name.description, "{\(said.map { "\"\($0)\": \($1)" }.joined(separator: ", "))}"))
      }
    }
    for name in removed.sorted() {
      for (key, value) in members where key == name.description { try editor.remove(value) }
    }
    if let models {
      for (name, text) in added { try editor.add(name, text, to: models) }
    } else if !added.isEmpty {
      let members = added.map { "\(JSONWriter.quote($0.0)): \($0.1)" }.joined(separator: ", ")
      try editor.add("models", "{\(members)}", to: root)
    }
  }

  /// Removes a model's cipher, and its entry if nothing else is in it.
  private func removeCipher(of model: JSONValue, isAlone: Bool, _ editor: inout JSONEditor) throws {
    guard let cipher = model["cipher"] else { return }
    try editor.remove(isAlone && model.count == 1 ? model : cipher)
  }

  private func set(_ key: String, _ json: String, of object: JSONValue, _ editor: inout JSONEditor) throws {
    if let old = object[key] {
      try editor.replace(old, with: json)
    } else {
      try editor.add(key, json, to: object)
    }
  }

  /// The values of a key, each time it is there.
  private static func members(_ key: String, of object: JSONValue) -> [JSONValue] {
    object.kind == .object ? object.members.filter { $0.key == key }.map(\.value) : []
  }

  private static func list(_ texts: [String]) -> String {
    "[" + texts.map { JSONWriter.quote($0) }.joined(separator: ", ") + "]"
  }

  /// Stages the new `okit.json`, where something changes.
  package func stage(in transaction: Transaction, of workspace: Workspace) throws {
    guard let bytes = try bytes() else { return }
    try transaction.replace("okit/" + Configuration.fileName, old: configuration.snapshot) { staged in
      try bytes.withUnsafeBytes { try staged.write($0) }
    }
  }
}
