import Glibc
import TestSupport
import Testing

/// A machine for the examples of the help: the example Bookshop with its keys in `shop`; the app's sources and a device's data in the home folder;
/// and `okit` in PATH.
final class ExampleScene: @unchecked Sendable {
  /// The folder in which an example is typed.
  enum Place {
    case shop
    /// The parent folder of the shop.
    case aboveShop
    /// A folder without a workspace.
    case elsewhere
  }

  let machine: Machine
  let shop: Bookshop

  /// The name that the examples give a backup.
  static let backup = "20261121T075014Z"
  /// The recipient in the examples, whose identity nobody here has.
  static let stranger = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
  static let password = "open sesame"

  init() throws {
    machine = try Machine()
    machine.environment["PATH"] = "\(machine.path("bin")):\(machine.environment["PATH"]!)"
    for folder in ["bin", "elsewhere", "home/device/okit", "home/App"] { try Files.makeFolder(machine.path(folder)) }
    guard symlink(Machine.okit, machine.path("bin/okit")) == 0 else { throw Files.Failure("bin/okit") }
    try machine.run("cp", "-R", Fixture.example + "/data", machine.path("home/device/okit"))
    try machine.run("cp", "-R", Fixture.definitions, machine.path("home/App/Model"))
    try machine.run("chmod", "-R", "u+w", machine.path("home"))
    shop = try Bookshop(
      machine, data: machine.path("home/device/okit/data"), definitions: machine.path("home/App/Model"),
      key: Self.key)
  }

  /// The key of the example's app.
  static let key = Fixture.example + "/cryptinfo.json"
  /// The data from which the shop was created.
  var device: String { machine.path("home/device/okit/data") }

  /// Puts the programs of a folder of the examples into PATH.
  func usePrograms(of folder: String) {
    machine.environment["PATH"]! += ":\(Fixture.examples)/\(folder)"
  }

  func folder(_ place: Place) -> String {
    switch place {
    case .shop: shop.root
    case .aboveShop: machine.folder
    case .elsewhere: machine.path("elsewhere")
    }
  }

  /// The output of `okit get` for a path.
  func value(_ path: String) throws -> String { try shop.okit("get", path).line }

  /// The output of jq for the shop's main model.
  func document(_ filter: String) throws -> String {
    try machine.run("jq", "-cr", filter, input: shop.okit("decrypt", "default", "--stdout").bytes).line
  }

  /// Makes a file in the shop's folder, where its examples are typed.
  func write(_ text: String, _ name: String) throws {
    try Files.write(text, to: "\(shop.root)/\(name)")
  }

  /// Makes a backup `name.tar.zst.age` in a folder, for the shop's own recipient.
  func archive(_ name: String, in place: Place) throws {
    try shop.okit("backup", "create", name, "-o", folder(place), "-r", shop.recipient)
  }

  /// Makes a backup protected by the password.
  func protectedBackup(_ name: String, _ options: String...) throws {
    try shop.okit(["backup", "create", name, "--password-file", shop.password(Self.password)] + options)
  }
}
