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
  func site(at path: String) -> PathTarget? {
    guard let binding = try? Binding(parsing: path) else { return nil }
    // Completion runs no programs, so functions of the workspace have no results here.
    let matches = (try? binding.matches(in: StoredValues(store: store, model: model))) ?? []
    var site = PathTarget(values: [])
    for content in matches.lazy.map(\.content).prefix(PathTarget.samples) {
      switch content {
      case .list(let values): site.values += values.lazy.compactMap(\.stored).prefix(PathTarget.samples)
      default: content.stored.map { site.values.append($0) } ?? (site.made = content)
      }
    }
    site.values.removeAll(where: \.isNull)
    if case .absent? = site.made { site.made = nil }
    let known = site.values.first.flatMap(store.place)
    site.type = known.flatMap { classes?.type(of: $0) } ?? definedType(of: binding)
    return site.values.isEmpty && site.made == nil && site.type == nil ? nil : site
  }

  /// Returns the class of the objects at `site`.
  func definition(of site: PathTarget) -> ClassDefinition? {
    site.type?.objectClass.flatMap { classes?.definitions.classes[$0] }
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
