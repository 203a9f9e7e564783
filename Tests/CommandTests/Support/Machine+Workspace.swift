import Testing

extension Machine {
  /// Returns the root of a new workspace with these classes and models by name.
  func workspace(_ classes: String, _ models: [String: String]) throws -> String {
    let root = path("w")
    try okit("init", root)
    try write(classes, "w/okit/model/Classes.swift")
    for (name, json) in models { try write(json, "w/okit/data/\(name).json") }
    return root
  }
}
