public import Bindings
public import OKitModels

/// One of many edits.
public struct EditItem: Sendable {
  /// A value as it was given.
  public enum Value: Equatable, Sendable {
    /// Text, which becomes what its property's type asks for.
    case text(String)
    /// Text that becomes a value of this kind.
    case typed(String, ValueType)
    /// JSON.
    case json(String)
  }

  /// A line of a file that an edit comes from.
  public struct Line: Equatable, Sendable, CustomStringConvertible {
    /// What messages call the file.
    public let file: String
    /// The number of the line, from 1.
    public let number: Int
    /// As messages name it, such as `new.jsonl:3`.
    public var description: String { "\(file):\(number)" }

    /// The line of this number.
    public init(file: String, number: Int) {
      self.file = file
      self.number = number
    }
  }

  /// Where.
  public let binding: Binding
  /// The model that the binding starts in where it names none; nil for that of the whole edit.
  public let model: ModelName?
  /// What; nil for a new entity as its definition has it.
  public let value: Value?
  /// The id that the nearest entity is known to have; another one there is an error.
  public let id: String?
  /// The line that the edit comes from, which errors name; nil if it comes from none.
  public let line: Line?

  /// An edit of these parts.
  public init(
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
public struct EditError: Error {
  /// What the edit is called.
  public let label: String
  /// What is wrong.
  public let underlying: any Error
}
