import CommandKit
import OKitStorage

/// The global options, accepted before and after every command.
struct GlobalOptions: ParsableArguments {
  @Option(
    .customShort("C"), .customLong("root"),
    help: "The workspace folder. (default: search upwards from the working folder)",
    valueName: "dir", completion: .folder)
  var root: String?
  @Flag(.shortAndLong, help: "Print no messages except errors and warnings.")
  var quiet: Bool
  @Flag(.shortAndLong, help: "Print more details.")
  var verbose: Bool
  @Flag(.long, help: "Print JSON.")
  var json: Bool
  @Option(.long, help: "When to use colors.", valueName: "when")
  var color = ColorMode.auto
  @Flag(.long, help: "Never prompt.")
  var noInput: Bool
  @Option(
    .long, help: "How long to wait while another okit uses the workspace; with 0, okit does not wait.",
    valueName: "duration")
  var wait = DurationValue(.seconds(30))

  func configure(_ console: Console) {
    console.isQuiet = quiet
    console.isVerbose = verbose
    console.json = json
    console.color = color
    console.noInput = noInput
    console.hintOptions = root.map { ["-C", ShellWord.quoted($0)] } ?? []
  }
}
