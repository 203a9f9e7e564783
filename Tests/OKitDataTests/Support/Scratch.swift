import Foundation
import TestSupport
import Testing

@testable import OKitStorage

/// A temporary folder that is removed with this object.
final class Scratch {
  let path: String

  init() throws {
    // In memory where there is a place for that: a test makes many small files.
    let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(folder)/okit-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }
}

/// Files by their paths, for tests.
enum Disk {
  static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  static func write(_ text: String, to path: String) throws {
    try write(text.utf8, to: path)
  }

  static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  /// Whether there is something, a dangling link included.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  static func setMode(_ mode: mode_t, _ path: String) throws {
    try #require(chmod(path, mode) == 0)
  }

  static func link(_ path: String, to target: String) throws {
    try #require(symlink(target, path) == 0)
  }

  /// Waits until a change of the file would give it another time: to some systems so many milliseconds are one moment.
  static func waitForAnotherTime(than path: String) throws {
    // On the same disk, and out of the way of what looks into the folder.
    let scratch = try Scratch()
    let own = try #require(try FileStatus.of(path)).stamp.changed
    for _ in 0..<5_000 {
      try write("", to: scratch.file("probe"))
      if try #require(try FileStatus.of(scratch.file("probe"))).stamp.changed > own { return }
      usleep(1_000)
    }
    Issue.record("the time of files does not go on")
  }

  static func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: path)
  }

  static func copy(_ path: String, to target: String) throws {
    try FileManager.default.copyItem(atPath: path, toPath: target)
  }

  static func move(_ path: String, to target: String) throws {
    try FileManager.default.moveItem(atPath: path, toPath: target)
  }

  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// The paths, relative to `folder`, of everything below it that is no folder.
  static func files(below folder: String) -> [String] {
    everything(below: folder).filter { path in
      var status = stat()
      return lstat(folder + "/" + path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }
  }

  /// The paths, relative to `folder`, of everything below it.
  static func everything(below folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).sorted()
  }
}

/// The Bookshop that every test of this package shares.
enum Bookshop {
  static let data = Repository.bookshop + "/data"
  static let key = Repository.bookshop + "/cryptinfo.json"
  static let plainModel = Repository.bookshop + "/expected/default.json"
  static let plainImage = Repository.bookshop + "/expected/image.png"
}
