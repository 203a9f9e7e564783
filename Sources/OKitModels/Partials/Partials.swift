package import Bindings
package import JSONDocument
import OKitStorage

/// The partials of a workspace: entities in their own files.
package struct Partials {
  /// The workspace of the partials.
  package let workspace: Workspace
  /// Returns the id for a new entity.
  package let newID: () -> String

  /// The partials of `workspace`.
  package init(_ workspace: Workspace) {
    self.init(workspace, newID: UUIDText.new)
  }

  /// The partials of `workspace`, with ids for new entities from `newID`.
  package init(_ workspace: Workspace, newID: @escaping () -> String) {
    self.workspace = workspace
    self.newID = newID
  }

  /// Returns the stand-in that `binding` leads to, and its partial.
  ///
  /// Throws an error of kind `notFound` if there is no value, and `usage` if it is not a stand-in with a file.
  package static func standIn(
    at binding: Binding, model: ModelName?, in store: EntityStore
  ) throws -> (place: EntityPlace, partial: ModelDocument) {
    let place = try entity(at: binding, model: model, in: store)
    guard let partial = try store.partial(of: place) else {
      throw OKitError(
        .usage, "\(PathComponent.printable(binding.description)) is not a stand-in: it has no file")
    }
    return (place, partial)
  }

  /// Returns the entity that `binding` leads to.
  ///
  /// Throws an error of kind `notFound` if there is no value, and `usage` if it is not an object with an id.
  package static func entity(at binding: Binding, model: ModelName?, in store: EntityStore) throws -> EntityPlace {
    let path = PathComponent.printable(binding.description)
    guard let place = try StoreEvaluationContext(store: store, model: model).place(of: binding) else {
      throw OKitError(.notFound, "no value at \(path)")
    }
    guard place.value.kind == .object, let id = place.value["id"]?.string, !id.isEmpty else {
      throw OKitError(.usage, "\(path) is not an entity with an id")
    }
    return place
  }
}

extension Partials {
  /// Returns the entity as a separate document, formatted like the document that it comes from.
  package static func content(of entity: JSONValue) -> [UInt8] {
    let isPretty = entity.withRawBytes { $0.contains(UInt8(ascii: "\n")) }
    return isPretty
      ? JSONWriter.pretty(entity) + [UInt8(ascii: "\n")] : JSONWriter.compact(entity)
  }
}
