import Definitions
package import JSONDocument
import OKitStorage

/// The model `ModelSettings` of an app.
package struct FrameworkSettings {
  /// The name of the settings model.
  package let name: ModelName
  /// The file that was read; nil if it cannot be read.
  package let opened: OpenedDocument?

  /// True if encrypted kinds of models are stored encrypted; nil if the settings have no such value.
  package var encryption: Bool? { opened?.document.root["encryption"]?.bool }

  /// The name of the theme for dark mode.
  static let darkTheme = "dark"

  /// True if the settings with this root have dark mode on.
  package static func isDark(_ root: JSONValue) -> Bool { root["themeName"]?.hasString(equalTo: darkTheme) ?? false }

  /// Returns the JSON of `themeName` that turns dark mode on or off in the settings with this root; nil if it is so already. Every theme except the
  /// dark one counts as light, so turning dark mode off keeps a light theme.
  package static func themeName(turningDark isOn: Bool, in root: JSONValue) -> String? {
    isOn == isDark(root) ? nil : JSONText.quote(isOn ? darkTheme : "")
  }

  /// The maximum size of a settings file in bytes. Larger models are not settings.
  private static let maximumSize: Int64 = 1 << 16

  /// Returns the settings of `workspace`: the model with that class or kind, or else a model with the same shape.
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

  /// Reads a settings file, which the framework stores unencrypted. A damaged file is reported elsewhere.
  private static func read(_ name: ModelName, in workspace: Workspace) -> OpenedDocument? {
    let path = workspace.storage.absolute(ModelFiles.mainPath(of: name))
    if let known = workspace.smallDocument(at: path) { return known }
    guard let file = try? workspace.storage.open(path), file.size <= maximumSize,
      (try? ModelReader.formIfKnown(of: file)) == .plain,
      let opened = try? ModelReader(workspace).document(file)
    else { return nil }
    workspace.smallDocuments[path] = opened
    return opened
  }
}
