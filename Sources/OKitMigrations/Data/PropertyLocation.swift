import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// A path from a class to a property, such as `Book.address.city`. The name of a nested class can contain dots, too.
struct PropertyPath: Equatable {
  let text: String
  /// The names between the dots, at least two.
  let components: [String]

  init?(_ text: String) {
    let components = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard components.count >= 2, components.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.text = text
    self.components = components
  }

  /// Returns the class with the longest name that the path begins with, and the names after it; nil if there is no such class.
  func resolved(in definitions: Definitions) -> (className: String, names: [String])? {
    for count in stride(from: components.count - 1, through: 1, by: -1) {
      let name = components.prefix(count).joined(separator: ".")
      if definitions.classes[name] != nil { return (name, Array(components.dropFirst(count))) }
    }
    return nil
  }
}

/// The property at the end of a path, and the properties before it.
struct PropertyLocation {
  /// The class of the objects at the beginning of the path.
  let className: String
  /// The properties before the last one. Each contains an object.
  let outerProperties: [PropertyDefinition]
  /// The class that has the property.
  let holder: ClassDefinition
  /// The property in the snapshot. A new one is defined only in the target.
  let property: PropertyDefinition

  /// The property in messages and changes.
  var subject: String { ([className] + outerProperties.map(\.name) + [property.name]).joined(separator: ".") }

  /// Returns the value in `object`, which may be null; nil if there is none.
  ///
  /// Throws an error of kind `malformed` if a value before it is not an object.
  func value(in object: JSONValue, _ document: Int, of model: MigratingModel) throws -> JSONValue? {
    var holder = object
    for step in outerProperties {
      guard let next = holder[step.key], !next.isNull else { return nil }
      guard next.kind == .object else {
        throw model.error(
          .malformed, "\(next.shown) is not an object, but \(step.name) must be one", at: next, in: document)
      }
      holder = next
    }
    return holder[property.key]
  }

  func isSame(as other: PropertyLocation) -> Bool { keys == other.keys && className == other.className }

  /// Returns true if the property is inside the other one.
  func lies(in other: PropertyLocation) -> Bool {
    className == other.className && keys.count > other.keys.count && keys.starts(with: other.keys)
  }

  private var keys: [ExactText] { (outerProperties.map(\.key) + [property.key]).map(ExactText.init) }
}
