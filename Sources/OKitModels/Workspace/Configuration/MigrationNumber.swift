import JSONDocument
package import OKitStorage

/// The numbers that order migration files: the four or more digits at the beginning of their names.
package enum MigrationNumber {
  /// Returns the number of a migration by its name without the ending, such as 7 for `0007-titles`; nil if the name is not valid.
  package static func number(of name: String) -> Int? {
    let digits = name.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let rest = name.utf8.dropFirst(digits.count)
    guard digits.count >= 4, rest.first == UInt8(ascii: "-"), rest.count > 1 else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Returns the highest number in the migrations folder of the workspace at `root`; 0 if there is none.
  package static func highest(in root: FilePath) throws -> Int {
    let entries = try FolderListing(WorkspaceLayout.migrations.absolute(in: root)).entries.filter { $0.kind != .folder }
    return entries.compactMap { $0.name.withoutSuffix(".json").flatMap(number) }.max() ?? 0
  }
}
