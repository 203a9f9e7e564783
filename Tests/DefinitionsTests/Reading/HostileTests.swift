import Definitions
import TestSupport
import Testing

@Suite struct HostileTests {
  private static let model = "\nclass A: ModelEntity, Codable { var a = 1 }\n"

  private func repeated(_ text: String, _ count: Int = 10_000) -> String { String(repeating: text, count: count) }

  @Test func emptyAndBinaryFilesAreRead() throws {
    for text in [
      "", " ", "\n", "\r", "\u{FEFF}", "class", "class A", "class A:", "var", "@", "#", "\"", "`", "/", "0x", "'",
      "#if", "\\",
    ] {
      #expect(try read(text).registrations.isEmpty)
    }
    let garbage = [0xFF, 0xFE, 0x00, 0xC0, 0x80, 0x0A] as [UInt8]
    let definitions = try Definitions(
      reading: [SwiftSource(path: "A.swift", bytes: garbage + Array(Self.model.utf8) + [0xE2, 0x82])])
    #expect(definitions["A"] == ["a: Int = 1"])
    #expect(definitions.classes["A"]?.place == SourcePlace(path: "A.swift", line: 3, column: 7))
    #expect(try Definitions(reading: []).registrations.isEmpty)
  }

  @Test func deepNestingIsSurvived() throws {
    for (open, close) in [
      ("{", "}"), ("(", ")"), ("[", "]"), ("/*", "*/"), ("if x {", "}"), ("class B {", "}"),
      ("struct S { var x = [", "]}"),
      ("#if true\n", "\n#endif\n"), ("a<", ">"), ("func f() { g(", ")}"), ("extension B {", "}"),
    ] {
      let text = repeated(open) + repeated(close)
      #expect(try read(text + Self.model)["A"] == ["a: Int = 1"])
      _ = failure(repeated(open) + Self.model)
      _ = failure(repeated(close) + Self.model)
    }
    let interpolations = repeated("\"\\(") + "1" + repeated(")\"")
    #expect(try members("var a: String = \(interpolations)") == ["a: String = {\(interpolations)}"])
    let brackets = repeated("[") + repeated("]")
    #expect(try members("var a: [Int] = \(brackets)") == ["a: [Int] = {\(brackets)}"])
    #expect(try members("var a: Int = \(repeated("("))1\(repeated(")"))").count == 1)
    #expect(failure("class B: ModelEntity { var a: \(brackets) }")?.message == "cannot understand the type of 'a'")
    #expect(
      failure("class B: ModelEntity { var a: \(repeated("Set<"))Int\(repeated(">")) }")?.message
        == "cannot understand the type of 'a'")
    #expect(failure(repeated("class B: ModelEntity {") + repeated("}"))?.message == "types are nested too deeply")
  }

  @Test func growingAliasesAreLimited() throws {
    let aliases = (0..<1000).map { "typealias T\($0) = [T\($0 + 1): T\($0 + 1)]" }.joined(separator: "\n")
    #expect(try members("var a: T0", after: aliases) == ["a: T0"])
    let structures = (0..<200).map { "struct S\($0): RawRepresentable { let rawValue: [S\($0 + 1): S\($0 + 1)] }" }
      .joined(separator: "\n")
    #expect(try members("var a: S0", after: structures) == ["a: S0"])
    #expect(try members("var a: S", after: "struct S: RawRepresentable { let rawValue: S }") == ["a: S"])
  }

  @Test func growingTypesAreLimited() throws {
    func limits(_ value: (Int) -> String, last: String) -> String {
      "enum L { " + (0..<60).map { "static let a\($0) = \(value($0 + 1))\n" }.joined() + "static let a60 = \(last) }"
    }
    for value in ["[L.a#: L.a#]", "[L.a#, L.a#]", "[[L.a#: L.a#], [L.a#: L.a#]]"] {
      for last in ["make()", "L.a0", "[1]"] where value != "[L.a#, L.a#]" || last != "[1]" {
        let code = limits({ number in value.split(separator: "#").joined(separator: "\(number)") }, last: last)
        let failure = failure("class A: ModelEntity { var a = L.a0 }", code)
        #expect(failure?.message.hasPrefix("cannot infer the type of 'a'") == true)
      }
    }
    #expect(
      try members("var a = L.a55", after: limits({ "[L.a\($0)]" }, last: "1")) == ["a: [[[[[Int]]]]] = [[[[[1]]]]]"])
    let circle = "enum L { static let b = L.c; static let c = L.b }"
    #expect(failure("class A: ModelEntity { var a = L.b }", circle) != nil)
  }

  @Test func circularEnumerationsEnd() throws {
    #expect(try members("var a: E", after: "enum E: E { case a }") == ["a: E"])
    let chain = (0..<20_000).map { "enum E\($0): E\($0 + 1) { case a }\n" }.joined()
    #expect(try members("var a: E0", after: chain) == ["a: E0"])
    let structures = (0..<20_000).map {
      "enum E\($0): S\($0) { case a }\nstruct S\($0): RawRepresentable { let rawValue: E\($0 + 1) }\n"
    }
    #expect(try members("var a: E0", after: structures.joined()) == ["a: E0"])
  }

  @Test(arguments: [
    "\"", "\"\\(", "\"\\(\n", "/", "= /", "`", "#\"", "\"\"\"\\(\"", "a<", "{", "}", "(]", "class ", "class A:",
    "var x = ",
    "var x = 1\n", "var x: Int {\n", "let ", "func ", "func largeFilesTakeTimeInProportion(", "case ", "#if ",
    "#if a\n", "#else\n", "#elseif (\n",
    "@a", "@a(", "extension A.b ", "extension A {}\n", "enum E: Int { case a = ", "// okit: was b\n", "/// x\n",
    "/**", "x /* */",
    "Model.register(", "Model.register(A.self)\n", ".", "a.", "- ", "?", "var a: A? = b!\n", "typealias T = T\n",
    "class B: A { class C {", "init(", "import ", "\\", "é", "0x", "1.", "1e+", "#warning(", "a&&", "\r", "as ",
    "class B: A { init(from) {} func encode(to) {} }\n", "subscript", "struct S: Codable { var s: S }\n",
    "var x: [a<", "\"\\(/*\n", "\"\\(\"\"\"\n", "\"\\(/*\n*/", "\\/", "(\\/", "\\/ ", "  /// x\n  var x = 1\n",
    "var x = 1 // okit: was y\n",
    "/**\n", "  /** x */ var x = 1, ",
  ])
  func repeatedPiecesTakeTimeInProportion(piece: String) throws {
    let text = Self.model + "class M: ModelEntity {" + repeated(piece, 200_000 / piece.utf8.count)
    let time = busyTime { _ = failure(text) }
    let timeOfFour = busyTime { _ = failure(text + repeated(piece, 600_000 / piece.utf8.count)) }
    // Linear work takes four times as long for four times the size; quadratic work would take sixteen times as long.
    #expect(timeOfFour < time * 10 + .milliseconds(200))
  }

  @Test(arguments: ["\n", " ", "\n * ", "\r\n"])
  func longCommentsTakeTimeInProportion(piece: String) {
    let times = [200_000, 800_000].map { size in
      let text =
        "/**" + repeated(piece, size / piece.utf8.count) + "x\n" + repeated(piece, size / piece.utf8.count) + "*/"
      return busyTime { #expect((try? read(text + Self.model))?["A"] == ["a: Int = 1"]) }
    }
    #expect(times[1] < times[0] * 10 + .milliseconds(200))
  }

  @Test func fiveMegabytesAreRead() throws {
    let line = "  func f() { if a < b { print(\"\\(c)\") } } // comment\n  var x: [String: Int] = [:] { didSet { } }\n"
    let text =
      "class A: UIView {\n" + repeated(line, 5_000_000 / line.utf8.count) + "}"
      + Self.model.split(separator: "A").joined(separator: "B")
    let start = ContinuousClock.now
    let definitions = try read(text)
    let time = ContinuousClock.now - start
    #expect(definitions["B"] == ["a: Int = 1"])
    Effort.report("a Swift source of 5 MB read in \(time)")
  }
}
