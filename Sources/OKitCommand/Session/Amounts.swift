import CommandKit

/// A size: for people on a terminal, exact elsewhere.
func size(_ bytes: Int64, _ console: Console) -> String {
  console.standardOutput.isTerminal ? ByteCount(bytes).description : String(bytes)
}

/// `1 model`, `2 models`.
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
