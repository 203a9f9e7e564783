package import Foundation
package import OKitStorage
import Synchronization

/// A call that changes files.
package struct Call: Sendable, CustomStringConvertible {
  package enum Kind: Sendable {
    case createFile, write, createFolder, rename, renameExclusively, exchange, removeFile, removeFolder
    case flush, flushFileSystem, setMode, setOwner, setTimes, setAttribute
  }

  package let kind: Kind
  package let path: String
  package var newPath: String?

  package init(kind: Kind, path: String, newPath: String? = nil) {
    self.kind = kind
    self.path = path
    self.newPath = newPath
  }

  package var isRemoval: Bool { kind == .removeFile || kind == .removeFolder }
  package var description: String { "\(kind) \(path)\(newPath.map { " -> " + $0 } ?? "")" }
}

/// The system's calls, with a fault. Flushes are counted but not made, since no test cuts the power.
package final class FaultyCalls: FileSystemCalls {
  package enum Fault: Equatable, Sendable {
    case none
    /// One call fails.
    case fail(Int32, at: Int)
    /// One call and all after it fail.
    case failForGood(Int32, at: Int)
    /// The process ends at this call: the call does not happen, but half of a write does, and nothing happens after it.
    case kill(at: Int)
    /// Every call fails with EINTR before it succeeds.
    case interruptEach
    /// Every write takes one byte.
    case shortWrites
  }

  /// Thrown where the process would have ended.
  package struct Killed: Error {}

  private let live = LiveFileSystemCalls()
  private let fault: Fault
  /// The error with which a call always fails.
  private let refusing: @Sendable (Call) -> Int32?
  /// True for calls that report success without doing anything, like a broken store.
  private let skipping: @Sendable (Call) -> Bool
  private let log = Mutex<[Call]>([])
  private let wasInterrupted = Mutex(false)

  package init(
    _ fault: Fault = .none, refusing: @escaping @Sendable (Call) -> Int32? = { _ in nil },
    skipping: @escaping @Sendable (Call) -> Bool = { _ in false }
  ) {
    self.fault = fault
    self.refusing = refusing
    self.skipping = skipping
  }

  package var calls: [Call] { log.withLock { $0 } }

  private func perform(_ call: Call, dying: () -> Void = {}, _ body: () throws -> Void) throws {
    let number = log.withLock { log in
      log.append(call)
      return log.count
    }
    switch fault {
    case .fail(let code, at: number): throw SystemError("\(call.kind)", call.path, code: code)
    case .failForGood(let code, let first) where number >= first:
      throw SystemError("\(call.kind)", call.path, code: code)
    case .kill(let last) where number >= last:
      if number == last { dying() }
      throw Killed()
    case .interruptEach:
      let interrupts = wasInterrupted.withLock { flag in
        flag.toggle()
        return flag
      }
      if interrupts { throw SystemError("\(call.kind)", call.path, code: EINTR) }
    default: break
    }
    if let code = refusing(call) { throw SystemError("\(call.kind)", call.path, code: code) }
    if !skipping(call) { try body() }
  }

  package func createFile(_ path: FilePath, mode: UInt32) throws -> Int32 {
    var descriptor: Int32 = -1
    try perform(Call(kind: .createFile, path: path.text)) { descriptor = try live.createFile(path, mode: mode) }
    return descriptor
  }

  package func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: FilePath) throws -> Int {
    var count = bytes.count
    func write(atMost limit: Int) throws {
      count = try live.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(limit)), to: descriptor, path: path)
    }
    try perform(Call(kind: .write, path: path.text)) {
      try? write(atMost: bytes.count / 2)
    } _: {
      try write(atMost: fault == .shortWrites ? 1 : bytes.count)
    }
    return count
  }

  package func createFolder(_ path: FilePath, mode: UInt32) throws {
    try perform(Call(kind: .createFolder, path: path.text)) { try live.createFolder(path, mode: mode) }
  }

  package func rename(_ path: FilePath, to newPath: FilePath) throws {
    try perform(Call(kind: .rename, path: path.text, newPath: newPath.text)) { try live.rename(path, to: newPath) }
  }

  package func renameExclusively(_ path: FilePath, to newPath: FilePath) throws {
    try perform(Call(kind: .renameExclusively, path: path.text, newPath: newPath.text)) {
      try live.renameExclusively(path, to: newPath)
    }
  }

  package func exchange(_ path: FilePath, with otherPath: FilePath) throws {
    try perform(Call(kind: .exchange, path: path.text, newPath: otherPath.text)) {
      try live.exchange(path, with: otherPath)
    }
  }

  package func removeFile(_ path: FilePath) throws {
    try perform(Call(kind: .removeFile, path: path.text)) { try live.removeFile(path) }
  }

  package func removeFolder(_ path: FilePath) throws {
    try perform(Call(kind: .removeFolder, path: path.text)) { try live.removeFolder(path) }
  }

  package func flush(_ descriptor: Int32, path: FilePath) throws {
    try perform(Call(kind: .flush, path: path.text)) {}
  }

  package func flushFileSystem(_ descriptor: Int32, path: FilePath) throws {
    try perform(Call(kind: .flushFileSystem, path: path.text)) {}
  }

  package func setMode(_ mode: UInt32, of descriptor: Int32, path: FilePath) throws {
    try perform(Call(kind: .setMode, path: path.text)) { try live.setMode(mode, of: descriptor, path: path) }
  }

  package func setOwner(_ owner: UInt32, group: UInt32, of descriptor: Int32, path: FilePath) throws {
    try perform(Call(kind: .setOwner, path: path.text)) {
      try live.setOwner(owner, group: group, of: descriptor, path: path)
    }
  }

  package func setTimes(_ times: [timespec], of path: FilePath) throws {
    try perform(Call(kind: .setTimes, path: path.text)) { try live.setTimes(times, of: path) }
  }

  package func setAttribute(_ name: String, to value: [UInt8], of descriptor: Int32, path: FilePath) throws {
    try perform(Call(kind: .setAttribute, path: path.text)) {
      try live.setAttribute(name, to: value, of: descriptor, path: path)
    }
  }
}
