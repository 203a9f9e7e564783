import Archives
import TestSupport
import Testing

@Suite struct PasswordTests {
  let contents = [Content("empty", ""), Content("a", "text"), Content("b", "more text")]

  @Test(arguments: ["wrong", "pass wörD", "pass wo\u{308}rd", password + " ", String(repeating: "x", count: 5_000)])
  func aWrongPasswordIsReported(wrong: String) throws {
    try withZip(zip(contents), password: wrong) { (reader) throws in
      #expect(try reader.next()?.name == "empty")
      let error = try #require(throws: ArchiveError.self) { try reader.next() }
      #expect(error.kind == .wrongPassword)
      #expect(throws: error) { try reader.next() }
    }
  }

  @Test func anEncryptedArchiveNeedsAPassword() throws {
    let archive = try zip(contents)
    #expect(failure { try readZip(archive, password: nil) }?.kind == .passwordNeeded)
    #expect(failure { try readZip(archive, password: "") }?.kind == .unsupported)
    #expect(failure { try readZip(archive, password: "a\u{0}b") }?.kind == .unsupported)
  }

  @Test(arguments: ["", "\u{0}", "pass\u{0}word"])
  func passwordsThatZipCannotUseAreRefused(password: String) throws {
    #expect(
      failure {
        _ = try zip(contents, password: password); return []
      }?.kind == .unsupported)
  }

  @Test(arguments: ["x", "päß 書\u{1F600}", String(repeating: "long ", count: 1_000), "\u{1}\n\\'\"$"])
  func passwordsOfAnyLengthAndScriptWork(password: String) throws {
    #expect(try readZip(zip(contents, password: password), password: password) == contents)
  }

  @Test func aPasswordForAPlainArchiveIsIgnored() throws {
    try withZip(ZipFile(.init("a", [1])).bytes, password: "x") { (reader) throws in
      #expect(!reader.isEncrypted)
      #expect(try reader.next()?.isEncrypted == false)
    }
  }

  /// ZipCrypto accepts one wrong password in 256, and only the checksum of the content then differs. The error must then also name the password as a
  /// cause.
  @Test func aWrongPasswordThatPassesTheFirstTestIsReported() throws {
    let scratch = try TemporaryFolder()
    try scratch.write(seededBytes(2_000, seed: 9), to: "a")
    try scratch.run("zip", "-q", "-P", "right", "a.zip", "a")
    let archive = try scratch.read("a.zip")
    // The passwords that pass differ each time, but among so many some always do.
    for number in 0..<100_000 {
      let error = failure { try readZip(archive, password: "wrong\(number)", allowWeak: true) }
      if error?.kind == .wrongPassword { continue }
      #expect(error?.kind == .damaged)
      #expect(error?.detail.contains("or the password is wrong") == true)
      return
    }
    Issue.record("no wrong password passed the first test")
  }

  @Test func aChangedMACIsDamage() throws {
    let content = Content("a", seededBytes(100, seed: 1))
    var archive = try zip([Content("z.png", [0x89, 0x50, 0x4E, 0x47]), content])
    // The MAC is just before the last data descriptor, which is sixteen bytes long.
    let descriptor = archive.indices.last { archive[$0...].starts(with: [0x50, 0x4B, 7, 8]) }
    archive[try #require(descriptor) - 1] ^= 1
    let error = failure { try readZip(archive) }
    #expect(error?.kind == .damaged)
    #expect(error?.entry == "a")
  }
}
