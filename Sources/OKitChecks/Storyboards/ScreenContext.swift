import Bindings
import Definitions
import OKitModels

/// An entity that a screen shows, as far as the definitions determine it.
final class ScreenContext {
  /// What tells contexts apart that can have different rules.
  struct Identity: Hashable {
    let className: String
    let parentClass: String?
    let key: String?
    let model: String?
  }

  /// The class of the entity.
  let definition: ClassDefinition
  /// The entity that contains it; nil for the root of a model.
  let parent: ScreenContext?
  /// The property of the parent that contains it; nil for the root of a model and the entity of a partial.
  let property: PropertyDefinition?
  /// True if it is one of several entities in the property.
  let isElement: Bool
  /// The path from the root of its model; nil if it is not always the same entity.
  private let fixedPath: Binding.Path?

  /// The root of a model. `name` is nil for the default model.
  init(rootOf name: ModelName?, _ definition: ClassDefinition) {
    self.definition = definition
    parent = nil
    property = nil
    isElement = false
    fixedPath = Binding.Path(model: name?.description, isAbsolute: true, segments: [])
  }

  /// An entity in a property of `parent`.
  init(_ definition: ClassDefinition, in parent: ScreenContext, _ property: PropertyDefinition?, isElement: Bool) {
    self.definition = definition
    self.parent = parent
    self.property = property
    self.isElement = isElement
    let step = property.map { Binding.Segment(.property($0.name)) }
    fixedPath = isElement ? nil : step.flatMap { parent.fixedPath?.appending([$0]) }
  }

  var identity: Identity {
    Identity(
      className: definition.name, parentClass: parent?.definition.name, key: property?.key, model: fixedPath?.model)
  }

  /// The root of the model that contains the entity.
  var root: ScreenContext {
    var context = self
    while let parent = context.parent { context = parent }
    return context
  }

  /// Returns the binding from `owner`, in okit's spelling, that leads to the same values as `binding` from this entity; nil if there is none.
  func binding(_ binding: Binding, from owner: ScreenContext) -> Binding? {
    guard let path = binding.path else { return nil }
    // Without the text of the storyboard, equal bindings have equal texts.
    if path.model != nil || path.isAbsolute || owner === self { return Binding(path) }
    if let fixedPath { return Binding(fixedPath.appending(path.segments)) }
    var steps: [Binding.Segment] = []
    var context = owner
    while let outer = context.parent {
      steps.append(Binding.Segment(.parent))
      if outer === self { return Binding(Binding.Path(segments: steps + path.segments)) }
      context = outer
    }
    return nil
  }
}

extension Binding.Path {
  fileprivate func appending(_ steps: [Binding.Segment]) -> Binding.Path {
    Binding.Path(model: model, isAbsolute: isAbsolute, segments: segments + steps)
  }
}

extension Binding {
  /// The binding with only this path.
  init(_ path: Path) { self.init(parts: [Part(content: .path(path))]) }
}
