extension Workspace {
  /// The models that have a file, that `okit.json` knows or that the app registers, by name, and their classes where known.
  package func knownModels() -> [(name: ModelName, className: String?)] {
    let definitions = try? definitions()
    let configured = configuration?.models ?? [:]
    let names = Set((try? storedModels()) ?? []).union(configured.keys).union(definitions?.modelNames ?? [])
    return names.sorted().map { ($0, definitions?.className(of: $0) ?? configured[$0]?.className) }
  }
}
