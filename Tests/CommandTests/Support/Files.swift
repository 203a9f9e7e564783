import Glibc

@testable import OKitStorage

/// Files by their exact names: nothing here takes two spellings of a name for the same.
enum Files {
  struct Failure: Error {
    let message: String

    init(_ path: String) {
      message = "\(path): \(String(cString: strerror(errno)))"
    }
  }

  static func read(_ path: String) throws -> [UInt8] {
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

  static func text(_ path: String) throws -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  static func write(_ bytes: some Collection<UInt8>, _ path: String, mode: mode_t = 0o600) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Failure(path) }
    defer { close(descriptor) }
    let bytes = Array(bytes)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw Failure(path) }
      done += count
    }
    guard fchmod(descriptor, mode) == 0 else { throw Failure(path) }
  }

  /// Makes a folder and those above it.
  static func makeFolder(_ path: String) throws {
    if exists(path) { return }
    let parent = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path.utf8[..<$0])! } ?? ""
    if !parent.isEmpty { try makeFolder(parent) }
    guard mkdir(path, 0o755) == 0 else { throw Failure(path) }
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func size(_ path: String) throws -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Failure(path) }
    return Int(status.st_size)
  }

  static func mode(_ path: String) throws -> mode_t {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Failure(path) }
    return status.st_mode & 0o7777
  }

  /// The names in a folder, in the order of their bytes.
  static func names(_ path: String) throws -> [[UInt8]] {
    guard let folder = opendir(path) else { throw Failure(path) }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = Glibc.readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The names in a folder, for those that are text.
  static func nameTexts(_ path: String) throws -> [String] {
    try names(path).map { String(decoding: $0, as: UTF8.self) }
  }

  static func remove(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      chmod(path, 0o700)
      for name in try names(path) { try remove("\(path)/\(String(decoding: name, as: UTF8.self))") }
      guard rmdir(path) == 0 else { throw Failure(path) }
    } else {
      guard unlink(path) == 0 else { throw Failure(path) }
    }
  }
}
