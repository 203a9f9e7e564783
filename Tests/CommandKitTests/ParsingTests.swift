import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct Parsing {
    static let create: [(String, String)] = [
      ("", "nil|nil|age||3|false|nil|nil"),
      ("monday", "monday|nil|age||3|false|nil|nil"),
      ("--output=x", "nil|x|age||3|false|nil|nil"),
      ("--output= monday", "monday||age||3|false|nil|nil"),
      ("--output x monday", "monday|x|age||3|false|nil|nil"),
      ("monday --output x", "monday|x|age||3|false|nil|nil"),
      ("-ox", "nil|x|age||3|false|nil|nil"),
      ("-o x", "nil|x|age||3|false|nil|nil"),
      ("-o=x", "nil|x|age||3|false|nil|nil"),
      ("-o -", "nil|-|age||3|false|nil|nil"),
      ("-o=", "nil||age||3|false|nil|nil"),
      ("-nox", "nil|x|age||3|true|nil|nil"),
      ("-nqo x", "nil|x|age||3|true|nil|nil"),
      ("-nn --dry-run", "nil|nil|age||3|true|nil|nil"),
      ("--format zip", "nil|nil|zip||3|false|nil|nil"),
      ("-r a --recipient=b -rc", "nil|nil|age|a,b,c|3|false|nil|nil"),
      ("--level -1", "nil|nil|age||-1|false|nil|nil"),
      ("--level=-1", "nil|nil|age||-1|false|nil|nil"),
      ("--output=--odd", "nil|--odd|age||3|false|nil|nil"),
      ("-- --output", "--output|nil|age||3|false|nil|nil"),
      ("--password-file f", "nil|nil|age||3|false|f|nil"),
      ("-C dir", "nil|nil|age||3|false|nil|dir"),
      ("-qvCdir", "nil|nil|age||3|false|nil|dir"),
    ]

    @Test(arguments: create) func everySpellingOfAnOptionIsParsed(line: String, values: String) {
      #expect(run("backup create " + line) == Outcome(status: 0, output: values + "\n", errors: ""))
    }

    static let get: [(String, String)] = [
      ("a", "a|default=nil|null=false|model=nil"),
      ("a b c -m x", "a|b|c|default=nil|null=false|model=x"),
      ("-0 a", "a|default=nil|null=true|model=nil"),
      ("a -1 -2.5 -.5 -1e9", "a|-1|-2.5|-.5|-1e9|default=nil|null=false|model=nil"),
      ("a --default -0", "a|default=-0|null=false|model=nil"),
      ("a --default -1", "a|default=-1|null=false|model=nil"),
      ("a - -- -x --y -- -1", "a|-|-x|--y|--|-1|default=nil|null=false|model=nil"),
      ("-mx -0 -- -h", "-h|default=nil|null=true|model=x"),
      ("bücher/名前 -m=模型", "bücher/名前|default=nil|null=false|model=模型"),
    ]

    @Test(arguments: get) func optionsCanFollowArguments(line: String, values: String) {
      #expect(run("get " + line) == Outcome(status: 0, output: values + "\n", errors: ""))
    }

    @Test func emptyValuesAreValues() {
      #expect(run(["get", "", "--default", ""]).output == "|default=|null=false|model=nil\n")
    }

    @Test(arguments: [
      "-C dir backup create", "backup -C dir create", "backup create -C dir", "--root=dir backup create",
    ])
    func globalOptionsStandAnywhere(line: String) {
      #expect(run(line).output == "nil|nil|age||3|false|nil|dir\n")
    }

    @Test func commandsWithoutTheGlobalOptionsAcceptThem() {
      #expect(run("--json -q backup delete a b").output == "a|b\n")
    }

    @Test func anAliasCallsTheCommand() {
      #expect(run("backup make x").status == 0)
    }

    @Test func endOfOptionsMayStandBeforeTheCommand() {
      #expect(run("-- backup delete -x").output == "-x\n")
    }

    @Test func requiredOptionsGetTheirValues() {
      #expect(run("required --count 3 --ids 1 --ids -2").output == "3 [1, -2]\n")
    }

    @Test func theDeclarationsAreConsistent() {
      #expect(sample.declarationProblems() == ["okit: the foreign word 'rename' has no command"])
    }
  }
}
