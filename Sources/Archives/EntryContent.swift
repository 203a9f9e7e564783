/// Copies the content of an entry from a source to an archive. The size must be exactly as announced.
struct EntryContent {
  private let name: String
  private let size: Int64
  private let buffer: UnsafeMutableRawBufferPointer
  private var remaining: Int64
  private var filled = 0

  init(name: String, size: Int64, buffer: UnsafeMutableRawBufferPointer) {
    self.name = name
    self.size = size
    self.buffer = buffer
    remaining = size
  }

  /// Reads up to `count` bytes from the start and keeps them for `copy`.
  mutating func peek(_ count: Int, from source: ArchiveSource) throws -> UnsafeRawBufferPointer {
    while filled < count, remaining > 0 {
      try fill(from: source)
    }
    return UnsafeRawBufferPointer(rebasing: buffer[..<filled])
  }

  mutating func copy(from source: ArchiveSource, to write: (UnsafeRawBufferPointer) throws -> Void) throws {
    while true {
      if filled > 0 { try write(UnsafeRawBufferPointer(rebasing: buffer[..<filled])) }
      filled = 0
      if remaining == 0 { break }
      try fill(from: source)
    }
    if try source(UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(1))) > 0 {
      throw ArchiveError(.changed, entry: name, "has more than the declared \(size) bytes")
    }
  }

  private mutating func fill(from source: ArchiveSource) throws {
    let room = UnsafeMutableRawBufferPointer(
      rebasing: buffer[filled...].prefix(Int(min(remaining, Int64(buffer.count)))))
    let count = try source(room)
    precondition(count >= 0 && count <= room.count, "a source returned a count outside its buffer")
    guard count > 0 else {
      throw ArchiveError(.changed, entry: name, "has fewer than the declared \(size) bytes")
    }
    filled += count
    remaining -= Int64(count)
  }
}
