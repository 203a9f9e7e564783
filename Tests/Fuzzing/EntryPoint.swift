import Foundation

@testable import OKitStorage

/// The fuzzer that `OKIT_FUZZER` names.
private let fuzzer: Fuzzer = {
  let name = ProcessInfo.processInfo.environment["OKIT_FUZZER"] ?? ""
  guard let fuzzer = Fuzzer.all.first(where: { $0.name == name }) else {
    fatalError("OKIT_FUZZER names none of \(Fuzzer.all.map(\.name).joined(separator: " "))")
  }
  return fuzzer
}()

/// Called once by libFuzzer. With `OKIT_FUZZING_SEEDS` it writes the seeds of every fuzzer into that folder, prints the fuzzers' names and exits.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["OKIT_FUZZING_SEEDS"] else { return 0 }
  for fuzzer in Fuzzer.all {
    mustNotThrow("writing seeds") {
      let folder = URL(fileURLWithPath: folder).appendingPathComponent(fuzzer.name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (number, seed) in try fuzzer.seeds().enumerated() {
        try Data(seed).write(to: folder.appendingPathComponent("seed-\(number)"))
      }
    }
    print(fuzzer.name)
  }
  exit(0)
}

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  try? fuzzer.run(input)
  return 0
}
