import Bindings
import JSONDocument
import OKitModels
import OKitStorage

/// The entities that the references of a column can refer to, by the text of one of their values.
struct ReferenceTargets {
  private let match: RowImport.Match
  /// The entities with each text or number.
  private var found: [RowKey: (id: String, count: Int)] = [:]
  /// The entities with each raw value of an enumeration, which the name of another case can equal.
  private var foundByRawValue: [RowKey: (id: String, count: Int)] = [:]
  private let now: Double
  /// The models that could not be read.
  private var unread = UnreadModels()

  /// Searches the entities that the binding names, or the arrays whose entities present references refer to. Without either, it searches all
  /// entities outside of the array with the references.
  init(_ match: RowImport.Match, _ column: RowColumn, _ elements: [JSONValue], _ session: EditSession) throws {
    self.match = match
    now = session.values().now
    if match.value.mayMatchSeveral {
      let context = session.values()
      for bound in try match.value.matches(in: context) {
        guard let id = bound.entity?["id"]?.string else { continue }
        guard let slot = bound.slot, case .enumeration(let cases)? = context.comparedType(at: slot),
          let stored = bound.value, let name = cases.first(where: { $0.raw.isSame(as: stored) })?.name
        else {
          note(id, bound.content)
          continue
        }
        note(id, .text(name))
        Self.note(id, bound.content, in: &foundByRawValue)
      }
      return
    }
    let reader = BindingReader(match.value, in: session.values(), isUniform: false, isTolerant: true, namesCases: true)
    let rawReader = BindingReader(match.value, in: session.values(), isUniform: false, isTolerant: true)
    func add(_ entity: JSONValue) throws {
      guard entity.kind == .object, let id = entity["id"]?.string, !id.isEmpty else { return }
      let value = try reader.value(of: entity)
      note(id, value)
      // Only the name of a case differs from what is stored.
      if case .text = value { Self.note(id, try rawReader.value(of: entity), in: &foundByRawValue) }
    }
    let containers = try Self.containers(column, elements, session)
    for container in containers {
      for entity in container.elements { try add(entity) }
      for (_, entity) in container.members { try add(entity) }
    }
    guard containers.isEmpty else { return }
    let own = elements.first?.parent
    let (models, unread) = try session.store.readableModels()
    self.unread = unread
    for document in models.flatMap(\.all) {
      try session.workspace.observer.advanced(byBytes: 0)
      try document.json.forEachEntity { entity, _ in
        if entity["refKey"] == nil, own == nil || entity.parent != own { try add(entity) }
      }
    }
  }

  private mutating func note(_ id: String, _ value: BindingValue) { Self.note(id, value, in: &found) }

  private static func note(_ id: String, _ value: BindingValue, in found: inout [RowKey: (id: String, count: Int)]) {
    if value.isAbsent { return }
    // A date is found by its time, however it is written.
    let key = if case .date(let stored) = value { RowKey(stored) } else { key(value.text) }
    guard let first = found[key] else { return found[key] = (id, 1) }
    if !first.id.isExactly(id) { found[key]?.count += 1 }
  }

  /// Returns the arrays and dictionaries with the entities that the references in a column refer to.
  private static func containers(
    _ column: RowColumn, _ elements: [JSONValue], _ session: EditSession
  ) throws -> [JSONValue] {
    var containers: [JSONValue] = []
    var known: Set<JSONValue> = []
    var seen: Set<ExactText> = []
    for element in elements {
      guard let id = try column.stored(of: element)?["refKey"]?.string, !id.isEmpty,
        seen.insert(ExactText(id)).inserted, let start = session.store.document(of: element)?.model,
        // A dangling reference can be to an entity of an unreadable model.
        let container = (try? session.store.entity(id, from: start))?.value.parent, known.insert(container).inserted
      else { continue }
      containers.append(container)
    }
    return containers
  }

  /// Returns what a text is compared by: a number by its value.
  private static func key(_ text: String) -> RowKey {
    guard let number = (try? JSONDocument(parsing: text))?.root, number.kind == .number else {
      return RowKey(text: text)
    }
    return RowKey(number)
  }

  /// Returns the id of the only entity whose value has this text. Throws an error of kind `malformed` if there are none or several.
  func id(of text: String) throws -> String {
    let key = Self.key(text)
    let date = DateText.json(text, now: now).flatMap { try? JSONDocument(parsing: $0).root }
    let found = self.found[key] ?? date.flatMap { self.found[RowKey($0)] } ?? foundByRawValue[key]
    if let found, found.count == 1 { return found.id }
    let value = "the \(match.name) \(PathComponent.printable(text.shortened(to: 40)))"
    guard let found else {
      try unread.require("an entity with \(value)")
      if self.found.isEmpty { throw OKitError(.notFound, "no entity has a \(match.name) to be matched") }
      throw OKitError(.malformed, "no entity has \(value)")
    }
    throw OKitError(
      .malformed,
      "\(found.count) entities have \(value): \(PathComponent.printable(found.id)) and \(found.count - 1) more",
      remedy: match.value.mayMatchSeveral
        ? nil
        : .words(
          "name the entities to search, such as --match \(ShellWord.quoted("\(match.column)=MODEL:ARRAY[*]/\(match.value)"))"
        ))
  }
}

extension RowImport.Match {
  /// The name of the value in messages: the last step of a path.
  fileprivate var name: String {
    if case .property(let name)? = value.parent?.last.step { return name }
    return value.description
  }
}
