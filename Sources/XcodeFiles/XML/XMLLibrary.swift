import Glibc

/// libxml2, a system library that parses XML.
///
/// It is loaded only when it is needed, instead of being linked: one command needs it, and it brings ICU along, which takes 30 MB.
package struct XMLLibrary: Sendable {
  typealias CreateParser =
    @Sendable @convention(c) (
      _ handlers: UnsafeRawPointer, _ userData: UnsafeMutableRawPointer, _ start: UnsafePointer<CChar>?, _ count: Int32,
      _ name: UnsafePointer<CChar>?
    ) -> OpaquePointer?
  typealias SetOptions = @Sendable @convention(c) (_ parser: OpaquePointer, _ options: Int32) -> Int32
  typealias ParseChunk =
    @Sendable @convention(c) (
      _ parser: OpaquePointer, _ start: UnsafePointer<CChar>?, _ count: Int32, _ isLast: Int32
    ) -> Int32
  typealias Stop = @Sendable @convention(c) (_ parser: OpaquePointer) -> Void
  typealias LineNumber = @Sendable @convention(c) (_ parser: OpaquePointer) -> Int32

  let createParser: CreateParser
  let setOptions: SetOptions
  let parseChunk: ParseChunk
  let stop: Stop
  let freeParser: Stop
  let lineNumber: LineNumber

  /// The names of the versions whose interface okit knows. Version 2.14 changed the name, but not the functions that okit uses.
  static let names = ["libxml2.so.2", "libxml2.so.16"]

  /// The libxml2 of this system; nil if there is none. It is loaded on first use and stays loaded.
  package static let installed = XMLLibrary(names: names)

  /// Loads the first library with one of these names; nil if none has all functions.
  init?(names: [String]) {
    for name in names {
      guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { continue }
      if let library = XMLLibrary(handle) {
        self = library
        return
      }
      dlclose(handle)
    }
    return nil
  }

  private init?(_ handle: UnsafeMutableRawPointer) {
    func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
    guard let createParser = function("xmlCreatePushParserCtxt", CreateParser.self),
      let setOptions = function("xmlCtxtUseOptions", SetOptions.self),
      let parseChunk = function("xmlParseChunk", ParseChunk.self),
      let stop = function("xmlStopParser", Stop.self),
      let freeParser = function("xmlFreeParserCtxt", Stop.self),
      let lineNumber = function("xmlSAX2GetLineNumber", LineNumber.self)
    else { return nil }
    self.createParser = createParser
    self.setOptions = setOptions
    self.parseChunk = parseChunk
    self.stop = stop
    self.freeParser = freeParser
    self.lineNumber = lineNumber
  }
}
