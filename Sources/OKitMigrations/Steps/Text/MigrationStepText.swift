import Definitions
import OKitStorage

/// A step as it stands in a file of migrations. Values are JSON without white space, conditions and values to come are texts of bindings.
package enum MigrationStepText: Equatable {
  /// What a property is set to.
  package enum Source: Equatable {
    /// This JSON.
    case value(String)
    /// What this binding says of each entity.
    case binding(String)
  }

  /// One text of values that become others.
  package struct Mapping: Equatable {
    /// A string's text, or a number or truth value as it is stored.
    let old: String
    /// The JSON that it becomes.
    let json: String
  }

  /// The property, class (no dot) or model (a colon at its end) `subject` becomes `name`.
  case rename(subject: String, name: String)
  /// The values of a property move to another place in the same object of the class.
  case move(property: String, to: String, condition: String? = nil)
  /// The values of a property are copied to another place in the same object of the class.
  case copy(property: String, to: String, condition: String? = nil)
  /// A property is set.
  case set(property: String, source: Source, condition: String? = nil)
  /// A property is removed.
  case remove(property: String, condition: String? = nil)
  /// The values of a property become those of the type `to`; first those that are mapped, and what can become no such value `otherwise`.
  case convert(
    property: String, to: String?, map: [Mapping] = [], otherwise: String? = nil, condition: String? = nil)
  /// A text is split at `separator` into properties, the last of which takes the rest.
  case split(property: String, into: [String], separator: String)
  /// Properties become one text with `separator` between them.
  case merge(properties: [String], into: String, separator: String)
  /// The entities of a property move into partials; their stand-ins keep these properties, or those that their class has.
  case extract(property: String, kept: [String]? = nil)
  /// The entities of a property move from partials into the model.
  case inline(property: String)
  /// A program changes all entities of a class.
  case run(program: String, className: String)

  /// Whether definitions have the class that the step is about; a step about a model is about no class.
  func isAbout(_ definitions: Definitions) -> Bool {
    let subject: String
    switch self {
    case .rename(let name, _): subject = name
    case .run(_, let className): return definitions.classes[className] != nil
    case .merge(let properties, _, _): subject = properties.first ?? ""
    case .move(let property, _, _), .copy(let property, _, _), .set(let property, _, _), .remove(let property, _),
      .convert(let property, _, _, _, _), .split(let property, _, _), .extract(let property, _), .inline(let property):
      subject = property
    }
    return subject.withoutSuffix(":") != nil || definitions.classes[subject] != nil
      || PropertyPath(subject)?.resolved(in: definitions) != nil
  }
}
