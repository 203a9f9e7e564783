import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// A property that a step is about, and the way to it from the objects of a class.
struct PropertyLocation {
  /// The class of the objects at which the way begins.
  let className: String
  /// The properties on the way, each of which holds an object.
  let way: [PropertyDefinition]
  /// The class that has the property.
  let holder: ClassDefinition
  /// The property, as the snapshot has it; as the target has it where it is new.
  let property: PropertyDefinition

  /// How messages and changes call it.
  var subject: String { ([className] + way.map(\.name) + [property.name]).joined(separator: ".") }

  /// The object in `object` that has the property, or could have it; nil where there is none.
  ///
  /// What is on the way and is no object is an error of kind `malformed`.
  func holder(in object: JSONValue, _ document: Int, of model: MigratingModel) throws -> JSONValue? {
    var holder = object
    for step in way {
      guard let next = holder[step.key], !next.isNull else { return nil }
      guard next.kind == .object else {
        throw model.error(
          .malformed, "\(next.shown) is not an object, but \(step.name) must be one", at: next, in: document)
      }
      holder = next
    }
    return holder
  }

  /// Its value in `object`, which may be null; nil where there is none.
  func value(in object: JSONValue, _ document: Int, of model: MigratingModel) throws -> JSONValue? {
    try holder(in: object, document, of: model)?[property.key]
  }

  /// Whether both lead to one property.
  func isSame(as other: PropertyLocation) -> Bool { keys == other.keys && className == other.className }

  /// Whether what it leads to is in what the other one leads to.
  func lies(in other: PropertyLocation) -> Bool {
    className == other.className && keys.count > other.keys.count && keys.starts(with: other.keys)
  }

  private var keys: [ExactText] { (way.map(\.key) + [property.key]).map(ExactText.init) }
}
