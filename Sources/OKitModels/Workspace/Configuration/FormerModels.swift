import JSONDocument
import OKitStorage

/// The models in a former `okit.json`. Only their classes and kinds are former; all other values are current.
struct FormerModels {
  private let former: Configuration
  private let now: Configuration
  /// True for the models that become as they were.
  private let isRestored: (ModelName) -> Bool

  init(_ former: Configuration, now: Configuration, where isRestored: @escaping (ModelName) -> Bool) {
    self.former = former
    self.now = now
    self.isRestored = isRestored
  }

  /// Returns the JSON object of the models. Throws an error of kind `configuration` if a key is repeated.
  func text() throws -> String {
    do {
      let models = try former.document.live().root["models"] ?? JSONDocument(parsing: "{}").live().root
      let members = now.document.root["models"]?.members.map { (ExactText($0.key.string), $0.value) } ?? []
      let present = Dictionary(members) { first, _ in first }
      for (name, model) in models.members {
        let current = present[ExactText(name.string)]
        if try isRestored(ModelName(name.string)) {
          if let current { try take(current, into: model) }
        } else if let current {
          if !model.isSame(as: current) { try model.replace(with: current.rawText) }
        } else {
          try model.remove()
        }
      }
      for (name, current) in members where models[name.text] == nil {
        if try !isRestored(ModelName(name.text)) { try models.add(name.text, current.rawText) }
      }
      return models.snapshot.rawText
    } catch {
      throw OKitError(.configuration, "cannot restore the models of okit.json: \(error)")
    }
  }

  private func take(_ current: JSONValue, into model: JSONValue) throws {
    for (key, value) in model.members where !isBroughtBack(key) && current[key.string] == nil {
      try value.remove()
    }
    for (key, value) in current.members where !isBroughtBack(key) {
      guard let old = model[key.string] else {
        try model.add(key.string, value.rawText)
        continue
      }
      if !old.isSame(as: value) { try old.replace(with: value.rawText) }
    }
  }

  private func isBroughtBack(_ key: JSONKey) -> Bool { key == "class" || key == "kind" }
}
