import TestSupport

/// The Bookshop data as an app's framework wrote them on a device, and the key.
enum Fixture {
  static let project = Repository.folder

  static let folder = Repository.bookshop
  static let data = folder + "/data"
  /// What people copy and try.
  static let examples = project + "/Examples"
  /// The smaller Bookshop that people try okit with.
  static let example = examples + "/Bookshop"
  /// The scripts for shells that are committed.
  static let completions = project + "/completions"
  /// The manual pages that are committed.
  static let manual = project + "/man"
  /// The classes of the app whose data these are.
  static let definitions = example + "/model"
  static let key = folder + "/cryptinfo.json"
  /// An image of the default model, and what it is decrypted.
  static let image = "_image/18C2086A-5217-8AE9-9C55-97FFF933789F.png"

  static func bytes(_ path: String) throws -> [UInt8] { try Files.read("\(folder)/\(path)") }

  /// The key and IV in hexadecimal, as `openssl enc` takes them.
  static func openSSLKey(_ machine: Machine, of key: String = key) throws -> [String] {
    let hex = #"def hex: map(. as $n | "0123456789abcdef" | .[$n/16|floor:($n/16|floor)+1] + .[$n%16:$n%16+1]) | add; "#
    let text = try machine.run("jq", "-r", hex + ".key, .iv | hex", key).text.split(separator: "\n").map(String.init)
    return ["-K", text[0], "-iv", text[1]]
  }
}
