/// An integer type of Swift.
public enum IntegerType: String, CaseIterable, Sendable {
  case int = "Int"
  case int8 = "Int8"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case uint = "UInt"
  case uint8 = "UInt8"
  case uint16 = "UInt16"
  case uint32 = "UInt32"
  case uint64 = "UInt64"

  /// How many bits it has; those without a number in their name have 64.
  public var bitWidth: Int {
    switch self {
    case .int8, .uint8: 8
    case .int16, .uint16: 16
    case .int32, .uint32: 32
    case .int, .int64, .uint, .uint64: 64
    }
  }

  /// Whether it has negative values.
  public var isSigned: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64: true
    case .uint, .uint8, .uint16, .uint32, .uint64: false
    }
  }
}
