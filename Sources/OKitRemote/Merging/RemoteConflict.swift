package import JSONDocument
package import OKitModels

/// A value or a file that was changed here and on the server in different ways.
package struct RemoteConflict: Sendable {
  /// The kinds of conflicts.
  package enum Kind: String, Sendable {
    /// A value.
    case value
    /// The order of the elements of an array.
    case order
    /// The place of an entity that both sides moved.
    case place
    /// A whole file.
    case file
  }

  /// The kind of the conflict.
  package let kind: Kind
  /// The model.
  package let model: ModelName
  /// The path of the value, or of the file of an attachment.
  package let path: String
  /// The common value; nil if there was none.
  package let base: JSONValue?
  /// The value here; nil if there is none.
  package let ours: JSONValue?
  /// The value on the server; nil if there is none.
  package let theirs: JSONValue?
  /// The path on the server if the place is the conflict.
  package var otherPath: String?

  /// True if both are the same conflict with the same values.
  func isSame(as other: RemoteConflict) -> Bool {
    func isSame(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
      if let left, let right { left.isSame(as: right) } else { left == nil && right == nil }
    }
    // The place of a value depends on how the conflicts before it are settled.
    return kind == other.kind && model == other.model
      && (![.file, .place].contains(kind) || path.isExactly(other.path))
      && isSame(ours, other.ours) && isSame(theirs, other.theirs)
  }
}

/// Changes were made here and on the server that cannot be merged. Nothing was changed.
package struct RemoteConflicts: Error {
  /// The conflicts.
  package let all: [RemoteConflict]
}

extension RemoteConflict: JSONWritable {
  /// Writes an object with `model`, `kind`, `path`, `base`, `ours` and `theirs`, which are null if absent. A conflict of places has `otherPath`, too.
  package func write(to writer: inout JSONWriter) {
    var object = JSONWriter()
    object.object { writer in
      writer.member("model", model.description)
      writer.member("kind", kind.rawValue)
      writer.member("path", path)
      if let otherPath { writer.member("otherPath", otherPath) }
      writer.member("base", base)
      writer.member("ours", ours)
      writer.member("theirs", theirs)
    }
    JSONText(object.text).write(to: &writer)
  }
}
