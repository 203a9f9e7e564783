import CommandKit
import JSONDocument

extension Console {
  /// Writes one JSON document to standard output.
  func writeJSON(_ body: (inout JSONWriter) throws -> Void) throws {
    var writer = JSONWriter(pretty: standardOutput.isTerminal)
    try writer.object { try body(&$0) }
    try standardOutput.write(writer.bytes)
    try standardOutput.writeLine()
  }
}
