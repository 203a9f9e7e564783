import Definitions
package import JSONDocument
import OKitStorage

/// The `ModelSettings` model of an app.
package struct FrameworkSettings {
  package let name: ModelName
  /// Its file as it was read; nil where it cannot be.
  package let opened: OpenedDocument?

  /// Whether models of an encrypted kind are stored encrypted; nil where it does not say.
  package var encryption: Bool? { opened?.document.root["encryption"]?.bool }

  /// The name of the theme that is dark mode.
  static let darkTheme = "dark"

  /// Whether settings, by their root, have dark mode on.
  package static func isDark(_ root: JSONValue) -> Bool { root["themeName"]?.hasString(equalTo: darkTheme) ?? false }

  /// The JSON of `themeName` that switches dark mode on or off.
  package static func themeName(isDark: Bool) -> String { JSONWriter.quote(isDark ? darkTheme : "") }

  /// A model of the settings is small; larger ones are not looked into.
  private static let largestSize: Int64 = 1 << 16

  /// The settings of `workspace`: the model of that class or kind, else the one that has its shape.
  package static func find(
    in workspace: Workspace, _ definitions: WorkspaceDefinitions, _ recorded: [ModelName: Configuration.Model]
  ) throws -> FrameworkSettings? {
    let stored = try workspace.storedModels()
    func isDeclared(_ name: ModelName) -> Bool {
      (definitions.kind(of: name) ?? recorded[name]?.kind) == .settings || recorded[name]?.className == "ModelSettings"
    }
    if let name = stored.first(where: isDeclared) {
      return FrameworkSettings(name: name, opened: read(name, in: workspace))
    }
    for name in stored where definitions.className(of: name) == nil && recorded[name]?.kind?.isEncrypted != true {
      if let opened = read(name, in: workspace), FrameworkClasses.isSettings(opened.document.root) {
        return FrameworkSettings(name: name, opened: opened)
      }
    }
    return nil
  }

  /// The framework stores its settings plain. What is wrong with their file is told where it is asked for.
  private static func read(_ name: ModelName, in workspace: Workspace) -> OpenedDocument? {
    let path = workspace.storage.absolute(ModelFiles.mainPath(of: name))
    if let known = workspace.smallDocument(at: path) { return known }
    guard let file = try? workspace.storage.open(path), file.size <= largestSize,
      (try? ModelReader.formIfKnown(of: file)) == .plain,
      let opened = try? ModelReader(workspace).document(file)
    else { return nil }
    workspace.smallDocuments[ExactText(path)] = opened
    return opened
  }
}
