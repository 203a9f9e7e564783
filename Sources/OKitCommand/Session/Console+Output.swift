import CommandKit
import JSONDocument
import OKit

extension Console {
  /// Writes the name of something that was made; nothing when quiet, so that cron mails only trouble.
  func writeResult(_ line: String) throws {
    if !isQuiet { try standardOutput.writeLine(line) }
  }

  /// Says where the data are that a command took away, and how they come back.
  func noteKept(_ backup: String, undoneBy command: String? = nil) {
    note("what was there is kept as backup \(backup)")
    suggest("'\(command ?? "okit backup restore \(ShellWord.quoted(backup))")' brings it back")
  }

  /// Says which models are stored behind HTTP, and so not in what was made of the others.
  func noteRemote(_ models: [ModelName], in place: String) {
    guard !models.isEmpty else { return }
    let names = models.map(\.description).joined(separator: ", ")
    note("not in \(place), since stored behind HTTP: \(names)")
  }

  /// Writes one JSON document to standard output.
  func writeJSON(_ body: (inout JSONWriter) throws -> Void) throws {
    var writer = JSONWriter(pretty: standardOutput.isTerminal)
    try writer.object { try body(&$0) }
    try standardOutput.write(writer.bytes)
    try standardOutput.writeLine()
  }
}
