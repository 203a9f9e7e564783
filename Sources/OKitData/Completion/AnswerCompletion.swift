import Definitions
package import OKitModels

/// What can be answered to the questions of a migration, for completion at a prompt: what is recorded of the data beside what the
/// definitions say. No model is read.
package struct AnswerCompletion {
  /// Properties by their class.
  private typealias Classes = [String: [String]]

  private let recorded: Classes
  private let defined: Classes

  /// The answers in `workspace`; nil where record or definitions cannot be read.
  package init?(_ workspace: Workspace) {
    guard let applied = try? AppliedDefinitions(of: workspace, toleratingNewer: true),
      let definitions = try? workspace.definitions()
    else { return nil }
    recorded = applied.models.values.reduce(into: Classes()) { classes, model in
      classes.merge(Self.classes(model.snapshot.definitions)) { known, more in
        known + more.filter { !known.contains($0) }
      }
    }
    defined = Self.classes(definitions.definitions)
  }

  private static func classes(_ definitions: Definitions) -> Classes {
    definitions.classes.mapValues { $0.properties.map(\.name) }
  }

  /// The properties, such as `Book.title`, that their classes no longer have.
  package var goneProperties: [String] {
    recorded.keys.sorted().flatMap { name in
      guard let defined = defined[name] else { return [String]() }
      return (recorded[name] ?? []).filter { !defined.contains($0) }.map { "\(name).\($0)" }
    }
  }

  /// The properties and classes that the definitions no longer have.
  package var gone: [String] { goneProperties + recorded.keys.filter { defined[$0] == nil }.sorted() }

  /// What `subject`, a property or a class, may be called by now: what has come new.
  package func names(for subject: String) -> [String] {
    if recorded[subject] != nil { return defined.keys.filter { recorded[$0] == nil }.sorted() }
    guard let dot = subject.lastIndex(of: ".") else { return [] }
    let name = String(subject[..<dot])
    let known = recorded[name] ?? []
    return (defined[name] ?? []).filter { !known.contains($0) }
  }
}
