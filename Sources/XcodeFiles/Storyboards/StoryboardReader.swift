/// Reads a storyboard in pieces.
package final class StoryboardReader {
  private let builder = StoryboardBuilder()
  private let parsing: XMLParsing
  private var size = 0

  /// A reader that uses `library`. Throws ``StoryboardError/noLibrary`` without one.
  package init(_ library: XMLLibrary? = .installed) throws(StoryboardError) {
    guard let library else { throw .noLibrary }
    parsing = XMLParsing(library, builder)
  }

  /// Reads the next bytes of the file.
  package func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(StoryboardError) {
    size += bytes.count
    guard size <= Storyboard.maximumSize else { throw .tooLarge }
    do throws(XMLParsing.Failure) {
      try parsing.parse(bytes)
    } catch {
      throw StoryboardError(error)
    }
  }

  /// Returns the storyboard at the end of the file.
  package func finish() throws(StoryboardError) -> Storyboard {
    do throws(XMLParsing.Failure) {
      try parsing.finish()
    } catch {
      throw StoryboardError(error)
    }
    guard builder.isStoryboard else { throw .notAStoryboard }
    return builder.storyboard
  }
}

extension Storyboard {
  /// Reads the bytes of a file.
  package init(parsing bytes: [UInt8], _ library: XMLLibrary? = .installed) throws(StoryboardError) {
    let reader = try StoryboardReader(library)
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<Void, StoryboardError> in
      Result { () throws(StoryboardError) in try reader.read(bytes) }
    }
    try result.get()
    self = try reader.finish()
  }
}

extension StoryboardError {
  fileprivate init(_ failure: XMLParsing.Failure) {
    switch failure.reason {
    case .documentType: self = .documentType(line: failure.line)
    case .malformed(let message): self = .notXML(message, line: failure.line)
    }
  }
}
