import TestSupport
import Testing

/// An example of the help, its prerequisites, and its expected results.
struct ExampleTrial: Sendable, CustomTestStringConvertible {
  /// The input of a user at a terminal while the example runs.
  typealias Person = @Sendable (ExampleScene, Terminal) throws -> Void

  let line: String
  let place: ExampleScene.Place
  let end: ChildProcess.End
  let isWarned: Bool
  let prepare: @Sendable (ExampleScene) throws -> Void
  let person: Person?
  let says: [String]
  let check: (@Sendable (ExampleScene, Output) throws -> Void)?

  /// Creates a trial.
  ///
  /// - Parameters:
  ///   - line: The line as in the help.
  ///   - place: The folder in which it is typed.
  ///   - end: The expected end.
  ///   - isWarned: True if okit has reason to warn.
  ///   - prepare: Makes the state that the line requires.
  ///   - person: The user at the terminal; nil for no terminal.
  ///   - says: Expected pieces of the output.
  ///   - check: Checks the results.
  init(
    _ line: String, in place: ExampleScene.Place = .shop, end: ChildProcess.End = .status(0), isWarned: Bool = false,
    prepare: @escaping @Sendable (ExampleScene) throws -> Void = { _ in }, person: Person? = nil, says: [String] = [],
    check: (@Sendable (ExampleScene, Output) throws -> Void)? = nil
  ) {
    self.line = line
    self.place = place
    self.end = end
    self.isWarned = isWarned
    self.prepare = prepare
    self.person = person
    self.says = says
    self.check = check
  }

  var testDescription: String { line }

  static let all =
    workspace + exchange + looking + editing + history + watching + serving + models + rules + keys + encryption
    + references + partials + attachments + settings + migrations + backups + completion + storyboards + forms + remote

  /// Types the line in bash unchanged; with `changesNothing` the workspace must stay the same.
  func run(_ scene: ExampleScene, changesNothing: Bool) throws {
    try prepare(scene)
    func workspace() throws -> FileTree {
      // A verification is recorded beside the backup.
      let isVerification = line.hasPrefix("okit backup verify")
      return try FileTree(scene.shop.root + "/okit").without {
        $0 == ".lock" || isVerification && $0.hasSuffix(".record.json")
      }
    }
    let before = try changesNothing ? workspace() : nil
    let words = ["bash", "-c", line]
    let output: Output
    if let person {
      let terminal = try Terminal(scene.machine, words, in: scene.folder(place))
      try person(scene, terminal)
      let end = try terminal.end()
      output = Output(end: end, bytes: Array(terminal.transcript.utf8))
    } else {
      output = try scene.machine.launch(words, [], [:], scene.folder(place))
    }
    output.check(end, words, #_sourceLocation)
    #expect((output.text + output.errors).contains("okit: warning: ") == isWarned, "\(output.text)\(output.errors)")
    if let before { try #expect(workspace().differences(from: before) == []) }
    for text in says { #expect(output.text.contains(text)) }
    try check?(scene, output)
  }

  /// A user who answers prompts in turn.
  static func answers(_ prompts: (prompt: String, line: String)...) -> Person {
    { _, terminal in
      for (prompt, line) in prompts { try terminal.answer((prompt, line)) }
    }
  }
}
