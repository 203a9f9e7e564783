/// An integer type, by its name in Swift.
package enum IntegerType: String, CaseIterable, Sendable {
  /// A signed machine word.
  case int = "Int"
  /// Signed, 8 bits.
  case int8 = "Int8"
  /// Signed, 16 bits.
  case int16 = "Int16"
  /// Signed, 32 bits.
  case int32 = "Int32"
  /// Signed, 64 bits.
  case int64 = "Int64"
  /// An unsigned machine word.
  case uint = "UInt"
  /// Unsigned, 8 bits.
  case uint8 = "UInt8"
  /// Unsigned, 16 bits.
  case uint16 = "UInt16"
  /// Unsigned, 32 bits.
  case uint32 = "UInt32"
  /// Unsigned, 64 bits.
  case uint64 = "UInt64"

  /// The number of bits. A machine word has 64.
  package var bitWidth: Int {
    switch self {
    case .int8, .uint8: 8
    case .int16, .uint16: 16
    case .int32, .uint32: 32
    case .int, .int64, .uint, .uint64: 64
    }
  }

  /// The minimum value.
  package var minimum: Int { isSigned ? Int.min >> (64 - bitWidth) : 0 }

  /// The maximum value.
  package var maximum: UInt64 { UInt64.max >> (64 - bitWidth + (isSigned ? 1 : 0)) }

  /// True if it has negative values.
  package var isSigned: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64: true
    case .uint, .uint8, .uint16, .uint32, .uint64: false
    }
  }
}
