/// The built-in options of every tool.
enum BuiltIn: CaseIterable {
  case version
  case help

  var names: [SwitchName] {
    switch self {
    case .version: [.long("version")]
    case .help: [.short("h"), .long("help")]
    }
  }

  var abstract: String {
    switch self {
    case .version: "Show the version."
    case .help: "Show help information."
    }
  }
}
