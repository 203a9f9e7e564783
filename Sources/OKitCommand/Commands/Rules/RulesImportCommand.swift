import CommandKit
import JSONDocument
import OKitChecks
import OKitModels
import OKitStorage
import XcodeFiles

struct RulesImportCommand: Command {
  static let configuration = CommandConfiguration(
    "import",
    abstract: "Take rules from an app's storyboards.",
    discussion: """
      Reads what the screens of OKit's controllers say about the entry of data, and adds it to okit/rules/CLASS.json: \
      minimum, maximum and step of sliders and steppers, dates, keyboards, the candidates of pickers and selection \
      lists, names that a list asks for, and read-only rows. okit follows the bindings from the app's first screen along \
      the segues and the definitions to find the classes. What the files contain already stays as it is. The command \
      prints the rules, and warns of what it cannot take over: bindings that it cannot follow, and bounds that depend on \
      the data, unless they are another property of the same entity.

      Give all storyboards of an app at once, so that references between them lead somewhere. okit reads them with \
      libxml2, which must be installed.
      """,
    examples: [
      Example("okit rules import Main.storyboard -n", "show the rules in a storyboard"),
      Example("okit rules import Main.storyboard Settings.storyboard", "add the rules of two storyboards"),
    ],
    statuses: [ManualEntry("69", "libxml2 is not installed")])

  @Argument(help: "The storyboards of the app.", valueName: "storyboard", completion: .file)
  var storyboards: [String]
  @Flag(.long, help: "Replace existing rules that contradict those of the storyboards.")
  var replace: Bool
  @Flag(.customShort("n"), .customLong("dry-run"), help: "Show the rules, but change nothing.")
  var dryRun: Bool
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    let workspace = try session.workspace(keys, dryRun: dryRun)
    let files = try storyboards.map { StoryboardFile(name: $0, try read($0, session)) }
    let outcome = try StoryboardRuleImport(workspace).run(files, replacing: replace)
    if console.json { return try writeJSON(outcome, console) }
    var table = TextTable([
      .init("CLASS", cutting: .never), .init("PROPERTY", cutting: .never), .init("RULE"), .init("PLACE"),
    ])
    for rule in outcome.rules where rule.isNew {
      table.add([rule.rule.className, rule.rule.property ?? "", rule.rule.text, rule.place.text])
    }
    let new = outcome.rules.count { $0.isNew }
    if new > 0 { try table.write(to: console) }
    for skipped in outcome.skipped {
      console.warn("\(Console.printable(skipped.place.file)):\(skipped.place.line): \(skipped.message)")
    }
    let known = outcome.rules.count - new
    if known > 0 { console.note("\(count(known, "rule")) \(known == 1 ? "was" : "were") there already") }
    if outcome.files.isEmpty {
      console.note("nothing to write")
    } else {
      console.note("\(dryRun ? "would write" : "wrote") \(list(outcome.files.map(\.text)))")
      if !dryRun { console.suggest("run 'okit check' to find values that violate the rules") }
    }
  }

  private func read(_ path: String, _ session: Session) throws -> Storyboard {
    do {
      let reader = try StoryboardReader()
      try forEachPiece(of: try session.fileInput(path)) { try reader.read($0.bindMemory(to: UInt8.self)) }
      return try reader.finish()
    } catch let error as StoryboardError {
      if error == .noLibrary { throw OKitError(.unsupported, "cannot read \(path): \(error)") }
      let place = error.line.map { "\(path):\($0)" } ?? path
      throw OKitError(.malformed, "\(place): \(error)")
    }
  }

  private func writeJSON(_ outcome: StoryboardRuleImport.Outcome, _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("rules") { writer in
        for rule in outcome.rules {
          writer.object { writer in
            writer.member("class", rule.rule.className)
            writer.member("property", rule.rule.property)
            writer.object("value") { writer in
              for member in rule.rule.members { writer.member(member.keyword, JSONText(member.json)) }
            }
            writer.member("file", rule.place.file)
            writer.member("line", rule.place.line)
            writer.member("new", rule.isNew)
          }
        }
      }
      writer.array("skipped") { writer in
        for skipped in outcome.skipped {
          writer.object { writer in
            writer.member("file", skipped.place.file)
            writer.member("line", skipped.place.line)
            writer.member("message", skipped.message)
          }
        }
      }
      writer.array("files", of: outcome.files)
      writer.member("dryRun", dryRun)
    }
  }
}
