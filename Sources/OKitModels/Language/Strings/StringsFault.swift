import OKitStorage

/// The reason why a strings file is not valid.
struct StringsFault: Error, Equatable {
  /// The message, in lower case.
  let detail: String
  /// The offset in the text, in UTF-8 bytes; nil if the file has no lines.
  var offset: Int?
}
