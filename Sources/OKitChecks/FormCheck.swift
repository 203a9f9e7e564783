import Bindings
import Definitions
import Forms
import JSONDocument
package import OKitModels
import OKitStorage
import Rules

/// The check of the forms of a workspace.
package struct FormCheck {
  private let workspace: Workspace

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Finds what is not understood in the named forms, or in all without names, and classes and properties that do not exist.
  ///
  /// Throws the errors of reading definitions, and of kind `notFound` for a name without a form.
  package func findings(in names: [String] = []) throws -> [Finding] {
    try workspace.prepareKeys()
    return try workspace.storage.reading { try findings(in: names, EntityStore(workspace)) }
  }

  /// Does the same for all forms. The caller holds the lock.
  func all() throws -> [Finding] {
    do {
      return try findings(in: [], EntityStore(workspace))
    } catch let error as OKitError where error.kind == .configuration && error.place == nil {
      // The folder itself cannot be read.
      return [Finding(.invalidForm, file: WorkspaceLayout.forms, error.detail)]
    }
  }

  private func findings(in named: [String], _ store: EntityStore) throws -> [Finding] {
    let names = try named.isEmpty ? FormFiles.names(in: workspace) : named
    if names.isEmpty { return [] }
    let classes = try store.classes()
    return try names.flatMap { name -> [Finding] in
      do {
        return try unknownNames(in: FormFiles.form(name, in: workspace), FormFiles.path(of: name), classes)
      } catch let error as OKitError where error.kind == .configuration {
        return [
          Finding(
            .invalidForm, file: FormFiles.path(of: name), line: error.place?.line, column: error.place?.column,
            error.detail)
        ]
      }
    }
  }

  private func unknownNames(in form: Form, _ file: WorkspacePath, _ classes: EntityClasses) -> [Finding] {
    // Without definitions, the classes are only inferred from data.
    guard let name = form.className, !classes.definitions.classes.isEmpty else { return [] }
    guard let definition = classes.definitions.classes[name] else {
      return [Finding(.invalidForm, file: file, "no class \(PathComponent.printable(name))")]
    }
    return form.fields.compactMap { field in
      guard let path = field.path?.path, !path.isAbsolute, path.model == nil,
        case .property(let step)? = path.segments.first?.step,
        !definition.properties.contains(where: { $0.key.isExactly(step) || $0.name.isExactly(step) }),
        // A computed property has no definition.
        !FunctionDescriptions.describedNames(in: workspace).contains(where: step.isExactly)
      else { return nil }
      let position = field.json.map { $0.document.position(of: ($0["path"] ?? $0).range.lowerBound) }
      return Finding(
        .invalidForm, file: file, line: position?.line, column: position?.column,
        "\(name) has no property \(PathComponent.printable(step))")
    }
  }
}
