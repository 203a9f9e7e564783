import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

extension Console {
  /// Writes the name of something that was made; nothing when quiet, so that cron mails only trouble.
  func writeResult(_ line: String) throws {
    if !isQuiet { try standardOutput.writeLine(shown(line)) }
  }

  /// Text of data as it goes to standard output: on a terminal control characters are escapes, anywhere else it stays as it is. Line feeds and tabs
  /// harm nobody.
  func shown(_ text: String) -> String {
    standardOutput.isTerminal ? Self.printableLines(text) : text
  }

  /// Writes JSON that has nothing before it on its line, with every control character as an escape.
  func writeEscaped(json: [UInt8]) throws { try standardOutput.write(JSONWriter.escapingControls(json)) }

  /// Writes a value of a model: laid out and without control characters on a terminal, else on one line and, unless JSON was asked for, with its
  /// text as it is stored.
  func write(_ value: JSONValue) throws {
    let bytes = standardOutput.isTerminal ? JSONWriter.pretty(value) : JSONWriter.compact(value)
    if standardOutput.isTerminal || json { try writeEscaped(json: bytes) } else { try standardOutput.write(bytes) }
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
    try writeEscaped(json: writer.bytes)
    try standardOutput.writeLine()
  }
}
