/// The reason why a live document cannot be changed. The document stays as it was before the change.
package struct JSONEditError: Error, Hashable, Sendable {
  /// The kind of reason.
  package enum Reason: Hashable, Sendable {
    /// The value, or a value around it, was removed or replaced before; or something in it was changed.
    case overlap
    /// The value is, or is inside of, a member whose key is a duplicate.
    case duplicateKey(String)
    /// The object already has a member with this key.
    case keyExists(String)
    /// The root cannot be removed.
    case root
    /// The value is not an array.
    case notAnArray
    /// The value is not an object.
    case notAnObject
    /// The value is not a member of an object.
    case notAMember
    /// The array has no such index.
    case noSuchIndex(Int)
    /// The values would be nested more than 10,000 levels deep.
    case tooDeep
    /// New values of a live document were changed inside one another too often.
    case tooManyLayers
    /// The new text is not one JSON value; the position in the error is within it.
    case invalidText(JSONError)
  }

  /// The reason.
  package let reason: Reason

  /// The offset of the edited value in the document, in bytes.
  package let offset: Int
}

extension JSONEditError: CustomStringConvertible {
  /// The reason in words, in lower case and without a full stop. It does not contain the position.
  package var description: String {
    switch reason {
    case .overlap: "two edits change the same value"
    case .duplicateKey(let key): "the object has the key \(JSONText.quote(key)) more than once"
    case .keyExists(let key): "the object already has the key \(JSONText.quote(key))"
    case .root: "the root cannot be removed"
    case .notAnArray: "not an array"
    case .notAnObject: "not an object"
    case .notAMember: "not a member of an object"
    case .noSuchIndex(let index): "the array has no index \(index)"
    case .tooManyLayers: "new values are nested too deeply"
    case .tooDeep: JSONError.Reason.tooDeep.description
    case .invalidText(let error): "the new text is not JSON: \(error)"
    }
  }
}
