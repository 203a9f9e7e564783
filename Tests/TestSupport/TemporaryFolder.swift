import Glibc

/// A folder that is removed with this object.
package final class TemporaryFolder {
  package let path: String

  /// Creates a folder; with `inMemory`, on a file system in memory even if it has little room.
  package init(inMemory: Bool = false) throws {
    var template = Array("\(inMemory ? "/dev/shm" : Self.place)/okit-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Files.Failure("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A file system in memory, which suits tests of many small files, if it has room and programs may run there. Whole campaigns need a disk,
  /// and have files of a gigabyte.
  static let place: String = {
    let memory = "/dev/shm"
    let minimumSpace: UInt = 4 << 30
    // ST_NOEXEC, which Glibc hides without _GNU_SOURCE.
    let forbidsPrograms: UInt = 8
    var status = statvfs()
    guard !Effort.isWhole, access(memory, W_OK) == 0, statvfs(memory, &status) == 0,
      status.f_flag & forbidsPrograms == 0,
      status.f_bavail * status.f_frsize >= minimumSpace
    else { return "/tmp" }
    return memory
  }()

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
