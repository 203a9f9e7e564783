import Foundation
package import Glibc

/// Files by their exact names: two Unicode spellings of a name are different.
package enum Files {
  package struct Failure: Error {
    let message: String

    package init(_ path: String) {
      message = "\(path): \(String(cString: strerror(errno)))"
    }
  }

  package static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw Failure(path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  package static func text(_ path: String) throws -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  /// Writes a file, and creates the folders above it. A new file gets the mode 0600 unless `mode` is given.
  package static func write(_ bytes: some Sequence<UInt8>, to path: String, mode: mode_t? = nil) throws {
    var descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode ?? 0o600)
    if descriptor < 0, errno == ENOENT {
      try makeFolder(parent(of: path))
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode ?? 0o600)
    }
    guard descriptor >= 0 else { throw Failure(path) }
    defer { close(descriptor) }
    let bytes = Array(bytes)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw Failure(path) }
      done += count
    }
    if let mode, fchmod(descriptor, mode) != 0 { throw Failure(path) }
  }

  package static func write(_ text: String, to path: String, mode: mode_t? = nil) throws {
    try write(text.utf8, to: path, mode: mode)
  }

  /// Replaces the only occurrence of `old` in a file.
  package static func edit(_ path: String, _ old: String, _ new: String) throws {
    let parts = try text(path).components(separatedBy: old)
    guard parts.count == 2 else { throw ChildProcess.Failure("\(path) has '\(old)' \(parts.count - 1) times") }
    try write(parts.joined(separator: new), to: path)
  }

  /// Creates a folder and those above it.
  package static func makeFolder(_ path: String) throws {
    if path.isEmpty || exists(path) { return }
    try makeFolder(parent(of: path))
    guard mkdir(path, 0o755) == 0 else { throw Failure(path) }
  }

  private static func parent(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path.utf8[..<$0])! } ?? ""
  }

  /// True if the path exists, also as a dangling link.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  package static func size(_ path: String) throws -> Int { Int(try status(path).st_size) }

  package static func mode(_ path: String) throws -> mode_t { try status(path).st_mode & 0o7777 }

  package static func setMode(_ mode: mode_t, _ path: String) throws {
    guard chmod(path, mode) == 0 else { throw Failure(path) }
  }

  package static func link(_ path: String, to target: String) throws {
    guard symlink(target, path) == 0 else { throw Failure(path) }
  }

  /// Returns the target of a link.
  package static func linkTarget(_ path: String) throws -> [UInt8] {
    var target = [UInt8](repeating: 0, count: 4096)
    let count = target.withUnsafeMutableBytes { readlink(path, $0.baseAddress!, $0.count) }
    guard count >= 0 else { throw Failure(path) }
    return Array(target.prefix(count))
  }

  private static func status(_ path: String) throws -> stat {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Failure(path) }
    return status
  }

  package static func move(_ path: String, to target: String) throws {
    guard rename(path, target) == 0 else { throw Failure(path) }
  }

  /// Copies a file, or a folder and everything in it.
  package static func copy(_ path: String, to target: String) throws {
    let status = try status(path)
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      guard mkdir(target, 0o700) == 0 else { throw Failure(target) }
      for name in try names(in: path) { try copy("\(path)/\(name)", to: "\(target)/\(name)") }
      try setMode(status.st_mode & 0o7777, target)
    case S_IFLNK: try link(target, to: try String(decoding: linkTarget(path), as: UTF8.self))
    default: try write(try read(path), to: target, mode: status.st_mode & 0o7777)
    }
  }

  /// Removes a file, or a folder with everything in it.
  package static func remove(_ path: String) throws {
    guard exists(path) else { return }
    if try status(path).st_mode & S_IFMT == S_IFDIR {
      chmod(path, 0o700)
      for name in try byteNames(in: path) { try remove("\(path)/\(String(decoding: name, as: UTF8.self))") }
      guard rmdir(path) == 0 else { throw Failure(path) }
    } else {
      guard unlink(path) == 0 else { throw Failure(path) }
    }
  }

  /// Returns the names in a folder, in the order of their bytes.
  package static func byteNames(in path: String) throws -> [[UInt8]] {
    guard let folder = opendir(path) else { throw Failure(path) }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = Glibc.readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the names in a folder as texts, in the order of their bytes.
  package static func names(in path: String) throws -> [String] {
    try byteNames(in: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the names in a folder; empty if the folder does not exist.
  package static func namesIfPresent(in path: String) -> [String] { (try? names(in: path)) ?? [] }

  /// Returns the paths, relative to `folder`, of everything below it.
  package static func everything(below folder: String) -> [String] {
    namesIfPresent(in: folder).flatMap { name in
      let isFolder = (try? status("\(folder)/\(name)").st_mode & S_IFMT == S_IFDIR) == true
      return [name] + (isFolder ? everything(below: "\(folder)/\(name)").map { "\(name)/\($0)" } : [])
    }
  }

  /// Returns the paths, relative to `folder`, of everything below it except folders.
  package static func files(below folder: String) -> [String] {
    everything(below: folder).filter { (try? status("\(folder)/\($0)").st_mode & S_IFMT != S_IFDIR) == true }
  }
}
