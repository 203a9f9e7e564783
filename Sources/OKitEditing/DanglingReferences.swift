import JSONDocument
import OKitModels
import OKitStorage

/// References in new values to entities that do not exist. They are no error by themselves, because the entities may be added later.
struct DanglingReferences {
  private struct Target {
    let id: String
    var count = 0
    var lines: [EditItem.Line] = []
  }

  /// The number of line ranges shown for one target.
  private static let shownRanges = 8

  /// The missing entities in the order of their first references.
  private var targets: [Target] = []

  /// Looks up the entity of each reference in `values` in the current models. Without `isStrict`, an entity that might be in an unreadable model
  /// counts as existing.
  ///
  /// With `isStrict`, throws an error of kind `locked` if an entity might be in such a model.
  init(in values: [(value: JSONValue, line: EditItem.Line?)], _ store: EntityStore, isStrict: Bool) throws {
    /// The indices in `targets` of the ids looked up so far; nil for an entity that exists.
    var known: [ExactText: Int?] = [:]
    for (value, line) in values where value.isAttached {
      var keys: [JSONValue] = []
      if value.kind == .string { keys = [value] } else { value.forEachReference { keys.append($1) } }
      for key in keys {
        guard let id = key.string, !id.isEmpty, let start = store.document(of: key)?.model else { continue }
        if known[ExactText(id)] == nil {
          let exists = try Self.exists(id, from: start, store, isStrict: isStrict)
          if !exists { targets.append(Target(id: id)) }
          known[ExactText(id)] = .some(exists ? nil : targets.count - 1)
        }
        guard case .some(let index?) = known[ExactText(id)] else { continue }
        targets[index].count += 1
        if let line, targets[index].lines.last != line { targets[index].lines.append(line) }
      }
    }
  }

  private static func exists(
    _ id: String, from start: ModelName, _ store: EntityStore, isStrict: Bool
  ) throws -> Bool {
    if isStrict { return try store.entity(id, from: start) != nil }
    var unread = UnreadModels()
    return try unread.collecting(start) { try store.entity(id, from: start) != nil } ?? true
  }

  /// A line of text for each missing entity.
  var descriptions: [String] { targets.map(Self.description) }

  /// The error for the first missing entity; nil if all exist.
  var error: OKitError? {
    targets.first.map { target in
      let others = targets.count - 1
      let more = others == 0 ? "" : ", and \(others) more \(others == 1 ? "is" : "are") missing"
      return OKitError(
        .notFound, Self.description(target) + more,
        remedy: .words("add the entities in the same step, or omit --strict to get only a warning"))
    }
  }

  private static func description(_ target: Target) -> String {
    let count = target.count == 1 ? "1 reference" : "\(target.count) references"
    let lines = target.lines.isEmpty ? "" : " in \(ranges(of: target.lines))"
    return "no entity has the id \(PathComponent.printable(target.id)): \(count)\(lines)"
  }

  /// Returns a text such as `new.jsonl:2,5-9`.
  private static func ranges(of lines: [EditItem.Line]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for line in lines {
      if let last = ranges.last, last.upperBound + 1 == line.number {
        ranges[ranges.count - 1] = last.lowerBound...line.number
      } else {
        ranges.append(line.number...line.number)
      }
    }
    let texts = ranges.prefix(shownRanges).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }
    let rest = ranges.count > shownRanges ? " and more" : ""
    return "\(lines[0].file):\(texts.joined(separator: ","))\(rest)"
  }
}
