import Foundation
import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct Help {
    static let global = """
      GLOBAL OPTIONS:
        -C, --root <root>       Work on the workspace in this folder.
        -q, --quiet             Print only errors and warnings.
        -v, --verbose           Print more details.
        --json                  Write JSON.
        --color <color>         When to use colors. (values: auto, always, never;
                                default: auto)
        --wait <wait>           How long to wait for the lock. (default: 30s)
        --version               Show the version.
        -h, --help              Show help information.

      """

    static let create = """
      OVERVIEW: Make a backup of the workspace.

      The archive is sealed with a password or for recipients.
        kept as it is

      USAGE: okit backup create [<name>] [--output <path>] [--format <format>]
                                [--recipient <recipient> ...] [--level <level>]
                                [--dry-run] [--password-file <file>]
                                [--password-command <command>]

      EXAMPLES:
        Keep everything under the time's name:
          okit backup create
          okit backup create monday -r age1qqq

      ARGUMENTS:
        <name>                  What to call it.

      OPTIONS:
        -o, --output <path>     Where to put it.
        --format <format>       What to make. (values: age, zip, directory; default:
                                age)
        -r, --recipient <recipient>
                                Who can open it.
        --level <level>         How hard to try. (default: 3)
        -n, --dry-run           Change nothing.

      PASSWORD OPTIONS:
        --password-file <file>  Read the password from a file.
        --password-command <command>
                                Run a command for the password.


      """

    static let overview = """
      OVERVIEW: Manage model data.

      USAGE: okit <subcommand>

      \(global)
      SUBCOMMANDS:
        backup                  Make, look at and restore backups.
        get                     Print values.
        required                Need an option.

        See 'okit <subcommand> --help' for details.

      """

    @Test(arguments: [
      "backup create --help", "backup create -h", "-h backup create", "backup --help create",
      "backup create --bogus -h",
      "backup create -o -h", "backup create -nh", "backup create --level x --help", "--version backup create -h",
      "--bogus backup create a b c -h",
    ])
    func helpIsPrintedForAHelpOptionAnywhereOnTheLine(line: String) {
      #expect(run(line) == Outcome(status: 0, output: Self.create + Self.global, errors: ""))
    }

    @Test func theToolAlonePrintsItsOverview() {
      #expect(run("") == Outcome(status: 0, output: Self.overview, errors: ""))
      #expect(run("--help").output == Self.overview)
      #expect(run("bakup create --help").output == Self.overview)
    }

    @Test func aGroupAlonePrintsItsHelpAsAnError() {
      let help = """
        OVERVIEW: Make, look at and restore backups.

        USAGE: okit backup <subcommand>

        \(Self.global)
        SUBCOMMANDS:
          create                  Make a backup of the workspace.
          list                    List the backups.
          delete                  Delete backups.

          See 'okit backup <subcommand> --help' for details.

        """
      #expect(run("backup") == Outcome(status: 64, output: "", errors: help))
      #expect(run("backup -h") == Outcome(status: 0, output: help, errors: ""))
    }

    @Test(arguments: ["--version", "backup --version", "get --version", "--version --bogus"])
    func theVersionOptionPrintsTheVersion(line: String) {
      #expect(run(line) == Outcome(status: 0, output: "okit 0.1.0\n", errors: ""))
    }

    @Test func helpOfACommandByItsPath() throws {
      #expect(try sample.helpText(for: ["backup", "create"]) == Self.create + Self.global)
      #expect(try sample.helpText() == Self.overview)
      #expect(throws: UsageError("unknown command 'lst', did you mean 'okit backup list'?")) {
        try sample.helpText(for: ["backup", "lst"])
      }
      #expect(throws: UsageError.self) { try sample.helpText(for: ["get", "get"]) }
    }

    @Test(arguments: [("20", 40), ("40", 40), ("60", 60), ("x", 80), ("200", 200)])
    func helpFitsTheWidth(columns: String, width: Int) {
      let help = run(["backup", "create", "-h"], environment: ["COLUMNS": columns]).output
      let lines = help.split(separator: "\n").filter { !$0.hasPrefix("    okit") }
      // A single word, or a label, may stick out.
      let loose = lines.filter { ColumnWidth.of($0) > width }
      #expect(
        loose.allSatisfy {
          !$0.contains(". ") && $0.trimmingCharacters(in: .whitespaces).split(separator: " ").count < 4
        })
      #expect(width == 200 || lines.contains { ColumnWidth.of($0) > width - 12 })
    }

    @Test func wideCharactersCountTwice() {
      #expect(
        Wrapping.lines("模型数据的备份 und mehr", width: 10)
          == ["模型数据的", "备份 und", "mehr"])
      #expect(Wrapping.lines("aé日b 本", width: 4, indent: 1) == [" aé", " 日b", " 本"])
      #expect(Wrapping.lines("unbreakable word", width: 5) == ["unbreakable", "word"])
      #expect(
        Wrapping.lines("one\n\n  as it is, however long\ntwo", width: 8)
          == ["one", "", "  as it is, however long", "two"])
      #expect(ColumnWidth.of("a名é\u{301}") == 4)
      #expect(ColumnWidth.cut("名前名前", to: 6) == "名前…")
    }

    @Test func theDescriptionContainsAllDeclarations() {
      let description = sample.description
      let create = description.root.subcommands[0].subcommands[0]
      #expect(create.path == ["okit", "backup", "create"])
      #expect(create.aliases == ["make"])
      #expect(create.seeAlso == ["age(1)"])
      #expect(create.statuses == [ManualEntry("77", "no password")])
      #expect(
        create.arguments.map(\.preferredName) == [
          nil, "--output", "--format", "--recipient", "--level", "--dry-run", "--password-file", "--password-command",
        ])
      #expect(
        DeclaredArguments(of: Create(), sharing: SampleGlobals()).own.map(\.completion) == [
          .none, .folder, .values(["age", "zip", "directory"]), .none, .none, .none, .file, .none,
        ])
      #expect(description.globalOptions.compactMap(\.preferredName).suffix(2) == ["--version", "--help"])
      #expect(description.root.subcommands.map(\.name) == ["backup", "get", "fail", "required", "complete"])
    }
  }
}
