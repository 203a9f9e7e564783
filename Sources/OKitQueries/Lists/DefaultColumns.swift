import Bindings
import Definitions
import JSONDocument

/// The columns of rows for which none were named: the name, then the other scalars, and the id at the end.
struct DefaultColumns {
  /// The properties that usually name an entity.
  private static let names = ["name", "title", "label"]

  let columns: [ListColumn]

  init(_ rows: ListRows) {
    let found: [ListColumn]
    if let definition = rows.definition {
      found = definition.properties.compactMap(Self.column)
    } else {
      found = Self.keys(of: rows.values).map { Self.column($0) }
    }
    let name = Self.names.lazy.compactMap { name in found.first { $0.title == name } }.first
    let front = name.map { [$0] } ?? []
    let id = found.filter { $0.title == "id" }
    let rest = found.filter { column in column.title != "id" && column.title != name?.title }
    let all = front + rest + id
    let itself = Binding(parts: [.init(content: .path(.init(segments: [.init(.current)])))])
    columns = all.isEmpty ? [ListColumn(title: "value", binding: itself)] : all
  }

  private static func column(_ property: PropertyDefinition) -> ListColumn? {
    switch property.type.unwrapped {
    case .string, .bool, .integer, .float, .double, .decimal, .date, .url, .uuid, .rawRepresentable, .enumeration:
      return column(property.key)
    default: return nil
    }
  }

  private static func column(_ key: String) -> ListColumn {
    let path = Binding.Path(segments: [.init(.property(key))])
    return ListColumn(title: key, binding: Binding(parts: [.init(content: .path(path))]))
  }

  private static func keys(of values: some Sequence<JSONValue>) -> [String] {
    var keys: [String] = []
    var seen: Set<ExactText> = []
    for value in values {
      // Most objects have the same properties in the same order.
      var expected = 0
      for (key, member) in value.members where member.kind != .object && member.kind != .array {
        if expected < keys.count, key == keys[expected] {
          expected += 1
          continue
        }
        let text = key.string
        if seen.insert(ExactText(text)).inserted { keys.append(text) }
      }
    }
    return keys
  }
}
