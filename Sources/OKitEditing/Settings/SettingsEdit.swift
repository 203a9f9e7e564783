import Bindings
import JSONDocument
package import OKitModels
import OKitStorage

/// The settings of an app, the framework's `ModelSettings` model.
package struct SettingsEdit {
  /// A setting and its value.
  package struct Setting: Sendable {
    /// The name.
    package let name: String
    /// The value: the JSON of a string or Bool.
    package let json: String
    /// A readable form of the value, such as the name of a timeout; nil if the value is readable itself.
    package let words: String?
  }

  /// The result of a change.
  package struct Outcome: Sendable {
    /// The model with the settings.
    package let model: ModelName
    /// The stored value as JSON.
    package let json: String
    /// True if the value was changed.
    package let isChanged: Bool
    /// The models that were encrypted or decrypted because `encryption` was switched.
    package let converted: [ModelConversion.Outcome]
  }

  /// The settings that can be changed. `darkMode` is derived from `themeName`.
  package static let names = ["themeName", "darkMode", "encryption", "protection", "protectionTimeout"]

  /// The settings that are on or off.
  package static let switches = ["darkMode", "encryption", "protection"]

  private let workspace: Workspace

  /// Prepares access to the settings of `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Returns the settings and the model that contains them.
  ///
  /// Throws an error of kind `notFound` if there is no settings model, and the errors of reading it.
  package func all() throws -> (model: ModelName, settings: [Setting]) {
    try workspace.readingEntities { store in
      let document = try document(in: store)
      return (document.model, Self.names.compactMap { Self.setting($0, document.json.root) })
    }
  }

  /// Changes a setting. Switching `encryption` off decrypts all models of an encrypted kind, in the same step. Switching it on encrypts them with
  /// `cipher`, by default the cipher that they used before.
  ///
  /// Throws errors of kind `notFound` (no such setting, or no settings model), `usage` (an invalid value), and those of converting models. In each
  /// case nothing is changed.
  package func set(
    _ name: String, to text: String, cipher: Configuration.Cipher? = nil
  ) throws -> Outcome {
    guard Self.names.contains(name) else {
      throw OKitError(
        .notFound, "no such setting: \(PathComponent.printable(name))", remedy: .candidates(Self.names, insteadOf: name)
      )
    }
    // Only the change itself shows if an identity is required, because encryption may be switched on before anything is encrypted.
    return try workspace.keyring.asking {
      try change(name, to: text, cipher: cipher)
    }
  }

  private func change(
    _ name: String, to text: String, cipher: Configuration.Cipher?
  ) throws -> Outcome {
    try workspace.editing(command: "settings set") { edit in
      let document = try document(in: edit.store)
      let (key, json) = try Self.change(name, text, document.json.root)
      guard let old = key.reduce(document.json.root as JSONValue?, { $0?[$1] }) else {
        throw OKitError(.malformed, "\(document.opened.file.path) has no \(key.joined(separator: "/"))")
      }
      var converted: [ModelConversion.Outcome] = []
      if name == "encryption", let isOn = Bool(json) {
        converted = try ModelConversion(workspace)
          .switchEncryption(isOn, cipher: cipher, in: edit.transaction)
      }
      let isChanged = old.rawText != json
      if isChanged { try edit.change(document) { try old.replace(with: json) } }
      return Outcome(model: document.model, json: json, isChanged: isChanged, converted: converted)
    }
  }

  private func document(in store: EntityStore) throws -> ModelDocument {
    let kinds = try ModelKinds(workspace)
    guard let settings = kinds.settings else {
      // The definitions may tell which model has the settings class.
      try kinds.requireDefinitions()
      throw OKitError(.notFound, "no model contains the app's settings")
    }
    return try store.main(settings.name)
  }

  // MARK: - Values

  private static func setting(_ name: String, _ root: JSONValue) -> Setting? {
    switch name {
    case "darkMode":
      return Setting(name: name, json: String(FrameworkSettings.isDark(root)), words: nil)
    case "protectionTimeout":
      guard let key = root[name]?["refKey"] else { return nil }
      let timeout = root["timeouts"]?.elements.first { $0["id"]?.string == key.string }
      return Setting(name: name, json: key.rawText, words: timeout?["name"]?.string)
    default:
      return root[name].map { Setting(name: name, json: $0.rawText, words: nil) }
    }
  }

  /// Returns the path of the value in the settings, and its new JSON.
  private static func change(_ name: String, _ text: String, _ root: JSONValue) throws -> ([String], String) {
    switch name {
    case "themeName": return ([name], JSONText.quote(text))
    case "darkMode":
      let theme = try FrameworkSettings.themeName(turningDark: bool(text, name), in: root)
      return (["themeName"], theme ?? root["themeName"]?.rawText ?? JSONText.quote(""))
    case "protectionTimeout":
      let timeouts = root["timeouts"].map { Array($0.elements) } ?? []
      guard
        let timeout = timeouts.first(where: { $0["id"]?.string == text || $0["name"]?.string == text }),
        let id = timeout["id"]?.rawText
      else {
        throw OKitError(
          .usage, "\(PathComponent.printable(text)) is not a timeout of the app",
          remedy: .candidates(timeouts.compactMap { $0["id"]?.string }, insteadOf: text))
      }
      return ([name, "refKey"], id)
    default: return ([name], String(try bool(text, name)))
    }
  }

  private static func bool(_ text: String, _ name: String) throws -> Bool {
    guard let value = Bool(typed: text) else {
      throw OKitError(.usage, "\(name) must be on or off, not \(PathComponent.printable(text))")
    }
    return value
  }
}
