import Foundation
import TestSupport
import Testing

extension Machine {
  /// Runs okit as `okit` does, and says how many bytes of memory it had at most. What it took is reported under `label` when
  /// campaigns are run whole.
  func measure(
    _ label: String, _ arguments: [String], status: Int32 = 0, in place: String,
    at location: SourceLocation = #_sourceLocation
  ) throws -> (output: Output, memory: Int) {
    // Of a child that is started by this process the system counts our own memory, which it shares at first; `time` has hardly any.
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
