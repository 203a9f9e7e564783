import Bindings
import Definitions
import Forms
import JSONDocument
package import OKitStorage
import Rules

/// A mistake in the description of a form.
package struct FormFault: Equatable, Sendable {
  /// The file.
  package let file: WorkspacePath
  /// The line, counted from 1; nil if the mistake has no place.
  package let line: Int?
  /// The column in Unicode scalars, counted from 1.
  package let column: Int?
  /// The message, in lower case and without a full stop.
  package let message: String
}

extension FormFiles {
  /// Returns the mistakes in the named forms, or in all without names: what is not understood, and classes, properties and fields that do not exist.
  ///
  /// Throws the errors of reading definitions, and of kind `notFound` for a name without a form.
  package static func faults(in named: [String] = [], by store: EntityStore) throws -> [FormFault] {
    let workspace = store.workspace
    let known = try names(in: workspace)
    if let missing = named.first(where: { name in !known.contains(where: name.isExactly) }) {
      _ = try form(missing, in: workspace)
    }
    let classes = try store.classes()
    return try (named.isEmpty ? known : named).flatMap { name -> [FormFault] in
      do {
        return try unknownNames(in: form(name, in: workspace), path(of: name), classes)
      } catch let error as OKitError where error.kind == .configuration {
        return [
          FormFault(file: path(of: name), line: error.place?.line, column: error.place?.column, message: error.detail)
        ]
      }
    }
  }

  private static func unknownNames(
    in form: Form, _ file: WorkspacePath, _ classes: EntityClasses
  ) -> [FormFault] {
    guard let name = form.className else { return [] }
    guard let definition = classes.definitions.classes[name] else {
      // Without definitions, the names of classes are only inferred from data.
      guard !classes.definitions.classes.isEmpty else { return [] }
      return [FormFault(file: file, line: nil, column: nil, message: "no class \(PathComponent.printable(name))")]
    }
    return form.fields.compactMap { field in
      guard let path = field.path?.path, !path.isAbsolute, path.model == nil,
        case .property(let step)? = path.segments.first?.step,
        !definition.properties.contains(where: { $0.key.isExactly(step) || $0.name.isExactly(step) }),
        !step.hasPrefix("$"), !step.hasPrefix("@")
      else { return nil }
      let position = field.json.map { json in
        json.document.position(of: (json["path"] ?? json).range.lowerBound)
      }
      return FormFault(
        file: file, line: position?.line, column: position?.column,
        message: "\(name) has no property \(PathComponent.printable(step))")
    }
  }
}
