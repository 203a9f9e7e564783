import Bindings
import Ciphers
import JSONDocument

/// Values as text for an editor: JSON with comments.
package struct Draft: Sendable {
  /// A value as it was when the text was made.
  package struct Target: Equatable, Sendable {
    /// The path, which okit accepts as input.
    package let path: String
    /// The stored JSON; nil if there was no value.
    package let json: String?
    /// The ids of the objects that contain the value, the outermost first, and of the value itself. Empty if it does not matter, or if none has an id.
    package let owners: [String]
    /// The path behind that of the last owner; without owners, the whole path.
    package let rest: String
    /// The checksum of the element of an array that contains the value, behind the last owner; nil if there is none.
    package let element: String?

    package init(
      path: String, json: String?, owners: [String] = [], rest: String? = nil, element: String? = nil
    ) {
      self.path = path
      self.json = json
      self.owners = owners
      self.rest = rest ?? path
      self.element = element
    }

    /// The identity of a value, which stays the same when others are added, removed or moved.
    struct Place: Hashable {
      let model: ExactText?
      let owners: [ExactText]
      let rest: ExactText
    }

    var place: Place {
      Place(
        model: model.map { ExactText($0) }, owners: owners.map { ExactText($0) }, rest: ExactText(rest))
    }

    /// The model of the path.
    var model: String? { (try? Binding(parsing: path))?.model }

    /// True if the values are in the same entity. Another model can have an entity with the same id.
    func hasOwners(of other: Target) -> Bool {
      owners == other.owners && model.map { ExactText($0) } == other.model.map { ExactText($0) }
    }

    /// True if both are the same value at different times. Behind an index, another value can have taken the place.
    func isSameValue(as former: Target) -> Bool { place == former.place && element == former.element }

    /// True unless both are the ids of different entities.
    package func isIdentity(of other: Target?) -> Bool {
      guard let other, path.hasSuffix("/id"), other.path.hasSuffix("/id") else { return true }
      return json == other.json
    }

    /// The value by the checksum of its JSON, to compare it without keeping it.
    package var fingerprint: Target {
      guard let json else { return self }
      var hasher = SHA256Hasher()
      Array(json.utf8).withUnsafeBytes { hasher.update($0) }
      return Target(path: path, json: hasher.finish().hex, owners: owners, rest: rest, element: element)
    }
  }

  /// The values to edit; none for a new value.
  package let targets: [Target]
  /// True if the text is an object whose members are the values, by their paths.
  package let isList: Bool
  /// The text.
  package let text: [UInt8]
  /// True if the text contains something from an encrypted model.
  package let isSecret: Bool

  package init(targets: [Target], isList: Bool = false, text: [UInt8], isSecret: Bool) {
    self.targets = targets
    self.isList = isList
    self.text = text
    self.isSecret = isSecret
  }

  /// Returns true if `text` contains no more than comments and white space.
  package static func isEmpty(_ text: [UInt8]) -> Bool { CommentedJSON.blanked(text).allSatisfy(\.isJSONSpace) }

  /// Returns true if `text` has the same values as the text of the draft.
  package func isUnchanged(_ text: [UInt8]) -> Bool {
    if text == self.text { return true }
    guard let new = try? CommentedJSON.document(parsing: text, secret: isSecret),
      let old = try? CommentedJSON.document(parsing: self.text, secret: isSecret)
    else { return false }
    return JSONWriter.compact(new.root) == JSONWriter.compact(old.root)
  }
}
