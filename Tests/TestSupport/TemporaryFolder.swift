import Glibc

/// A folder that is removed with this object.
package final class TemporaryFolder {
  package enum Disk {
    /// A folder in memory if possible, which suits tests of many small files. Programs may not be allowed to run there.
    case memory
    case real
  }

  package let path: String

  package init(on disk: Disk = .memory) throws {
    let place = disk == .memory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(place)/okit-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Files.Failure("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? Files.remove(path)
  }

  /// Returns the path of a file in it.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Files.write(bytes, to: file(name))
    return file(name)
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }

  package func read(_ name: String) throws -> [UInt8] { try Files.read(file(name)) }
}

extension TemporaryFolder {
  /// Runs a program in the folder, or in one inside it; throws unless it ends with `status` (nil: any).
  @discardableResult
  package func run(
    _ command: String..., in folder: String = ".", locale: String = "C.UTF-8", status: Int32? = 0
  ) throws -> Output {
    try Tool.run(command, status: status, in: file(folder), locale: locale)
  }
}
