package import Bindings
import JSONDocument
package import OKitModels
import OKitStorage

extension Partials {
  /// The side whose values are kept.
  package enum Side: String, CaseIterable, Sendable {
    /// The stand-in in the model.
    case model
    /// The entity in the partial, which is usually newer.
    case partial
  }

  /// A shared property whose values were made equal.
  package struct Synchronized: Equatable, Sendable {
    /// The path of the stand-in.
    package let path: String
    /// The property.
    package let property: String
    /// The previous JSON on the changed side.
    package let old: String
    /// The JSON on both sides now.
    package let new: String
  }

  /// Makes the shared properties of stand-ins and their partials equal: for the stand-in at `binding`, or else for all stand-ins of the named
  /// models, or of all models. Returns the changes.
  ///
  /// Throws `BindingError` and the errors of reading and writing. In each case nothing is changed.
  package func sync(
    _ names: [ModelName] = [], at binding: Binding? = nil, model: ModelName? = nil, from side: Side = .partial
  ) throws -> [Synchronized] {
    try workspace.editing(command: "partial sync", newID: newID) { edit in
      var pairs: [(standIn: EntityPlace, partial: ModelDocument)] = []
      if let binding {
        let (place, partial) = try Self.standIn(at: binding, model: model, in: edit.store)
        pairs.append((place, partial))
      } else {
        try workspace.observer.step("comparing") {
          for name in try names.isEmpty ? workspace.storedModels() : names {
            for document in try edit.store.all(of: name).all {
              if let standIn = document.standIn { pairs.append((standIn, document)) }
            }
          }
        }
      }
      var kept: [(path: String, property: String)] = []
      let paths = try EntityPaths.paths(of: pairs.map(\.standIn), edit.store.classes())
      var replaced: [(old: JSONValue, new: JSONValue?)] = []
      var edits: [(document: ModelDocument, value: JSONValue, json: String)] = []
      let changes = zip(pairs, paths).flatMap { pair, path in
        SharedProperty.differing(pair.standIn.value, pair.partial.json.root).compactMap { shared -> Synchronized? in
          let (old, new) = side == .model ? (shared.inPartial, shared.inModel) : (shared.inModel, shared.inPartial)
          guard let text = new.copy(inPlaceOf: old, newID: newID) else {
            kept.append((path, shared.key))
            return nil
          }
          replaced.append((old, new))
          edits.append((side == .model ? pair.partial : pair.standIn.document, old, text))
          return Synchronized(path: path, property: shared.key, old: old.rawText, new: text)
        }
      }
      try edit.prepareReplacing(replaced)
      for (document, value, json) in edits { try edit.change(document) { try value.replace(with: json) } }
      for (path, property) in kept {
        workspace.observer.warned(
          "\(PathComponent.printable(property)) of \(path) stays different: an entity in it can be in only one of the two files"
        )
      }
      return changes
    }
  }
}
