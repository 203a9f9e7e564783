extension UInt8 {
  /// Whether it is white space to JSON.
  @inlinable @inline(__always)
  package var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
