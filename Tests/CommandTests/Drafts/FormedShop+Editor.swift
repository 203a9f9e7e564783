import TestSupport
import Testing

extension FormedShop {
  /// The bytes of an image that is not in the shop.
  static let picture = SampleAttachment.pngSignature + Array("picture".utf8)

  /// Runs `okit edit` with a script as the editor.
  @discardableResult
  func editText(
    _ path: String, _ script: String, _ options: String..., status: Int32 = 0,
    at location: SourceLocation = #_sourceLocation
  ) throws -> Output {
    try machine.useEditor(script)
    return try machine.okit(["edit", path] + options, status: status, in: root, at: location)
  }

  /// Returns the text that the editor gets.
  func draft(_ words: String...) throws -> String { try draft(words) }

  /// Returns the text that the editor gets.
  func draft(_ words: [String]) throws -> String {
    let copy = machine.path("draft")
    try machine.useEditor("cp \"$1\" \(copy)")
    try machine.okit(words, in: root)
    return try Files.text(copy)
  }

  /// Expects that `body` makes `new` of the only `old` in the file, and changes no other byte of the data.
  func expectChange(
    _ old: String, _ new: String, in file: String = "default.json", at location: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) throws {
    let before = try FileTree(shop.data)
    let expected = try Self.replacing(old, with: new, in: text(file))
    try body()
    #expect(try text(file) == expected, sourceLocation: location)
    #expect(try FileTree(shop.data).differences(from: before).count == 1, sourceLocation: location)
  }

  /// The files that editors left in the folder of texts.
  func texts() throws -> [String] {
    let folder = try machine.runtimeFolder() + "/okit"
    return Files.exists(folder)
      ? Files.files(below: folder).filter { $0.hasSuffix(".jsonc") }.map { folder + "/" + $0 } : []
  }
}
