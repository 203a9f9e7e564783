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
      case .bracket: indices(of: target) + comparisons(of: target, String(beginning.rest.dropFirst()), opening: "[")
      case .condition: comparisons(of: target, beginning.rest, opening: "")
      case .comparison(let comparison): values(of: comparison, in: target)
      case .end: target.map { $0.isContainer ? [Self.continuation("/", isWhole: false)] : [] } ?? []
      case .entity: entityPaths
      }
    return found.map { PathContinuation(text: beginning.front + $0.text, note: $0.note, isWhole: $0.isWhole) }
  }

  /// Returns the values that can be set at `path` if they can be listed: for a Bool, the cases of an enumeration, and for a reference the ids of
  /// entities.
  package func values(for path: String) -> [PathContinuation] {
    guard let target = targets.target(at: path) else { return [] }
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

  /// Returns the properties that elements can be selected by, each with `=`; for a whole name, all operators that apply to it.
  private func comparisons(of target: PathTarget?, _ rest: String, opening: String) -> [PathContinuation] {
    guard let target, target.isArray else { return [] }
    return names.properties(of: target, rest: "").filter { !$0.target.isContainer }.flatMap { name, target in
      let front = opening + Self.text(.property(name))
      guard name.isExactly(rest) else { return [Self.continuation(front + "=", note: target.note, isWhole: false)] }
      return target.comparisonOperators.map { sign in
        let text = sign == .isIn ? " in (" : sign.rawValue
        return Self.continuation(front + text, note: sign.summary, isWhole: false)
      }
    }
  }

  /// Returns the values to compare a property with: the cases of an enumeration, and the values that elements have.
  private func values(of comparison: PathPrefix.Comparison, in target: PathTarget?) -> [PathContinuation] {
    guard let target, let part = try? Binding(parsing: comparison.property).parts.first,
      let sign = ComparisonOperator(rawValue: comparison.sign)
    else { return [] }
    let isAlone = comparison.isFirst && sign == .equals
    var seen: Set<ExactText> = []
    func continuation(_ value: String, note: String = "") -> PathContinuation? {
      guard seen.insert(ExactText(value)).inserted else { return nil }
      let right = Binding.Operand(.text(value))
      // A condition with a second comparison shows how the value is written in any condition.
      let whole = Self.text(.matching(.comparison(.init(.init(.parts([part])), sign, [right]))))
      let text = isAlone ? whole : Self.text(.matching(.comparison(.init(.init(.parts([part])), .differs, [right]))))
      let start = text.utf8.firstIndex(of: UInt8(ascii: "=")).map { text.utf8.index(after: $0) } ?? text.startIndex
      return Self.continuation(String(text[start...]) + "/", note: note, isWhole: false)
    }
    let member = target.elements.member(comparison.property, nil)
    let cases: [PathContinuation] = caseNames(of: comparison.property, in: target).compactMap {
      continuation($0.name, note: $0.json)
    }
    let stored =
      cases.isEmpty
      ? member.values.prefix(PathTarget.samples).compactMap { value -> PathContinuation? in
        guard value.kind != .object, value.kind != .array, !value.isNull else { return nil }
        return continuation(value.string ?? value.rawText)
      } : []
    return cases + stored
  }

  private func caseNames(of property: String, in target: PathTarget) -> [Enumeration.Case] {
    let found = names.properties(of: target, rest: "").first { $0.name.isExactly(property) }?.target.type
    guard case .enumeration(let name)? = found?.unwrapped else { return [] }
    return targets.classes?.definitions.enumerations[name]?.cases ?? []
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
