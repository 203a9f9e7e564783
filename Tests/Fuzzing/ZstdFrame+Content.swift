import TestSupport

@testable import Archives

extension ZstdFrame {
  /// The content of a stream.
  static func content(_ source: @escaping ArchiveSource) throws -> [UInt8] {
    let stream = try ZstdStream(source, limits: ArchiveLimits())
    return try readAll { try stream.read(into: $0) }
  }
}
