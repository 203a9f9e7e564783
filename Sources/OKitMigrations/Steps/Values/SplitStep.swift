import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// A text becomes several properties, the last of which takes the rest; where there are too few parts these are empty.
struct SplitStep: PropertyStep {
  let path: PropertyPath
  let names: [String]
  let separator: String
  let name: StepName

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    let resolver = StepResolver(model: model, name: name)
    guard let source = try resolver.place(path) else { return [] }
    let places = try names.map {
      try resolver.place([$0], of: source.holder.name, mayBeNew: true)
    }
    let targets = places.map { StepTarget($0, in: model, name) }
    let className = source.holder.name
    var change = MigrationChange(
      kind: .split, subject: "\(className).\(source.property.name)",
      detail: places.map(\.property.name).joined(separator: ", "))
    let objects = try StepObjects(className, in: model, name)
    try model.edit { edits in
      try objects.forEach { object, document in
        guard let value = object[source.property.key], !value.isNull else { return }
        guard let text = value.string else {
          throw name.error("cannot split \(value.shown): not a string", at: value, in: document, of: model)
        }
        let parts = text.split(at: separator, into: names.count)
        var isKept = false
        for (target, part) in zip(targets, parts) {
          let json = try json(part, target, at: value, document)
          if target.place.property.key.isExactly(source.property.key) {
            isKept = true
            try edits.replace(value, with: json, in: document)
          } else {
            try target.requireFree(in: object, document)
            try target.put(json, in: object, document, &edits)
          }
        }
        if !isKept { try edits.remove(value, in: document) }
        change.count += 1
      }
    }
    var members = PropertyMembers()
    for place in places { members.gains(place.property, className) }
    if !places.contains(where: { $0.property.key.isExactly(source.property.key) }) {
      members.loses(source.property, className)
    }
    members.settle(in: model)
    return [change]
  }

  private func json(_ part: String, _ target: StepTarget, at value: JSONValue, _ document: Int) throws -> String {
    let text = try JSONDocument(parsing: JSONWriter.quote(part), secret: value.document.bytes.isSecret).root
    return try target.json(of: text, as: .string, at: value, document)
  }
}

extension String {
  /// So many parts: what is between the bytes of `separator`, the last with all that is left, empty ones where there are too few.
  package func split(at separator: String, into count: Int) -> [String] {
    let (bytes, separator) = (Array(utf8), Array(separator.utf8))
    var parts: [String] = []
    var start = 0
    var place = 0
    while parts.count < count - 1, place + separator.count <= bytes.count {
      guard bytes[place..<place + separator.count].elementsEqual(separator) else {
        place += 1
        continue
      }
      parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
      place += separator.count
      start = place
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts + Array(repeating: "", count: count - parts.count)
  }
}
