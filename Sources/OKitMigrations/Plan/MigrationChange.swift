import OKitModels
import OKitStorage

/// A change of a model by a migration, with counts from its data.
package struct MigrationChange: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Objects gain a property.
    case added
    /// Objects lose a property.
    case removed
    /// A property gets another name.
    case renamed
    /// A property gets another type.
    case typeChanged = "type-changed"
    /// A property becomes optional.
    case madeOptional = "made-optional"
    /// A property becomes required.
    case madeRequired = "made-required"
    /// An enumeration loses cases.
    case casesGone = "cases-gone"
    /// Cases of an enumeration get other raw values.
    case casesRenamed = "cases-renamed"
    /// A class gets another name.
    case classRenamed = "class-renamed"
    /// Entities move from the model into partials.
    case extracted
    /// Entities move from partials into the model.
    case inlined
    /// Attachments get files of their own.
    case attachmentsSeparated = "attachments-separated"
    /// Attachments move from their files into the model.
    case attachmentsInlined = "attachments-inlined"
    /// The model gets another kind.
    case kindChanged = "kind-changed"
    /// The model gets another name.
    case modelRenamed = "model-renamed"
    /// Values move to another property.
    case moved
    /// Values are copied to another property.
    case copied
    /// Values are set.
    case set
    /// Values are converted.
    case converted
    /// A text is split into several properties.
    case split
    /// Several properties are merged into one.
    case merged
    /// A program changes entities.
    case run
  }

  package let kind: Kind
  /// `Class.property`, or the name of a class or model.
  package let subject: String
  /// The new name, type or default, depending on the kind.
  package var detail: String?
  /// The number of objects or values.
  package var count = 0
  /// The number of values that are lost, or cannot be converted.
  package var lost = 0
  /// The first lost values, as shortened JSON on one line.
  package var examples: [String] = []

  static let maximumExamples = 3

  /// Counts a lost value.
  package mutating func note(lost json: String) {
    lost += 1
    if examples.count < Self.maximumExamples { examples.append(json) }
  }
}
