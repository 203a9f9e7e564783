import Definitions
import JSONDocument
import OKitStorage

extension EntityStore {
  /// Returns the classes of the workspace, with those of the named models, or of all models without names. The classes of models without definitions
  /// are inferred from their data. Without names, warns of models that cannot be read.
  ///
  /// Throws the errors of reading definitions and models.
  package func allClasses(of names: [ModelName] = []) throws -> EntityClasses {
    let known = try classes()
    let undefined = try (names.isEmpty ? workspace.storedModels() : names).filter {
      known.workspace.rootClass(of: $0) == nil
    }
    return undefined.isEmpty ? known : try inferringClasses(of: undefined, isTolerant: names.isEmpty)
  }

  /// Returns the classes of the workspace, and if the class `className` is not one of them, those of ``allClasses(of:)``.
  ///
  /// Throws an error of kind `notFound` if there is no such class, `locked` if it may be in a model that cannot be read, and the errors of reading
  /// definitions and models.
  package func classes(including className: String, of names: [ModelName]) throws -> EntityClasses {
    let known = try classes()
    if known.definitions.classes[className] != nil { return known }
    let all = try allClasses(of: names)
    if all.definitions.classes[className] == nil {
      try requireNothingSkipped("the class \(PathComponent.printable(className))")
    }
    _ = try all.requiredClass(className)
    return all
  }

  /// Returns the classes of the workspace, with those that are inferred from the data of the named models, which have none. If `isTolerant` is true,
  /// warns of models that cannot be read.
  ///
  /// Throws the errors of reading definitions and models.
  package func inferringClasses(of names: [ModelName], isTolerant: Bool) throws -> EntityClasses {
    let known = try classes()
    let read = try models(isTolerant ? [] : names, isShown: false) { name -> [ModelInference.Model] in
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
