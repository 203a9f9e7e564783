import Foundation
import TestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitEditing
@testable import OKitModels
@testable import OKitStorage

/// Files and folders as they are on a disk.
struct DiskImage: Equatable {
  indirect enum Content: Hashable {
    case file([UInt8])
    /// A folder with the nodes that its names refer to.
    case folder([String: RecordingCalls.Node])
  }

  struct Entry: Hashable {
    var mode: mode_t
    var content: Content
  }

  let root: RecordingCalls.Node
  var nodes: [RecordingCalls.Node: Entry] = [:]

  init(root: RecordingCalls.Node) {
    self.root = root
  }

  mutating func name(_ node: RecordingCalls.Node?, _ name: String, in folder: RecordingCalls.Node) {
    guard case .folder(var names) = nodes[folder]?.content else { return }
    names[name] = node
    nodes[folder]?.content = .folder(names)
  }

  /// Applies a recorded event.
  mutating func apply(_ event: RecordingCalls.Event) {
    switch event {
    case .write(let node, let offset, let bytes):
      guard case .file(var content) = nodes[node]?.content else { return }
      if content.count < offset + bytes.count {
        content += [UInt8](repeating: 0, count: offset + bytes.count - content.count)
      }
      content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      nodes[node]?.content = .file(content)
    case .mode(let node, let mode):
      nodes[node]?.mode = mode
    case .names(let changes):
      for change in changes { name(change.node, change.name, in: change.folder) }
    case .flush, .flushFileSystem: break
    }
  }

  /// Makes the files and folders in the existing `folder`.
  func write(to folder: String) throws {
    try write(root, to: folder)
  }

  private func write(_ node: RecordingCalls.Node, to path: String) throws {
    guard case .folder(let names) = nodes[node]?.content else { return }
    for (name, child) in names {
      guard let entry = nodes[child] else { continue }
      let place = path + "/" + name
      if case .file(let bytes) = entry.content {
        try Files.write(bytes, to: place)
      } else {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try write(child, to: place)
      }
      try Files.setMode(entry.mode, place)
    }
  }

  /// Everything reachable from the root; equal for equal disks.
  var reachable: [String: Entry] {
    var found: [String: Entry] = [:]
    func visit(_ node: RecordingCalls.Node, _ path: String) {
      guard let entry = nodes[node] else { return }
      guard case .folder(let names) = entry.content else { return found[path] = entry }
      found[path] = Entry(mode: entry.mode, content: .folder([:]))
      for (name, child) in names { visit(child, path + "/" + name) }
    }
    visit(root, "")
    return found
  }
}
