import Definitions
package import OKitModels

/// Completes the answers to a migration's questions at a prompt. Compares the recorded definitions of the data with the current ones, without
/// reading any model.
package struct AnswerCompletion {
  /// Property names by class name.
  private typealias Classes = [String: [String]]

  private let recorded: Classes
  private let defined: Classes

  /// Prepares the completion in `workspace`; nil if the record or the definitions cannot be read.
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

  /// The properties, such as `Book.title`, that were removed from their classes.
  package var removedProperties: [String] {
    recorded.keys.sorted().flatMap { name in
      guard let defined = defined[name] else { return [String]() }
      return (recorded[name] ?? []).filter { !defined.contains($0) }.map { "\(name).\($0)" }
    }
  }

  /// The removed properties and classes.
  package var removedNames: [String] { removedProperties + recorded.keys.filter { defined[$0] == nil }.sorted() }

  /// Returns the possible new names of `subject`, a removed property or class: the added properties or classes.
  package func names(for subject: String) -> [String] {
    if recorded[subject] != nil { return defined.keys.filter { recorded[$0] == nil }.sorted() }
    guard let dot = subject.lastIndex(of: ".") else { return [] }
    let name = String(subject[..<dot])
    let known = recorded[name] ?? []
    return (defined[name] ?? []).filter { !known.contains($0) }
  }
}
