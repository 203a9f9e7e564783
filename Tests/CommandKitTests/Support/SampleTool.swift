import TestSupport

@testable import CommandKit

struct SampleGlobals: ParsableArguments {
  @Option(.customShort("C"), .long, help: "Work on the workspace in this folder.", completion: .folder)
  var root: String?
  @Flag(.shortAndLong, help: "Print only errors and warnings.") var quiet: Bool
  @Flag(.shortAndLong, help: "Print more details.") var verbose: Bool
  @Flag(help: "Write JSON.") var json: Bool
  @Option(help: "When to use colors.") var color = ColorMode.auto
  @Option(help: "How long to wait for the lock.") var wait = DurationValue(.seconds(30))
}

enum Format: String, CaseIterable, ArgumentValue { case age, zip, directory }

struct PasswordOptions: ParsableArguments {
  @Option(help: "Read the password from a file.", valueName: "file", completion: .file) var passwordFile: String?
  @Option(help: "Run a command for the password.", valueName: "command") var passwordCommand: String?

  func validate() throws {
    if passwordFile != nil, passwordCommand != nil { throw UsageError("two sources for one password") }
  }
}

struct Create: Command {
  static let configuration = CommandConfiguration(
    "create", abstract: "Make a backup of the workspace.",
    discussion: "The archive is sealed with a password or for recipients.\n  kept as it is",
    examples: [
      Example("okit backup create", "Keep everything under the time's name"),
      Example("okit backup create monday -r age1qqq"),
    ],
    aliases: ["make"], seeAlso: ["age(1)"], statuses: [ManualEntry("77", "no password")])

  @Argument(help: "What to call it.") var name: String?
  @Option(.shortAndLong, help: "Where to put it.", valueName: "path", completion: .folder) var output: String?
  @Option(help: "What to make.") var format = Format.age
  @Option(.shortAndLong, help: "Who can open it.") var recipient: [String] = []
  @Option(help: "How hard to try.") var level: Int = 3
  @Flag(.customShort("n"), .long, help: "Change nothing.") var dryRun: Bool
  @OptionGroup(title: "Password options") var password: PasswordOptions
  @OptionGroup var global: SampleGlobals

  func run(_ console: Console) throws {
    let values: [String?] = [
      name, output, format.rawValue, recipient.joined(separator: ","), "\(level)", "\(dryRun)", password.passwordFile,
      global.root,
    ]
    try console.standardOutput.writeLine(values.map { $0 ?? "nil" }.joined(separator: "|"))
  }
}

struct List: Command {
  static let configuration = CommandConfiguration("list", abstract: "List the backups.")
  @OptionGroup var global: SampleGlobals
  func run(_ console: Console) throws { try console.standardOutput.writeLine("list json=\(global.json)") }
}

struct Delete: Command {
  static let configuration = CommandConfiguration("delete", abstract: "Delete backups.")
  @Argument(help: "Which ones.") var names: [String]
  func run(_ console: Console) throws { try console.standardOutput.writeLine(names.joined(separator: "|")) }
}

struct Backup: Command {
  static let configuration = CommandConfiguration(
    "backup", abstract: "Make, look at and restore backups.", subcommands: [Create.self, List.self, Delete.self])
}

struct Get: Command {
  static let configuration = CommandConfiguration("get", abstract: "Print values.")
  @Argument(help: "A binding.") var path: String
  @Argument(help: "More bindings.") var others: [String] = []
  @Option(help: "What to print when there is none.") var `default`: String?
  @Flag(.customShort("0"), .customLong("null"), help: "End values with NUL.") var null: Bool
  @Option(.shortAndLong, help: "Where to look.", completion: .custom("models")) var model: String?
  @OptionGroup var global: SampleGlobals

  func run(_ console: Console) throws {
    let values = [path] + others + ["default=\(`default` ?? "nil")", "null=\(null)", "model=\(model ?? "nil")"]
    try console.standardOutput.writeLine(values.joined(separator: "|"))
  }
}

struct Fail: Command {
  enum Reason: String, CaseIterable, ArgumentValue { case usage, quiet, other, prompt, interrupted, closed, output }
  struct Other: Error {}
  static let configuration = CommandConfiguration("fail", abstract: "Fail.", isHidden: true)
  @Argument(help: "How.") var reason: Reason

  func run(_ console: Console) throws {
    try console.standardOutput.writeLine("before")
    switch reason {
    case .usage: throw UsageError("bad binding 'x['")
    case .quiet: throw ExitStatus(3)
    case .other: throw Other()
    case .prompt: _ = try console.confirm("Delete everything?")
    case .interrupted: throw Interrupted(15)
    case .closed: throw OutputClosed()
    case .output: try console.standardOutput.flush()
    }
  }
}

struct Required: Command {
  static let configuration = CommandConfiguration("required", abstract: "Need an option.")
  @Option(help: "The count.") var count: Int
  @Option(help: "Some numbers.") var ids: [Int]
  func run(_ console: Console) throws { try console.standardOutput.writeLine("\(count) \(ids)") }
}

struct Complete: Command {
  static let configuration = CommandConfiguration("complete", abstract: "Complete.", isHidden: true)
  @Argument(help: "Which shell.") var shell: CompletionShell
  @Argument(help: "The line.") var words: [String] = []
  func run(_ console: Console) throws { try sample.writeCompletions(for: shell, words, console) }
}

struct Root: Command {
  static let configuration = CommandConfiguration(
    "okit", abstract: "Manage model data.",
    subcommands: [Backup.self, Get.self, Fail.self, Required.self, Complete.self])
}

let sample = Tool(
  root: Root.self, version: "0.1.0", globalOptions: SampleGlobals.self,
  foreignWords: [
    "cat": ["get"], "ls": ["list", "backup list"], "rm": ["delete", "backup delete"], "rename": ["move"],
  ],
  prepare: { global, console in
    console.isQuiet = global.quiet
    console.isVerbose = global.verbose
    console.json = global.json
    console.color = global.color
  },
  describeError: { _ in
    Failure(status: 65, message: "it is damaged", hint: "try another", details: ["x[", " ^"])
  },
  completions: { request, global, _ in
    guard request.source == "models" else { return .nothing }
    let words = [
      "model of \(request.positionals.count)", "model's", "at \(global.root ?? "")", "$!", "end'", "Model:\\u{2e}",
      "null \(request.options(Get.self)?.null ?? false)",
    ]
    let onward = CompletionCandidate("go[on]/", note: "goes on", isWhole: false)
    return .candidates(words.map { CompletionCandidate($0) } + [onward])
  })
