import TestSupport
import Testing

@testable import Archives

/// Other programs read our archives, and we read theirs.
@Suite struct OtherToolsTests {
  let scratch: TemporaryFolder

  init() throws {
    scratch = try TemporaryFolder()
  }

  @Test func sevenZipReadsOurZip() throws {
    try scratch.write(zip(Content.samples), to: "a.zip")
    try scratch.run("7z", "t", "-p" + password, "a.zip")
    try scratch.run("7z", "x", "-p" + password, "-oout", "a.zip")
    try expectSamples(in: "out")
  }

  @Test func bsdtarReadsOurZip() throws {
    try scratch.write(zip(composedSamples), to: "a.zip")
    try scratch.run("mkdir", "out")
    try scratch.run("bsdtar", "-x", "-f", "a.zip", "-C", "out", "--passphrase", password)
    try expect(composedSamples, in: "out")
  }

  @Test func gnuTarReadsOurTarZstd() throws {
    try scratch.write(tarZstd(Content.samples, threads: 2), to: "a.tar.zst")
    try scratch.run("zstd", "-q", "-t", "a.tar.zst")
    try scratch.run("mkdir", "out")
    let output = try scratch.run("tar", "--zstd", "-x", "-f", "a.tar.zst", "-C", "out")
    #expect(output.text + output.errors == "")
    try expectSamples(in: "out")
  }

  @Test func bsdtarReadsOurTarZstd() throws {
    try scratch.write(tarZstd(composedSamples), to: "a.tar.zst")
    try scratch.run("mkdir", "out")
    try scratch.run("bsdtar", "-x", "-f", "a.tar.zst", "-C", "out")
    try expect(composedSamples, in: "out")
  }

  /// 7-Zip takes only ASCII passwords when it writes a zip.
  @Test(arguments: ["AES256", "AES192", "AES128"])
  func aZipOfSevenZipIsRead(method: String) throws {
    try Content.writeSamples(to: scratch)
    try scratch.run("7z", "a", "-tzip", "-mem=" + method, "-ppass word", "../a.zip", ".", in: "samples")
    let archive = try scratch.read("a.zip")
    let file = UnnamedFile(archive)
    let bits = Set(try ZipDirectory(descriptor: file.descriptor).entries.filter { $0.size > 0 }.map(\.encryption.text))
    #expect(bits == ["aes " + method.suffix(3)])
    expectFiles(try readZip(archive, password: "pass word"))
  }

  @Test func aPlainZipOfSevenZipIsRead() throws {
    try Content.writeSamples(to: scratch)
    try scratch.run("7z", "a", "-tzip", "../a.zip", ".", in: "samples")
    expectFiles(try readZip(scratch.read("a.zip"), password: nil))
  }

  @Test func aZipOfBsdtarIsRead() throws {
    try Content.writeSamples(to: scratch)
    try scratch.run(
      "bash", "-c",
      "bsdtar -cf ../a.zip --format zip --options zip:encryption=aes256 --passphrase '\(password)' *", in: "samples")
    expectFiles(try readZip(scratch.read("a.zip")))
  }

  @Test(arguments: [false, true])
  func aZipOfInfoZIPIsRead(streamed: Bool) throws {
    try Content.writeSamples(to: scratch)
    if streamed {
      try scratch.run("bash", "-c", "zip -q -r - . | cat > ../a.zip", in: "samples")
    } else {
      try scratch.run("zip", "-q", "-r", "../a.zip", ".", in: "samples")
    }
    expectFiles(try readZip(scratch.read("a.zip"), password: nil))
  }

  @Test func aZipOfPythonIsRead() throws {
    try Content.writeSamples(to: scratch)
    let script = """
      import os, zipfile
      with zipfile.ZipFile('../a.zip', 'w', zipfile.ZIP_DEFLATED) as z:
        for folder, _, names in os.walk('.'):
          for name in names:
            path = os.path.relpath(os.path.join(folder, name))
            with z.open(path, 'w', force_zip64=len(name) % 2 == 0) as out: out.write(open(path, 'rb').read())
      """
    try scratch.run("python3", "-c", script, in: "samples")
    expectFiles(try readZip(scratch.read("a.zip"), password: nil))
  }

  @Test func aWeaklyEncryptedZipIsReadOnlyIfAllowed() throws {
    try Content.writeSamples(to: scratch)
    try scratch.run("zip", "-q", "-r", "-P", "weak", "../a.zip", ".", in: "samples")
    let archive = try scratch.read("a.zip")
    #expect(failure { try readZip(archive, password: "weak") }?.kind == .weakEncryption)
    #expect(failure { try readZip(archive, password: nil) }?.kind == .weakEncryption)
    #expect(failure { try readZip(archive, password: nil, allowWeak: true) }?.kind == .passwordNeeded)
    expectFiles(try readZip(archive, password: "weak", allowWeak: true))
  }

  @Test(arguments: ["pax", "ustar", "gnu"])
  func aTarOfGNUTarIsRead(format: String) throws {
    try Content.writeSamples(to: scratch)
    try scratch.run(
      "bash", "-c", "tar --zstd --format=\(format) -cf ../a.tar.zst *", in: "samples",
      status: format == "ustar" ? nil : 0)
    let found = try readTarZstd(scratch.read("a.tar.zst"))
    if format == "ustar" {
      #expect(found.contains(Content.samples[2]))
    } else {
      expectFiles(found)
    }
  }

  @Test(arguments: ["pax", "gnutar"])
  func aTarOfBsdtarIsRead(format: String) throws {
    try Content.writeSamples(to: scratch)
    try scratch.run(
      "bash", "-c", "bsdtar --zstd --no-read-sparse --format \(format) -cf ../a.tar.zst *", in: "samples")
    expectFiles(try readTarZstd(scratch.read("a.tar.zst")))
  }

  /// The samples as bsdtar reads them: libarchive composes names.
  private var composedSamples: [Content] {
    Content.samples.filter { !$0.name.unicodeScalars.contains { (0x300...0x36F).contains($0.value) } }
  }

  private func expectSamples(in folder: String) throws {
    try expect(Content.samples, in: folder)
  }

  private func expect(_ contents: [Content], in folder: String) throws {
    for content in contents where content.bytes != nil {
      #expect(try scratch.read(folder + "/" + content.name) == content.bytes, "\(content.name)")
    }
  }

  /// Compares files only: other programs choose their own order and folders.
  private func expectFiles(_ found: [Content]) {
    let files = found.filter { $0.bytes != nil }
    let expected = Content.samples.filter { $0.bytes != nil }
    #expect(files.map(\.name).sorted(by: byBytes) == expected.map(\.name).sorted(by: byBytes))
    for content in expected {
      #expect(files.contains(content), "\(content.name)")
    }
  }

  private func byBytes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension ZipDirectory.Encryption {
  fileprivate var text: String {
    switch self {
    case .none: "none"
    case .weak: "weak"
    case .aes(let bits): "aes \(bits)"
    }
  }
}
