import Foundation
import TestSupport
import Testing

/// The intact Bookshop of the example with its app's classes, and with every model except the settings stored in one form.
///
/// Its files are read and changed with other tools.
struct FormedShop: CommandWorkspace {
  enum Form: String, CaseIterable, Sendable {
    case plain
    case age
    case okitCBC = "okit-cbc"

    /// A different form.
    var other: Form { self == .plain ? .age : .plain }
  }

  let shop: Bookshop
  let form: Form
  var machine: Machine { shop.machine }
  var root: String { shop.root }

  init(_ form: Form) throws {
    self.form = form
    shop = try Bookshop(copyOf: Self.templates[form]!.get())
  }

  private static let key = Fixture.example + "/cryptinfo.json"
  private static let templates = Dictionary(
    uniqueKeysWithValues: Form.allCases.map { form in (form, Result { try template(form) }) })

  private static func template(_ form: Form) throws -> Bookshop {
    let shop = try Bookshop(Machine(), data: Fixture.example + "/data", key: key)
    // Partials are encrypted like their model, so the model with partials is of an encrypted kind here.
    let classes = try Files.text(Fixture.definitions + "/Bookshop.swift")
    let encrypted = try replacing("class Directory: Model,", with: "class Directory: ModelEncrypted,", in: classes)
    try Files.write(encrypted, to: shop.root + "/okit/model/Bookshop.swift")
    switch form {
    case .plain: try shop.okit("settings", "set", "encryption", "off")
    case .age, .okitCBC: try shop.okit("encrypt", "default", "directory", "--cipher", form.rawValue)
    }
    let check = try shop.okit("check")
    #expect(check.text == "")
    return shop
  }

  /// The decrypted contents of these files, with a line feed after each.
  func lines(_ files: [String]) throws -> [UInt8] {
    var lines: [UInt8] = []
    for file in files { lines += try plain(file) + [0x0a] }
    return lines
  }

  /// The output of jq for the decrypted documents `files`, without its last line feed.
  func jq(_ filter: String, _ files: String...) throws -> String {
    try shop.machine.run("jq", "-c", "-S", filter, input: lines(files)).line
  }

  /// The output of jq for the output of okit.
  func jq(_ filter: String, ofOKit words: String...) throws -> String {
    try shop.machine.run("jq", "-c", "-S", filter, input: shop.okit(words).bytes).line
  }

  // MARK: - Files, by their path below the data folder

  func path(_ file: String) -> String { "\(shop.data)/\(file)" }

  /// The form in which a file is stored.
  private func form(of file: String) -> Form { file == "settings.json" ? .plain : form }

  /// The decrypted content of a file.
  func plain(_ file: String) throws -> [UInt8] {
    let path = path(file)
    switch form(of: file) {
    case .plain: return try Files.read(path)
    case .age: return try shop.ageDecrypted(path)
    case .okitCBC: return try shop.openSSL("-d", Files.read(path), key: Self.key)
    }
  }

  func text(_ file: String) throws -> String { String(decoding: try plain(file), as: UTF8.self) }

  func write(_ bytes: some Collection<UInt8>, _ file: String, as form: Form? = nil) throws {
    let bytes = Array(bytes)
    let path = path(file)
    switch form ?? self.form(of: file) {
    case .plain: try Files.write(bytes, to: path)
    case .age: try Files.write(shop.machine.run("age", "-r", shop.recipient, input: bytes).bytes, to: path)
    case .okitCBC: try Files.write(shop.openSSL("-e", bytes, key: Self.key), to: path)
    }
  }

  /// Replaces the only occurrence of `old` in a file.
  func edit(_ file: String, _ old: String, _ new: String) throws {
    try write(Self.replacing(old, with: new, in: text(file)).utf8, file)
  }

  static func replacing(_ old: String, with new: String, in text: String) throws -> String {
    let parts = text.components(separatedBy: old)
    try #require(parts.count == 2, "\(old) is there \(parts.count - 1) times")
    return parts.joined(separator: new)
  }
}
