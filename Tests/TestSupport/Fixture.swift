/// The files of the repository that tests use.
package enum Fixture {
  package static let project = Repository.folder
  /// The Bookshop data as an app's framework wrote them on a device, the key, and some of the data decrypted.
  package static let folder = project + "/Tests/Fixtures/bookshop"
  package static let data = folder + "/data"
  package static let key = folder + "/cryptinfo.json"
  package static let plainModel = folder + "/expected/default.json"
  package static let plainImage = folder + "/expected/image.png"
  /// An image of the default model, below the data folder, whose decrypted bytes are `plainImage`.
  package static let image = "_image/18C2086A-5217-8AE9-9C55-97FFF933789F.png"
  /// The examples that users copy and try.
  package static let examples = project + "/Examples"
  /// The smaller Bookshop for users.
  package static let example = examples + "/Bookshop"
  /// The classes of the app that both Bookshops belong to.
  package static let definitions = example + "/model"
  /// The screens of that app.
  package static let storyboard = example + "/Main.storyboard"
  /// The committed completion scripts for shells.
  package static let completions = project + "/completions"
  /// The committed manual pages.
  package static let manual = project + "/man"

  /// Returns the bytes of a file of the Bookshop.
  package static func bytes(_ path: String) throws -> [UInt8] { try Files.read("\(folder)/\(path)") }
}
