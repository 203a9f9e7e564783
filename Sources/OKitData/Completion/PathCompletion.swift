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
      case .name: elements(of: target) + properties(of: target, beginning) + functions(on: target)
      case .keyPath: operators(on: target) + properties(of: target, beginning)
      case .collected: properties(of: target, beginning)
      case .bracket:
        indices(of: target)
          + comparisons(in: beginning.target, target, String(beginning.rest.dropFirst()), opening: "[")
      case .condition: comparisons(in: beginning.target, target, beginning.rest, opening: "")
      case .comparison(let comparison): values(of: comparison, in: beginning.target)
      case .end: target.map { $0.isContainer ? [Self.continuation("/", isWhole: false)] : [] } ?? []
      case .entity: entityPaths
      }
    return found.map { PathContinuation(text: beginning.front + $0.text, note: $0.note, isWhole: $0.isWhole) }
  }

  /// Returns the values that can be set at `path` if they can be listed: for a Bool, the cases of an enumeration, and for a reference the ids of
  /// entities.
  package func values(for path: String) -> [PathContinuation] {
    guard let target = targets.target(at: path) else { return [] }
    if let allowed = allowedValues(for: path) { return allowed }
    switch (target.type?.unwrapped, target.values.first?.kind) {
    case (.bool, _), (nil, .bool): return ["true", "false"].map { Self.continuation($0) }
    case (.enumeration(let name), _):
      let cases = targets.classes?.definitions.enumerations[name]?.cases ?? []
      return cases.map { Self.continuation($0.name, note: $0.json) }
    default:
      let isReference = target.values.contains { $0.kind == .object && $0["refKey"] != nil }
      guard isReference || targets.definition(of: target)?.role == .reference else { return [] }
      return entities.map { Self.continuation($0.id, note: $0.name) }
    }
  }

  /// Returns the values that rules allow at `path`; nil if no rule lists them.
  private func allowedValues(for path: String) -> [PathContinuation]? {
    guard let outer = (try? Binding(parsing: path))?.parent, case .property(let key) = outer.last.step,
      let object = targets.target(at: outer.binding.description)?.values.first,
      let place = targets.store.place(of: object), let classes = targets.classes,
      let rules = try? WorkspaceRules(of: targets.store.workspace, classes, inferring: { classes }),
      let allowed = try? rules.suggestions(forMember: key, of: place, in: targets.store)
    else { return nil }
    return allowed.map { Self.continuation($0.text, note: $0.entity?.shortNote ?? "") }
  }

  /// Returns the keys of the object at `path`, except its id.
  package func keys(at path: String) -> [String] {
    guard let object = targets.target(at: path)?.values.first, object.kind == .object else { return [] }
    return object.members.map(\.key.string).filter { $0 != "id" }
  }

  /// The entities of readable models, each id only once. References also have ids, but they are not included.
  package var entities: [Entity] {
    var seen: Set<ExactText> = []
    var entities: [Entity] = []
    for name in (try? targets.store.workspace.storedModels()) ?? [] {
      guard let document = try? targets.store.main(name) else { continue }
      document.json.forEachEntity { entity, id in
        guard entity["refKey"] == nil, let id = id.string, !id.isEmpty, seen.insert(ExactText(id)).inserted else {
          return
        }
        let name = entity.shortNote
        entities.append(Entity(id: id, name: name == id ? "" : name))
      }
    }
    return entities
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

  private func functions(on target: PathTarget?) -> [PathContinuation] {
    guard let target else { return [] }
    return names.functions(on: target).map { Self.continuation($0.text, isWhole: $0.isWhole) }
  }

  private func operators(on target: PathTarget?) -> [PathContinuation] {
    guard target?.isArray == true else { return [] }
    return KeyValueOperator.allCases.map { sign in
      let isWhole = sign == .count
      return Self.continuation("@" + sign.rawValue + (isWhole ? "" : "."), isWhole: isWhole)
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
        let text = sign == .isIn ? " in (" : sign.rawValue
        return Self.continuation(opening + rest + text, note: sign.summary, isWhole: false)
      }
    }
    if rest.utf8.contains(UInt8(ascii: "/")) {
      return continuations(of: front + rest).compactMap { continuation in
        continuation.text.withoutPrefix(front).map {
          Self.continuation(opening + $0, note: continuation.note, isWhole: false)
        }
      }
    }
    return names.properties(of: target, rest: "").filter { !$0.target.isArray }.map { name, target in
      let sign = target.isContainer ? "/" : "="
      return Self.continuation(opening + Self.text(.property(name)) + sign, note: target.note, isWhole: false)
    }
  }

  /// Returns the values to compare with: the cases of an enumeration, otherwise the values that elements of the array at `path` have.
  private func values(of comparison: PathPrefix.Comparison, in path: String) -> [PathContinuation] {
    guard let part = try? Binding(parsing: comparison.property).parts.first,
      let sign = ComparisonOperator(rawValue: comparison.sign),
      let found = targets.target(at: "\(path)[*]/\(comparison.property)")
    else { return [] }
    let left = Binding.Operand(.parts([part]))
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
    if case .enumeration(let name)? = found.type?.unwrapped {
      let cases = targets.classes?.definitions.enumerations[name]?.cases ?? []
      return cases.compactMap { continuation($0.name, note: $0.json) }
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
