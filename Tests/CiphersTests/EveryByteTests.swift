import TestSupport
import Testing

@testable import Ciphers

/// A small file with each of its bytes changed, and each prefix of it.
@Suite struct EveryByteTests {
  let identity = X25519Identity.generate()

  @Test(arguments: [0, 5]) func everyByteIsAuthenticated(size: Int) throws {
    let file = try encrypt(seededBytes(size), to: [X25519Identity.generate().recipient, identity.recipient])
    let headerSize = try AgeHeader(parsing: source(file)).length
    for index in file.indices {
      for bit in 0..<8 {
        var flipped = file
        flipped[index] ^= 1 << bit
        check(flipped, at: index, headerSize, "bit \(bit)")
      }
      check(Array(file[...index] + file[index...]), at: index, headerSize, "doubled")
      check(Array(file[..<index] + file[(index + 1)...]), at: index, headerSize, "removed")

      let cut = kind { _ = try decrypt(Array(file[..<index]), with: [identity]) }
      #expect(cut == (index < headerSize + 16 ? .header : .payload), "cut at \(index)")
    }
  }

  private func check(_ file: [UInt8], at index: Int, _ headerSize: Int, _ change: Comment) {
    let kind = kind { _ = try decrypt(file, with: [identity]) }
    if index >= headerSize {
      #expect(kind == .payload || kind == .header && file.count < headerSize + 16, "\(change) at \(index)")
    } else if index == headerSize - 1 {
      // An additional line feed is read as the first byte of the nonce.
      #expect([.header, .payload].contains(kind), "\(change) at \(index)")
    } else {
      #expect([.header, .noMatch, .mac].contains(kind), "\(change) at \(index)")
    }
  }

  @Test func everyByteOfArmorIsAuthenticated() throws {
    let file = try encrypt(seededBytes(5), to: [identity.recipient], armor: true)
    // The line feed at the end is white space after the armor, and optional.
    for index in file.indices.dropLast() {
      for bit in 0..<8 {
        var flipped = file
        flipped[index] ^= 1 << bit
        #expect(kind { _ = try decrypt(flipped, with: [identity]) } != nil, "bit \(bit) at \(index)")
      }
      #expect(kind { _ = try decrypt(Array(file[..<index]), with: [identity]) } != nil, "cut at \(index)")
      let doubled = Array(file[...index] + file[index...])
      #expect(kind { _ = try decrypt(doubled, with: [identity]) } != nil, "doubled at \(index)")
    }
  }
}
