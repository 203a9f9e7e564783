/// ICU, a system library that knows the dates, numbers and letters of many languages.
///
/// It is loaded only when it is needed, instead of being linked: few commands need it, its data takes 30 MB, and systems have
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
  typealias OpenNumberFormat =
    @Sendable @convention(c) (
      _ style: Int32, _ pattern: UnsafePointer<UInt16>, _ patternLength: Int32, _ locale: UnsafePointer<CChar>,
      _ error: OpaquePointer?, _ status: UnsafeMutablePointer<Int32>
    ) -> OpaquePointer?
  typealias FormatDecimal =
    @Sendable @convention(c) (
      _ format: OpaquePointer, _ number: UnsafePointer<CChar>, _ length: Int32, _ text: UnsafeMutablePointer<UInt16>?,
      _ capacity: Int32, _ position: OpaquePointer?, _ status: UnsafeMutablePointer<Int32>
    ) -> Int32
  typealias Normalizer = @Sendable @convention(c) (_ status: UnsafeMutablePointer<Int32>) -> OpaquePointer?
  typealias Normalize =
    @Sendable @convention(c) (
      _ normalizer: OpaquePointer, _ text: UnsafePointer<UInt16>, _ length: Int32,
      _ result: UnsafeMutablePointer<UInt16>?, _ capacity: Int32, _ status: UnsafeMutablePointer<Int32>
    ) -> Int32
  typealias OpenCollator =
    @Sendable @convention(c) (
      _ locale: UnsafePointer<CChar>, _ status: UnsafeMutablePointer<Int32>
    ) -> OpaquePointer?
  typealias SetAttribute =
    @Sendable @convention(c) (
      _ collator: OpaquePointer, _ attribute: Int32, _ value: Int32, _ status: UnsafeMutablePointer<Int32>
    ) -> Void
  typealias SortKey =
    @Sendable @convention(c) (
      _ collator: OpaquePointer, _ text: UnsafePointer<UInt16>, _ length: Int32, _ key: UnsafeMutablePointer<UInt8>?,
      _ capacity: Int32
    ) -> Int32
  typealias OpenPattern =
    @Sendable @convention(c) (
      _ pattern: UnsafePointer<UInt16>, _ length: Int32, _ flags: UInt32, _ error: OpaquePointer?,
      _ status: UnsafeMutablePointer<Int32>
    ) -> OpaquePointer?
  typealias SetText =
    @Sendable @convention(c) (
      _ pattern: OpaquePointer, _ text: UnsafePointer<UInt16>, _ length: Int32, _ status: UnsafeMutablePointer<Int32>
    ) -> Void
  typealias FindNext =
    @Sendable @convention(c) (_ pattern: OpaquePointer, _ status: UnsafeMutablePointer<Int32>) -> Int8
  typealias MatchEnd =
    @Sendable @convention(c) (
      _ pattern: OpaquePointer, _ group: Int32, _ status: UnsafeMutablePointer<Int32>
    ) -> Int32
  typealias SetLimit =
    @Sendable @convention(c) (
      _ pattern: OpaquePointer, _ limit: Int32, _ status: UnsafeMutablePointer<Int32>
    ) -> Void
  typealias ErrorName = @Sendable @convention(c) (_ status: Int32) -> UnsafePointer<CChar>?

  let openFormat: OpenFormat
  let closeFormat: CloseFormat
  let format: Format
  let setLenient: SetLenient
  let applyPattern: ApplyPattern
  let setSymbols: SetSymbols
  let localeOfFormat: LocaleOfFormat
  let openNumberFormat: OpenNumberFormat
  let closeNumberFormat: CloseFormat
  let formatDecimal: FormatDecimal
  let caseFolding: Normalizer
  let decomposition: Normalizer
  let normalize: Normalize
  let openCollator: OpenCollator
  let closeCollator: CloseFormat
  let setAttribute: SetAttribute
  let sortKey: SortKey
  let openPattern: OpenPattern
  let closePattern: CloseFormat
  let setText: SetText
  let findNext: FindNext
  let matchStart: MatchEnd
  let matchEnd: MatchEnd
  let setTimeLimit: SetLimit
  let errorName: ErrorName
  /// The number in the file name of the library, such as 72.
  let version: Int

  /// The ICU of this system; nil if there is none. It is loaded on first use and stays loaded.
  package static let installed = ICULibrary(loader: .system)

  /// The version in Debian 12, from which ``DateAdjustment`` was generated.
  static let testedVersion = 72
  /// The version numbers to try, from the oldest with all functions. ICU increases the number twice a year.
  private static let versions = 53...99

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
      let openNumberFormat = function("unum_open", OpenNumberFormat.self),
      let closeNumberFormat = function("unum_close", CloseFormat.self),
      let formatDecimal = function("unum_formatDecimal", FormatDecimal.self),
      let caseFolding = function("unorm2_getNFKCCasefoldInstance", Normalizer.self),
      let decomposition = function("unorm2_getNFDInstance", Normalizer.self),
      let normalize = function("unorm2_normalize", Normalize.self),
      let openCollator = function("ucol_open", OpenCollator.self),
      let closeCollator = function("ucol_close", CloseFormat.self),
      let setAttribute = function("ucol_setAttribute", SetAttribute.self),
      let sortKey = function("ucol_getSortKey", SortKey.self),
      let openPattern = function("uregex_open", OpenPattern.self),
      let closePattern = function("uregex_close", CloseFormat.self),
      let setText = function("uregex_setText", SetText.self),
      let findNext = function("uregex_findNext", FindNext.self),
      let matchStart = function("uregex_start", MatchEnd.self),
      let matchEnd = function("uregex_end", MatchEnd.self),
      let setTimeLimit = function("uregex_setTimeLimit", SetLimit.self),
      let errorName = function("u_errorName", ErrorName.self)
    else { return nil }
    self.openFormat = openFormat
    self.closeFormat = closeFormat
    self.format = format
    self.setLenient = setLenient
    self.applyPattern = applyPattern
    self.setSymbols = setSymbols
    self.localeOfFormat = localeOfFormat
    self.openNumberFormat = openNumberFormat
    self.closeNumberFormat = closeNumberFormat
    self.formatDecimal = formatDecimal
    self.caseFolding = caseFolding
    self.decomposition = decomposition
    self.normalize = normalize
    self.openCollator = openCollator
    self.closeCollator = closeCollator
    self.setAttribute = setAttribute
    self.sortKey = sortKey
    self.openPattern = openPattern
    self.closePattern = closePattern
    self.setText = setText
    self.findNext = findNext
    self.matchStart = matchStart
    self.matchEnd = matchEnd
    self.setTimeLimit = setTimeLimit
    self.errorName = errorName
    self.version = version
  }
}

extension ICULibrary {
  private static let bufferOverflow: Int32 = 15

  /// Returns the text that a function of ICU writes into a buffer; nil if it fails.
  func text(
    capacity: Int = 64,
    _ write: (_ buffer: UnsafeMutablePointer<UInt16>?, _ capacity: Int32, _ status: inout Int32) -> Int32
  ) -> [UInt16]? {
    guard var capacity = Int32(exactly: capacity).map(Int.init) else { return nil }
    // The second attempt uses the capacity that ICU requested.
    for _ in 0..<2 {
      var status: Int32 = 0
      var needed = 0
      let units = [UInt16](unsafeUninitializedCapacity: capacity) { buffer, count in
        needed = Int(write(buffer.baseAddress, Int32(buffer.count), &status))
        count = status <= 0 ? min(max(needed, 0), buffer.count) : 0
      }
      if status <= 0 { return units }
      guard status == Self.bufferOverflow, needed > capacity else { return nil }
      capacity = needed
    }
    return nil
  }

  /// Returns the error with this status.
  func error(_ status: Int32) -> ICUError {
    ICUError(description: errorName(status).map { String(cString: $0) } ?? "error \(status)")
  }
}

/// An error of ICU.
package struct ICUError: Error, CustomStringConvertible {
  /// The error for something that only ICU can do.
  package static let notInstalled = ICUError(description: "the ICU library is not installed (Debian package libicu72)")

  /// The name of the error in ICU, such as `U_FILE_ACCESS_ERROR`.
  package let description: String
}
