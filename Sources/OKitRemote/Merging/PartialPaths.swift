import JSONDocument
import OKitModels
import OKitStorage

/// One path for each partial that a side moved to another model with its stand-in, so that its versions are merged like those of any document: the local path,
/// or else the server's.
struct PartialPaths {
  private var paths: [DataPath: DataPath] = [:]

  /// Finds the partials that are in different models here, on the server and in the common version.
  init(local: some Sequence<DataPath>, remote: some Sequence<DataPath>, common: some Sequence<DataPath>) {
    var found: [ExactText: [[DataPath]]] = [:]
    func add(_ version: some Sequence<DataPath>, _ number: Int) {
      for path in version {
        guard let id = [path].partialIDs.first else { continue }
        found[id, default: [[], [], []]][number].append(path)
      }
    }
    add(local, 0)
    add(remote, 1)
    add(common, 2)
    for versions in found.values where Set(versions.joined()).count > 1 {
      // Models can have partials with the same id that have nothing to do with each other.
      guard versions.allSatisfy({ $0.count <= 1 }), let first = versions.joined().first else { continue }
      for path in versions.joined() { paths[path] = first }
    }
  }

  /// Returns the path under which a document is merged.
  func path(_ path: DataPath) -> DataPath { paths[path] ?? path }

  /// Returns files by the paths under which they are merged.
  func renamed<File>(_ files: [DataPath: File]) -> [DataPath: File] {
    if paths.isEmpty { return files }
    return files.reduce(into: [:]) { $0[path($1.key)] = $1.value }
  }
}

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
