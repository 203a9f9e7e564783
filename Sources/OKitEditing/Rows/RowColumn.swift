import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage
import Tables

/// A column of a table, with the place in elements that its values belong to.
final class RowColumn {
  /// The column in the table.
  let index: Int
  let heading: TableHeading
  /// The value, relative to an element.
  let binding: Binding
  /// The keys from an element to the stored value; nil for a computed one.
  let keys: [String]?
  /// The defined type; nil without a definition.
  let type: PropertyType?
  /// True for a reference, whose cells are ids.
  let isReference: Bool
  /// The entities that cells name; nil if they do so by id.
  var targets: ReferenceTargets?
  /// A value of the column, if there is no definition.
  private var sample: JSONValue?
  private let reader: BindingReader
  private let storedReader: BindingReader

  init(
    _ index: Int, _ heading: TableHeading, _ binding: Binding, keys: [String]?, type: PropertyType?,
    _ elements: [JSONValue], _ session: EditSession
  ) throws {
    self.index = index
    self.heading = heading
    self.binding = binding
    self.keys = keys
    self.type = type
    let context = session.values()
    // An element may lack what another one has.
    reader = BindingReader(binding, in: context, isTolerant: true, namesCases: true)
    storedReader = BindingReader(binding, in: context, isTolerant: true)
    if type == nil, keys != nil {
      sample = try elements.lazy.compactMap { [storedReader] in try storedReader.value(of: $0).stored }.first {
        !$0.isNull
      }
    }
    isReference =
      type.map { $0.objectClass.flatMap { session.classes.definitions.classes[$0] }?.role == .reference }
      ?? (sample?.kind == .object && sample?["refKey"]?.kind == .string)
  }

  /// True if the value of another column is this value or in it.
  func contains(_ other: RowColumn) -> Bool {
    guard let keys, let others = other.keys, keys.count <= others.count else { return false }
    return zip(keys, others).allSatisfy { $0.isExactly($1) }
  }

  /// Returns the value of an element as lists show it.
  func shown(of element: JSONValue) throws -> BindingValue {
    try reader.value(of: element).joined
  }

  /// Returns the stored value of an element; nil if it is absent or computed.
  func stored(of element: JSONValue) throws -> JSONValue? {
    let value = try storedReader.value(of: element)
    return value.isAbsent ? nil : value.stored
  }

  /// Returns the value of an element for a report: for a reference, the id that it refers to.
  func text(of element: JSONValue) throws -> String {
    if isReference, let id = try stored(of: element)?["refKey"]?.string { return id }
    return try shown(of: element).text
  }

  /// Returns the key of an element if this is the column with the keys; nil if it has none.
  func key(of element: JSONValue) throws -> RowKey? {
    if keys != nil { return try stored(of: element).map(key) }
    let value = try shown(of: element)
    return value.isAbsent ? nil : RowKey(text: value.text)
  }

  /// Returns the key that a stored value is.
  func key(_ value: JSONValue) -> RowKey {
    // The letters of a UUID can be in upper and lower case.
    type?.unwrapped == .uuid ? RowKey(text: (value.string ?? "").uppercased()) : RowKey(value)
  }

  /// Returns the JSON of a cell; nil to clear the value.
  ///
  /// Throws an error of kind `malformed` if it does not fit the type, and one of kind `usage` if the type is unknown.
  func json(_ cell: TableCell, stored: JSONValue?, _ session: EditSession) throws -> JSONValue? {
    let name = PathComponent.printable(heading.text)
    var text = session.valueText(name)
    text.stored = stored?.rawText
    text.hasTypeOption = false
    let new: JSONValue?
    switch cell {
    case .missing, .absent: return nil
    case .text(let typed): new = try json(typed, text, like: stored)
    case .json(let value):
      // JSON has raw values, one of which can be the name of another case.
      if let type, case .enumeration = type.unwrapped, let typed = value.string,
        !session.checker.walk(value, as: type).faults.isEmpty
      {
        new = try text.json(typed, as: type)
      } else {
        new = try session.fitted(value, type, text)
      }
    }
    // Objects can still get ids and defaults.
    if let new, let type, !type.isContainer || new.kind != .object && new.kind != .array,
      let fault = session.checker.walk(new, as: type).faults.first
    {
      throw OKitError(.malformed, "invalid value for \(name): \(fault.message)")
    }
    if sample == nil { sample = new }
    return new
  }

  private func json(_ typed: String, _ text: ValueText, like stored: JSONValue?) throws -> JSONValue? {
    if let type { return try text.json(typed, as: type) }
    if let sample = stored ?? sample { return try text.json(typed, like: sample) }
    // Text that is not JSON can only be a string.
    guard (try? JSONDocument(parsing: typed)) == nil else {
      throw OKitError(
        .usage, "the type of \(text.name) is unknown",
        remedy: .words("use 'okit model infer' to define the class, or import JSON"))
    }
    return try ValueText.quoted(typed)
  }

  /// True if two values of the column are equal.
  func isSame(_ old: JSONValue, _ new: JSONValue) -> Bool {
    if type?.unwrapped == .uuid { return key(old) == key(new) }
    guard old.kind == .number, new.kind == .number else { return old.isSame(as: new) }
    if old.numericOrder(to: new) == 0 { return true }
    switch type?.unwrapped {
    case .double?: return old.double != nil && old.double == new.double
    case .float?: return Float(old.rawText).map { $0 == Float(new.rawText) } ?? false
    default: return false
    }
  }
}

extension PropertyType {
  /// True if its values can be objects or arrays.
  fileprivate var isContainer: Bool {
    switch unwrapped {
    case .object, .array, .set, .dictionary, .other, .rawRepresentable: true
    default: false
    }
  }
}
