package import Definitions

extension ClassDefinition.Role {
  /// True for an attachment whose bytes are in the entity.
  package var isInline: Bool { self == .inlineData || self == .inlineImage }
  /// True for an attachment whose bytes are in a file.
  package var isSeparateAttachment: Bool { self == .data || self == .image }
  /// True for an image, with its bytes in the entity or in a file.
  package var isImage: Bool { self == .image || self == .inlineImage }
}
