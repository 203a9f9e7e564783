import JSONDocument
package import OKitStorage

/// The name under which a model is registered. It is also the name of the model's file.
package struct ModelName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The model that is used if none is named.
  package static let `default` = ModelName(unchecked: "default")
  /// The name of the folder for the files of data attachments, which all models share.
  package static let dataFolder = "_data"
  /// The name of the folder for the files of image attachments, which all models share.
  package static let imageFolder = "_image"

  /// The name as text.
  package let description: String

  private init(unchecked name: String) {
    description = name
  }

  /// A valid model name: one path component that does not begin with a dot, has room for `.json`, and is not a
  /// folder that all models share. Throws an error of kind `malformed`.
  package init(_ name: String) throws {
    try PathComponent.check(name, as: "model", ending: ".json")
    guard name != Self.dataFolder, name != Self.imageFolder else {
      throw OKitError(.malformed, "\(name) is not a valid model name: it is the folder of attachments")
    }
    description = name
  }

  /// A valid name for a new model, which also contains no control character. Throws an error of kind `malformed`.
  package init(new name: String) throws {
    try PathComponent.check(new: name, as: "model", ending: ".json")
    try self.init(name)
  }

  /// True if both have the same bytes.
  package static func == (left: ModelName, right: ModelName) -> Bool { left.description.isExactly(right.description) }

  /// Hashes the bytes of the name.
  package func hash(into hasher: inout Hasher) { ExactText(description).hash(into: &hasher) }

  /// The model with this file name; nil if `file` is not a model's file.
  package init?(file: String) {
    guard let name = file.withoutSuffix(".json"), let model = try? ModelName(name) else { return nil }
    self = model
  }

  /// The model of a document by its path in the data folder: the model's own file or a partial. Nil for any other file.
  package init?(document path: DataPath) {
    let folder = path.parent
    if folder.text == "." {
      self.init(file: path.text)
    } else if path.text.withoutSuffix(".json") != nil, let model = try? ModelName(folder.text) {
      self = model
    } else {
      return nil
    }
  }

  /// Compares the bytes.
  package static func < (left: ModelName, right: ModelName) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }
}

extension ModelName {
  /// The message about a model that lost its file, in one line.
  package static let missingFile = "its file is missing"

  /// The advice for a model that lost its file, as a command line for each choice.
  package var missingFileAdvice: String {
    let word = ShellWord.operands(description)
    return "run 'okit backup restore BACKUP \(word)' to restore \(self), "
      + "or 'okit model delete \(word)' to accept its removal"
  }
}
