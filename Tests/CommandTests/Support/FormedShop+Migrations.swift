import TestSupport
import Testing

extension FormedShop {
  static let name = "var name: String = \"\"\n  var type: BookType"
  static let title = "var title: String = \"\"\n  var pages: Int = 7\n  var type: BookType"
  static let comment = "  var comment: String?\n"

  /// A shop with a record of the definitions that its data conforms to.
  static func recorded(_ form: Form) throws -> FormedShop {
    let shop = try FormedShop(form)
    try shop.okit("migrate", "apply")
    return shop
  }

  /// Changes the app's classes.
  func redefine(_ old: String, _ new: String) throws {
    try Files.edit(root + "/okit/model/Bookshop.swift", old, new)
  }

  /// The workspace without the files that an apply and its rollback add.
  func tree() throws -> FileTree {
    try shop.tree().without { $0.hasPrefix("okit/backup") || $0 == "okit/history.json" || $0.hasPrefix("okit/model/B") }
  }

  /// The names of the backups that were made before a step.
  func kept(_ step: String) throws -> [String] {
    guard Files.exists(shop.backups) else { return [] }
    return try Files.names(in: shop.backups).filter { $0.hasPrefix("before-\(step)-") }
  }
}
