import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Splits a text into several properties. The last one takes the rest; if there are too few parts, the others become empty.
struct SplitStep: PropertyStep {
  static let keys = ["split"]
  static let help = #"{"split": "Author.name", "to": ["firstName", "lastName"], "at": " "}"#

  let path: PropertyPath
  private let names: [String]
  private let separator: String

  init(reading members: inout StepMembers) throws(MigrationFault) {
    path = try members.path()
    names = try members.names("to", atLeast: 2)
    separator = try members.string("at", mayBeEmpty: false)
  }

  func edit(of source: PropertyLocation, in context: StepContext) throws -> ObjectEdit {
    let className = source.holder.name
    let places = try names.map { try context.place([$0], in: className, for: .adding) }
    let targets = places.map { StepTarget($0, in: context) }
    func isSource(_ place: PropertyLocation) -> Bool { place.property.key.isExactly(source.property.key) }
    return ObjectEdit(
      MigrationChange(
        kind: .split, subject: "\(className).\(source.property.name)",
        detail: places.map(\.property.name).joined(separator: ", ")),
      of: className,
      finish: PropertyMembers(gains: places, loses: places.contains(where: isSource) ? [] : [source]).updateSnapshot
    ) { object, document, edits, change in
      guard let value = object[source.property.key], !value.isNull else { return }
      guard let text = value.string else {
        throw context.error("cannot split \(value.shown): not a string", at: value, in: document)
      }
      for (target, part) in zip(targets, text.split(at: separator, into: names.count)) {
        let json = try target.json(ofText: part, at: value, document)
        if isSource(target.place) {
          try edits.replace(value, with: json, in: document)
        } else {
          try target.requireFree(in: object, document)
          try target.put(json, in: object, document, &edits)
        }
      }
      if !places.contains(where: isSource) { try edits.remove(value, in: document) }
      change.count += 1
    }
  }
}

extension String {
  /// Splits the text into `count` parts. The last one takes the rest; if there are too few, the others are empty.
  package func split(at separator: String, into count: Int) -> [String] {
    let (bytes, separator) = (Array(utf8), Array(separator.utf8))
    var parts: [String] = []
    var start = 0
    var offset = 0
    while parts.count < count - 1, offset + separator.count <= bytes.count {
      guard bytes[offset..<offset + separator.count].elementsEqual(separator) else {
        offset += 1
        continue
      }
      parts.append(String(decoding: bytes[start..<offset], as: UTF8.self))
      offset += separator.count
      start = offset
    }
    parts.append(String(decoding: bytes[start...], as: UTF8.self))
    return parts + Array(repeating: "", count: count - parts.count)
  }
}
