import Foundation
import TestSupport

/// Real data to begin with.
enum Seeds {
  private static let fixtures = URL(fileURLWithPath: Repository.bookshop)

  /// The first bytes of a file of the Bookshop fixture.
  static func fixture(_ path: String, prefix: Int = .max) throws -> [UInt8] {
    Array(try Data(contentsOf: fixtures.appendingPathComponent(path)).prefix(prefix))
  }

  static func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}
