import Foundation
import TestSupport

/// Another program to compare with.
enum Tool {
  struct Failure: Error {
    let status: Int32
    let message: String
  }

  /// Runs a program and returns what it writes.
  @discardableResult
  static func run(_ arguments: String..., input: [UInt8] = []) throws -> [UInt8] {
    let folder = try Folder()
    let inputFile = try folder.write(input, "standard-input")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputFile))
    let (output, messages) = (Pipe(), try folder.write([], "standard-error"))
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: messages)
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let message = String(decoding: try folder.read("standard-error"), as: UTF8.self)
      throw Failure(status: process.terminationStatus, message: message)
    }
    return Array(bytes)
  }

  /// Runs a program on a terminal of its own and answers each passphrase prompt with the same.
  static func runOnTerminal(_ command: String, passphrase: String) throws {
    let script = """
      set timeout 120
      log_user 0
      spawn \(command)
      expect {
        -nocase "passphrase" { send -- "\(passphrase)\\r"; exp_continue }
        timeout { exit 99 }
        eof
      }
      exit [lindex [wait] 3]
      """
    try run("expect", "-c", script)
  }
}

/// A temporary folder that goes away with its owner.
final class Folder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("ciphers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String {
    url.appendingPathComponent(name).path
  }

  @discardableResult
  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appendingPathComponent(name)))
  }
}

/// The bytes of a file of the Bookshop fixture.
func fixture(_ path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: "\(Repository.bookshop)/\(path)")))
}
