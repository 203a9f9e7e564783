import Bindings
import Definitions
import JSONDocument
import OKitModels

/// Follows paths through the beginnings of models, and without data through definitions.
struct PathTargets {
  let store: EntityStore
  let model: ModelName?
  /// The definitions; nil if they cannot be read.
  let classes: EntityClasses?

  init(_ store: EntityStore, model: ModelName?) {
    self.store = store
    self.model = model
    classes = try? store.classes()
  }

  /// Returns the values and the type at `path`; nil if nothing is known about it.
  func target(at path: String) -> PathTarget? {
    (try? Binding(parsing: path)).flatMap { target(at: $0) }
  }

  /// Returns the values and the type at a path; nil if nothing is known about it.
  func target(at binding: Binding) -> PathTarget? {
    // Completion runs no programs, so functions of the workspace have no results here.
    let matches = (try? binding.matches(in: StoreEvaluationContext(store: store, model: model))) ?? []
    var target = PathTarget(values: [])
    for content in matches.lazy.map(\.content).prefix(PathTarget.samples) {
      switch content {
      case .list(let values): target.values += values.lazy.compactMap(\.stored).prefix(PathTarget.samples)
      default: content.stored.map { target.values.append($0) } ?? (target.unstored = content)
      }
    }
    target.values.removeAll(where: \.isNull)
    if case .absent? = target.unstored { target.unstored = nil }
    let known = target.values.first.flatMap(store.place)
    target.type = known.flatMap { classes?.type(of: $0) } ?? definedType(of: binding)
    return target.values.isEmpty && target.unstored == nil && target.type == nil ? nil : target
  }

  /// Returns the class of the objects at `target`.
  func definition(of target: PathTarget) -> ClassDefinition? {
    target.type?.objectClass.flatMap { classes?.definitions.classes[$0] }
  }

  // MARK: - Definitions alone

  private func definedType(of binding: Binding) -> PropertyType? {
    guard let classes, binding.path != nil,
      let name = try? binding.model.map({ try ModelName($0) }) ?? store.startModel(model),
      let root = classes.workspace.rootClass(of: name)
    else { return nil }
    return type(behind: binding.segments, from: .object(root.name), classes.definitions)
  }

  private func type(
    behind segments: [Binding.Segment], from start: PropertyType, _ definitions: Definitions
  ) -> PropertyType? {
    var type = start
    for segment in segments {
      let next: PropertyType? =
        switch segment.step {
        case .current: type
        case .index, .every, .matching: type.storedElement
        case .property(let name): self.type(of: name, in: type, definitions)
        case .keyPath(let pieces): self.type(behind: pieces, from: type, definitions)
        default: nil
        }
      guard let next else { return nil }
      type = next
    }
    return type
  }

  private func type(of name: String, in type: PropertyType, _ definitions: Definitions) -> PropertyType? {
    if let element = type.unwrapped.element {
      return Int(name) == nil ? self.type(of: name, in: element, definitions) : element
    }
    guard let className = type.objectClass, let definition = definitions.classes[className] else {
      return definitions.type(ofMember: name, in: type)
    }
    if let partial = definition.partialEntity, partial.property == name { return .object(partial.className) }
    return definition.properties.first { $0.name == name || $0.key == name }?.type
  }
}
