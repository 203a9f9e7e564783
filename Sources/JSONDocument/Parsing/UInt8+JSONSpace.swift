extension UInt8 {
  /// True for white space in JSON.
  @inlinable @inline(__always)
  package var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
