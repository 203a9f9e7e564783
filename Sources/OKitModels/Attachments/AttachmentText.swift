package import JSONDocument

/// What the entity of an attachment says.
package struct AttachmentText {
  package let id: String
  package let format: String
  package let size: Int64
  /// Base64; nil where the bytes are in a file.
  package let data: String?

  package init(id: String, format: String, size: Int64, data: String?) {
    self.id = id
    self.format = format
    self.size = size
    self.data = data
  }

  /// What a new one starts with in the framework.
  private static let defaults = [("label", "\"\""), ("quality", "0.5"), ("scale", "1"), ("template", "false")]

  private var known: [(key: String, json: String)] {
    [("id", JSONWriter.quote(id)), ("format", JSONWriter.quote(format)), ("size", String(size))]
      + (data.map { [("data", JSONWriter.quote($0))] } ?? [])
  }

  /// A new entity.
  package var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      for (key, json) in known + Self.defaults { writer.member(key, JSONText(json)) }
    }
    return writer.text
  }

  /// Changes what `entity` says otherwise, and nothing else of it.
  package func store(in entity: JSONValue, _ editor: inout JSONEditor) throws {
    for (key, json) in known {
      if let old = entity[key] {
        // However it is written: a device escapes the slash of a format.
        let isSame = try old.isSame(as: JSONDocument(parsing: json).root)
        if !isSame { try editor.replace(old, with: json) }
      } else {
        try editor.add(key, json, to: entity)
      }
    }
    for (key, json) in Self.defaults where entity[key] == nil { try editor.add(key, json, to: entity) }
    if data == nil, let old = entity["data"] { try editor.remove(old) }
  }
}
