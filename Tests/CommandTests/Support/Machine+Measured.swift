import Foundation
import TestSupport
import Testing

extension Machine {
  /// Runs okit like `okit`, and returns the most memory that it used, in bytes. Whole campaigns report it under `label`.
  func measure(
    _ label: String, _ arguments: [String], status: Int32 = 0, in place: String,
    at location: SourceLocation = #_sourceLocation
  ) throws -> (output: Output, memory: Int) {
    // `time` starts okit, because the system would count this process's memory for a direct child, which shares it at first.
    let report = path("streams/\(UUID().uuidString).cost")
    defer { try? Files.remove(report) }
    let timed = ["time", "-q", "-o", report, "-f", "%M %U %S", Machine.okit] + arguments
    let output = try launch(timed, [], [:], place)
    output.check(.status(status), ["okit"] + arguments, location)
    let figures = try Files.text(report).split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(figures.count == 3)
    let memory = Int(figures[0]) << 10
    let words = arguments.prefix(4).joined(separator: " ")
    let seconds = ((figures[1] + figures[2]) * 100).rounded() / 100
    Effort.report("\(label): okit \(words): \(seconds) s, \(memory >> 20) MiB")
    return (output, memory)
  }
}
