import CommandKit
import JSONDocument

struct VersionCommand: Command {
  static let configuration = CommandConfiguration(
    "version", abstract: "Show the version.", examples: [Example("okit version", "the same as 'okit --version'")])

  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    if console.json {
      return try console.writeJSON { $0.member("okit", OKitTool.version) }
    }
    try console.standardOutput.writeLine("okit \(OKitTool.version)")
  }
}
