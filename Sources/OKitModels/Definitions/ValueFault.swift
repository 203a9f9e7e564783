package import Definitions
package import JSONDocument
package import OKitStorage

/// An invalid value in a document, with a repair if there is a safe one.
package struct ValueFault {
  /// A change that is the only safe repair.
  package enum Repair {
    /// Adds a member to the object.
    case add(key: String, json: String)
    /// Replaces a member of the object.
    case replace(key: String, json: String)
    /// Creates the partial of the stand-in. It replaces an empty file if there is one.
    case createPartial(json: String, old: FileSnapshot?)
  }

  /// The kind of the finding to report.
  package let kind: Finding.Kind
  /// The value, or the object that lacks a member.
  package let value: JSONValue
  /// The message, in lower case and without a full stop.
  package let message: String
  /// The repair; nil if there is no safe one.
  package var repair: Repair?
  /// The missing property.
  package var missing: PropertyDefinition?
  /// True if entities may be missing here, so that their files look like orphans.
  package var mayHideEntities = false
  /// The offset to report in the document, in bytes. By default it is the beginning of the value.
  package var offset: Int

  package init(kind: Finding.Kind, value: JSONValue, message: String, repair: Repair? = nil, offset: Int? = nil) {
    self.kind = kind
    self.value = value
    self.message = message
    self.repair = repair
    self.offset = offset ?? value.range.lowerBound
  }
}
