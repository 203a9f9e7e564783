extension Workspace {
  /// Returns the models that have a file, are in `okit.json` or are registered, sorted by name, with their classes if known.
  package func knownModels() -> [(name: ModelName, className: String?)] {
    let definitions = try? definitions()
    let configured = configuration?.models ?? [:]
    let names = Set((try? storedModels()) ?? []).union(configured.keys).union(definitions?.modelNames ?? [])
    return names.sorted().map { ($0, definitions?.className(of: $0) ?? configured[$0]?.className) }
  }
}
