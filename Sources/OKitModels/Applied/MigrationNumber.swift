import OKitStorage

/// The numbers that files of migrations are ordered by: the at least four digits that their names begin with.
package enum MigrationNumber {
  /// The number of a migration by its name without the ending, such as 7 of `0007-titles`; nil where it is no name of one.
  package static func number(of name: String) -> Int? {
    let digits = name.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let rest = name.utf8.dropFirst(digits.count)
    guard digits.count >= 4, rest.first == UInt8(ascii: "-"), rest.count > 1 else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The highest number in the folder of migrations of the workspace in `root`; 0 where there is none.
  package static func highest(in root: String) throws -> Int {
    let entries = try FolderListing(Path.join(root, WorkspaceLayout.migrations)).entries.filter { $0.kind != .folder }
    return entries.compactMap { $0.name.withoutSuffix(".json").flatMap(number) }.max() ?? 0
  }
}
