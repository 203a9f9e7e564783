import Definitions
import JSONDocument
import OKitStorage

extension EntityStore {
  /// Returns the classes of the workspace, with those that are inferred from the data of the named models, which have none. If `isTolerant` is true,
  /// warns of models that cannot be read.
  ///
  /// Throws the errors of reading definitions and models.
  package func inferringClasses(of names: [ModelName], isTolerant: Bool) throws -> EntityClasses {
    let known = try classes()
    let read = try models(isTolerant ? [] : names) { name -> [ModelInference.Model] in
      guard names.contains(name) else { return [] }
      let documents = try documents(of: name)
      return [
        ModelInference.Model(
          name: name.description, className: known.workspace.className(of: name), root: documents[0].json.root,
          partials: documents.dropFirst().compactMap { partial in
            partial.path.name.withoutSuffix(".json").map { ($0, partial.json.root) }
          })
      ]
    }
    let taken = Set(known.definitions.classes.keys).union(known.definitions.enumerations.keys)
    let inferred = ModelInference.definitions(of: read, besides: taken.filter { !FrameworkClasses.contains($0) })
    return EntityClasses(WorkspaceDefinitions(known.workspace, adding: inferred))
  }
}
