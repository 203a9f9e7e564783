import TestSupport

@testable import Ciphers
@testable import OKitStorage

extension Fuzzer {
  /// Opens every header, so that the payload is reached.
  private struct AnyHeader: AgeIdentity {
    func unwrap(_ stanzas: [AgeStanza]) throws -> SecretBytes? { CraftedAge.fileKey }
  }

  /// The identity is the same in every run, so that a finding can be reproduced.
  static func identity() throws -> X25519Identity {
    let secret = secret(Array(0..<32))
    let text = secret.withUnsafeBytes { Bech32.encode($0, prefix: X25519Identity.prefix) }
    return try X25519Identity(parsing: text)
  }

  private static func sealed(_ plain: [UInt8], armor: Bool) throws -> [UInt8] {
    var file: [UInt8] = []
    let encryptor = try AgeEncryptor(recipients: [identity().recipient], armor: armor) { file += $0 }
    try plain.withUnsafeBytes(encryptor.write)
    try encryptor.finish()
    return file
  }

  private static func decrypted(_ file: [UInt8], _ identities: [any AgeIdentity], piece: Int) throws -> (
    AgeDecryptor, [UInt8]
  ) {
    let source = source(file, piece: piece)
    let decryptor = try AgeDecryptor(identities: identities) { source($0) }
    return (decryptor, try readAll { try decryptor.read(into: $0) })
  }

  /// A header that was read is written unchanged, from its text and from its parts.
  static let ageHeader = Fuzzer(
    name: "age-header",
    seeds: {
      try [sealed([], armor: false), sealed([1], armor: true)]
        + Seeds.texts(
          "age-encryption.org/v1\n-> X25519 \(CraftedAge.base64)\n\(CraftedAge.base64)\n--- \(CraftedAge.base64)\n",
          "age-encryption.org/v1\n-> scrypt AAAAAAAAAAAAAAAAAAAAAA 18\n\(CraftedAge.base64)\n--- \(CraftedAge.base64)\n",
          "age-encryption.org/v1\n-> a b ! ~\n\(String(repeating: "A", count: 64))\n\n-> c\nAAA\n--- \(CraftedAge.base64)\n"
        )
    }
  ) { input in
    let pieces = source(input, piece: 7)
    let header = try AgeHeader { pieces($0) }
    let whole = source(input)
    require(
      mustNotThrow("reading a header in one piece") { try AgeHeader { whole($0) } } == header,
      "a header is the same in any pieces")
    let text = header.serialized()
    require(header.length == text.count, "a header knows its size")
    if input.starts(with: "age".utf8) { require(input.starts(with: text), "a header is written as it was read") }
    require(!header.stanzas.isEmpty && header.stanzas.count <= 1_000, "a header has stanzas, and not too many")
    require(header.stanzas.allSatisfy { !$0.type.isEmpty }, "stanzas have types")
    // Such a header can be read, but decryption refuses it.
    if header.isPassphraseSealed, header.stanzas.count > 1 { return }
    let again = mustNotThrow("writing its stanzas") {
      try AgeHeader(stanzas: header.stanzas, fileKey: CraftedAge.fileKey)
    }
    // All but the code: 32 bytes in base64 after a space and before a line feed.
    require(again.serialized().dropLast(45) == text.dropLast(45), "the stanzas are written as they were read")
  }

  /// The content of an armor is armored to the same text, except for line ends and surrounding white space.
  static let ageArmor = Fuzzer(
    name: "age-armor",
    seeds: {
      let file = try sealed([1, 2, 3], armor: true)
      return [file, [0x20, 0x0D, 0x0A] + file.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } + [0x0A, 0x0A]]
        + Seeds.texts("\(AgeArmor.begin)\nAAA=\n\(AgeArmor.end)", "\(AgeArmor.begin)\n\(AgeArmor.end)\n")
    }
  ) { input in
    let source = source(input, piece: 5)
    let reader = AgeArmorReader { source($0) }
    let bytes = try readAll(buffer: 50) { try reader.read(into: $0) }
    var text: [UInt8] = []
    let writer = AgeArmorWriter { text += $0 }
    mustNotThrow("writing an armor") {
      try bytes.withUnsafeBytes(writer.write)
      try writer.finish()
    }
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { $0.last == 0x0D ? $0.dropLast() : $0 }
    let core = Array(lines.joined(separator: [0x0A]))
    require(trimmed(core) == trimmed(text), "there is one armor for the same bytes")
    require(input.withUnsafeBytes(AgeFile.isAge(prefix:)), "what is armored is known as such")
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.drop(while: AgeFile.isWhiteSpace).reversed().drop(while: AgeFile.isWhiteSpace).reversed()[...]
  }

  /// Only encrypted files open, with any identity.
  static let ageFile = Fuzzer(
    name: "age-file",
    seeds: {
      try [0, 1, 100].flatMap { size in
        try [false, true].map { try sealed([UInt8](repeating: 7, count: size), armor: $0) }
      }
    }
  ) { input in
    let identities: [any AgeIdentity] = [
      try identity(), ScryptIdentity(passphrase: CraftedAge.fileKey, maximumWorkFactor: 4),
    ]
    let (decryptor, plain) = try decrypted(input, identities, piece: 11)
    // Only the seeds are known to open; any other input that opens must be an equivalent spelling of a seed.
    require(plain.allSatisfy { $0 == 7 } && [0, 1, 100].contains(plain.count), "only what was sealed opens")
    let size = decryptor.header.plainSize(fileSize: input.count)
    require(
      input.withUnsafeBytes(AgeFile.isArmored(prefix:)) ? size == nil : size == plain.count,
      "the size is known beforehand")
  }

  /// Files with valid codes and tags around the input: those that open are written unchanged.
  static let ageCrafted = Fuzzer(
    name: "age-crafted",
    seeds: {
      let stanza = Array("-> test\nAAAA\n".utf8)
      return [
        [1, 1, 5] + Array("hello".utf8) + stanza, [1, 1, 0] + stanza, [2, 2, 3, 1, 2, 3, 1, 2, 9, 9] + stanza,
        [3, 2, 1, 7, 2, 1, 8, 3, 1, 9] + Array("-> a b ! ~\nAA\n-> c\n\n".utf8),
      ]
    }
  ) { input in
    let file = CraftedAge(input)
    let (decryptor, plain) = try decrypted(file.bytes, [AnyHeader()], piece: 13)
    require(file.isInOrder, "chunks that are not in order do not open")
    require(plain == file.chunks.flatMap(\.plain), "what opens is what was sealed")
    require(decryptor.header.serialized() == file.header, "the header is what was sealed")
    let again = mustNotThrow("writing the header") {
      try AgeHeader(stanzas: decryptor.header.stanzas, fileKey: CraftedAge.fileKey)
    }
    require(again.serialized() == file.header, "the header is written as it was, its code too")
    let small = mustNotThrow("reading it in small pieces") { try decrypted(file.bytes, [AnyHeader()], piece: 1).1 }
    require(small == plain, "a file is the same in any pieces")
  }
}
