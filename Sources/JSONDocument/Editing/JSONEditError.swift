/// Says why an edit cannot be made. The editor is then as it was before the call.
package struct JSONEditError: Error, Hashable, Sendable {
  /// What is wrong with the edit.
  package enum Reason: Hashable, Sendable {
    /// Another edit changes the same value, or one in or around it.
    case overlap
    /// The value is, or is in, a member whose key its object has more than once.
    case duplicateKey(String)
    /// The object has a member with that key.
    case keyExists(String)
    /// The root cannot be removed.
    case root
    /// The value is no array.
    case notAnArray
    /// The value is no object.
    case notAnObject
    /// The value is not a member of an object.
    case notAMember
    /// The array has no such place.
    case noSuchPlace(Int)
    /// The value is part of another document.
    case otherDocument
    /// The values would be nested more than 10,000 levels deep.
    case tooDeep
    /// New values of a live document were changed within each other too often.
    case tooManyLayers
    /// The new text is not one JSON value; the position in the error is within it.
    case invalidText(JSONError)
  }

  /// What is wrong.
  package let reason: Reason

  /// Where in the document the value to be edited begins, in bytes.
  package let offset: Int
}

extension JSONEditError: CustomStringConvertible {
  /// The reason in words, in lower case and without a full stop. It does not name the place.
  package var description: String {
    switch reason {
    case .overlap: "two edits change the same value"
    case .duplicateKey(let key): "the object has the key \(JSONWriter.quote(key)) more than once"
    case .keyExists(let key): "the object already has the key \(JSONWriter.quote(key))"
    case .root: "the root cannot be removed"
    case .notAnArray: "not an array"
    case .notAnObject: "not an object"
    case .notAMember: "not a member of an object"
    case .noSuchPlace(let index): "the array has no index \(index)"
    case .otherDocument: "the value is part of another document"
    case .tooManyLayers: "new values are nested too deeply"
    case .tooDeep: JSONError.Reason.tooDeep.description
    case .invalidText(let error): "the new text is not JSON: \(error)"
    }
  }
}
