/// A random number generator that gives the same numbers for the same seed: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator whose numbers depend on `seed` alone.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Returns bytes that look random and are the same in each run. A shorter result is a prefix of a longer one.
package func seededBytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count + 8)
  while bytes.count < count { withUnsafeBytes(of: generator.next().littleEndian) { bytes.append(contentsOf: $0) } }
  return Array(bytes.prefix(count))
}
