import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct UsageErrors {
    static let mistakes: [(String, message: String, see: String)] = [
      ("bakup", "unknown command 'bakup', did you mean 'okit backup'?", "okit"),
      ("xyzzy", "unknown command 'xyzzy'", "okit"),
      ("rm x", "unknown command 'rm', did you mean 'okit backup delete'?", "okit"),
      ("ls", "unknown command 'ls', did you mean 'okit backup list'?", "okit"),
      ("backup cat", "unknown command 'cat', did you mean 'okit get'?", "okit backup"),
      ("rename", "unknown command 'rename'", "okit"),
      ("create", "unknown command 'create', did you mean 'okit backup create'?", "okit"),
      ("backup rm", "unknown command 'rm', did you mean 'okit backup delete'?", "okit backup"),
      ("backup ls", "unknown command 'ls', did you mean 'okit backup list'?", "okit backup"),
      ("backup craete", "unknown command 'craete', did you mean 'okit backup create'?", "okit backup"),
      ("backup del", "unknown command 'del', did you mean 'okit backup delete'?", "okit backup"),
      ("fial", "unknown command 'fial'", "okit"),
      ("get a --jsn", "unknown option '--jsn', did you mean '--json'?", "okit get"),
      ("get a --jsn=3", "unknown option '--jsn', did you mean '--json'?", "okit get"),
      ("get a -json", "unknown option '-json', did you mean '--json'?", "okit get"),
      ("get a -Q", "unknown option '-Q', did you mean '-q'?", "okit get"),
      ("get a -z", "unknown option '-z'", "okit get"),
      ("get a -qz", "unknown option '-z'", "okit get"),
      ("get a --zzzzzz", "unknown option '--zzzzzz'", "okit get"),
      ("--dry-run backup create", "unknown option '--dry-run'", "okit backup create"),
      (
        "get a --quiet=yes", "the option '--quiet' does not take a value, but 'yes' was given", "okit get"
      ),
      ("get a -m x --model y", "option '--model' was given more than once", "okit get"),
      ("-C a get b -C c", "option '-C' was given more than once", "okit get"),
      (
        "backup create --format rar",
        "the value 'rar' is invalid for '--format <format>'; please provide one of 'age', 'zip' or 'directory'",
        "okit backup create"
      ),
      (
        "backup create --level x", "the value 'x' is invalid for '--level <level>'; please provide a whole number",
        "okit backup create"
      ),
      (
        "get a --wait 30",
        "the value '30' is invalid for '--wait <wait>'; please provide a duration such as 30s, 5m, 1h or 0", "okit get"
      ),
      (
        "backup create --password-file a --password-command b", "two sources for one password", "okit backup create"
      ),
    ]

    @Test(arguments: mistakes) func aMistakeIsOneLineAndAHint(line: String, message: String, see: String) {
      let expected = "okit: error: \(message)\nokit: hint: see '\(see) --help'\n"
      #expect(run(line) == Outcome(status: 64, output: "", errors: expected))
    }

    static let incomplete: [(String, message: String, usage: String)] = [
      (
        "get", "missing argument '<path>'",
        "Usage: okit get <path> [<others> ...] [--default <default>] [--null]\n                [--model <model>]"
      ),
      ("backup delete", "missing argument '<names>'", "Usage: okit backup delete <names> ..."),
      (
        "required", "missing argument '--count <count>'",
        "Usage: okit required --count <count> --ids <ids> ..."
      ),
      (
        "required --count 1", "missing argument '--ids <ids>'",
        "Usage: okit required --count <count> --ids <ids> ..."
      ),
      (
        "required --count", "missing value for '--count <count>'",
        "Usage: okit required --count <count> --ids <ids> ..."
      ),
      (
        "required --count --ids 1", "missing value for '--count <count>'",
        "Usage: okit required --count <count> --ids <ids> ..."
      ),
      ("backup list x", "unexpected argument 'x'", "Usage: okit backup list"),
      ("backup list x y", "2 unexpected arguments: 'x', 'y'", "Usage: okit backup list"),
    ]

    @Test(arguments: incomplete) func aMissingArgumentShowsTheUsage(line: String, message: String, usage: String) {
      let command = usage.split(separator: " ").dropFirst().prefix { $0.first?.isLetter == true }.joined(separator: " ")
      let expected = "okit: error: \(message)\n\(usage)\nokit: hint: see '\(command) --help'\n"
      #expect(run(line) == Outcome(status: 64, output: "", errors: expected))
    }

    @Test func controlCharactersAreShownAsEscapes() {
      let expected = "okit: error: unknown command 'a\\u001B[31m\\n'\nokit: hint: see 'okit --help'\n"
      #expect(run(["a\u{1B}[31m\n"]).errors == expected)
    }

    @Test func aCommandsErrorsKeepTheirStatusAndHint() {
      #expect(
        run("fail usage")
          == Outcome(
            status: 64, output: "before\n",
            errors: "okit: error: bad binding 'x['\nokit: hint: see 'okit fail --help'\n"))
      #expect(run("fail quiet") == Outcome(status: 3, output: "before\n", errors: ""))
      #expect(
        run("fail other")
          == Outcome(
            status: 65, output: "before\n",
            errors: "okit: error: it is damaged\nx[\n ^\nokit: hint: try another\n"))
      #expect(
        run("fail prompt")
          == Outcome(
            status: 64, output: "before\n",
            errors: "okit: error: cannot ask 'Delete everything?': there is no terminal\n"))
      #expect(run("fail interrupted") == Outcome(status: 143, output: "before\n", errors: ""))
      #expect(run("fail closed") == Outcome(status: 0, output: "before\n", errors: ""))
    }

    @Test func argumentsThatAreNotTextAreRefused() throws {
      func decode(_ arguments: [[UInt8]]) throws -> [String] {
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { bytes in
          let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
          for (index, byte) in (bytes + [0]).enumerated() { copy[index] = CChar(bitPattern: byte) }
          return copy
        }
        defer { for pointer in pointers { pointer?.deallocate() } }
        pointers.append(nil)
        return try RawArguments.decode(Int32(arguments.count), pointers)
      }
      #expect(try decode([Array("okit".utf8), Array("é 名".utf8), []]) == ["é 名", ""])
      #expect(throws: UsageError("argument 2 is not valid UTF-8: 'caf\\xE9\\x0A'")) {
        try decode([Array("okit".utf8), Array("get".utf8), Array("caf".utf8) + [0xE9, 0x0A]])
      }
    }
  }
}
