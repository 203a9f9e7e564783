import CommandKit
import Definitions
import JSONDocument
import OKitStorage

/// A class and all classes that its properties lead to.
struct ClassTree {
  private let definitions: Definitions
  private let root: String

  init(_ definitions: Definitions, root: String) {
    self.definitions = definitions
    self.root = root
  }

  // MARK: - For people

  private struct Entry {
    let text: String
    let note: String?
    let className: String?
  }

  /// A line for each class and property. The properties of a class are shown only once.
  var lines: [String] {
    var lines = [Self.line(title(of: root), definitions.classes[root]?.note)]
    var shown: Set<String> = [root]
    // The remaining entries, the last first, with their indentation.
    var waiting = entries(of: root).reversed().enumerated().map { (entry: $1, margin: "", isLast: $0 == 0) }
    while let (entry, margin, isLast) = waiting.popLast() {
      let isNew = entry.className.map { definitions.classes[$0] != nil && shown.insert($0).inserted } ?? false
      lines.append(Self.line(margin + (isLast ? "└── " : "├── ") + entry.text, entry.note))
      guard isNew, let className = entry.className else { continue }
      let inner = margin + (isLast ? "    " : "│   ")
      waiting += entries(of: className).reversed().enumerated().map { (entry: $1, margin: inner, isLast: $0 == 0) }
    }
    return lines
  }

  private static func line(_ text: String, _ note: String?) -> String {
    let note = note?.split(whereSeparator: \.isNewline).joined(separator: " ")
    return Console.printable(note.map { "\(text)  — \($0)" } ?? text)
  }

  private func title(of name: String) -> String {
    guard let superclass = definitions.classes[name]?.superclass else { return name }
    return "\(name): \(superclass)"
  }

  private func entries(of name: String) -> [Entry] {
    guard let definition = definitions.classes[name] else { return [] }
    var entries = definition.properties.map { property in
      let key = property.key == property.name ? "" : " (stored as \(property.key))"
      let value = property.defaultValue.map {
        " = \($0.text.split(whereSeparator: \.isNewline).joined(separator: " "))"
      }
      let remark = isChecked(property.type) ? "" : " (not checked)"
      return Entry(
        text: "\(property.name)\(key): \(Self.text(property))\(value ?? "")\(cases(of: property.type))\(remark)",
        note: property.note, className: unfolded(property.type))
    }
    if let entity = definition.partialEntity {
      entries.append(
        Entry(
          text: "\(entity.property): \(entity.className), in a separate file", note: nil, className: entity.className)
      )
    }
    return entries
  }

  private func unfolded(_ type: PropertyType) -> String? {
    // The framework's own classes are not unfolded, because they are the same in every app.
    type.names.first { definitions.classes[$0] != nil && !FrameworkClasses.contains($0) }
  }

  private static func text(_ property: PropertyDefinition) -> String {
    guard property.isImplicitlyUnwrapped, case .optional(let wrapped) = property.type else {
      return property.type.description
    }
    return "\(wrapped)!"
  }

  /// Returns false if `check` skips part of such a value: an unknown type, or a class that was not understood.
  private func isChecked(_ type: PropertyType) -> Bool {
    type.isFullyKnown && type.names.allSatisfy { definitions.classes[$0] != nil || definitions.enumerations[$0] != nil }
  }

  private func cases(of type: PropertyType) -> String {
    guard case .enumeration(let name) = type.unwrapped, let enumeration = definitions.enumerations[name] else {
      return ""
    }
    return " (\(enumeration.cases.map { "\($0.name) \($0.json)" }.joined(separator: ", ")))"
  }

  // MARK: - For programs

  /// Writes the members `class` and `classes`: every class of the tree except the framework's own.
  func write(to writer: inout JSONWriter) {
    writer.member("class", root)
    writer.array("classes") { writer in
      for name in reachable {
        guard let definition = definitions.classes[name] else { continue }
        writer.object { write(definition, to: &$0) }
      }
    }
  }

  private var reachable: [String] {
    var names = [root]
    var seen: Set<String> = [root]
    var next = 0
    while next < names.count {
      let definition = definitions.classes[names[next]]
      let met =
        (definition?.properties.flatMap(\.type.names) ?? []) + [definition?.partialEntity?.className].compactMap { $0 }
      for name in met where !FrameworkClasses.contains(name) && seen.insert(name).inserted { names.append(name) }
      next += 1
    }
    return names
  }

  private func write(_ definition: ClassDefinition, to writer: inout JSONWriter) {
    writer.member("name", definition.name)
    writer.member("superclass", definition.superclass)
    writer.member("note", definition.note)
    writer.member("entity", definition.partialEntity?.className)
    writer.array("properties") { writer in
      for property in definition.properties {
        writer.object { writer in
          writer.member("name", property.name)
          writer.member("key", property.key)
          writer.member("type", Self.text(property))
          writer.member("required", property.isRequired)
          writer.member("checked", isChecked(property.type))
          writer.member("default", property.defaultValue?.text)
          writer.member("note", property.note)
        }
      }
    }
  }
}
