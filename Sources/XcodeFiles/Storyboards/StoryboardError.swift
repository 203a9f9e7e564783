/// The reason why a storyboard cannot be read.
package enum StoryboardError: Error, Equatable, CustomStringConvertible {
  /// libxml2 is not installed.
  case noLibrary
  /// The file is larger than a storyboard can be.
  case tooLarge
  /// The file is not well-formed XML; what libxml2 says, and the line.
  case notXML(String, line: Int)
  /// The file has a document type declaration, which no storyboard has, at this line.
  case documentType(line: Int)
  /// The root is not the `document` of a storyboard.
  case notAStoryboard

  /// The line of the error; nil if it concerns the whole file.
  package var line: Int? {
    switch self {
    case .notXML(_, let line), .documentType(let line): line
    default: nil
    }
  }

  /// The reason in lower case and without a full stop. It names neither the file nor the line.
  package var description: String {
    switch self {
    case .noLibrary: "the libxml2 library is not installed (Debian package libxml2)"
    case .tooLarge: "larger than \(Storyboard.maximumSize >> 20) MB, which is too large for a storyboard"
    case .notXML(let message, _): "not well-formed XML: \(message)"
    case .documentType: "a document type declaration, which storyboards do not have"
    case .notAStoryboard: "not a storyboard of iOS screens"
    }
  }
}
