import Glibc

@testable import CommandKit

/// A file without a name, to see what was written into it.
final class Capture {
  let descriptor: Int32

  init() {
    var name = Array("/tmp/commandkit.XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    unlink(name)
  }

  deinit { close(descriptor) }

  var text: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}

/// What a run of the sample tool left behind.
struct Outcome: Equatable {
  var status: Int32
  var output: String
  var errors: String
}

func run(_ arguments: [String], environment: [String: String] = [:]) -> Outcome {
  let (output, errors) = (Capture(), Capture())
  let console = Console(
    tool: "okit", environment: environment, standardOutput: output.descriptor, standardError: errors.descriptor,
    terminal: "/nowhere")
  let status = sample.run(arguments: arguments, console: console)
  return Outcome(status: status, output: output.text, errors: errors.text)
}

func run(_ line: String) -> Outcome {
  run(line.split(separator: " ").map(String.init))
}
