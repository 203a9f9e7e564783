import Foundation
import OKitStorage
import TestSupport
import Testing

@testable import HTTPServer

@Suite struct RequestBodyTests {
  private static func target(of body: RequestBody) throws -> String {
    let file = try body.file(named: "body")
    return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file.descriptor)")
  }

  @Test func largeBodyIsAFileWithoutANameEverywhere() throws {
    let folder = try TemporaryFolder()
    for unnamedFile in [nil, { _ in -1 }] as [((FilePath) -> Int32)?] {
      let place = FilePath(text: folder.path)
      let body =
        try unnamedFile.map { try RequestBody(expectedSize: nil, in: place, unnamedFile: $0) }
        ?? RequestBody(expectedSize: nil, in: place)
      try [UInt8](repeating: 7, count: 100_000).withUnsafeBytes { try body.append($0) }
      let target = try Self.target(of: body)
      #expect(target.hasPrefix(folder.path) && target.hasSuffix(" (deleted)"))
      #expect(try Files.names(in: folder.path) == [])
      #expect(try body.file(named: "body").bytes(at: 0, count: 100_000) == [UInt8](repeating: 7, count: 100_000))
    }
    #expect(try Self.target(of: RequestBody(expectedSize: 10, in: FilePath(text: folder.path))).hasPrefix("/memfd:"))
  }

  @Test func folderThatCannotBeWrittenToIsAnError() throws {
    #expect(throws: SystemError.self) { try RequestBody(expectedSize: nil, in: "/nowhere/at/all") }
  }

  @Test func budgetIsGivenBack() throws {
    let budget = BodyBudget(limit: 100)
    var body: RequestBody? = try RequestBody(expectedSize: 80, in: nil, budget: budget)
    try [UInt8](repeating: 1, count: 80).withUnsafeBytes { piece in try body?.append(piece) }
    #expect(!budget.hasRoom(for: 21) && budget.hasRoom(for: 20))
    #expect(throws: BodyBudget.Exceeded.self) {
      try [UInt8](repeating: 1, count: 21).withUnsafeBytes { piece in try body?.append(piece) }
    }
    body = nil
    #expect(budget.hasRoom(for: 100))
  }
}
