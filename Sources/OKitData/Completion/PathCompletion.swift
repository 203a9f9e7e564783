import Bindings
import Definitions
import JSONDocument
package import OKitModels
import OKitStorage

/// Completes the text of a path at a prompt.
///
/// Completion reads only the beginnings of models, takes no lock, asks for no passphrase and runs no program. It may therefore find less than
/// there is, and it ignores everything that it cannot read.
package struct PathCompletion {
  /// An entity with its id.
  package struct Entity: Equatable, Sendable {
    /// The id.
    package let id: String
    /// The name or title; empty if it has none.
    package let name: String
  }

  /// The maximum number of bytes to read from all models together.
  private static let budget = 4 << 20
  /// The maximum number of elements of an array whose indices are listed.
  private static let fewElements = 30

  private let targets: PathTargets
  private var names: PathNames { PathNames(targets: targets) }

  /// Prepares completion in `workspace`. Models are decrypted only if that needs no passphrase. A path that names no model starts in `model`.
  package init(_ workspace: Workspace, model: ModelName? = nil) {
    let store = EntityStore(workspace, budget: ReadingBudget(Self.budget))
    targets = PathTargets(store, model: model)
  }

  /// Returns the possible continuations of `text`. If there are few candidates, they include those that do not begin with the last step typed
  /// so far.
  package func continuations(of text: String) -> [PathContinuation] {
    guard let beginning = PathPrefix(text) else { return [] }
    let target = beginning.kind == .entity ? nil : targets.target(at: beginning.target)
    let found: [PathContinuation] =
      switch beginning.kind {
      case .start: properties(of: target, beginning) + (beginning.target == "." ? models : [])
      case .name:
        elements(of: target) + properties(of: target, beginning)
          + functions(on: target, isSeveral: matchesSeveral(beginning.target))
      case .keyPath:
        operators(on: target, isSeveral: matchesSeveral(beginning.target)) + properties(of: target, beginning)
      case .collected: properties(of: target, beginning)
      case .bracket where beginning.rest.hasPrefix("[{"):
        braced(in: beginning.target, String(beginning.rest.dropFirst(2)), opening: "[{")
      case .condition where beginning.rest.hasPrefix("{"):
        braced(in: beginning.target, String(beginning.rest.dropFirst()), opening: "{")
      case .comparison where beginning.rest.hasPrefix("{"):
        braced(in: beginning.target, String(beginning.rest.dropFirst()), opening: "{")
      case .bracket:
        indices(of: target)
          + comparisons(in: beginning.target, target, String(beginning.rest.dropFirst()), opening: "[")
      case .condition: comparisons(in: beginning.target, target, beginning.rest, opening: "")
      case .comparison(let comparison):
        values(of: comparison, in: beginning.target) + connectives(behind: beginning.rest)
      case .end: target.map { $0.isContainer ? [Self.continuation("/", isWhole: false)] : [] } ?? []
      case .entity: entityPaths
      }
    return found.map { PathContinuation(text: beginning.front + $0.text, note: $0.note, isWhole: $0.isWhole) }
  }

  /// Returns the values that can be set at `path` if they can be listed: for a Bool, the cases of an enumeration, and for a reference the ids of
  /// entities.
  package func values(for path: String) -> [PathContinuation] {
    guard let target = targets.target(at: path), !target.isArray else { return [] }
    return values(for: target, at: path, like: siblings(of: path))
  }

  /// Returns the values that can be added to the array at `path` if they can be listed.
  package func elements(for path: String) -> [PathContinuation] {
    guard let target = targets.target(at: path), target.isArray else { return [] }
    let every = siblings(of: path + "[0]")
    return values(for: target.elements, at: path, like: every.isEmpty ? target.elements.values : every)
  }

  private func values(
    for target: PathTarget, at path: String, like others: [JSONValue]
  ) -> [PathContinuation] {
    if let allowed = allowedValues(for: path) { return allowed }
    switch (target.type?.unwrapped, target.values.first?.kind) {
    case (.bool, _), (nil, .bool): return ["true", "false"].map { Self.continuation($0) }
    case (.enumeration(let name), _):
      let cases = targets.classes?.definitions.enumerations[name]?.cases ?? []
      return cases.map { Self.continuation($0.name, note: $0.json) }
    default:
      guard isReference(target) else { return [] }
      return entities(likeThoseBehind: others).map { Self.continuation($0.id, note: $0.name) }
    }
  }

  /// Returns the values that rules allow at `path`; nil if no rule lists them.
  private func allowedValues(for path: String) -> [PathContinuation]? {
    guard let binding = try? Binding(parsing: path), var outer = binding.parent else { return nil }
    // The rules of an array say which elements it can have.
    if Self.isIndex(outer.last.step), let array = outer.binding.parent { outer = array }
    guard case .property(let key) = outer.last.step,
      let object = targets.target(at: outer.binding)?.values.first,
      let place = targets.store.place(of: object), let classes = targets.classes,
      let rules = try? WorkspaceRules(of: targets.store.workspace, classes, inferring: { classes }),
      let allowed = try? rules.suggestions(forMember: key, of: place, in: targets.store)
    else { return nil }
    return allowed.isEmpty ? nil : allowed.map { Self.continuation($0.text, note: $0.entity?.shortNote ?? "") }
  }

  private func isReference(_ target: PathTarget) -> Bool {
    targets.definition(of: target)?.role == .reference
      || target.values.contains { $0.kind == .object && $0["refKey"] != nil }
  }

  /// Returns the values of the same property of all elements of the innermost array on a path, or those at the path itself.
  private func siblings(of path: String) -> [JSONValue] {
    guard let binding = try? Binding(parsing: path), binding.parts.count == 1,
      case .path(let steps) = binding.parts[0].content,
      let last = steps.segments.lastIndex(where: { Self.isIndex($0.step) })
    else { return targets.target(at: path)?.values ?? [] }
    var segments = steps.segments
    segments[last] = Binding.Segment(.every)
    let all = Binding.Path(model: steps.model, isAbsolute: steps.isAbsolute, segments: segments)
    return targets.target(at: Binding(parts: [.init(content: .path(all))]))?.values ?? []
  }

  private static func isIndex(_ step: Binding.Segment.Step) -> Bool {
    switch step {
    case .index: true
    case .property(let name): Int(name) != nil
    default: false
    }
  }

  /// Returns the entities in the arrays with the entities that references refer to; all but attachments if they refer to none.
  private func entities(likeThoseBehind references: [JSONValue]) -> [Entity] {
    let ids = Set(references.compactMap { $0["refKey"]?.string }.filter { !$0.isEmpty }.map { ExactText($0) })
    var containers: Set<JSONValue> = []
    if !ids.isEmpty {
      forEachEntity { entity, id in
        if ids.contains(ExactText(id)), let container = entity.parent { containers.insert(container) }
      }
    }
    return entities { entity in
      containers.isEmpty ? !isAttachment(entity) : entity.parent.map(containers.contains) ?? false
    }
  }

  /// Returns the path of the first array that contains entities of a class; nil if no model has one.
  package func array(ofClass name: String) -> String? {
    guard let classes = targets.classes else { return nil }
    let models = (try? targets.store.workspace.storedModels()) ?? []
    var open = models.compactMap { model in
      classes.workspace.rootClass(of: model).map { (path: "\(model):", className: $0.name) }
    }
    var seen = Set(open.map(\.className))
    var next = 0
    while next < open.count {
      let (path, className) = open[next]
      next += 1
      for property in classes.definitions.classes[className]?.properties ?? [] {
        let step = path + Self.text(.property(property.name))
        switch property.type.unwrapped {
        case .array(let element), .set(let element):
          guard let inner = element.objectClass else { continue }
          if inner == name { return step }
          if seen.insert(inner).inserted { open.append((step + "[0]/", inner)) }
        case .object(let inner): if seen.insert(inner).inserted { open.append((step + "/", inner)) }
        default: continue
        }
      }
    }
    return nil
  }

  /// Returns the keys of the object at `path`, except its id.
  package func keys(at path: String) -> [String] {
    guard let object = targets.target(at: path)?.values.first, object.kind == .object else { return [] }
    return object.members.map(\.key.string).filter { $0 != "id" }
  }

  /// The entities of readable models, each id only once. References also have ids, but they are not included.
  package var entities: [Entity] { entities { _ in true } }

  private func entities(where isIncluded: (JSONValue) -> Bool) -> [Entity] {
    var seen: Set<ExactText> = []
    var entities: [Entity] = []
    forEachEntity { entity, id in
      guard isIncluded(entity), seen.insert(ExactText(id)).inserted else { return }
      let name = entity.shortNote
      entities.append(Entity(id: id, name: name == id ? "" : name))
    }
    return entities
  }

  private func forEachEntity(_ body: (_ entity: JSONValue, _ id: String) -> Void) {
    for name in (try? targets.store.workspace.storedModels()) ?? [] {
      guard let document = try? targets.store.main(name) else { continue }
      document.json.forEachEntity { entity, id in
        guard entity["refKey"] == nil, let id = id.string, !id.isEmpty else { return }
        body(entity, id)
      }
    }
  }

  /// True for an image or data, which no reference refers to.
  private func isAttachment(_ entity: JSONValue) -> Bool {
    if let place = targets.store.place(of: entity), let role = targets.classes?.definition(of: place)?.role {
      return role == .image || role == .data
    }
    return entity["format"]?.kind == .string && entity["size"]?.kind == .number
  }
  // MARK: - Steps

  private var models: [PathContinuation] {
    let defined = targets.classes?.workspace.modelNames ?? []
    let stored = (try? targets.store.workspace.storedModels()) ?? []
    return Set(stored + defined).sorted().map { name in
      let path = Binding.Path(model: name.description, segments: [])
      let text = Binding(parts: [.init(content: .path(path))]).description
      return Self.continuation(text, note: targets.classes?.workspace.className(of: name) ?? "", isWhole: false)
    }
  }

  private func properties(of target: PathTarget?, _ beginning: PathPrefix) -> [PathContinuation] {
    guard let target, target.isContainer else { return [] }
    return names.properties(of: target, rest: beginning.rest).map { name, target in
      let isWhole = !target.isContainer || beginning.kind == .collected
      return Self.continuation(Self.text(.property(name)) + (isWhole ? "" : "/"), note: target.note, isWhole: isWhole)
    }
  }

  private func elements(of target: PathTarget?) -> [PathContinuation] {
    numbered(target).map { index, element in
      let isWhole = !element.isContainer
      return Self.continuation("\(index)" + (isWhole ? "" : "/"), note: note(of: element, at: index), isWhole: isWhole)
    }
  }

  private func indices(of target: PathTarget?) -> [PathContinuation] {
    guard let target, target.isArray else { return [] }
    let numbered = numbered(target).map { (Binding.Segment.Step.index($0), $1, note(of: $1, at: $0)) }
    return (numbered + [(.every, target.elements, "every element")]).map { step, element, note in
      let isWhole = !element.isContainer
      return Self.continuation(Self.text(step) + (isWhole ? "" : "/"), note: note, isWhole: isWhole)
    }
  }

  /// Returns the elements by index; of a long array only the first and the last.
  private func numbered(_ target: PathTarget?) -> [(index: Int, element: PathTarget)] {
    guard let target, target.isArray, let array = target.values.first, array.count > 0 else { return [] }
    let type = target.type?.storedElement
    let isFew = array.count <= Self.fewElements
    return (isFew ? Array(0..<array.count) : [0, -1]).compactMap { index in
      array[index < 0 ? array.count + index : index].map { (index, PathTarget(values: [$0], type: type)) }
    }
  }

  private func note(of element: PathTarget, at index: Int) -> String {
    // Only the beginning of a large model is read, so its last element is unknown.
    index < 0 ? "the last element" : element.values.first?.shortNote ?? ""
  }

  private func functions(on target: PathTarget?, isSeveral: Bool) -> [PathContinuation] {
    guard let target else { return [] }
    return names.functions(on: target, isSeveral: isSeveral).map { Self.continuation($0.text, isWhole: $0.isWhole) }
  }

  private func matchesSeveral(_ path: String) -> Bool { (try? Binding(parsing: path))?.mayMatchSeveral ?? false }

  private func operators(on target: PathTarget?, isSeveral: Bool) -> [PathContinuation] {
    guard target?.isArray == true || target != nil && isSeveral else { return [] }
    return KeyValueOperator.allCases.map { sign in
      let isWhole = sign == .count
      return Self.continuation("@" + sign.rawValue + (isWhole ? "" : "."), isWhole: isWhole)
    }
  }

  /// Returns the continuations of a binding in braces, relative to an element of the array at `path`.
  private func braced(in path: String, _ rest: String, opening: String) -> [PathContinuation] {
    guard !rest.utf8.contains(UInt8(ascii: "}")) else { return [] }
    let front = path + "[0]/"
    return continuations(of: front + rest).compactMap { found in
      found.text.withoutPrefix(front).map {
        Self.continuation(opening + $0 + (found.isWhole ? "}" : ""), note: found.note, isWhole: false)
      }
    }
  }

  /// Returns the paths that elements of the array at `path` can be selected by; for a whole path, the operators that apply to it.
  private func comparisons(
    in path: String, _ target: PathTarget?, _ rest: String, opening: String
  ) -> [PathContinuation] {
    guard let target, target.isArray else { return [] }
    let front = path + "[0]/"
    if let found = targets.target(at: front + rest), !rest.isEmpty, !rest.hasSuffix("/"), !found.isContainer {
      return found.comparisonOperators.map { sign in
        let text = sign == .isIn ? (rest.hasSuffix(" ") ? "in (" : " in (") : sign.rawValue
        return Self.continuation(opening + rest + text, note: sign.summary, isWhole: false)
      }
    }
    if rest.utf8.contains(where: { "/@".utf8.contains($0) }) {
      return continuations(of: front + rest).compactMap { continuation in
        continuation.text.withoutPrefix(front).map {
          Self.continuation(opening + $0, note: continuation.note, isWhole: false)
        }
      }
    }
    return names.properties(of: target, rest: "").map { name, target in
      let sign = target.isArray ? ".@" : target.isContainer ? "/" : "="
      return Self.continuation(opening + Self.text(.property(name)) + sign, note: target.note, isWhole: false)
    }
  }

  /// Returns the operators that join comparisons, behind a value and a space.
  private func connectives(behind value: String) -> [PathContinuation] {
    guard value.hasSuffix(" "), value.utf8.contains(where: { $0 != 0x20 }) else { return [] }
    return [("&&", "both conditions"), ("||", "one of the conditions")].map { sign, note in
      Self.continuation(value + sign + " ", note: note, isWhole: false)
    }
  }

  /// Returns the values to compare with: the cases of an enumeration, otherwise the values that elements of the array at `path` have.
  private func values(of comparison: PathPrefix.Comparison, in path: String) -> [PathContinuation] {
    guard let part = try? Binding(parsing: comparison.property).parts.first,
      let sign = ComparisonOperator(rawValue: comparison.sign),
      let found = targets.target(at: "\(path)[*]/\(comparison.property)")
    else { return [] }
    let left = Binding.Operand(.parts([part]))
    let isReference = isReference(found)
    // A text after a single `=` needs fewer quotes than others.
    let written: ComparisonOperator = comparison.isFirst && sign == .equals ? .equals : .differs
    var seen: Set<ExactText> = []
    func continuation(_ value: String, note: String = "") -> PathContinuation? {
      guard seen.insert(ExactText(value)).inserted else { return nil }
      let text = Self.text(.matching(.comparison(.init(left, written, [.init(.text(value))]))))
      guard let equals = text.utf8.lastIndex(of: UInt8(ascii: "=")) else { return nil }
      let right = text[text.utf8.index(after: equals)...]
      return Self.continuation(sign == .isIn ? String(right.dropLast()) : right + "/", note: note, isWhole: false)
    }
    let allowed = allowedValues(for: "\(path)[0]/\(comparison.property)")
    if case .enumeration(let name)? = found.type?.unwrapped {
      let cases = (targets.classes?.definitions.enumerations[name]?.cases ?? []).filter { one in
        allowed?.contains { [$0.text, JSONText.quote($0.text)].contains(one.json) } ?? true
      }
      return cases.compactMap { continuation($0.name, note: $0.json) }
    }
    if let allowed { return allowed.compactMap { continuation($0.text, note: $0.note) } }
    if isReference {
      return entities(likeThoseBehind: found.values).compactMap { continuation($0.id, note: $0.name) }
    }
    return found.values.compactMap { value in
      guard value.kind != .object, value.kind != .array, !value.isNull else { return nil }
      if found.type?.unwrapped == .date { return continuation(BindingValue.date(value).text) }
      return continuation(value.string ?? value.rawText)
    }
  }

  private var entityPaths: [PathContinuation] {
    entities.map { Self.continuation(EntityPaths.path(ofID: $0.id) + "/", note: $0.name, isWhole: false) }
  }

  private static func continuation(_ text: String, note: String = "", isWhole: Bool = true) -> PathContinuation {
    PathContinuation(text: text, note: note, isWhole: isWhole)
  }

  /// Returns the text of a step.
  static func text(_ step: Binding.Segment.Step) -> String {
    Binding(parts: [.init(content: .path(.init(segments: [.init(step)])))]).description
  }
}

/// A continuation of the text of a path.
package struct PathContinuation: Equatable, Sendable {
  /// The whole text of the path.
  package let text: String
  /// A description: a type or the name of an entity; may be empty.
  package let note: String
  /// True if the path can end here. Otherwise the text ends in a character that requires more, as in `books/`.
  package let isWhole: Bool
}
