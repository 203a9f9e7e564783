import TestSupport
import Testing

@testable import OKitModels
@testable import OKitStorage

@Suite struct DefinitionFilesTests {
  private let scratch: TemporaryFolder
  private var root: String { scratch.file("w") }

  init() throws {
    scratch = try TemporaryFolder()
    for path in [
      "okit/model/Shop.swift", "okit/model/Book.swift", "okit/model/notes.txt", "okit/model/.hidden.swift",
      "App/A.swift", "App/Deep/B.swift", "App/Deep/Deeper/C.swift", "App/Deep/.git/D.swift", "App/Other/E.swift",
      "App/Deep/F.txt", "../Elsewhere/G.swift", "App/a*b.swift",
    ] {
      try Files.write("", to: scratch.file("w/" + path))
    }
  }

  private func paths(_ patterns: String...) throws -> [String] {
    try DefinitionFiles(root: FilePath(text: root)).paths(of: patterns).map {
      $0.path.part(after: FilePath(text: root)) ?? $0.path.text
    }
  }

  @Test func wildcardsFindFilesInTheOrderOfTheirBytes() throws {
    #expect(try paths("okit/model/*.swift") == ["okit/model/Book.swift", "okit/model/Shop.swift"])
    #expect(try paths("okit/model/*") == ["okit/model/Book.swift", "okit/model/Shop.swift"])
    #expect(try paths("App/*/?.swift") == ["App/Deep/B.swift", "App/Other/E.swift"])
    #expect(
      try paths("App/**/*.swift") == [
        "App/A.swift", "App/Deep/B.swift", "App/Deep/Deeper/C.swift", "App/Other/E.swift", "App/a*b.swift",
      ])
    #expect(try paths("**/Deeper/*.swift") == ["App/Deep/Deeper/C.swift"])
    #expect(try paths("App/a\\*b.swift") == ["App/a*b.swift"])
  }

  @Test(.timeLimit(.minutes(1)))
  func aFileIsFoundOnceThroughSeveralPaths() throws {
    try Files.write("", to: root + "/" + (0..<12).map { "d\($0)" }.joined(separator: "/") + "/Deep.swift")
    let below = Array(repeating: "**", count: 30).joined(separator: "/")
    #expect(try paths("d0/\(below)/*.swift").map { $0.split(separator: "/").last } == ["Deep.swift"])
    let around = Array(repeating: "*/..", count: 30).joined(separator: "/")
    #expect(try paths("\(around)/App/*.swift").map { $0.split(separator: "/").last } == ["A.swift", "a*b.swift"])
  }

  @Test func aFolderIncludesEverythingBelowIt() throws {
    #expect(try paths("App/Deep") == ["App/Deep/B.swift", "App/Deep/Deeper/C.swift"])
    #expect(try paths("App/D*") == ["App/Deep/B.swift", "App/Deep/Deeper/C.swift"])
    #expect(try paths("./App//Deep/") == ["App/Deep/B.swift", "App/Deep/Deeper/C.swift"])
  }

  @Test func filesOutsideTheWorkspaceAreFoundOnce() throws {
    #expect(try paths("../Elsewhere/G.swift") == ["../Elsewhere/G.swift"])
    #expect(try paths(scratch.file("Elsewhere")) == [scratch.file("Elsewhere/G.swift")])
    #expect(
      try paths("okit/model/Shop.swift", "okit/model/*.swift", "okit/model") == [
        "okit/model/Shop.swift", "okit/model/Book.swift",
      ])
  }

  @Test func aNamedFileNeedsNoEnding() throws {
    #expect(try paths("okit/model/notes.txt") == ["okit/model/notes.txt"])
  }

  @Test(arguments: ["App/*.java", "nowhere", "nowhere/**", "okit/data", "App/A.swift/x"])
  func anAbsentFileIsAnErrorExceptInTheStandardPlace(_ pattern: String) throws {
    let error = try #require(throws: OKitError.self) { try paths(pattern) }
    #expect(error.kind == .configuration)
    #expect(error.message == "the definitions '\(pattern)' match no Swift file")
    try Files.remove(scratch.file("w/okit"))
    #expect(try paths("okit/model/*.swift") == [])
  }

  @Test func circularLinksAreSurvived() throws {
    try Files.link(scratch.file("w/App/Deep/loop"), to: "..")
    #expect(try paths("App/Deep/**") == ["App/Deep/B.swift", "App/Deep/Deeper/C.swift"])
    #expect(try paths("App/Deep/loop/A.swift") == ["App/Deep/loop/A.swift"])
  }
}
