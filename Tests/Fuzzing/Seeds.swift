import TestSupport

/// Real data to begin with.
enum Seeds {
  /// The first bytes of a file of the Bookshop fixture.
  static func fixture(_ path: String, prefix: Int = .max) throws -> [UInt8] {
    Array(try Fixture.bytes(path).prefix(prefix))
  }

  static func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}
