package import Bindings
package import JSONDocument
package import OKitModels

/// One edit in a batch.
package struct EditItem: Sendable {
  /// The new value as the user gave it.
  package enum Value: Equatable, Sendable {
    /// Text. The type of the property determines its value.
    case text(String)
    /// Text with an explicit type.
    case typed(String, ValueType)
    /// A JSON value.
    case json(JSONValue)
  }

  /// The line of a file that contains an edit.
  package struct Line: Equatable, Sendable, CustomStringConvertible {
    /// The name of the file in messages.
    package let file: String
    /// The line number, starting at 1.
    package let number: Int
    /// The line in messages, such as `new.jsonl:3`.
    package var description: String { "\(file):\(number)" }

    /// Creates a line reference.
    package init(file: String, number: Int) {
      self.file = file
      self.number = number
    }
  }

  /// The path to change.
  package let binding: Binding
  /// The model to start in if the path names none; nil for the default model.
  package let model: ModelName?
  /// The new value; nil for a new entity with the values of its definition.
  package let value: Value?
  /// The expected id of the nearest entity. A different id is an error.
  package let id: String?
  /// The line of the edit, for errors; nil if it is not from a file.
  package let line: Line?

  /// Creates an edit.
  package init(
    _ binding: Binding, model: ModelName? = nil, _ value: Value? = nil, id: String? = nil, line: Line? = nil
  ) {
    self.binding = binding
    self.model = model
    self.value = value
    self.id = id
    self.line = line
  }
}

/// An error of one edit in a batch.
package struct EditError: Error {
  /// The name of the edit in messages.
  package let label: String
  /// The cause.
  package let underlying: any Error
}
