import CommandKit
import OKitStorage

/// Returns a size for standard output: rounded on a terminal, exact elsewhere.
func size(_ bytes: Int64, _ console: Console) -> String {
  console.standardOutput.isTerminal ? ByteCount(bytes).description : String(bytes)
}

/// Returns a size for a message: rounded on a terminal, exact elsewhere.
func sizeInNote(_ bytes: Int64, _ console: Console) -> String {
  console.standardError.isTerminal ? ByteCount(bytes).description : "\(bytes) bytes"
}

/// Returns a time for standard output, given in seconds since 1970: relative on a terminal, exact elsewhere.
func time(_ seconds: Int64, _ session: Session) -> String {
  guard session.console.standardOutput.isTerminal else { return Timestamp.internet(seconds) }
  return LocalTime.nearText(seconds, now: Timestamp.now(), session.reader)
}

/// Returns `1 model`, `2 models`.
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
