import CommandKit
import JSONDocument
import OKitModels

/// Mistakes in files that people write, such as rules and forms.
struct Mistakes {
  let findings: [Finding]
  /// What is said if there are none.
  let praise: String

  /// Writes the mistakes, with `members` in the JSON. Throws the status for findings if there are any.
  func write(_ console: Console, members: (inout JSONWriter) -> Void = { _ in }) throws {
    if console.json {
      try console.writeJSON { writer in
        writer.array("findings") { writer in
          for finding in findings {
            writer.object { writer in
              writer.member("file", finding.file.text)
              writer.member("line", finding.line)
              writer.member("column", finding.column)
              writer.member("message", finding.message)
            }
          }
        }
        members(&writer)
      }
    } else {
      for finding in findings {
        let place = [finding.line, finding.column].compactMap { $0 }.map { ":\($0)" }.joined()
        try console.standardOutput.writeLine("\(Console.printable(finding.file.text + place)): \(finding.message)")
      }
      console.note(findings.isEmpty ? praise : count(findings.count, "mistake"))
    }
    if !findings.isEmpty { throw ExitStatus(Status.found) }
  }
}
