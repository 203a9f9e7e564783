import Glibc
import Synchronization
import TestSupport
import Testing

@testable import LocalText

@Suite struct ICULibraryTests {
  /// The names that the loader was asked for.
  private final class Names: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  /// A loader that opens the system's ICU by other names.
  private func loader(having versions: [Int], missing function: String? = nil, opened: Names, closed: Names)
    throws -> LibraryLoader
  {
    let installed = try #require(ICULibrary.installed).version
    return LibraryLoader(
      open: { name in
        opened.add(name)
        let isThere = versions.contains { name == "libicui18n.so.\($0)" }
        return isThere ? LibraryLoader.system.open("libicui18n.so.\(installed)") : nil
      },
      symbol: { name, library in
        guard let end = name.lastIndex(of: "_"), String(name[..<end]) != function else { return nil }
        return LibraryLoader.system.symbol("\(name[..<end])_\(installed)", library)
      },
      close: {
        closed.add("library")
        LibraryLoader.system.close($0)
      })
  }

  @Test func theVersionOfDebian12ComesFirst() throws {
    func version(_ versions: [Int]) throws -> Int? {
      try ICULibrary(loader: loader(having: versions, opened: Names(), closed: Names()))?.version
    }
    #expect(try version([74, 72, 70]) == 72)
    #expect(try version([70, 76, 74]) == 76)
    #expect(try version([53]) == 53)
    #expect(try version([52]) == nil)
  }

  @Test func anyVersionWritesDates() throws {
    let library = try #require(try ICULibrary(loader: loader(having: [76], opened: Names(), closed: Names())))
    let formatter = try LocalDateFormatter(locale: "de_DE", form: .longDate, library: library)
    #expect(formatter.text(596_016_000) == "21. November 2019")
  }

  @Test func theLibraryIsNilWithoutICU() throws {
    let opened = Names()
    #expect(try ICULibrary(loader: loader(having: [], opened: opened, closed: Names())) == nil)
    #expect(opened.all.first == "libicui18n.so.72")
    #expect(Set(opened.all).count == opened.all.count)
  }

  @Test(arguments: [
    "udat_open", "udat_close", "udat_format", "udat_setLenient", "udat_applyPattern", "udat_setSymbols",
    "udat_getLocaleByType", "u_errorName",
  ])
  func aLibraryThatLacksAFunctionIsClosed(_ name: String) throws {
    let closed = Names()
    #expect(
      try ICULibrary(loader: loader(having: [72, 70], missing: name, opened: Names(), closed: closed)) == nil)
    #expect(closed.all.count == 2)
  }

  @Test func longTextsAreRead() throws {
    let format = try ICUDateFormat("en", date: .long, time: .none, library: #require(ICULibrary.installed))
    format.apply(pattern: "'" + String(repeating: "x", count: 5000) + "'")
    #expect(format.text(0) == String(repeating: "x", count: 5000))
  }

  @Test func anErrorNamesTheStatusOfICU() throws {
    let library = try #require(ICULibrary.installed)
    let name = "de_" + String(repeating: "ABCDEFGH_", count: 50)
    let error = #expect(throws: ICUError.self) { try ICUDateFormat(name, date: .long, time: .none, library: library) }
    #expect(error?.description.hasPrefix("U_") == true)
  }
}
