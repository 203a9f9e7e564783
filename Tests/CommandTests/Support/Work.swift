import TestSupport
import Testing

/// A command that changes something, to be interrupted in every way. It runs in `SCENE/shelf` and makes files beside it.
struct Work: Sendable, CustomTestStringConvertible, CustomStringConvertible {
  /// The command line. Words in capitals stand for values that only the shelf knows.
  let words: String
  /// The models that stay encrypted all the time.
  var secrets = Shelf.encrypted
  /// The models whose plain text programs read and print through pipes.
  var piped: [String] = []
  /// False if the command only records something.
  var hasEffect = true
  /// Prepares the workspace for the command.
  var prepare: @Sendable (Shelf) throws -> Void = { _ in }

  var description: String { words }
  var testDescription: String { words }

  static let all = [
    Work(words: "encrypt gamma"), Work(words: "decrypt alpha", secrets: ["beta"]), Work(words: "rekey"),
    Work(words: "key add OTHER"), Work(words: "backup create b -r RECIPIENT"),
    Work(words: "backup create b --format zip --password-file PASSWORD"),
    Work(words: "backup create b --format directory"), Work(words: "backup restore TWO --yes"),
    Work(words: "backup restore TWO alpha gamma --yes"), Work(words: "import TWO --replace --yes"),
    Work(words: "set alpha:generation 7 beta:parts[0]/partial/generation 7 gamma:generation 7"),
    Work(
      words: "set alpha:generation 8 gamma:generation 8",
      prepare: { shelf in
        try Files.makeFolder(shelf.root + "/okit/hooks")
        try Files.write("#!/bin/sh\ncat >/dev/null\n", to: shelf.root + "/okit/hooks/before-change", mode: 0o755)
        try Files.makeFolder(shelf.root + "/okit/rules")
        try Files.write(#"{"properties": {"generation": {"minimum": 0}}}"#, to: shelf.root + "/okit/rules/Alpha.json")
      }),
    Work(
      words: "call --run --all alpha:parts[*]/partial/next", piped: ["alpha"],
      prepare: { shelf in
        try Files.makeFolder(shelf.root + "/okit/functions")
        let functions = shelf.root + "/okit/functions"
        try Files.write("#!/bin/sh\njq -c '.entity.generation = 7 | .entity'\n", to: functions + "/next", mode: 0o755)
        try Files.write(#"{"enabled": "generation>0"}"#, to: functions + "/next.json")
      }),
    Work(words: "remove alpha:parts[0] alpha:pictures[0] beta:pictures[1]"),
    Work(
      words: "import ROWS --into alpha:parts --key id --delete-missing --yes",
      prepare: { shelf in
        let rows = "id,partial/generation\nalpha-part-0,7\nalpha-part-1,7\nalpha-part-9,\n"
        try shelf.machine.write(rows, "rows.csv")
      }),
    Work(
      words: "edit alpha:parts[*]/partial/generation --discard",
      prepare: { try $0.machine.useEditor(#"sed -i 's/": 1,/": 7,/' "$1""#) }),
    Work(
      words: "edit alpha:parts[0]/partial --answers ANSWERS",
      prepare: { try $0.machine.write(#"{"generation": "7"}"#, "answers.json") }),
    Work(words: "move alpha:pictures[0] gamma:pictures", secrets: ["beta"]),
    Work(words: "move beta:parts[1] alpha:parts[0]"),
    Work(
      words: "rules import STORYBOARD --replace",
      prepare: { shelf in
        try Files.makeFolder(shelf.root + "/okit/rules")
        let rules = #"{"properties": {"generation": {"maximum": 3}}}"#
        try Files.write(rules + "\n", to: shelf.root + "/okit/rules/Gamma.json")
        try shelf.machine.write(storyboard, "Main.storyboard")
      }),
    Work(words: "export", secrets: []), Work(words: "export -o OUT", secrets: []),
    Work(words: "export --format sqlite -o DB", secrets: []), Work(words: "export --format csv -o OUT", secrets: []),
    Work(words: "init NEW --from TWO -i IDENTITY"),
    Work(words: "init NEW --data PLAIN", secrets: []),
    Work(words: "key generate -o KEYS/identity.txt"),
    Work(words: "migrate apply", prepare: { try $0.redefine() }),
    Work(words: "undo", prepare: { try $0.okit("set", "alpha:generation", "7", "gamma:generation", "7") }),
    Work(
      words: "redo",
      prepare: { shelf in
        try shelf.okit("set", "alpha:generation", "7", "gamma:generation", "7")
        try shelf.okit("undo")
      }),
    Work(
      words: "backup copy b --to copies",
      prepare: { shelf in
        try shelf.backUp("b")
        try Files.makeFolder(shelf.root + "/copies")
      }),
    Work(words: "backup rekey b -r RECIPIENT -r OTHER", prepare: { try $0.backUp("b") }),
    Work(
      words: "migrate rollback --yes",
      prepare: { shelf in
        try shelf.redefine()
        try shelf.okit("migrate", "apply")
      }),
  ]

  /// A stepper for the generation of two models.
  private static let storyboard = """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB"><scenes>\(screen("alpha"))\(screen("gamma"))</scenes></document>
    """

  private static func screen(_ model: String) -> String {
    let row = #"""
      <tableViewCell customClass="ModelStepperCell"><userDefinedRuntimeAttributes>
      <userDefinedRuntimeAttribute type="string" keyPath="valuePath" value="generation"/></userDefinedRuntimeAttributes></tableViewCell>
      """#
    return """
      <scene><objects><tableViewController id="\(model)" customClass="ModelDetailTableController" sceneMemberID="viewController">
      <tableView><sections><tableViewSection><cells>\(row)</cells></tableViewSection></sections></tableView>
      <userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="string" keyPath="contextPath" value="\(model)>/"/>
      </userDefinedRuntimeAttributes></tableViewController></objects></scene>
      """
  }

  /// Commands that need no space, or that are complete without what they write.
  static let withoutWriting = [
    Work(words: "backup prune --keep-last 1", prepare: { try $0.backUp("b", "c") }),
    Work(words: "backup verify b", hasEffect: false, prepare: { try $0.backUp("b") }),
  ]

  func arguments(_ shelf: Shelf) -> [String] {
    let places = [
      "OTHER": "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p", "RECIPIENT": shelf.recipient,
      "PASSWORD": shelf.machine.path("password"), "TWO": shelf.backups[1], "IDENTITY": shelf.identity, "OUT": "../out",
      "DB": "../shelf.db", "STORYBOARD": shelf.machine.path("Main.storyboard"),
      "NEW": "../new",
      "ROWS": shelf.machine.path("rows.csv"), "ANSWERS": shelf.machine.path("answers.json"),
      "PLAIN": shelf.machine.path("generation-2"),
      "KEYS/identity.txt": "../keys/identity.txt",
    ]
    return words.split(separator: " ").map { places[String($0)] ?? String($0) }
  }
}
