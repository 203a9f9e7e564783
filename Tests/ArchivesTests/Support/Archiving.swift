import TestSupport

@testable import Archives

let time: Int64 = 1_700_000_000
let password = "pass wörd"

func tarZstd(_ contents: [Content], threads: Int = 0, piece: Int = .max) throws -> [UInt8] {
  let memory = Memory()
  let writer = try TarZstdWriter(threads: threads, sink: memory.write)
  try add(contents, piece: piece, writer.addFile)
  try writer.finish()
  return memory.bytes
}

func zip(_ contents: [Content], password: String = password, piece: Int = .max) throws -> [UInt8] {
  let memory = Memory()
  let writer = try withPassword(password) { try ZipWriter(password: $0, sink: memory.write) }
  try add(contents, piece: piece, writer.addFile)
  try writer.finish()
  return memory.bytes
}

private func add(
  _ contents: [Content], piece: Int, _ addFile: (String, Int64, Int64, ArchiveSource) throws -> Void
) throws {
  for content in contents {
    let bytes = content.bytes ?? []
    try addFile(content.name, Int64(bytes.count), time, source(bytes, piece: piece))
  }
}

func withPassword<Result>(_ password: String, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
  try Array(password.utf8).withUnsafeBytes(body)
}

/// Everything in an archive, read in pieces of a size that aligns with nothing.
func contents(_ reader: ArchiveReader, piece: Int = 10_007) throws -> [Content] {
  var found: [Content] = []
  while let entry = try reader.next() {
    guard entry.kind == .file else {
      found.append(.folder(entry.name))
      continue
    }
    found.append(Content(entry.name, try readAll(buffer: piece) { try reader.read(into: $0) }))
  }
  return found
}

func readTarZstd(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits(), piece: Int = .max) throws -> [Content] {
  try contents(ArchiveReader(tarZstd: source(bytes, piece: piece), limits: limits))
}

func readZip(
  _ bytes: [UInt8], password: String? = password, allowWeak: Bool = false, limits: ArchiveLimits = ArchiveLimits()
) throws -> [Content] {
  try withZip(bytes, password: password, allowWeak: allowWeak, limits: limits) { try contents($0) }
}

func withZip<Result>(
  _ bytes: [UInt8], password: String? = password, allowWeak: Bool = false, limits: ArchiveLimits = ArchiveLimits(),
  _ body: (ArchiveReader) throws -> Result
) throws -> Result {
  let file = UnnamedFile(bytes)
  let reader: ArchiveReader
  if let password {
    reader = try withPassword(password) {
      try ArchiveReader(zip: file.descriptor, password: $0, allowWeakEncryption: allowWeak, limits: limits)
    }
  } else {
    reader = try ArchiveReader(zip: file.descriptor, password: nil, allowWeakEncryption: allowWeak, limits: limits)
  }
  return try withExtendedLifetime(file) { try body(reader) }
}

/// Returns the kind and text of the error with which reading ends.
func failure(_ body: () throws -> [Content]) -> ArchiveError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? ArchiveError ?? ArchiveError(.failed, "another error: \(error)")
  }
}
