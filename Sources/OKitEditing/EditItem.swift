package import Bindings
package import OKitModels

/// One of many edits.
package struct EditItem: Sendable {
  /// A value as it was given.
  package enum Value: Equatable, Sendable {
    /// Text, which becomes what its property's type asks for.
    case text(String)
    /// Text that becomes a value of this kind.
    case typed(String, ValueType)
    /// JSON.
    case json(String)
  }

  /// A line of a file that an edit comes from.
  package struct Line: Equatable, Sendable, CustomStringConvertible {
    /// What messages call the file.
    package let file: String
    /// The number of the line, from 1.
    package let number: Int
    /// As messages name it, such as `new.jsonl:3`.
    package var description: String { "\(file):\(number)" }

    /// The line of this number.
    package init(file: String, number: Int) {
      self.file = file
      self.number = number
    }
  }

  /// Where.
  package let binding: Binding
  /// The model that the binding starts in where it names none; nil for that of the whole edit.
  package let model: ModelName?
  /// What; nil for a new entity as its definition has it.
  package let value: Value?
  /// The id that the nearest entity is known to have; another one there is an error.
  package let id: String?
  /// The line that the edit comes from, which errors name; nil if it comes from none.
  package let line: Line?

  /// An edit of these parts.
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

/// An error of one of many edits.
package struct EditError: Error {
  /// What the edit is called.
  package let label: String
  /// What is wrong.
  package let underlying: any Error
}
