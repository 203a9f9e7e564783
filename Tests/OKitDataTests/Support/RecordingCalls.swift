import Foundation
import Synchronization
import TestSupport
import WorkspaceTestSupport

@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

/// The system's calls, recorded with their changes, so that the results of a power cut can be derived.
///
/// Files and folders are identified by number, since their names change. Flushes are recorded but not made.
final class RecordingCalls: FileSystemCalls {
  typealias Node = Int

  enum Event {
    case write(Node, offset: Int, [UInt8])
    case mode(Node, mode_t)
    /// Names that change in one step.
    case names([NameChange])
    case flush(Node)
    case flushFileSystem
  }

  struct NameChange {
    let folder: Node
    let name: String
    /// The node that has the name from now on; nil for none.
    let node: Node?
    /// The entry of a new node.
    var made: DiskImage.Entry?
  }

  private struct Record {
    var nodes: [ino_t: Node] = [:]
    var offsets: [Node: Int] = [:]
    var count = 0
    var events: [Event] = []

    mutating func node(_ status: stat) -> Node {
      if let known = nodes[status.st_ino] { return known }
      count += 1
      nodes[status.st_ino] = count
      return count
    }
  }

  private let live = LiveFileSystemCalls()
  private let record = Mutex(Record())
  private let refusing: @Sendable (Call) -> Int32?
  /// The disk at the beginning.
  let initial: DiskImage

  /// Records the changes below `folder`.
  init(below folder: String, refusing: @escaping @Sendable (Call) -> Int32? = { _ in nil }) throws {
    self.refusing = refusing
    var record = Record()
    initial = try Self.image(of: folder, &record)
    self.record.withLock { $0 = record }
  }

  var events: [Event] { record.withLock { $0.events } }

  private static func image(of folder: String, _ record: inout Record) throws -> DiskImage {
    var image = DiskImage(root: record.node(try status(FilePath(text: folder))))
    for path in [""] + Files.everything(below: folder) {
      let place = path.isEmpty ? folder : folder + "/" + path
      let status = try status(FilePath(text: place))
      let node = record.node(status)
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      image.nodes[node] = DiskImage.Entry(
        mode: status.st_mode & 0o7777, content: isFolder ? .folder([:]) : .file(try Files.read(place)))
      if !path.isEmpty {
        let parent = record.node(try Self.status(FilePath(text: place).parent))
        image.name(node, (place as NSString).lastPathComponent, in: parent)
      }
    }
    return image
  }

  // MARK: - Recording

  private static func status(_ path: FilePath) throws -> stat {
    var status = stat()
    guard stat(path.text, &status) == 0 else { throw SystemError("stat", path) }
    return status
  }

  private static func link(_ path: FilePath) throws -> stat {
    var status = stat()
    guard lstat(path.text, &status) == 0 else { throw SystemError("remove", path) }
    return status
  }

  /// The system may reuse the number of a removed file.
  private func forget(_ status: stat) {
    record.withLock { record in
      if let node = record.nodes.removeValue(forKey: status.st_ino) { record.offsets[node] = nil }
    }
  }

  private func node(_ path: FilePath) -> Node {
    var status = stat()
    precondition(lstat(path.text, &status) == 0, "\(path) is not there")
    return record.withLock { $0.node(status) }
  }

  private func node(_ descriptor: Int32) -> Node {
    var status = stat()
    precondition(fstat(descriptor, &status) == 0)
    return record.withLock { $0.node(status) }
  }

  private func change(_ path: FilePath, _ node: Node?, made: DiskImage.Entry? = nil) throws -> NameChange {
    let folder = try Self.status(path.parent)
    let number = record.withLock { $0.node(folder) }
    return NameChange(folder: number, name: path.name, node: node, made: made)
  }

  private func add(_ event: Event) {
    record.withLock { $0.events.append(event) }
  }

  private func refuse(_ call: Call) throws {
    if let code = refusing(call) { throw SystemError("\(call.kind)", call.path, code: code) }
  }

  // MARK: - Calls

  func createFile(_ path: FilePath, mode: UInt32) throws -> Int32 {
    let descriptor = try live.createFile(path, mode: mode)
    let made = DiskImage.Entry(mode: try Files.mode(path.text), content: .file([]))
    add(.names([try change(path, node(descriptor), made: made)]))
    return descriptor
  }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: FilePath) throws -> Int {
    let count = try live.write(bytes, to: descriptor, path: path)
    let node = node(descriptor)
    record.withLock { record in
      let offset = record.offsets[node, default: 0]
      record.events.append(.write(node, offset: offset, Array(bytes.prefix(count))))
      record.offsets[node] = offset + count
    }
    return count
  }

  func createFolder(_ path: FilePath, mode: UInt32) throws {
    try live.createFolder(path, mode: mode)
    let made = DiskImage.Entry(mode: try Files.mode(path.text), content: .folder([:]))
    add(.names([try change(path, node(path), made: made)]))
  }

  func rename(_ path: FilePath, to newPath: FilePath) throws {
    try refuse(Call(kind: .rename, path: path.text, newPath: newPath.text))
    let node = node(path)
    let replaced = try? Self.link(newPath)
    try live.rename(path, to: newPath)
    if let replaced { forget(replaced) }
    add(.names([try change(path, nil), try change(newPath, node)]))
  }

  func renameExclusively(_ path: FilePath, to newPath: FilePath) throws {
    try refuse(Call(kind: .renameExclusively, path: path.text, newPath: newPath.text))
    let node = node(path)
    try live.renameExclusively(path, to: newPath)
    add(.names([try change(path, nil), try change(newPath, node)]))
  }

  func exchange(_ path: FilePath, with otherPath: FilePath) throws {
    try refuse(Call(kind: .exchange, path: path.text, newPath: otherPath.text))
    let (node, other) = (node(path), node(otherPath))
    try live.exchange(path, with: otherPath)
    add(.names([try change(path, other), try change(otherPath, node)]))
  }

  func removeFile(_ path: FilePath) throws {
    let status = try Self.link(path)
    try live.removeFile(path)
    forget(status)
    add(.names([try change(path, nil)]))
  }

  func removeFolder(_ path: FilePath) throws {
    let status = try Self.link(path)
    try live.removeFolder(path)
    forget(status)
    add(.names([try change(path, nil)]))
  }

  func flush(_ descriptor: Int32, path: FilePath) throws {
    add(.flush(node(descriptor)))
  }

  func flushFileSystem(_ descriptor: Int32, path: FilePath) throws {
    add(.flushFileSystem)
  }

  func setMode(_ mode: UInt32, of descriptor: Int32, path: FilePath) throws {
    try live.setMode(mode, of: descriptor, path: path)
    add(.mode(node(descriptor), mode))
  }

  func setOwner(_ owner: UInt32, group: UInt32, of descriptor: Int32, path: FilePath) throws {
    try live.setOwner(owner, group: group, of: descriptor, path: path)
  }

  func setTimes(_ times: [timespec], of path: FilePath) throws { try live.setTimes(times, of: path) }

  func setAttribute(_ name: String, to value: [UInt8], of descriptor: Int32, path: FilePath) throws {
    try live.setAttribute(name, to: value, of: descriptor, path: path)
  }
}
