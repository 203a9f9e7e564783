import Foundation
import TestSupport
import Testing

/// A workspace of the Bookshop data on a machine of its own.
final class Bookshop: CommandWorkspace, @unchecked Sendable {
  let machine: Machine
  let root: String

  /// A workspace as `okit init --data` makes it. With `keys` it has the app's key and an identity.
  ///
  /// It is made once and then copied, so all shops have the same id, identity and recipient.
  convenience init(keys: Bool = true) throws {
    try self.init(copyOf: (keys ? Self.withKeys : Self.withoutKeys).get())
  }

  private static let withKeys = Result { try Bookshop(Machine(), data: Fixture.data, key: Fixture.key) }
  private static let withoutKeys = Result { try Bookshop(Machine(), data: Fixture.data, key: nil) }

  /// A workspace of a data folder, with the app's key at `key` and its classes at `definitions`.
  init(_ machine: Machine, data: String, definitions: String? = nil, key: String?) throws {
    self.machine = machine
    root = machine.path("shop")
    try machine.okit(["init", root, "--data", data] + (definitions.map { ["--definitions", $0] } ?? []))
    guard let key else { return }
    try machine.okit("key", "import", key, in: root)
    try machine.okit("key", "generate", in: root)
  }

  /// The existing workspace at `shop` on a machine.
  init(on machine: Machine) {
    self.machine = machine
    root = machine.path("shop")
  }

  /// The same workspace and keys on another machine.
  init(copyOf other: Bookshop) throws {
    machine = try Machine()
    root = machine.path("shop")
    try machine.run("cp", "-a", other.machine.folder + "/.", machine.folder)
  }

  var id: String { get throws { try #require(configured["id"] as? String) } }
  var recipient: String { get throws { try #require((configured["recipients"] as? [String])?.first) } }

  private var configured: [String: Any] {
    get throws {
      let object = try JSONSerialization.jsonObject(with: Data(Files.read(configuration)))
      return try #require(object as? [String: Any])
    }
  }
  var identity: String { get throws { machine.path("config/okit/\(try id)/identity.txt") } }

  /// The path of the app's key.
  var frameworkKey: String { get throws { machine.path("config/okit/\(try id)/okit-cbc.json") } }

  /// Adds the app's classes to okit.json.
  func define() throws {
    let text = try jq(".definitions = [\"\(Fixture.definitions)\"]", configuration)
    try Files.write(text, to: configuration)
  }

  /// The output of `jq -r` for a file.
  func jq(_ filter: String, _ path: String) throws -> String {
    try machine.run("jq", "-r", filter, path).line
  }

  /// Makes a backup for the workspace's own recipient and returns its path.
  func sealedBackup(_ name: String = "sealed") throws -> String {
    try okit("backup", "create", name, "-r", recipient).line
  }

  /// A password file of this machine.
  func password(_ text: String = "open sesame", _ name: String = "password") throws -> String {
    try machine.write(text + "\n", name)
  }

  /// The workspace without its lock file, which is not content.
  func tree() throws -> FileTree {
    try FileTree(root).without { $0 == "okit/.lock" }
  }

  /// The content of a file by `age -d`.
  func ageDecrypted(_ path: String, identity: String? = nil) throws -> [UInt8] {
    try machine.run("age", "-d", "-i", identity ?? self.identity, path).bytes
  }

  /// The output of `openssl enc` with the app's key.
  func openSSL(_ direction: String, _ bytes: [UInt8], key: String = Fixture.key) throws -> [UInt8] {
    let words = try machine.openSSLKey(of: key)
    return try machine.run(
      "openssl", "enc", direction, "-aes-256-cbc", words[0], words[1], words[2], words[3], input: bytes
    ).bytes
  }
}

/// The fixture's data folder, with everything decrypted by openssl.
func plainFixture(_ shop: Bookshop) throws -> [[UInt8]: FileTree.Entry] {
  var entries = try FileTree(Fixture.data).entries
  for (path, entry) in entries {
    let name = String(decoding: path, as: UTF8.self)
    guard case .file(let bytes) = entry, name == "default.json" || name.hasPrefix("_image/") else { continue }
    entries[path] = .file(try shop.openSSL("-d", bytes))
  }
  return entries
}
