package import JSONDocument
import OKitStorage

extension MigrationStepText {
  /// Writes the members of the step's object, as they stand in a file.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .rename(let subject, let name):
      writer.member("rename", subject)
      writer.member("to", name)
    case .move(let property, let target, let condition):
      writer.member("move", property)
      writer.member("to", target)
      write(condition, to: &writer)
    case .copy(let property, let target, let condition):
      writer.member("copy", property)
      writer.member("to", target)
      write(condition, to: &writer)
    case .set(let property, let source, let condition):
      writer.member("set", property)
      switch source {
      case .value(let json): writer.member("value", JSONText(json))
      case .binding(let text): writer.member("binding", text)
      }
      write(condition, to: &writer)
    case .remove(let property, let condition):
      writer.member("remove", property)
      write(condition, to: &writer)
    case .convert(let property, let type, let map, let otherwise, let condition):
      writer.member("convert", property)
      if let type { writer.member("to", type) }
      if !map.isEmpty {
        writer.object("map") { writer in for each in map { writer.member(each.old, JSONText(each.json)) } }
      }
      if let otherwise { writer.member("otherwise", JSONText(otherwise)) }
      write(condition, to: &writer)
    case .split(let property, let names, let separator):
      writer.member("split", property)
      write("to", names, to: &writer)
      writer.member("at", separator)
    case .merge(let properties, let name, let separator):
      write("merge", properties, to: &writer)
      writer.member("to", name)
      writer.member("with", separator)
    case .extract(let property, let kept):
      writer.member("extract", property)
      if let kept { write("keep", kept, to: &writer) }
    case .inline(let property): writer.member("inline", property)
    case .run(let program, let className):
      writer.member("run", program)
      writer.member("class", className)
    }
  }

  private func write(_ condition: String?, to writer: inout JSONWriter) {
    if let condition { writer.member("where", condition) }
  }

  private func write(_ key: String, _ names: [String], to writer: inout JSONWriter) {
    writer.array(key, of: names)
  }
}

extension MigrationStepText: CustomStringConvertible {
  /// The step as a message shows it: its JSON, short and on one line.
  package var description: String {
    var writer = JSONWriter()
    writer.object { write(to: &$0) }
    let scalars = writer.text.unicodeScalars
    return scalars.count > 100 ? "\(scalars.prefix(100))…" : writer.text
  }
}
