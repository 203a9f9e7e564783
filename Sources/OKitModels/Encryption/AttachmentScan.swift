import Ciphers
import Glibc
import JSONDocument
import OKitStorage

/// Validates the text of a model and finds its attachments, in constant memory.
///
/// Each attachment has a member `template`, so only objects with this key are examined.
final class AttachmentScan {
  /// The number of bytes kept from previous pieces, for objects that began there.
  private static let tailCapacity = 1 << 14

  private var validator = JSONValidator(noting: "template")
  private var found: [(offset: Int, entity: AttachmentEntity)] = []
  /// The end of the previous pieces.
  private var tail = SecretBytes(count: tailCapacity)
  private var tailCount = 0

  /// False after an object was too large to be examined; it may be an attachment.
  private(set) var isComplete = true

  /// The attachments, in the order of the text.
  var entities: [AttachmentEntity] { found.sorted { $0.offset < $1.offset }.map(\.entity) }

  /// Takes the next bytes of the text. Throws `JSONError`.
  func feed(_ piece: UnsafeRawBufferPointer) throws {
    let start = validator.count
    try validator.feed(piece)
    for object in validator.takeNotedObjects() { try look(at: object, in: piece, from: start) }
    keep(piece)
  }

  /// Ends the text. Throws `JSONError`.
  func finish() throws { try validator.finish() }

  private func look(at object: Range<Int>, in piece: UnsafeRawBufferPointer, from start: Int) throws {
    let before = max(start - object.lowerBound, 0)
    guard before <= tailCount else {
      isComplete = false
      return
    }
    let text = JSONBytes(capacity: object.count, secret: true)
    let count = tailCount
    tail.withUnsafeBytes { text.append(UnsafeRawBufferPointer(rebasing: $0[count - before..<count])) }
    let inPiece = max(object.lowerBound - start, 0)..<object.upperBound - start
    text.append(UnsafeRawBufferPointer(rebasing: piece[inPiece]))
    let value = try JSONDocument(parsing: text).root
    guard let entity = AttachmentEntity(value), let id = value["id"] else { return }
    found.append((object.lowerBound + id.range.lowerBound, entity))
  }

  private func keep(_ piece: UnsafeRawBufferPointer) {
    let added = UnsafeRawBufferPointer(rebasing: piece.suffix(Self.tailCapacity))
    let rest = min(tailCount, Self.tailCapacity - added.count)
    let before = tailCount
    tail.withUnsafeMutableBytes { tail in
      guard let base = tail.baseAddress, let start = added.baseAddress else { return }
      memmove(base, base + before - rest, rest)
      memcpy(base + rest, start, added.count)
    }
    tailCount = rest + added.count
  }
}
