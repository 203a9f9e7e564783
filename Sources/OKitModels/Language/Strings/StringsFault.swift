import OKitStorage

/// What keeps a strings file from being read.
struct StringsFault: Error, Equatable {
  /// What is wrong, in lower case.
  let detail: String
  /// Where in the text, in bytes of UTF-8; nil of what has no lines.
  var offset: Int?
}
