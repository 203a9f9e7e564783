import Glibc
import TestSupport
import Testing

/// A workspace of three models that always change together, with partials and images. A reader that sees two generations at once has seen half of a
/// change. Two of the models are encrypted.
final class Shelf: CommandWorkspace, @unchecked Sendable {
  let machine: Machine
  let root: String
  /// The recipient of the encrypted models.
  let recipient: String
  /// The path of the identity.
  let identity: String
  /// The sealed backups of generation 1 and 2, outside of the workspace.
  let backups: [String]

  static let models = ["alpha", "beta", "gamma"]
  static let encrypted = ["alpha", "beta"]

  /// A workspace in generation 1.
  convenience init() throws {
    try self.init(copyOf: Self.template.get())
  }

  /// The same with images that are large enough for tests that interrupt a command.
  static func large() throws -> Shelf { try Shelf(copyOf: largeTemplate.get()) }

  private static let template = Result { try Shelf(imageSize: 20_000) }
  private static let largeTemplate = Result { try Shelf(imageSize: 20_000_000) }

  private init(copyOf other: Shelf) throws {
    machine = try Machine()
    root = machine.path("shelf")
    recipient = other.recipient
    identity = machine.path(String(other.identity.dropFirst(other.machine.folder.count + 1)))
    backups = other.backups.map { [machine] in machine.path(String($0.dropFirst(other.machine.folder.count + 1))) }
    try machine.run("cp", "-a", other.machine.folder + "/.", machine.folder)
  }

  /// A workspace with images of another size, for long commands.
  init(imageSize: Int) throws {
    machine = try Machine()
    for generation in 1...2 {
      try Self.write(generation, imageSize, to: machine.path("generation-\(generation)"))
    }
    root = machine.path("shelf")
    try machine.okit("init", root, "--data", machine.path("generation-2"))
    try machine.okit("key", "generate", in: root)
    recipient = try machine.run("jq", "-r", ".recipients[0]", root + "/okit/okit.json").line
    let id = try machine.run("jq", "-r", ".id", root + "/okit/okit.json").line
    identity = machine.path("config/okit/\(id)/identity.txt")
    try machine.okit(["encrypt"] + Self.encrypted, in: root)
    let second = try machine.okit("backup", "create", "two", "-r", recipient, "-o", machine.folder, in: root).line
    try machine.okit("import", machine.path("generation-1"), "--replace", "--yes", in: root)
    let first = try machine.okit("backup", "create", "one", "-r", recipient, "-o", machine.folder, in: root).line
    backups = [first, second]
    try Files.remove(root + "/okit/backup")
  }

  /// Makes backups in the workspace, an hour apart.
  func backUp(_ names: String...) throws {
    for (hour, name) in names.enumerated() {
      let time = ["SOURCE_DATE_EPOCH": String(1_600_000_000 + hour * 3600)]
      try machine.okit(["backup", "create", name, "-r", recipient], with: time, in: root)
    }
  }

  /// The decrypted data of a generation.
  func generation(_ number: Int) throws -> FileTree { try FileTree(machine.path("generation-\(number)")) }

  /// A text in every document and image of a model.
  static func secret(of model: String) -> String { "confidential-\(model)" }

  private static func write(_ generation: Int, _ imageSize: Int, to folder: String) throws {
    try Files.makeFolder(folder + "/_image")
    for model in models {
      let secret = "\(secret(of: model)) \(generation)"
      var pictures: [String] = []
      for number in 0..<2 {
        let id = "\(model)-\(number)"
        var text = Array("\(secret) \(id) ".utf8)
        while text.count < imageSize { text += text }
        let bytes = SampleAttachment.pngSignature + text.prefix(imageSize)
        try Files.write(bytes, to: "\(folder)/_image/\(id).png")
        pictures.append(
          #"{"id":"\#(id)","size":\#(bytes.count),"format":"png","label":"","quality":1,"scale":1,"template":false}"#)
      }
      try Files.makeFolder("\(folder)/\(model)")
      var parts: [String] = []
      for number in 0..<3 {
        let id = "\(model)-part-\(number)"
        parts.append(#"{"id":"\#(id)"}"#)
        try Files.write(
          #"{"id":"\#(id)-entity","generation":\#(generation),"text":"\#(secret)"}"#,
          to: "\(folder)/\(model)/\(id).json")
      }
      try Files.write(
        """
        {"id":"\(model)","generation":\(generation),"text":"\(secret)","parts":[\(parts.joined(separator: ","))],\
        "pictures":[\(pictures.joined(separator: ","))]}
        """, to: "\(folder)/\(model).json")
    }
  }
}

/// The leftovers of a crash: staged names and the journal.
func litter(below folder: String) throws -> [String] {
  try FileTree(folder).paths.filter { path in
    path.split(separator: "/").contains { $0.hasPrefix(".okit-") || $0 == ".journal" }
  }
}

extension Machine {
  /// The files below `folders` that contain one of `words`, by grep.
  func files(below folders: [String], with words: [String]) throws -> [String] {
    let options = words.flatMap { ["-e", $0] }
    let present = folders.filter(Files.exists)
    if present.isEmpty || words.isEmpty { return [] }
    let output = try launch(["grep", "-rlaF"] + options + ["--"] + present, [], [:], nil)
    return output.lines
  }
}
