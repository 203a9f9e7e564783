package import JSONDocument
import OKitStorage

/// A difference between two versions of a model: an entity that was added or removed, or a value that changed.
package struct EntityChange: Sendable {
  /// The kind of a change, named like the events of the framework.
  package enum Kind: String, CaseIterable, Sendable {
    /// An entity was added: there is a new value and no old one. Its content was added with it and is not reported separately.
    case managed
    /// An entity was removed: there is an old value and no new one. Its content was removed with it.
    case unmanaged
    /// A value of an entity changed, or an element of an array moved relative to the others.
    case changed
  }

  /// The kind of the change.
  package let kind: Kind
  /// The model that changed.
  package let model: ModelName
  /// The path of the value, which okit accepts as input. For a removed value, it is the path in the old version.
  package let path: String
  /// The former path of an element that only moved in its array. There is then neither an old nor a new value.
  package let formerPath: String?
  /// The id of the entity, or of the nearest entity that contains the value; nil if that is a root without an id.
  package let id: String?
  /// The old value; nil if there was none or it was null.
  package let old: JSONValue?
  /// The new value; nil if there is none or it is null.
  package let new: JSONValue?

  package init(
    kind: Kind, model: ModelName, path: String, formerPath: String?, id: String?, old: JSONValue?, new: JSONValue?
  ) {
    self.kind = kind
    self.model = model
    self.path = path
    self.formerPath = formerPath
    self.id = id
    self.old = old
    self.new = new
  }
}

extension EntityChange: JSONWritable {
  /// Writes an object with `model`, `path`, `id`, `old` and `new`, which are null if absent, and `from` for an element that moved.
  package func write(to writer: inout JSONWriter) {
    var object = JSONWriter()
    object.object { writeMembers(to: &$0) }
    JSONText(object.text).write(to: &writer)
  }

  /// Writes the members to an object.
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("model", model.description)
    writer.member("path", path)
    writer.member("id", id)
    writer.member("old", old)
    writer.member("new", new)
    if let formerPath { writer.member("from", formerPath) }
  }
}
