import TestSupport
import Testing

/// Names of 255 bytes, the limit of Linux, which leave no room for a prefix or suffix.
@Suite struct LongNameTests {
  /// Returns a name of `count` bytes, made of characters with one to four bytes.
  private static func name(_ unit: String, _ count: Int) -> String {
    let size = unit.utf8.count
    return String(repeating: unit, count: count / size) + String(repeating: "x", count: count % size)
  }

  private static let units = ["n", "ß", "漢", "🦉"]

  /// A data folder with a model, a partial, an image and data, all of whose files have names of 255 bytes.
  private func write(_ unit: String, to folder: String) throws -> String {
    let model = Self.name(unit, 250)
    let (partial, image, data) = (Self.name(unit + "p", 250), Self.name(unit + "i", 251), Self.name(unit + "d", 251))
    let png = SampleAttachment.pngSignature + Array("the picture".utf8)
    for path in [model, "_image", "_data"] { try Files.makeFolder("\(folder)/\(path)") }
    let rest = #""label": "", "quality": 0.5, "scale": 1, "template": false"#
    let text = """
      {"id": "M", "name": "long", "part": {"id": "\(partial)"}, "things": [
        {"id": "\(image)", "format": "image/png", \(rest), "size": \(png.count)},
        {"id": "\(data)", "format": "", \(rest), "size": 5}
      ]}
      """
    try Files.write(text, to: "\(folder)/\(model).json")
    try Files.write(#"{"id": "E", "text": "apart"}"#, to: "\(folder)/\(model)/\(partial).json")
    try Files.write(png, to: "\(folder)/_image/\(image).png")
    try Files.write("bytes", to: "\(folder)/_data/\(data).raw")
    let longest = try FileTree(folder).entries.keys.map { $0.split(separator: UInt8(ascii: "/")).last!.count }
    #expect(longest.count { $0 == 255 } == 4)
    return model
  }

  @Test(arguments: units)
  func everyCommandAcceptsTheLongestNames(_ unit: String) throws {
    let machine = try Machine()
    let source = machine.path("source")
    let model = try write(unit, to: source)
    let (root, out) = (machine.path("w"), machine.path("out"))
    let password = try machine.write("open sesame\n", "password")
    let data = root + "/okit/data"
    func expectSource(in folder: String, at location: SourceLocation = #_sourceLocation) throws {
      #expect(try FileTree(folder).differences(from: FileTree(source)) == [], sourceLocation: location)
    }
    try machine.okit("init", root, "--data", source)
    let recipient = try machine.okit("key", "generate", in: root).line
    #expect(try machine.okit("check", in: root).errors.contains("no problems in 1 model, 4 files"))
    try machine.okit("encrypt", model, in: root)
    #expect(try FileTree(data).entries.values.allSatisfy(isAgeOrFolder))
    try machine.okit("rekey", in: root)
    #expect(try machine.okit("get", model + ":name", in: root).line == "long")
    #expect(try machine.okit("status", in: root).text.contains(model))
    let ways = [
      ["-r", recipient], ["-r", recipient, "--as-stored"], ["--format", "zip", "--password-file", password],
      ["--format", "directory"],
    ]
    for (number, way) in ways.enumerated() {
      // 255 bytes with the endings of a sealed backup and its record.
      let name = Self.name(unit + "\(number)", 231)
      let path = try machine.okit(["backup", "create", name] + way, in: root).line
      #expect(path.utf8.split(separator: UInt8(ascii: "/")).last!.count <= 255)
      try machine.okit("backup", "show", name, "--password-file", password, in: root)
      try machine.okit("backup", "verify", name, "--password-file", password, in: root)
      for models in [[], [model]] {
        try Files.write("{}", to: "\(data)/\(model).json")
        try machine.okit(["backup", "restore", name, "--password-file", password, "--yes"] + models, in: root)
        #expect(try FileTree(data).entries.values.allSatisfy(isAgeOrFolder))
        try machine.okit("export", "-o", out, in: root)
        try expectSource(in: out)
        try Files.remove(out)
      }
      try machine.okit("import", path, "--replace", "--yes", "--password-file", password, in: root)
      try machine.okit("export", "-o", out, in: root)
      try expectSource(in: out)
      try Files.remove(out)
      try machine.okit("backup", "delete", name, "--yes", in: root)
    }
    try machine.okit("decrypt", "--all", in: root)
    try expectSource(in: data)
    try machine.okit("import", "\(source)/\(model).json", "--replace", "--yes", in: root)
    #expect(try machine.okit("check", in: root).errors.contains("no problems in 1 model, 4 files"))
    #expect(try machine.run("find", machine.folder, "-name", ".okit-*").text == "")
  }

  private func isAgeOrFolder(_ entry: FileTree.Entry) -> Bool {
    switch entry {
    case .folder: true
    case .file(let bytes): bytes.starts(with: Array("age-encryption.org/v1\n".utf8))
    default: false
    }
  }

  @Test(arguments: units)
  func longerNamesAreRefusedWithOneLine(_ unit: String) throws {
    let machine = try Machine()
    let root = machine.path("w")
    try machine.okit("init", root, "--data", Fixture.data)
    let recipient = try machine.okit("key", "generate", in: root).line
    let file = try machine.write(#"{"id": "X"}"#, "x.json")
    let before = try FileTree(root).without { $0 == "okit/.lock" }
    func expectRefusal(_ arguments: String..., status: Int32, at location: SourceLocation = #_sourceLocation) throws {
      let output = try machine.okit(arguments, status: status, in: root, at: location)
      #expect(output.errors.hasPrefix("okit: error: "), sourceLocation: location)
      #expect(output.errors.split(separator: "\n").count <= 2, "\(output.errors)", sourceLocation: location)
      #expect(output.bytes == [], sourceLocation: location)
    }
    let model = Self.name(unit, 251)
    try expectRefusal("encrypt", model, status: 65)
    try expectRefusal("check", model, status: 65)
    try expectRefusal("get", model + ":name", status: 65)
    try expectRefusal("export", model, status: 65)
    try expectRefusal("import", file, "--as", model, status: 65)
    let backup = Self.name(unit, 244)
    try expectRefusal("backup", "create", backup, "-r", recipient, status: 64)
    // No backup can have such a name.
    for name in [backup, Self.name(unit, 256), Self.name(unit, 5000)] {
      try expectRefusal("backup", "show", name, status: 66)
      try expectRefusal("backup", "restore", name, "--yes", status: 66)
      try expectRefusal("backup", "delete", name, "--yes", status: 66)
    }
    let path = machine.path(Self.name(unit, 256))
    try expectRefusal("backup", "create", "-r", recipient, "-o", path, status: 74)
    try expectRefusal("export", "-o", path, status: 74)
    #expect(try FileTree(root).without { $0 == "okit/.lock" }.differences(from: before) == [])
  }

  @Test func anAttachmentWhoseFileCannotHaveItsNameIsAFinding() throws {
    let machine = try Machine()
    let root = machine.path("w")
    let rest = #""label": "", "quality": 0.5, "scale": 1, "template": false"#
    for (id, format) in [(Self.name("i", 252), "image/png"), (Self.name("ß", 252), "")] {
      let text = #"{"id": "M", "image": {"id": "\#(id)", "format": "\#(format)", \#(rest), "size": 5}}"#
      try Files.remove(root)
      try Files.makeFolder(root + "/okit/data")
      try Files.write(text, to: root + "/okit/data/default.json")
      try machine.okit("init", root)
      try machine.okit("key", "generate", in: root)
      #expect(try machine.okit("check", status: 1, in: root).text.contains("longer than 255 bytes"))
      #expect(try machine.okit("encrypt", "--all", status: 65, in: root).errors.contains("longer than 255 bytes"))
      #expect(try Files.text(root + "/okit/data/default.json") == text)
    }
  }
}
