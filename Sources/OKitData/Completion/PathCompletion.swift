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
  /// The maximum number of elements of an array whose indexes are listed.
  private static let fewElements = 30

  private let sites: PathTargets
  private var names: PathNames { PathNames(sites: sites) }

  /// Prepares completion in `workspace`. Models are decrypted only if that needs no passphrase. A path that names no model starts in `model`.
  package init(_ workspace: Workspace, model: ModelName? = nil) {
    let store = EntityStore(workspace, budget: ReadingBudget(Self.budget))
    sites = PathTargets(store, model: model)
  }

  /// Returns the possible continuations of `text`. If there are few candidates, they include those that do not begin with the last step typed
  /// so far.
  package func continuations(of text: String) -> [PathContinuation] {
    guard let beginning = PathPrefix(text) else { return [] }
    let site = beginning.place == .entity ? nil : sites.site(at: beginning.target)
    let found: [PathContinuation] =
      switch beginning.place {
      case .start: properties(of: site, beginning) + (beginning.target == "." ? models : [])
      case .name: elements(of: site) + properties(of: site, beginning) + functions(on: site)
      case .keyPath: operators(on: site) + properties(of: site, beginning)
      case .collected: properties(of: site, beginning)
      case .bracket: indices(of: site) + filters(of: site)
      case .filter(let property): values(of: property, in: site)
      case .end: site.map { $0.isContainer ? [Self.continuation("/", isWhole: false)] : [] } ?? []
      case .entity: entityPaths
      }
    return found.map { PathContinuation(text: beginning.front + $0.text, note: $0.note, isWhole: $0.isWhole) }
  }

  /// Returns the values that can be set at `path` if they can be listed: for a Bool, the cases of an enumeration, and for a reference the ids of
  /// entities.
  package func values(for path: String) -> [PathContinuation] {
    guard let site = sites.site(at: path) else { return [] }
    switch (site.type?.unwrapped, site.values.first?.kind) {
    case (.bool, _), (nil, .bool): return ["true", "false"].map { Self.continuation($0) }
    case (.enumeration(let name), _):
      let cases = sites.classes?.definitions.enumerations[name]?.cases ?? []
      return cases.map { Self.continuation($0.name, note: $0.json) }
    default:
      let isReference = site.values.contains { $0.kind == .object && $0["refKey"] != nil }
      guard isReference || sites.definition(of: site)?.role == .reference else { return [] }
      return entities.map { Self.continuation($0.id, note: $0.name) }
    }
  }

  /// Returns the keys of the object at `path`, except its id.
  package func keys(at path: String) -> [String] {
    guard let object = sites.site(at: path)?.values.first, object.kind == .object else { return [] }
    return object.members.map(\.key.string).filter { $0 != "id" }
  }

  /// The entities of readable models, each id only once. References also have ids, but they are not included.
  package var entities: [Entity] {
    var seen: Set<ExactText> = []
    var entities: [Entity] = []
    for name in (try? sites.store.workspace.storedModels()) ?? [] {
      guard let document = try? sites.store.main(name) else { continue }
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
    let defined = sites.classes?.workspace.modelNames ?? []
    let stored = (try? sites.store.workspace.storedModels()) ?? []
    return Set(stored + defined).sorted().map { name in
      let path = Binding.Path(model: name.description, segments: [])
      let text = Binding(parts: [.init(content: .path(path))]).description
      return Self.continuation(text, note: sites.classes?.workspace.className(of: name) ?? "", isWhole: false)
    }
  }

  private func properties(of site: PathTarget?, _ beginning: PathPrefix) -> [PathContinuation] {
    guard let site, site.isContainer else { return [] }
    return names.properties(of: site, rest: beginning.rest).map { name, site in
      let isWhole = !site.isContainer || beginning.place == .collected
      return Self.continuation(Self.text(.property(name)) + (isWhole ? "" : "/"), note: site.note, isWhole: isWhole)
    }
  }

  private func elements(of site: PathTarget?) -> [PathContinuation] {
    numbered(site).map { index, element in
      let isWhole = !element.isContainer
      return Self.continuation("\(index)" + (isWhole ? "" : "/"), note: note(of: element, at: index), isWhole: isWhole)
    }
  }

  private func indices(of site: PathTarget?) -> [PathContinuation] {
    guard let site, site.isArray else { return [] }
    let numbered = numbered(site).map { (Binding.Segment.Step.index($0), $1, note(of: $1, at: $0)) }
    return (numbered + [(.every, site.elements, "every element")]).map { step, element, note in
      let isWhole = !element.isContainer
      return Self.continuation(Self.text(step) + (isWhole ? "" : "/"), note: note, isWhole: isWhole)
    }
  }

  /// Returns the elements by index; of a long array only the first and the last.
  private func numbered(_ site: PathTarget?) -> [(index: Int, element: PathTarget)] {
    guard let site, site.isArray, let array = site.values.first, array.count > 0 else { return [] }
    let type = site.type?.storedElement
    let isFew = array.count <= Self.fewElements
    return (isFew ? Array(0..<array.count) : [0, -1]).compactMap { index in
      array[index < 0 ? array.count + index : index].map { (index, PathTarget(values: [$0], type: type)) }
    }
  }

  private func note(of element: PathTarget, at index: Int) -> String {
    // Only the beginning of a large model is read, so its last element is unknown.
    index < 0 ? "the last element" : element.values.first?.shortNote ?? ""
  }

  private func functions(on site: PathTarget?) -> [PathContinuation] {
    guard let site else { return [] }
    return names.functions(on: site).map { Self.continuation($0.text, isWhole: $0.isWhole) }
  }

  private func operators(on site: PathTarget?) -> [PathContinuation] {
    guard site?.isArray == true else { return [] }
    return KeyValueOperator.allCases.map { sign in
      let isWhole = sign == .count
      return Self.continuation("@" + sign.rawValue + (isWhole ? "" : "."), isWhole: isWhole)
    }
  }

  /// Returns `[name=` for each property that can select elements.
  private func filters(of site: PathTarget?) -> [PathContinuation] {
    guard let site, site.isArray else { return [] }
    return names.properties(of: site, rest: "").filter { !$0.site.isContainer }.map { name, site in
      Self.continuation("[" + Self.text(.property(name)) + "=", note: site.note, isWhole: false)
    }
  }

  private func values(of property: String, in site: PathTarget?) -> [PathContinuation] {
    guard let site, let part = try? Binding(parsing: property).parts.first else { return [] }
    var seen: Set<ExactText> = []
    return site.elements.values.compactMap { element in
      guard element.kind == .object, let member = element[property] else { return nil }
      guard member.kind != .object, member.kind != .array, !member.isNull else { return nil }
      let text = Self.text(.matching(part, member.string ?? member.rawText))
      return seen.insert(ExactText(text)).inserted ? Self.continuation(text + "/", isWhole: false) : nil
    }
  }

  private var entityPaths: [PathContinuation] {
    entities.map { Self.continuation(EntityPaths.path(ofID: $0.id) + "/", note: $0.name, isWhole: false) }
  }

  private var definitions: Definitions? { sites.classes?.definitions }

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
