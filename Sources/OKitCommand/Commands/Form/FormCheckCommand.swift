import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct FormCheckCommand: Command {
  static let configuration = CommandConfiguration(
    "check",
    abstract: "Find mistakes in forms.",
    discussion: """
      Reports members and kinds that okit does not know, invalid paths, conditions and rules, and classes, properties \
      and fields that do not exist.
      """,
    examples: [
      Example("okit form check", "check all forms"), Example("okit form check book", "check one form"),
    ],
    statuses: [ManualEntry("1", "a mistake was found")])

  @Argument(help: "Only these forms.", valueName: "form", completion: .workspace(.forms))
  var names: [String] = []
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let workspace = try Session(console, global).workspace(keys)
    let faults = try workspace.readingEntities { try FormFiles.faults(in: names, by: $0) }
    if console.json {
      try console.writeJSON { writer in
        writer.array("findings") { writer in
          for fault in faults {
            writer.object { writer in
              writer.member("file", fault.file.text)
              writer.member("line", fault.line)
              writer.member("column", fault.column)
              writer.member("message", fault.message)
            }
          }
        }
      }
    } else {
      for fault in faults {
        let place = [fault.line, fault.column].compactMap { $0 }.map { ":\($0)" }.joined()
        try console.standardOutput.writeLine("\(Console.printable(fault.file.text + place)): \(fault.message)")
      }
      console.note(faults.isEmpty ? "no mistakes in the forms" : count(faults.count, "mistake"))
    }
    if !faults.isEmpty { throw ExitStatus(Status.found) }
  }
}
