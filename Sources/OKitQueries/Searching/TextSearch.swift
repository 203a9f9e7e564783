import Bindings
import Definitions
package import JSONDocument
package import OKitModels
import OKitStorage

/// A search in all texts of models.
package struct TextSearch {
  /// The patterns. A text is found if it contains all of them.
  package let patterns: [TextPattern]
  /// The models to search; all models if it is empty.
  package var models: [ModelName] = []
  /// The class of the objects whose texts are searched; nil for all.
  package var className: String?
  /// The name of the property whose texts are searched; nil for all.
  package var property: String?

  /// A search for texts that contain all of `patterns`.
  package init(_ patterns: [TextPattern]) {
    self.patterns = patterns
  }

  /// A text that was found.
  package enum Result {
    /// A text in a model, with the entity that it belongs to.
    case text(JSONValue, path: String, model: ModelName, entity: JSONValue?)
    /// The path of a file in the workspace, by its name.
    case file(String)
  }

  /// Returns what is found in the models of `values`, in the order of the models and their texts, then file names.
  ///
  /// Throws the errors of ``ModelValues/values(of:)``, and an error of kind `notFound` if there is no such class.
  package func results(in values: ModelValues) throws -> [Result] {
    try values.reading {
      let (places, files) = try found(in: values)
      let texts = zip(places, EntityPaths.paths(of: places, try values.store.classes())).map { place, path in
        Result.text(place.value, path: path, model: place.document.model, entity: place.value.identifiedObject)
      }
      return texts + files.map(Result.file)
    }
  }

  /// Returns the number of results. Throws the errors of ``results(in:)``.
  package func count(in values: ModelValues) throws -> Int {
    try values.reading {
      let (places, files) = try found(in: values)
      return places.count + files.count
    }
  }

  private func found(in values: ModelValues) throws -> (places: [EntityPlace], files: [String]) {
    let finder = TextFinder(patterns) { values.context.folded($0) }
    let classes =
      try className.map { try values.store.classes(including: $0, of: models) } ?? values.store.classes()
    let places = try values.store.models(models) { model in
      let places = try values.store.documents(of: model).flatMap { document in
        try strings(in: document.json, finder, values.store.workspace.observer).map {
          EntityPlace(document: document, value: $0)
        }
      }
      try values.store.warnOfMissingPartials(
        of: model, leadingTo: className.map { [$0] }, classes, "its texts are not searched")
      return places
    }.filter { isIncluded($0, classes) }
    let isFiltered = className != nil || property != nil || !models.isEmpty
    let files = try isFiltered ? [] : fileNames(in: values.store.workspace, finder)
    if places.isEmpty, files.isEmpty { try values.store.requireNothingSkipped("the text") }
    return (places, files)
  }

  private func strings(
    in document: JSONDocument, _ finder: TextFinder, _ observer: any Observer
  ) throws -> [JSONValue] {
    var found: [JSONValue] = []
    guard let search = finder.search else {
      for value in document.values where value.kind == .string {
        try observer.advanced(byBytes: 0)
        if try finder.isFound(in: value.string ?? "") { found.append(value) }
      }
      return found
    }
    try document.forEachString(with: search) { value, isCertain in
      try observer.advanced(byBytes: 0)
      if try isCertain && finder.isDecisive || finder.isFound(in: value.string ?? "") { found.append(value) }
    }
    return found
  }

  private func isIncluded(_ place: EntityPlace, _ classes: EntityClasses) -> Bool {
    if let property, !(place.value.nearestKey.map { $0 == property } ?? false) { return false }
    guard let className else { return true }
    var value = place.value.parent
    while let current = value, current.kind != .object { value = current.parent }
    return value.flatMap { classes.definition(of: EntityPlace(document: place.document, value: $0)) }?.name == className
  }

  /// Returns the paths of the files in the data folder whose names are found.
  private func fileNames(in workspace: Workspace, _ finder: TextFinder) throws -> [String] {
    var found: [String] = []
    var open = [WorkspaceLayout.data]
    while let folder = open.popLast() {
      for entry in try workspace.storage.listing(workspace.storage.absolute(folder)).entries where !entry.isHidden {
        let path = folder.appending(entry.name)
        // Only the folders of models, images and data contain files.
        if entry.kind == .folder, folder == WorkspaceLayout.data { open.append(path) }
        if entry.kind != .folder, try finder.isFound(in: entry.name) { found.append("\(path)") }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension JSONValue {
  /// The key of the value, or of the member that contains it in arrays.
  fileprivate var nearestKey: JSONKey? {
    var value: JSONValue? = self
    while let current = value {
      if let key = current.key { return key }
      value = current.parent
    }
    return nil
  }

  /// The nearest object around the value with a string `id`.
  fileprivate var identifiedObject: JSONValue? {
    var value = parent
    while let current = value {
      if current["id"]?.kind == .string { return current }
      value = current.parent
    }
    return nil
  }
}
