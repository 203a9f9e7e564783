import OKitModels
import OKitStorage

/// What a migration changes, with numbers from the data of a model.
package struct MigrationChange: Equatable, Sendable {
  /// The kinds of changes.
  package enum Kind: String, CaseIterable, Sendable {
    /// Objects get a property.
    case added
    /// Objects lose a property.
    case removed
    /// A property has another name.
    case renamed
    /// A property has another type.
    case typeChanged = "type-changed"
    /// A property can be absent.
    case madeOptional = "made-optional"
    /// A property cannot be absent any more.
    case madeRequired = "made-required"
    /// An enumeration lacks cases that it had.
    case casesGone = "cases-gone"
    /// Cases of an enumeration are stored as something else.
    case casesRenamed = "cases-renamed"
    /// A class has another name.
    case classRenamed = "class-renamed"
    /// Entities move from the model into partials.
    case extracted
    /// Entities move from partials into the model.
    case inlined
    /// Attachments get files of their own.
    case attachmentsSeparated = "attachments-separated"
    /// Attachments move from their files into the model.
    case attachmentsInlined = "attachments-inlined"
    /// The model is stored in another way.
    case kindChanged = "kind-changed"
    /// The model has another name.
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

  /// What kind of change it is.
  package let kind: Kind
  /// What it is about: `Class.property`, or the name of a class or model.
  package let subject: String
  /// What it becomes: a new name, a type, a default, as the kind has it; nil where there is nothing to say.
  package var detail: String?
  /// How many objects or values are concerned.
  package var count = 0
  /// How many values are lost, or cannot become what they should.
  package var lost = 0
  /// The first of those that are lost, as JSON, each short and on one line.
  package var examples: [String] = []

  /// How many examples are shown.
  static let mostExamples = 3

  /// Notes a value that is lost.
  package mutating func note(lost json: String) {
    lost += 1
    if examples.count < Self.mostExamples { examples.append(json) }
  }
}
