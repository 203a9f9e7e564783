/// Memory that is freed with this object, even if the initializer of the class that uses it throws.
final class RawBuffer {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ count: Int = LibArchive.blockSize) {
    bytes = .allocate(byteCount: count, alignment: 16)
  }

  deinit {
    bytes.deallocate()
  }
}
