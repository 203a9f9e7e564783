package import JSONDocument

/// The values in the entity of an attachment, as JSON.
package struct AttachmentText {
  /// The id of the entity.
  package let id: String
  /// The format, such as `image/png`.
  package let format: String
  /// The size of the plain bytes.
  package let size: Int64
  /// The bytes in base64; nil if they are in a file.
  package let data: String?

  package init(id: String, format: String, size: Int64, data: String?) {
    self.id = id
    self.format = format
    self.size = size
    self.data = data
  }

  /// The defaults of the framework for a new attachment.
  private static let defaults = [("label", "\"\""), ("quality", "0.5"), ("scale", "1"), ("template", "false")]

  private var known: [(key: String, json: String)] {
    [("id", JSONText.quote(id)), ("format", JSONText.quote(format)), ("size", String(size))]
      + (data.map { [("data", JSONText.quote($0))] } ?? [])
  }

  /// The JSON of a new entity.
  package var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      for (key, json) in known + Self.defaults { writer.member(key, JSONText(json)) }
    }
    return writer.text
  }

  /// Updates the members of `entity`, which is part of a live document, that differ and leaves the others unchanged.
  package func store(in entity: JSONValue) throws {
    for (key, json) in known {
      if let old = entity[key] {
        // The spelling of a value can differ: a device escapes the slash of a format.
        let isSame = try old.isSame(as: JSONDocument(parsing: json).root)
        if !isSame { try old.replace(with: json) }
      } else {
        try entity.add(key, json)
      }
    }
    for (key, json) in Self.defaults where entity[key] == nil { try entity.add(key, json) }
    if data == nil, let old = entity["data"] { try old.remove() }
  }
}
