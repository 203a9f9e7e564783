import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

extension Console {
  /// Writes the name of a created object, unless quiet, so that cron sends mail only about problems.
  func writeResult(_ line: String) throws {
    if !isQuiet { try standardOutput.writeLine(shown(line)) }
  }

  /// Returns text for standard output: on a terminal, control characters except line feeds and tabs are escaped.
  func shown(_ text: String) -> String {
    standardOutput.isTerminal ? Self.printableLines(text) : text
  }

  /// Writes comma-separated or tab-separated values, on a terminal with control characters escaped.
  func writeDelimited(_ bytes: [UInt8]) throws {
    guard standardOutput.isTerminal else { return try standardOutput.write(bytes) }
    try standardOutput.write(shown(String(decoding: bytes, as: UTF8.self)))
  }

  /// Writes JSON at the beginning of a line, with control characters escaped.
  func writeEscaped(json: [UInt8]) throws { try standardOutput.write(JSONWriter.escapingControls(json)) }

  /// Writes a value of a model: indented and with control characters escaped on a terminal, otherwise on one line. Without --json, the text is
  /// written as stored.
  func write(_ value: JSONValue) throws {
    let bytes = standardOutput.isTerminal ? JSONWriter.pretty(value) : JSONWriter.compact(value)
    if standardOutput.isTerminal || json { try writeEscaped(json: bytes) } else { try standardOutput.write(bytes) }
  }

  /// Prints the backup of the replaced data, and how to restore it.
  func noteKept(_ backup: String, undoneBy command: String? = nil) {
    note("previous data kept as backup \(backup)")
    suggest("run '\(command ?? "okit backup restore \(ShellWord.operands(backup))")' to restore it")
  }

  /// Prints the models that `place` does not contain because they are stored at an endpoint.
  func noteRemote(_ models: [ModelName], in place: String) {
    guard !models.isEmpty else { return }
    let names = models.map(\.description).joined(separator: ", ")
    note("\(place) does not contain models that are stored at an endpoint: \(names)")
  }

  /// Writes one JSON document to standard output.
  func writeJSON(_ body: (inout JSONWriter) throws -> Void) throws {
    var writer = JSONWriter(pretty: standardOutput.isTerminal)
    try writer.object { try body(&$0) }
    try writeEscaped(json: writer.bytes)
    try standardOutput.writeLine()
  }
}
