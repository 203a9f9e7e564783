import Ciphers
import JSONDocument

/// Changes of `okit.json` that leave everything else in it as it is.
struct ConfigurationEdit {
  private let configuration: Configuration
  private var kinds: [ModelName: ModelKind] = [:]
  private var recipients: [X25519Recipient]?
  private var keyCheck: SHA256Digest?

  init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  /// Whether the kind that `okit.json` gives a model so far is an encrypted one.
  func isEncryptedKind(_ name: ModelName) -> Bool { configuration.models[name]?.kind?.isEncrypted == true }

  /// Records whether a model should be encrypted, where its kind says otherwise so far.
  mutating func setKind(_ isEncrypted: Bool, of name: ModelName) {
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
  mutating func setKind(_ kind: ModelKind, of name: ModelName) {
    if configuration.models[name]?.kind != kind { kinds[name] = kind }
  }

  mutating func setRecipients(_ recipients: [X25519Recipient]) {
    if recipients != configuration.recipients { self.recipients = recipients }
  }

  /// Records by what the framework's key is known again.
  mutating func setKeyCheck(_ check: SHA256Digest) {
    if check != configuration.keyCheck { keyCheck = check }
  }

  /// The new text, or nil where nothing changes. Throws an error of kind `configuration` where a key is there twice.
  func bytes() throws -> JSONBytes? {
    do {
      return try edited()
    } catch let error as JSONEditError {
      throw OKitError(.configuration, "okit.json cannot be changed: \(error)")
    }
  }

  private func edited() throws -> JSONBytes? {
    guard !kinds.isEmpty || recipients != nil || keyCheck != nil else { return nil }
    let document = configuration.document
    var editor = JSONEditor(document)
    if let recipients {
      let list = "[" + recipients.map { JSONWriter.quote($0.description) }.joined(separator: ", ") + "]"
      if let old = document.root["recipients"] {
        try editor.replace(old, with: list)
      } else {
        try editor.add("recipients", list, to: document.root)
      }
    }
    if let keyCheck {
      let text = JSONWriter.quote(keyCheck.description)
      if let old = document.root["keyCheck"] {
        try editor.replace(old, with: text)
      } else {
        try editor.add("keyCheck", text, to: document.root)
      }
    }
    let models = document.root["models"]
    let members = models.map { Array($0.members) } ?? []
    let present = Dictionary(members.map { (ExactText($0.key.string), $0.value) }) { first, _ in first }
    var added: [(String, String)] = []
    for (name, kind) in kinds.sorted(by: { $0.key < $1.key }) {
      let value = JSONWriter.quote(kind.rawValue)
      guard let model = present[ExactText(name.description)] else {
        added.append((name.description, "{\"kind\": \(value)}"))
        continue
      }
      if let old = model["kind"] {
        try editor.replace(old, with: value)
      } else {
        try editor.add("kind", value, to: model)
      }
    }
    if let models {
      for (name, text) in added { try editor.add(name, text, to: models) }
    } else if !added.isEmpty {
      let members = added.map { "\(JSONWriter.quote($0.0)): \($0.1)" }.joined(separator: ", ")
      try editor.add("models", "{\(members)}", to: document.root)
    }
    return editor.apply()
  }

  /// Stages the new `okit.json`, where something changes.
  func stage(in transaction: Transaction, of workspace: Workspace) throws {
    guard let bytes = try bytes() else { return }
    try transaction.replace("okit/" + Configuration.fileName, old: configuration.snapshot) { staged in
      try bytes.withUnsafeBytes { try staged.write($0) }
    }
  }
}
