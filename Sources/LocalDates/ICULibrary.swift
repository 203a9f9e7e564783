/// ICU, a system library that formats dates in many languages.
///
/// It is loaded only when a date has to be written, instead of being linked: few commands need it, its data takes 30 MB, and systems have
/// different versions with different function names.
package struct ICULibrary: Sendable {
  typealias OpenFormat =
    @Sendable @convention(c) (
      _ timeStyle: Int32, _ dateStyle: Int32, _ locale: UnsafePointer<CChar>, _ zone: UnsafePointer<UInt16>,
      _ zoneLength: Int32, _ pattern: UnsafePointer<UInt16>?, _ patternLength: Int32,
      _ status: UnsafeMutablePointer<Int32>
    ) -> OpaquePointer?
  typealias CloseFormat = @Sendable @convention(c) (_ format: OpaquePointer) -> Void
  typealias Format =
    @Sendable @convention(c) (
      _ format: OpaquePointer, _ milliseconds: Double, _ text: UnsafeMutablePointer<UInt16>?, _ capacity: Int32,
      _ position: OpaquePointer?, _ status: UnsafeMutablePointer<Int32>
    ) -> Int32
  typealias SetLenient = @Sendable @convention(c) (_ format: OpaquePointer, _ isLenient: Int8) -> Void
  typealias ApplyPattern =
    @Sendable @convention(c) (
      _ format: OpaquePointer, _ isLocalized: Int8, _ pattern: UnsafePointer<UInt16>, _ length: Int32
    ) -> Void
  typealias SetSymbols =
    @Sendable @convention(c) (
      _ format: OpaquePointer, _ kind: Int32, _ index: Int32, _ text: UnsafePointer<UInt16>, _ length: Int32,
      _ status: UnsafeMutablePointer<Int32>
    ) -> Void
  typealias LocaleOfFormat =
    @Sendable @convention(c) (
      _ format: OpaquePointer, _ kind: Int32, _ status: UnsafeMutablePointer<Int32>
    ) -> UnsafePointer<CChar>?
  typealias ErrorName = @Sendable @convention(c) (_ status: Int32) -> UnsafePointer<CChar>?

  let openFormat: OpenFormat
  let closeFormat: CloseFormat
  let format: Format
  let setLenient: SetLenient
  let applyPattern: ApplyPattern
  let setSymbols: SetSymbols
  let localeOfFormat: LocaleOfFormat
  let errorName: ErrorName
  /// The number in the file name of the library, such as 72.
  let version: Int

  /// The ICU of this system; nil if there is none. It is loaded on first use and stays loaded.
  package static let installed = ICULibrary(loader: .system)

  /// The version in Debian 12, from which ``DateAdjustment`` was generated.
  static let testedVersion = 72
  /// The version numbers to try. ICU used another numbering before 49 and increases the number twice a year.
  private static let versions = 49...99

  /// Loads the tested version, or else the newest installed one.
  init?(loader: LibraryLoader) {
    for version in [Self.testedVersion] + Self.versions.reversed().filter({ $0 != Self.testedVersion }) {
      guard let handle = loader.open("libicui18n.so.\(version)") else { continue }
      if let library = ICULibrary(version: version, symbol: { loader.symbol($0, handle) }) {
        self = library
        return
      }
      loader.close(handle)
    }
    return nil
  }

  private init?(version: Int, symbol: (String) -> UnsafeMutableRawPointer?) {
    func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
      symbol("\(name)_\(version)").map { unsafeBitCast($0, to: type) }
    }
    guard let openFormat = function("udat_open", OpenFormat.self),
      let closeFormat = function("udat_close", CloseFormat.self),
      let format = function("udat_format", Format.self),
      let setLenient = function("udat_setLenient", SetLenient.self),
      let applyPattern = function("udat_applyPattern", ApplyPattern.self),
      let setSymbols = function("udat_setSymbols", SetSymbols.self),
      let localeOfFormat = function("udat_getLocaleByType", LocaleOfFormat.self),
      let errorName = function("u_errorName", ErrorName.self)
    else { return nil }
    self.openFormat = openFormat
    self.closeFormat = closeFormat
    self.format = format
    self.setLenient = setLenient
    self.applyPattern = applyPattern
    self.setSymbols = setSymbols
    self.localeOfFormat = localeOfFormat
    self.errorName = errorName
    self.version = version
  }
}

/// An error of ICU.
package struct ICUError: Error, CustomStringConvertible {
  /// The name of the error in ICU, such as `U_FILE_ACCESS_ERROR`.
  package let description: String
}
