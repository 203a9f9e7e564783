import Definitions
import Testing

@Suite struct CommentTests {
  @Test func commentsInFrontDocumentClassesAndProperties() throws {
    let definitions = try read(
      """
      /// Not this.

      /// A book
      ///   with "two" lines.
      @objc(Book)
      class Book: ModelEntity, Codable {
        /// The title.
        // not this
        var title = "" /// nor this
        /**
         The price,
           in euros.

         - Note: more
         */
        @objc var price = 1.5
        /** Short. */ var a = 1, b = 2
        //// not
        /*** not */
        var c = 1
        ///
        var d = 1
      }
      """)
    #expect(definitions.classes["Book"]?.note == "A book\n  with \"two\" lines.")
    #expect(
      definitions["Book"] == [
        "title: String = \"\" / The title.", "price: Double = 1.5 / The price,\nin euros.\n\n- Note: more",
        "a: Int = 1 / Short.", "b: Int = 2", "c: Int = 1", "d: Int = 1",
      ])
  }

  @Test func commentsDeclareFormerNames() throws {
    let definitions = try read(
      """
      class Book: ModelEntity, Codable { // okit: was Volume
        var a: String = "" // okit: was title
        // okit: was name
        var b = 1
        /// Note.
        // okit: was c0
        @objc
        var c = 2 { // okit: was c1
          didSet { }
        }
        var d = 1, // okit: was d0
            e = 2  // okit: was e0
        // okit: was nothing

        var f = [
          1,
        ] // okit: was f0
        /* okit: was g0 */ var g = 1
        var h = 1 // was not
        var i = 1 // okit: wasnot x
        let j: Int; // okit: was j0
      }
      // okit: was Firm
      class Shop: Model, Codable { var x: Int }
      class Single: Model, Codable { var x: Int } // okit: was One
      class Allman: Model, Codable // okit: was Two
      { }
      """)
    #expect(
      definitions["Book"] == [
        "a: String = \"\" / was title", "b: Int = 1 / was name", "c: Int = 2 / Note. / was c1", "d: Int = 1 / was d0",
        "e: Int = 2 / was e0", "f: [Int] = [1] / was f0", "g: Int = 1 / was g0", "h: Int = 1", "i: Int = 1",
        "let j: Int / was j0",
      ])
    #expect(
      ["Book", "Shop", "Single", "Allman"].map { definitions.classes[$0]?.formerName } == [
        "Volume", "Firm", "One", "Two",
      ])
    #expect(definitions["Single"] == ["x: Int"])
  }

  @Test func commentsNestAndHideCode() throws {
    #expect(
      try members("/* /* } */ var x = 1 */ var a = 1 // } \n /* \" */ var b = 2 /**/") == ["a: Int = 1", "b: Int = 2"])
  }
}
