import Testing

@testable import XcodeFiles

struct StoryboardTests {
  @Test func theInitialScreenAndTheClassesAreRead() throws {
    let read = try Storyboard(parsing: storyboard(scene("a") + scene("b")))
    #expect(read.initialScreen == "a")
    #expect(read.screens.map(\.id) == ["a", "b"])
    #expect(read.screens[0].className == "ModelDetailTableController")
    #expect(read.screens[0].element == "tableViewController")
    #expect(read.screens[0].line == 4)
  }

  @Test func aScreenHasOnlyItsOwnAttributes() throws {
    let content = """
      <navigationItem><barButtonItem><userDefinedRuntimeAttributes>
      <userDefinedRuntimeAttribute type="string" keyPath="tapPath" value="open"/>
      </userDefinedRuntimeAttributes></barButtonItem></navigationItem>
      <userDefinedRuntimeAttributes>
      <userDefinedRuntimeAttribute type="string" keyPath="dataPath" value="books"/>
      </userDefinedRuntimeAttributes>
      """
    let read = try Storyboard(parsing: storyboard(scene("a", content)))
    #expect(read.screens[0].attributes == [RuntimeAttribute(name: "dataPath", value: .text("books"), line: 8)])
  }

  @Test func rowsHaveTheirAttributesSeguesAndControl() throws {
    let content = """
      <tableView><sections><tableViewSection><cells>
      <tableViewCell id="r" customClass="ModelTextCell"><userDefinedRuntimeAttributes>
      <userDefinedRuntimeAttribute type="string" keyPath="textPath" value="name"/>
      </userDefinedRuntimeAttributes><connections><outlet property="control" destination="t"/>
      <segue destination="b" kind="show"/></connections></tableViewCell>
      <tableViewCell id="p"/>
      </cells></tableViewSection></sections></tableView>
      """
    let field = #"<textField id="t"><textInputTraits keyboardType="emailAddress"/></textField>"#
    let text = scene("a", content).replacing("</objects>", with: field + "</objects>")
    let read = try Storyboard(parsing: storyboard(text))
    let row = try #require(read.screens[0].rows.first)
    #expect(row.className == "ModelTextCell" && !row.isPrototype)
    #expect(row.attributes.map(\.name) == ["textPath"])
    #expect(row.segues.map(\.destination) == ["b"])
    #expect(row.control?.keyboard == "emailAddress")
    #expect(read.screens[0].segues == [])
    #expect(read.screens[0].rows.count == 2)
  }

  @Test func aControlThatNoOutletNamesBelongsToNoRow() throws {
    let content = #"""
      <tableView><prototypes><tableViewCell id="r" customClass="ModelTextCell">
      <textField id="t"><textInputTraits keyboardType="URL"/></textField></tableViewCell></prototypes></tableView>
      """#
    let read = try Storyboard(parsing: storyboard(scene("a", content)))
    #expect(read.screens[0].rows.map(\.control) == [nil])
    #expect(read.screens[0].rows.map(\.isPrototype) == [true])
  }

  @Test func attributesHaveTheirTypes() throws {
    let content = #"""
      <userDefinedRuntimeAttributes>
      <userDefinedRuntimeAttribute type="boolean" keyPath="a" value="YES"/>
      <userDefinedRuntimeAttribute type="number" keyPath="b"><real key="value" value="0.5"/></userDefinedRuntimeAttribute>
      <userDefinedRuntimeAttribute type="string" keyPath="c"><mutableString key="value">x
      &amp;&lt;y</mutableString></userDefinedRuntimeAttribute>
      <userDefinedRuntimeAttribute type="color" keyPath="d"><color key="value" white="1"/></userDefinedRuntimeAttribute>
      <userDefinedRuntimeAttribute type="string" keyPath="e" value="&amp;#38;&lt;&quot;é&#233;"/>
      <userDefinedRuntimeAttribute type="string" keyPath="f"><string key="value" base64-UTF8="YES">QQ</string></userDefinedRuntimeAttribute>
      </userDefinedRuntimeAttributes>
      """#
    let read = try Storyboard(parsing: storyboard(scene("a", content)))
    #expect(
      read.screens[0].attributes.map(\.value) == [
        .bool(true), .number("0.5"), .text("x\n&<y"), .other, .text("&#38;<\"éé"), .other,
      ])
  }

  @Test func placeholdersNameAScreenOfAnotherStoryboard() throws {
    let text = #"""
      <scene><objects><viewControllerPlaceholder storyboardName="Settings" referencedIdentifier="theme" id="p" sceneMemberID="viewController"/></objects></scene>
      """#
    let read = try Storyboard(parsing: storyboard(text))
    #expect(read.screens[0].reference == Screen.Reference(storyboard: "Settings", identifier: "theme"))
  }

  @Test func datesOfPickersAreRead() throws {
    let content = #"""
      <tableView><prototypes><tableViewCell id="r" customClass="ModelDateCell"><datePicker id="d">
      <date key="minimumDate" timeIntervalSinceReferenceDate="0.0"/><date key="date" timeIntervalSinceReferenceDate="5"/>
      </datePicker><connections><outlet property="control" destination="d"/></connections></tableViewCell></prototypes></tableView>
      """#
    let read = try Storyboard(parsing: storyboard(scene("a", content)))
    #expect(read.screens[0].rows[0].control?.minimumDate == "0.0")
    #expect(read.screens[0].rows[0].control?.maximumDate == nil)
  }
}
