/// The common part of both writers: checks names and the order of calls, and refuses calls after a failure.
final class EntryWriter {
  private enum State {
    case open
    case failed
    case finished
  }

  private static let bufferSize = 128 << 10

  private var state = State.open
  private var names = NameRegistry(limit: ArchiveLimits().entries)
  private let buffer = RawBuffer(bufferSize)

  func add(
    _ name: String, size: Int64, _ body: (_ name: String, _ content: inout EntryContent) throws -> Void
  ) throws {
    try step {
      guard size >= 0 else { throw ArchiveError(.changed, entry: name, "has a negative size") }
      let checked = try ArchiveName.check(name, kind: .file)
      try names.add(checked, .file)
      var content = EntryContent(name: checked, size: size, buffer: buffer.bytes)
      do {
        try body(checked, &content)
      } catch let error as ArchiveError {
        throw error.naming(checked)
      }
    }
  }

  func finish(_ body: () throws -> Void) throws {
    try step(body)
    state = .finished
  }

  private func step(_ body: () throws -> Void) throws {
    guard state == .open else {
      throw ArchiveError(.failed, state == .failed ? "an earlier write failed" : "the archive is finished")
    }
    state = .failed
    try body()
    state = .open
  }
}
