import Glibc
import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct Outputs {
    @Test func anyNumberOfBytesArrivesInOrder() throws {
      let capture = UnnamedFile()
      let output = Output(capture.descriptor, name: "x")
      var expected = ""
      for size in [1, 10, 65_530, 65_536, 3, 100_000, 0, 7] {
        let text = String(repeating: "é", count: size)
        try output.write(text)
        expected += text
      }
      try output.write([0x0A])
      try output.writeLine("end")
      #expect(capture.text != expected + "\nend\n")
      try output.flush()
      #expect(capture.text == expected + "\nend\n")
    }

    @Test func aClosedPipeIsNoticedAndRemembered() throws {
      signal(SIGPIPE, SIG_IGN)
      defer { signal(SIGPIPE, SIG_DFL) }
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      close(ends[0])
      let output = Output(ends[1], name: "x")
      try output.write("kept back")
      #expect(throws: OutputClosed()) { try output.flush() }
      #expect(throws: OutputClosed()) { try output.flush() }
      #expect(throws: OutputClosed()) { try output.write("") }
      close(ends[1])
    }

    @Test func aClosedPipeEndsTheToolQuietly() {
      signal(SIGPIPE, SIG_IGN)
      defer { signal(SIGPIPE, SIG_DFL) }
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      close(ends[0])
      let errors = UnnamedFile()
      let console = Console(tool: "okit", environment: [:], standardOutput: ends[1], standardError: errors.descriptor)
      #expect(sample.run(arguments: ["backup", "list"], console: console) == 0)
      #expect(sample.run(arguments: ["--help"], console: console) == 0)
      #expect(errors.text == "")
      close(ends[1])
    }

    @Test(arguments: [["backup", "list"], ["fail", "output"], ["--version"]])
    func aFullDiskIsAnError(arguments: [String]) {
      let full = open("/dev/full", O_WRONLY)
      let errors = UnnamedFile()
      let console = Console(tool: "okit", environment: [:], standardOutput: full, standardError: errors.descriptor)
      #expect(sample.run(arguments: arguments, console: console) == 74)
      #expect(errors.text == "okit: error: cannot write standard output: No space left on device\n")
      close(full)
    }

    @Test func anErrorOfTheCommandCountsMoreThanAFullDisk() {
      let full = open("/dev/full", O_WRONLY)
      let errors = UnnamedFile()
      let console = Console(tool: "okit", environment: [:], standardOutput: full, standardError: errors.descriptor)
      #expect(sample.run(arguments: ["fail", "other"], console: console) == 65)
      #expect(errors.text.hasPrefix("okit: error: it is damaged\n"))
      #expect(errors.text.hasSuffix("okit: error: cannot write standard output: No space left on device\n"))
      close(full)
    }

    @Test func aPipeThatDoesNotBlockIsWaitedFor() {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      let (source, target) = (ends[0], ends[1])
      let reader = Worker {
        var count = 0
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
          let some = read(source, &bytes, bytes.count)
          if some <= 0 { return count }
          count += some
        }
      }
      let output = Output(target, name: "x")
      #expect(throws: Never.self) {
        for _ in 0..<100 { try output.write([UInt8](repeating: 1, count: 10_000)) }
        try output.flush()
      }
      close(target)
      #expect(reader.wait() == 1_000_000)
      close(source)
    }
  }
}
