/// A whole tool as data.
public struct ToolDescription: Codable, Equatable, Sendable {
  /// The version of this layout; grows when a reader of the data would have to change.
  public static let currentLayout = 1

  /// The layout of this value.
  public var layout = ToolDescription.currentLayout
  /// What is typed.
  public var name: String
  /// The tool's version.
  public var version: String
  /// The options that stand before or after every command, `--version` and `--help` included.
  public var globalOptions: [ArgumentDescription]
  /// The tool itself with all its commands.
  public var root: CommandDescription
}
