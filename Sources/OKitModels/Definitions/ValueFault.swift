package import Definitions
package import JSONDocument
package import OKitStorage

/// What is wrong with a value in a document, and what would mend it.
package struct ValueFault {
  /// A change that has one safe answer.
  package enum Repair {
    /// Adds a member to the object at the place.
    case add(key: String, json: String)
    /// Replaces a member of the object at the place.
    case replace(key: String, json: String)
    /// Gives the stand-in at the place a partial, in place of an empty file where there is one.
    case createPartial(json: String, old: FileSnapshot?)
  }

  package let kind: Finding.Kind
  /// The value, or the object around what is missing.
  package let value: JSONValue
  package let message: String
  package var repair: Repair?
  /// The property that is missing.
  package var missing: PropertyDefinition?
  /// Whether entities may be missing here, so that files that belong to them seem to belong to nothing.
  package var mayHideEntities = false
  /// Where it is told of in the document, in bytes; by default where the value begins.
  package var offset: Int

  package init(kind: Finding.Kind, value: JSONValue, message: String, repair: Repair? = nil, offset: Int? = nil) {
    self.kind = kind
    self.value = value
    self.message = message
    self.repair = repair
    self.offset = offset ?? value.range.lowerBound
  }
}
