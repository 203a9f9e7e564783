import TestSupport

@testable import XcodeFiles

extension Fuzzer {
  /// Storyboards: an error has words and a line of the file; a storyboard has what its screens need, and is the same in pieces of any size.
  static let storyboard = Fuzzer(
    name: "storyboard",
    seeds: {
      let head =
        #"<document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" initialViewController="a"><scenes>"#
      let row = #"""
        <tableView><sections><tableViewSection><cells><tableViewCell customClass="ModelSliderCell">
        <userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="string" keyPath="maxValuePath" value="#1&amp;0"/>
        <userDefinedRuntimeAttribute type="number" keyPath="n"><real key="value" value="1.5"/></userDefinedRuntimeAttribute>
        <userDefinedRuntimeAttribute type="string" keyPath="s"><mutableString key="value">a&#10;b</mutableString>
        </userDefinedRuntimeAttribute></userDefinedRuntimeAttributes><connections>
        <outlet property="control" destination="c"/><segue destination="b" kind="show"/></connections>
        </tableViewCell></cells></tableViewSection></sections></tableView>
        """#
      let control = #"<textField id="c"><textInputTraits keyboardType="URL"/></textField>"#
      let scene = #"<scene><objects><tableViewController id="a" sceneMemberID="viewController">"#
      let whole = "\(head)\(scene)\(row)</tableViewController>\(control)</objects></scene></scenes></document>"
      return Seeds.texts(
        whole, "<!DOCTYPE d [<!ENTITY a 'b'>]><document>&a;</document>", "<document type='.Storyboard.XIB'/>",
        "<?xml version='1.0' encoding='ISO-8859-1'?>\(head)</scenes></document>", "<a><![CDATA[x]]></a>")
        + [[0xff, 0xfe] + whole.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }]
    }
  ) { input in
    let whole = Result { () throws(StoryboardError) in try Storyboard(parsing: input) }
    let pieces = Result { () throws(StoryboardError) in try inPieces(input, of: 7) }
    switch (whole, pieces) {
    case (.success(let whole), .success(let pieces)):
      require(whole == pieces, "pieces make the same storyboard")
      for screen in whole.screens {
        require(screen.line >= 1, "a screen has a line")
        for row in screen.rows { require(row.line >= screen.line || row.line >= 1, "a row has a line") }
      }
    case (.failure(let error), .failure):
      require(!error.description.isEmpty && !error.description.contains("\n"), "an error is one line")
      require(error.line ?? 1 >= 1, "an error has a line of the file")
    case (.success, .failure(let error)), (.failure(let error), .success):
      fatalError("does not hold: pieces are read like the whole: \(error)")
    }
  }

  private static func inPieces(_ input: [UInt8], of size: Int) throws(StoryboardError) -> Storyboard {
    let reader = try StoryboardReader()
    var start = 0
    while start < input.count {
      let piece = Array(input[start..<min(start + size, input.count)])
      start += size
      let result = piece.withUnsafeBufferPointer { bytes -> Result<Void, StoryboardError> in
        Result { () throws(StoryboardError) in try reader.read(bytes) }
      }
      try result.get()
    }
    return try reader.finish()
  }
}
