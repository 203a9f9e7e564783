/// An integer type of Swift, under the name that it has there.
package enum IntegerType: String, CaseIterable, Sendable {
  /// As wide as a machine word, with a sign.
  case int = "Int"
  /// 8 bits, with a sign.
  case int8 = "Int8"
  /// 16 bits, with a sign.
  case int16 = "Int16"
  /// 32 bits, with a sign.
  case int32 = "Int32"
  /// 64 bits, with a sign.
  case int64 = "Int64"
  /// As wide as a machine word, without a sign.
  case uint = "UInt"
  /// 8 bits, without a sign.
  case uint8 = "UInt8"
  /// 16 bits, without a sign.
  case uint16 = "UInt16"
  /// 32 bits, without a sign.
  case uint32 = "UInt32"
  /// 64 bits, without a sign.
  case uint64 = "UInt64"

  /// How many bits it has; those without a number in their name have 64.
  package var bitWidth: Int {
    switch self {
    case .int8, .uint8: 8
    case .int16, .uint16: 16
    case .int32, .uint32: 32
    case .int, .int64, .uint, .uint64: 64
    }
  }

  /// The least value.
  package var least: Int { isSigned ? Int.min >> (64 - bitWidth) : 0 }

  /// The greatest value.
  package var greatest: UInt64 { UInt64.max >> (64 - bitWidth + (isSigned ? 1 : 0)) }

  /// Whether it has negative values.
  package var isSigned: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64: true
    case .uint, .uint8, .uint16, .uint32, .uint64: false
    }
  }
}
