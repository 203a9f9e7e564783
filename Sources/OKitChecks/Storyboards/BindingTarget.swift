import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// What a binding of a screen leads to, by the definitions.
enum BindingTarget {
  /// An entity itself.
  case entity(ScreenContext)
  /// A property of an entity.
  case property(ScreenContext, PropertyDefinition)

  /// The entity and its property that contains the value; nil for the root of a model and the entity of a partial.
  var place: (owner: ScreenContext, property: PropertyDefinition)? {
    switch self {
    case .entity(let context):
      guard let parent = context.parent, let property = context.property else { return nil }
      return (parent, property)
    case .property(let owner, let property): return (owner, property)
    }
  }
}

/// The reason why a binding of a screen says nothing about a property.
struct UnresolvedBinding: Error {
  let message: String
}

/// Follows bindings along the definitions, without data.
struct BindingTypes {
  let classes: EntityClasses

  /// Returns the root of a model; nil for the default model. Throws if its class is not defined.
  func root(of name: String?) throws(UnresolvedBinding) -> ScreenContext {
    let model = name.flatMap { try? ModelName($0) }
    if let name, model == nil { throw UnresolvedBinding(message: "\(PathComponent.printable(name)) is not a model") }
    guard let definition = classes.workspace.rootClass(of: model ?? .default) else {
      throw UnresolvedBinding(message: "the class of the model '\(model ?? .default)' is not defined")
    }
    return ScreenContext(rootOf: model == .default ? nil : model, definition)
  }

  /// Returns what `binding` leads to from `context`; nil stands for an entity that is not known.
  func target(of binding: Binding, from context: ScreenContext?) throws(UnresolvedBinding) -> BindingTarget {
    guard let path = binding.path else {
      throw UnresolvedBinding(message: "\(PathComponent.printable(binding.description)) is not a path")
    }
    var target: BindingTarget
    if path.model != nil || path.isAbsolute {
      target = .entity(try root(of: path.model))
    } else if let context {
      target = .entity(context)
    } else {
      throw UnresolvedBinding(message: "the entity of this screen is not known")
    }
    for segment in path.segments { target = try step(segment, from: target) }
    return target
  }

  /// Returns the entity that `binding` leads to.
  func entity(at binding: Binding, from context: ScreenContext?) throws(UnresolvedBinding) -> ScreenContext {
    let target = try target(of: binding, from: context)
    if case .property(_, let property) = target, property.type.storedElement != nil {
      throw UnresolvedBinding(message: "'\(binding)' leads to several entities")
    }
    return try entered(target)
  }

  /// Returns an entity in the list that `binding` leads to.
  func element(at binding: Binding, from context: ScreenContext) throws(UnresolvedBinding) -> ScreenContext {
    let target = try target(of: binding, from: context)
    guard case .property(_, let property) = target, property.type.storedElement != nil else {
      throw UnresolvedBinding(message: "'\(binding)' does not lead to a list")
    }
    return try entered(target)
  }

  // MARK: - Steps

  private func step(_ segment: Binding.Segment, from target: BindingTarget) throws(UnresolvedBinding) -> BindingTarget {
    switch segment.step {
    case .property(let name): return try property(name, of: entered(target))
    case .keyPath(let pieces):
      var target = target
      for piece in pieces { target = try step(piece, from: target) }
      return target
    case .index: return .entity(try entered(target))
    case .current: return .entity(lastEntity(of: target))
    case .parent:
      let context = lastEntity(of: target)
      guard let parent = context.parent else {
        throw UnresolvedBinding(message: "\(context.definition.name) is the root of a model and has no parent")
      }
      return .entity(parent)
    case .root: return .entity(lastEntity(of: target).root)
    case .reference, .constantReference, .entity:
      throw UnresolvedBinding(message: "the definitions do not say which class a reference leads to")
    case .call(let function, _): throw UnresolvedBinding(message: "it calls the function '\(function)'")
    case .collect, .every, .matching: throw UnresolvedBinding(message: "it leads to several values")
    }
  }

  private func property(_ name: String, of context: ScreenContext) throws(UnresolvedBinding) -> BindingTarget {
    let definition = context.definition
    if let property = definition.properties.first(where: { $0.name.isExactly(name) }) {
      return .property(context, property)
    }
    if let partial = definition.partialEntity, partial.property.isExactly(name),
      let entity = classes.definitions.classes[partial.className]
    {
      return .entity(ScreenContext(entity, in: context, nil, isElement: false))
    }
    switch name {
    case "parent": return try step(Binding.Segment(.parent), from: .entity(context))
    case "model": return .entity(context.root)
    case "ref" where definition.role == .reference:
      throw UnresolvedBinding(message: "the definitions do not say which class a reference leads to")
    default:
      throw UnresolvedBinding(
        message: "\(definition.name) has no stored property \(PathComponent.printable(name))")
    }
  }

  /// Returns the last entity on the path to a target. A list is none.
  private func lastEntity(of target: BindingTarget) -> ScreenContext {
    switch target {
    case .entity(let context): context
    case .property(let owner, let property):
      property.type.objectClass == nil ? owner : (try? entered(target)) ?? owner
    }
  }

  /// Returns the entity that a target is, or an entity in it.
  private func entered(_ target: BindingTarget) throws(UnresolvedBinding) -> ScreenContext {
    switch target {
    case .entity(let context): return context
    case .property(let owner, let property):
      let element = property.type.unwrapped.containedElement
      guard let name = (element ?? property.type).objectClass, let definition = classes.definitions.classes[name] else {
        throw UnresolvedBinding(
          message: "\(owner.definition.name).\(property.name) is \(property.type), not an entity")
      }
      return ScreenContext(definition, in: owner, property, isElement: element != nil)
    }
  }
}

extension PropertyType {
  /// The type of what an array, set or dictionary contains; nil for other types.
  fileprivate var containedElement: PropertyType? {
    if case .dictionary(_, let value) = self { value } else { element }
  }
}
