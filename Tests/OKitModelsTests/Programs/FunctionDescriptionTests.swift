import Bindings
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

/// The files `okit/functions/NAME.json`.
@Suite struct FunctionDescriptionTests {
  private func parse(_ text: String) throws -> FunctionDescription {
    let path = "okit/functions/f.json"
    return try FunctionDescription(
      "f", parsing: JSONDocument(parsingRecord: JSONBytes(text.utf8), path: path), path: path)
  }

  @Test func aDescriptionIsRead() throws {
    let property = try parse(
      #"{"title": "Total", "description": "Value of all copies.", "class": "Book", "binding": "price"}"#)
    #expect(property.title == "Total" && property.description == "Value of all copies." && property.classes == ["Book"])
    #expect(try property.binding == Binding(parsing: "price") && property.program == nil)
    let program = try parse(
      #"{"class": ["Book", "Album"], "program": "run", "enabled": "copies>0 && price<9", "message": "sold out"}"#)
    #expect(program.program == "run" && program.classes == ["Book", "Album"] && program.message == "sold out")
    #expect(program.condition?.text == "copies>0 && price<9")
    #expect(try parse("{}").program == "f" && parse("{}").classes == nil)
  }

  @Test(arguments: [
    ("[]", "1:1: a function is described by an object"), (#"{"titel": "x"}"#, #"1:2: unknown key "titel""#),
    (#"{"title": 5}"#, "1:11: title is not a string"), (#"{"title": null}"#, "1:11: title is not a string"),
    (#"{"title": "a", "title": "a"}"#, #"1:16: the key "title" is repeated"#),
    ("{\"binding\": \"a\",\n \"program\": \"b\"}", "2:13: a function has either a binding or a program"),
    (#"{"binding": "a["}"#, "1:13: '[' without ']'"), (#"{"binding": ""}"#, "1:13: "),
    (#"{"class": []}"#, "1:11: class is neither"), (#"{"class": {"a": 1}}"#, "1:11: class is neither"),
    (#"{"class": ["A", 5]}"#, "1:17: class contains a value that is not a name"),
    (#"{"enabled": "a>"}"#, "1:13: "), (#"{"enabled": true}"#, "1:13: enabled is not a string"),
    (#"{"message": "no"}"#, "1:13: the message is for a condition, but there is no 'enabled'"),
    (#"{"program": "../f"}"#, "1:13: '../f' is not a file in okit/functions: it begins with a dot"),
    (#"{"program": "a/f"}"#, "1:13: 'a/f' is not a file in okit/functions: it contains a slash"),
    (#"{"program": ""}"#, "1:13: '' is not a file in okit/functions: it is empty"),
    (#"{"program": "a.json"}"#, "1:13: 'a.json' is not a file in okit/functions: it ends in .json"),
    (#"{"program": "a\nb"}"#, "is not a file in okit/functions: it contains a control character"),
    (#"{"title": "x",}"#, "1:15: "), ("", "1:1: "),
  ])
  func aWrongDescriptionIsAnErrorWithItsPlace(_ text: String, _ message: String) throws {
    let error = #expect(throws: OKitError.self) { try parse(text) }
    #expect(error?.kind == .configuration, "\(text)")
    #expect(error?.message.hasPrefix("okit/functions/f.json:") == true)
    #expect(error?.message.contains(message) == true, "\(text): \(error?.message ?? "")")
  }

  private func scene(_ files: [String: String] = [:]) throws -> Scene {
    let scene = try SampleShop.scene(.plain)
    try Files.makeFolder(scene.root + "/okit/functions")
    for (name, text) in files { try Files.write(text, to: scene.root + "/okit/functions/" + name) }
    return scene
  }

  @Test func onlyValidNamesAreFunctions() throws {
    let scene = try scene([
      "a.json": "{}", ".b.json": "{}", "c\nd.json": "{}", "e.json.json": "{}", ".json": "{}", "p": "", "a": "",
    ])
    try Files.write("{}", to: scene.root + "/okit/data.json")
    let workspace = try scene.workspace()
    #expect(FunctionDescriptions.describedNames(in: workspace) == ["a"])
    #expect(FunctionDescriptions.names(in: workspace) == ["a", "p"])
    let descriptions = FunctionDescriptions(workspace)
    #expect(try descriptions.description(of: "a") != nil)
    for name in ["../data", "..", ".b", "c\nd", "e.json", "", "a/../a", "a\0", String(repeating: "a", count: 255)] {
      #expect(try descriptions.description(of: name) == nil, "\(name)")
    }
  }

  @Test func linksOutOfTheWorkspaceAreNotFollowed() throws {
    let scene = try scene(["good.json": "{}"])
    let functions = scene.root + "/okit/functions"
    try Files.write(#"{"title": "stolen"}"#, to: scene.folder + "/outside.json")
    try Files.link(functions + "/out.json", to: scene.folder + "/outside.json")
    try Files.link(functions + "/gone.json", to: "nothing")
    try Files.link(functions + "/in.json", to: "good.json")
    try Files.makeFolder(functions + "/folder.json")
    let descriptions = FunctionDescriptions(try scene.workspace())
    for name in ["out", "gone", "folder"] {
      let error = #expect(throws: OKitError.self) { try descriptions.description(of: name) }
      #expect(error?.kind == .configuration, "\(name)")
    }
    #expect(try descriptions.description(of: "in") != nil)
  }

  @Test func aLargeFileIsRefused() throws {
    let scene = try scene([
      "large.json": #"{"title": "\#(String(repeating: "a", count: 1 << 20))"}"#,
      "full.json": #"{"title": "\#(String(repeating: "a", count: (1 << 20) - 13))"}"#,
    ])
    let descriptions = FunctionDescriptions(try scene.workspace())
    #expect(try descriptions.description(of: "full") != nil)
    let error = #expect(throws: OKitError.self) { try descriptions.description(of: "large") }
    #expect(error?.kind == .configuration && error?.message.contains("too large") == true)
  }
}
