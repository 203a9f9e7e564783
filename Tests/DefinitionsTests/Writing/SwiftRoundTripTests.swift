import Definitions
import TestSupport
import Testing

@Suite struct SwiftRoundTripTests {
  @Test(arguments: 0..<(Effort.isWhole ? 5_000 : 300))
  func randomDefinitionsAreReadAsWritten(_ number: Int) throws {
    var random = RandomDefinitions(seed: Effort.seed &+ UInt64(number))
    let definitions = random.make()
    let text = SwiftWriter(definitions).text
    let read = try Definitions(reading: [SwiftSource(path: "A.swift", bytes: Array(text.utf8))]).withoutPlaces
    for (name, definition) in definitions.classes {
      #expect(read.classes[name] == definition, "\(text)")
    }
    #expect(read.classes.keys.sorted() == definitions.classes.keys.sorted(), "\(text)")
    #expect(read.enumerations == definitions.enumerations, "\(text)")
    #expect(read.registrations == definitions.registrations, "\(text)")
    #expect(SwiftWriter(read).text == text)
  }
}
