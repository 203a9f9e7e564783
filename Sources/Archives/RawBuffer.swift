/// Memory that is freed with this object, also when the initializer of the class that holds it throws.
final class RawBuffer {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ count: Int = LibArchive.blockSize) {
    bytes = .allocate(byteCount: count, alignment: 16)
  }

  deinit {
    bytes.deallocate()
  }
}
