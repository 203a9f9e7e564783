import Foundation
import Testing

/// A folder that is removed with this object.
final class Scratch {
  let path: String

  init() throws {
    var template = Array("/tmp/archives-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failed(what: "mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let folder = (file(name) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard let output = fopen(file(name), "wb") else { throw Failed(what: "fopen \(name)") }
    defer { fclose(output) }
    guard fwrite(bytes, 1, bytes.count, output) == bytes.count else { throw Failed(what: "fwrite \(name)") }
  }

  func read(_ name: String) throws -> [UInt8] {
    guard let input = fopen(file(name), "rb") else { throw Failed(what: "fopen \(name)") }
    defer { fclose(input) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = fread(&buffer, 1, buffer.count, input)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  struct Failed: Error {
    let what: String
  }

  /// Runs a program in the folder, or in one inside it, and fails unless its status is as expected (nil: any).
  @discardableResult
  func run(
    _ command: String..., in folder: String? = nil, locale: String = "C.UTF-8", status: Int32? = 0
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["LC_ALL=" + locale] + command
    process.currentDirectoryURL = URL(fileURLWithPath: folder.map { file($0) } ?? path)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard status == nil || process.terminationStatus == status else {
      throw Failed(what: "\(command.joined(separator: " ")): status \(process.terminationStatus): \(output)")
    }
    return output
  }

  /// Writes the samples as files into `samples`.
  func writeSamples() throws {
    for content in Content.samples {
      guard let bytes = content.bytes else { continue }
      try write("samples/" + content.name, bytes)
    }
  }
}
