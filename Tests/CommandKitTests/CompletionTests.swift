import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  /// Completions of a line, by the declarations of the sample tool.
  @Suite struct Completions {
    private func completion(_ line: String) -> (text: String, completion: LineCompletion) {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      let console = Console(tool: "okit", environment: ["HOME": "/home/me"], terminal: "/nowhere")
      let text = words.last ?? ""
      return (text, sample.completion(after: words.dropLast(), text: text, console))
    }

    private func words(_ line: String) -> [String] {
      let (text, completion) = completion(line)
      return completion.candidates(for: text, ignoringCase: false).map(\.text)
    }

    static let lines: [(line: String, words: [String])] = [
      ("", ["backup", "get", "required"]),
      ("g", ["get"]),
      ("G", []),
      ("backup ", ["create", "list", "delete"]),
      ("make ", []),
      ("backup make --fo", ["--format"]),
      ("nothing ", []),
      ("nothing --", []),
      ("backup create --format ", ["age", "zip", "directory"]),
      ("backup create --format z", ["zip"]),
      ("backup create --format=z", ["--format=zip"]),
      ("backup create --format=zip --fo", []),
      ("backup create -r a --rec", ["--recipient"]),
      ("backup create -n --dry", []),
      ("backup create --dry-run=", []),
      ("backup create -n", ["-n"]),
      ("backup create -nx", []),
      ("--color ", ["auto", "always", "never"]),
      ("backup --color a", ["auto", "always"]),
      ("backup create -- --", []),
      ("-- backup create -", []),
      (
        "get --",
        [
          "--default", "--null", "--model", "--root", "--quiet", "--verbose", "--json", "--color", "--wait",
          "--version", "--help",
        ]
      ),
      ("get x -m mo", ["model of 1", "model's"]),
      ("get x y -mmodel'", ["-mmodel's"]),
      ("get -0m=mo", ["-0m=model of 0", "-0m=model's"]),
      ("get -1", []),
      ("fail c", ["closed"]),
    ]

    @Test(arguments: lines) func completionFollowsTheDeclarations(line: String, words: [String]) {
      #expect(self.words(line) == words)
    }

    @Test func filesAndFoldersAreLeftToTheShell() {
      #expect(completion("backup create --password-file x").completion.answer == .files)
      #expect(completion("backup create --output=x").completion.answer == .folders)
      #expect(completion("backup create --output=x").completion.front == "--output=")
      #expect(completion("backup create -nox").completion.front == "-no")
      #expect(completion("-C ").completion.answer == .folders)
    }

    @Test func aSingleDashListsTheOptions() {
      #expect(
        words("backup list -") == [
          "--root", "--quiet", "--verbose", "--json", "--color", "--wait", "--version", "--help",
        ])
    }

    @Test func theRequestContainsTheWordsAndOptionsOfTheLine() throws {
      #expect(words("-C ~/shop get a b -m at") == ["at /home/me/shop"])
      #expect(words("get a b --null -m nu") == ["null true"])
      #expect(words("get a b -m nu") == ["null false"])
    }

    @Test func theShellDecidesWhetherCaseMatters() {
      let (_, completion) = completion("backup create --format ")
      #expect(completion.candidates(for: "Z", ignoringCase: true).map(\.text) == ["zip"])
    }

    @Test func candidatesWithControlCharactersAreLeftOut() {
      let completion = LineCompletion(answer: .words(["a", "b\nc", "d\te", "f g"]))
      #expect(completion.candidates(for: "", ignoringCase: false).map(\.text) == ["a", "f g"])
    }

    // MARK: - Shells

    private func bash(_ line: String, type: String = "9") -> [String] {
      run(["complete", "bash", "--", type, "\"'@><=;|&(: \t\n", line]).output.split(separator: "\n").map(String.init)
    }

    static let bashLines: [(line: String, answer: [String])] = [
      ("okit g", ["nosort", "get"]),
      ("A=1 okit g", ["nosort", "get"]),
      ("okit backup create --format=z", ["nosort", "zip"]),
      ("okit get x --model model", ["nosort", "'model of 1'", "'model'\\''s'"]),
      ("okit get x --model 'model ", ["nosort", "model of 1"]),
      ("okit get x --model 'mo", ["nosort", "model of 1", "model'\\''s"]),
      ("okit get x --model \"model'", ["nosort", "model's"]),
      ("okit get x --model model\\ ", ["nosort", "'model of 1'"]),
      ("okit get x --model go", ["nosort nospace", "'go[on]/"]),
      ("okit get x --model=go", ["nosort nospace", "'go[on]/"]),
      ("okit get x --model \"$", ["nosort", "\\$\"'!'\""]),
      ("okit get -C ", ["dirnames"]),
      ("okit get x --model 'end", ["nosort", "end'\\'"]),
      ("okit get >", ["default"]),
      ("okit nothing ", ["nosort"]),
    ]

    @Test(arguments: bashLines) func bashGetsTheTextThatItInserts(line: String, answer: [String]) {
      #expect(bash(line) == answer)
    }

    @Test func bashListsWithNotes() {
      #expect(bash("okit backup ", type: "63").contains("list  (List the backups.)"))
      #expect(bash("okit backup li", type: "63") == ["nosort", "list"])
    }

    @Test func zshAndFishQuoteThemselves() {
      #expect(run(["complete", "zsh", "--", "get", "x", "-m", "'go"]).output == "words\nsgo[on]:goes on\n")
      #expect(run(["complete", "zsh", "--", "get", "x", "-m", "Model:"]).output == "words\nwModel\\:\\\\u{2e}\n")
      #expect(run(["complete", "fish", "--", "get", "x", "-m", "'go"]).output == "words\ngo[on]/\tgoes on\n")
      #expect(run(["complete", "fish", "--", "backup", "create", "--output=x"]).output == "folders\n--output=\n")
    }

    @Test func aMalformedRequestGetsNoCompletions() {
      #expect(run(["complete", "bash", "--", "9"]) == Outcome(status: 0, output: "", errors: ""))
      #expect(run(["complete", "fish"]).output.hasPrefix("words\nbackup"))
    }

    @Test(arguments: CompletionShell.allCases) func scriptsNameTheTool(shell: CompletionShell) {
      let script = sample.completionScript(for: shell)
      #expect(script.contains("command okit complete \(shell.rawValue) -- "))
    }
  }
}
