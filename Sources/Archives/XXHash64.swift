/// XXH64 with seed 0, the sum that a zstd frame can end with (RFC 8878, 3.1.1).
struct XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  private var lanes = SIMD4<UInt64>(prime1 &+ prime2, prime2, 0, 0 &- prime1)
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let missing = rest.prefix(32 - pending.count)
      pending.append(contentsOf: missing)
      rest = rest.dropFirst(missing.count)
      guard pending.count == 32 else { return }
      pending.withUnsafeBytes { consume($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count & ~31
    consume(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
    pending.append(contentsOf: rest.dropFirst(whole))
  }

  private mutating func consume(_ stripes: UnsafeRawBufferPointer) {
    var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
    for offset in stride(from: 0, to: stripes.count, by: 32) {
      a = Self.round(a, Self.word(stripes, offset))
      b = Self.round(b, Self.word(stripes, offset &+ 8))
      c = Self.round(c, Self.word(stripes, offset &+ 16))
      d = Self.round(d, Self.word(stripes, offset &+ 24))
    }
    lanes = SIMD4(a, b, c, d)
  }

  var value: UInt64 {
    var hash: UInt64
    if length >= 32 {
      hash = Self.rotated(lanes[0], 1) &+ Self.rotated(lanes[1], 7)
      hash &+= Self.rotated(lanes[2], 12) &+ Self.rotated(lanes[3], 18)
      for lane in 0..<4 { hash = (hash ^ Self.round(0, lanes[lane])) &* Self.prime1 &+ Self.prime4 }
    } else {
      hash = Self.prime5
    }
    hash &+= length
    pending.withUnsafeBytes { tail in
      var offset = 0
      while offset + 8 <= tail.count {
        hash = Self.rotated(hash ^ Self.round(0, Self.word(tail, offset)), 27) &* Self.prime1 &+ Self.prime4
        offset += 8
      }
      if offset + 4 <= tail.count {
        let half = UInt64(UInt32(littleEndian: tail.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        hash = Self.rotated(hash ^ (half &* Self.prime1), 23) &* Self.prime2 &+ Self.prime3
        offset += 4
      }
      for byte in tail[offset...] {
        hash = Self.rotated(hash ^ (UInt64(byte) &* Self.prime5), 11) &* Self.prime1
      }
    }
    hash = (hash ^ (hash >> 33)) &* Self.prime2
    hash = (hash ^ (hash >> 29)) &* Self.prime3
    return hash ^ (hash >> 32)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* prime2, 31) &* prime1
  }

  private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
    (value &<< count) | (value &>> (64 &- count))
  }
}
