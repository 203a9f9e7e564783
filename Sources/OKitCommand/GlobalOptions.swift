import CommandKit

/// Options that stand before or after every command.
struct GlobalOptions: ParsableArguments {
  @Option(
    .customShort("C"), .customLong("root"), help: "The workspace's folder. (default: found from here upwards)",
    valueName: "dir", completion: .folder)
  var root: String?
  @Flag(.shortAndLong, help: "Say nothing but errors and warnings.")
  var quiet: Bool
  @Flag(.shortAndLong, help: "Say more.")
  var verbose: Bool
  @Flag(.long, help: "Print JSON.")
  var json: Bool
  @Option(.long, help: "When to use colours: auto, always or never.", valueName: "when")
  var color = ColourMode.auto
  @Flag(.long, help: "Never ask for anything.")
  var noInput: Bool
  @Option(.long, help: "How long to wait for another okit; 0 is not at all.", valueName: "duration")
  var wait = DurationValue(.seconds(30))

  func configure(_ console: Console) {
    console.isQuiet = quiet
    console.isVerbose = verbose
    console.json = json
    console.colour = color
    console.noInput = noInput
  }
}
