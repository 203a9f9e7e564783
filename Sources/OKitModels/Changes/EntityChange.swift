package import JSONDocument
import OKitStorage

/// One thing that differs between two versions of a model: an entity that came or went, or a value that changed.
package struct EntityChange: Sendable {
  /// What happened; named like the events of the framework.
  package enum Kind: String, CaseIterable, Sendable {
    /// An entity has come: there is a new value and no old one. What is in it has come with it and is not told of on its own.
    case managed
    /// An entity has gone: there is an old value and no new one. What was in it has gone with it.
    case unmanaged
    /// A value of an entity is another one, or an element of an array has another place among the others.
    case changed
  }

  /// What happened.
  package let kind: Kind
  /// The model that it happened in.
  package let model: ModelName
  /// Where the value is, as it can be given back to okit; of what is gone, where it was in what had it.
  package let path: String
  /// Of an element that only moved within its array, where it was; then there is neither an old nor a new value.
  package let formerPath: String?
  /// The id of the entity, or of the nearest one that holds the value; nil where that is a root without one.
  package let id: String?
  /// The value before; nil where there was none, or null.
  package let old: JSONValue?
  /// The value now; nil where there is none, or null.
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
  /// One object with `model`, `path`, `id`, `old` and `new`, null for what is not there, and of an element that moved `from`.
  package func write(to writer: inout JSONWriter) {
    var object = JSONWriter()
    object.object { writer in
      writer.member("model", model.description)
      writer.member("path", path)
      writer.member("id", id)
      writer.member("old", old)
      writer.member("new", new)
      if let formerPath { writer.member("from", formerPath) }
    }
    JSONText(object.text).write(to: &writer)
  }
}
