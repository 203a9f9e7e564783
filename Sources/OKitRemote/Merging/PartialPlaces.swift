import JSONDocument
import OKitModels
import OKitStorage

/// The partials of merged models, each in the model that has its stand-in.
struct PartialPlaces {
  /// The paths under which the partials were merged, by those that they get.
  private(set) var sources: [DataPath: DataPath] = [:]

  private let documents: [DataPath: ModelDocument]
  /// The models by the ids of their entities.
  private var models: [ExactText: [ModelName]] = [:]

  /// Finds the places of those of the merged `documents` that are partials.
  init(_ names: [ModelName], _ documents: [DataPath: ModelDocument]) {
    self.documents = documents
    for model in names { follow(DataPath(mainOf: model), in: model) }
    // A partial that is put into a model can have the stand-ins of others.
    var isPlacing = true
    while isPlacing {
      let open = documents.keys.filter { ![$0].partialIDs.isEmpty && sources[$0] == nil }.sorted()
      let placed = Set(sources.values)
      isPlacing = false
      for source in open where !placed.contains(source) {
        guard let path = place(of: source), let model = ModelName(document: path) else { continue }
        sources[path] = source
        follow(source, in: model)
        isPlacing = true
      }
    }
  }

  /// Returns the place for a partial whose own model does not have its stand-in; nil if no model has it.
  private func place(of source: DataPath) -> DataPath? {
    guard let id = [source].partialIDs.first else { return nil }
    return models[id]?.lazy.map { DataPath(partial: id.text, of: $0) }.first { sources[$0] == nil }
  }

  /// Adds the partials whose stand-ins are in a document of a model, as far as the model has them.
  private mutating func follow(_ path: DataPath, in model: ModelName) {
    var open = [path]
    while let path = open.popLast() {
      for id in documents[path]?.json.root.ids ?? [] {
        if models[id]?.contains(model) != true { models[id, default: []].append(model) }
        let partial = DataPath(partial: id.text, of: model)
        guard documents[partial] != nil, sources[partial] == nil else { continue }
        sources[partial] = partial
        open.append(partial)
      }
    }
  }
}
