import TestSupport
import Testing

/// States of the shop that some examples require.
extension ExampleScene {
  /// Removes the app's classes.
  func undefine() throws {
    let text = try shop.jq("del(.definitions) | .models |= map_values(del(.class))", shop.configuration)
    try Files.write(text, to: shop.configuration)
  }

  /// Makes an attachment file that no entity names.
  func loseAttachment() throws {
    try Files.write("lost", to: shop.data + "/_data/LOST.raw")
  }

  /// Gives a stand-in another name than its partial has.
  func renameStandIn() throws {
    let path = shop.data + "/directory.json"
    try Files.write(shop.jq(".groups[0].name = \"Monday\" | tojson", path), to: path)
  }

  /// Makes the backup that the examples name.
  func namedBackup() throws {
    try shop.okit("backup", "create", Self.backup, "-r", shop.recipient)
  }

  /// Makes the backup that the examples name, and then deletes part of the data.
  func mishap() throws {
    try namedBackup()
    try shop.okit("set", "name", "Lost")
  }

  /// Changes the app's sources.
  private func redefine(_ old: String, _ new: String) throws {
    try Files.edit(machine.path("home/App/Model/Bookshop.swift"), old, new)
  }

  /// Gives a book `pages`, in the app's sources.
  func addProperty() throws {
    try redefine("  var marked: Bool = false\n", "  var marked: Bool = false\n  var pages: Int = 0\n")
  }

  /// Renames the `name` of a book to `title`, in the app's sources.
  func renameProperty() throws {
    try redefine("var name: String = \"\"\n  var type", "var title: String = \"\"\n  var type")
  }

  /// Removes the `marked` of a book from the app's sources.
  func dropProperty() throws {
    try redefine("  var marked: Bool = false\n", "")
  }

  /// Renames a property and applies that as the migration 0001-titles.
  func applyTitles() throws {
    try renameProperty()
    try shop.okit("migrate", "new", "titles", "--rename", "Book.name=title")
    try shop.okit("migrate", "apply")
  }
}
