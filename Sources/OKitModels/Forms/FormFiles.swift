package import Forms
import JSONDocument
package import OKitStorage
import Rules

/// The forms of a workspace, each in a file `okit/forms/NAME.json`.
package enum FormFiles {
  /// Returns the path of a form.
  package static func path(of name: String) -> WorkspacePath { WorkspaceLayout.forms.appending(name + ".json") }

  /// Returns the names of the forms in the order of their bytes.
  ///
  /// Throws errors of kind `configuration` if the folder cannot be read.
  package static func names(in workspace: Workspace) throws -> [String] {
    try DescriptionFolder.forms.names(in: workspace)
  }

  /// Reads a form.
  ///
  /// Throws errors of kind `notFound`, and `configuration`, with their position, for a file that cannot be read or is not understood.
  ///
  /// - Parameter note: Called with each part that is not understood, instead of throwing the first one. Such a form is only for a list of mistakes.
  package static func form(
    _ name: String, in workspace: Workspace, noting note: ((OKitError) -> Void)? = nil
  ) throws -> Form {
    guard let source = try DescriptionFolder.forms.source(name, in: workspace) else {
      throw OKitError(
        .notFound, "no form \(PathComponent.printable(name)) in \(WorkspaceLayout.forms)",
        remedy: .candidates(try names(in: workspace), insteadOf: name))
    }
    do {
      let parser = FormParser(source, collectsMistakes: note != nil)
      let form = try parser.form()
      if let note { for mistake in parser.mistakes { note(OKitError(mistake)) } }
      return form
    } catch {
      throw OKitError(error)
    }
  }
}
