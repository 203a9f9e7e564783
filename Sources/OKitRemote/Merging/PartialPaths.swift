import JSONDocument
import OKitModels
import OKitStorage

/// One path for each partial that a side moved to another model with its stand-in, so that its versions are merged like those of any document.
struct PartialPaths {
  /// The common path by the path in one of the versions, for partials that are in different models.
  private var common: [DataPath: DataPath] = [:]

  /// Finds the partials that are not in the same model in all versions: ours, theirs and the common one.
  init(_ versions: [some Sequence<DataPath>]) {
    var paths: [ExactText: [[DataPath]]] = [:]
    for (number, version) in versions.enumerated() {
      for path in version {
        guard let id = [path].partialIDs.first else { continue }
        paths[id, default: Array(repeating: [], count: versions.count)][number].append(path)
      }
    }
    for found in paths.values where Set(found.joined()).count > 1 {
      // Models can have partials with the same id that have nothing to do with each other.
      guard found.allSatisfy({ $0.count <= 1 }), let first = found.joined().first else { continue }
      for path in found.joined() { common[path] = first }
    }
  }

  /// Returns the path under which a document is merged.
  func path(_ path: DataPath) -> DataPath { common[path] ?? path }

  /// Returns files by the paths under which they are merged.
  func renamed<File>(_ files: [DataPath: File]) -> [DataPath: File] {
    if common.isEmpty { return files }
    return files.reduce(into: [:]) { $0[path($1.key)] = $1.value }
  }
}

/// The partials of merged models, each in the model that has its stand-in.
struct PartialPlaces {
  /// The paths under which the partials were merged, by those that they get.
  private(set) var sources: [DataPath: DataPath] = [:]

  private let documents: [DataPath: ModelDocument]
  /// The ids of the entities in each model.
  private var ids: [ModelName: Set<ExactText>] = [:]

  /// Finds the places of those of the merged `documents` that are partials.
  init(_ models: [ModelName], _ documents: [DataPath: ModelDocument]) {
    self.documents = documents
    for model in models { follow(DataPath(mainOf: model), in: model) }
    var open = documents.keys.filter { ![$0].partialIDs.isEmpty && sources[$0] == nil }.sorted()
    // A partial that is put into a model can have the stand-ins of others.
    while let (index, path) = open.lazy.enumerated().compactMap({ index, source in
      self.place(of: source, models).map { (index, $0) }
    }).first {
      let source = open.remove(at: index)
      sources[path] = source
      if let model = ModelName(document: path) { follow(source, in: model) }
    }
  }

  /// Returns the place for a partial whose own model does not have its stand-in; nil if no model has it.
  private func place(of source: DataPath, _ models: [ModelName]) -> DataPath? {
    guard let id = [source].partialIDs.first else { return nil }
    return models.lazy.filter { ids[$0]?.contains(id) == true }.map { DataPath(partial: id.text, of: $0) }
      .first { sources[$0] == nil }
  }

  /// Adds the partials whose stand-ins are in a document of a model, as far as the model has them.
  private mutating func follow(_ path: DataPath, in model: ModelName) {
    var open = [path]
    while let path = open.popLast() {
      let found = documents[path]?.json.root.ids ?? []
      ids[model, default: []].formUnion(found)
      for id in found {
        let partial = DataPath(partial: id.text, of: model)
        guard documents[partial] != nil, sources[partial] == nil else { continue }
        sources[partial] = partial
        open.append(partial)
      }
    }
  }
}
