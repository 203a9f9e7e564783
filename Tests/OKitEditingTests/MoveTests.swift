import Bindings
import JSONDocument
import OKitModels
import OKitStorage
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitEditing

@Suite struct MoveTests {
  private func move(_ source: String, _ target: String, in scene: Scene) throws {
    _ = try scene.workspace().edit("move") { try $0.move(Binding(parsing: source), to: Binding(parsing: target)) }
  }

  private func tree(_ scene: Scene) throws -> PlainTree {
    try PlainTree(JSONDocument(parsing: scene.open(scene.data + "/default.json").text).root)
  }

  @Test(arguments: StoredForm.allCases)
  func anElementMovesWithinItsArrayInBothDirections(_ form: StoredForm) throws {
    let scene = try Scene.exampleShop(form)
    for (source, target, order) in [
      ("0", "3", [1, 2, 3, 0]), ("3", "0", [3, 0, 1, 2]), ("1", "2", [0, 2, 1, 3]), ("2", "1", [0, 2, 1, 3]),
      ("-1", "1", [0, 3, 1, 2]), ("0", "-1", [1, 2, 3, 0]), ("2", "2", [0, 1, 2, 3]), ("0", "", [1, 2, 3, 0]),
      ("3", "", [0, 1, 2, 3]), ("1", "3", [0, 2, 3, 1]),
    ] {
      var wanted = try tree(scene)
      guard case .object(var members) = wanted, let place = members.firstIndex(where: { $0.key == "books" }),
        case .array(let books) = members[place].value
      else { throw Files.Failure("books") }
      members[place].value = .array(order.map { books[$0] })
      wanted = .object(members)
      try move("books[\(source)]", target.isEmpty ? "books" : "books[\(target)]", in: scene)
      #expect(try tree(scene) == wanted, "\(source) to \(target)")
      #expect(try scene.allFindings() == [], "\(source) to \(target)")
    }
  }

  @Test func aMemberChangesItsObjectOrItsKey() throws {
    let scene = try Scene.empty()
    let path = scene.data + "/free.json"
    try Files.write(#"{"a":{"x":1.50,"y":[1]},"b":{},"list":[0],"by":{"k":{"id":"K"}}}"#, to: path)
    for (source, target, text) in [
      ("a/x", "a/z", #"{"a":{"y":[1],"z":1.50},"b":{},"list":[0],"by":{"k":{"id":"K"}}}"#),
      ("a/z", "b/x", #"{"a":{"y":[1]},"b":{"x":1.50},"list":[0],"by":{"k":{"id":"K"}}}"#),
      ("b/x", "list", #"{"a":{"y":[1]},"b":{},"list":[0,1.50],"by":{"k":{"id":"K"}}}"#),
      ("list[1]", "top", #"{"a":{"y":[1]},"b":{},"list":[0],"by":{"k":{"id":"K"}},"top":1.50}"#),
      ("by/k", "by/l", #"{"a":{"y":[1]},"b":{},"list":[0],"by":{"l":{"id":"K"}},"top":1.50}"#),
      ("by/l", "a/y", #"{"a":{"y":[1,{"id":"K"}]},"b":{},"list":[0],"by":{},"top":1.50}"#),
    ] {
      try move("free:" + source, "free:" + target, in: scene)
      #expect(try Files.text(path) == text, "\(source) to \(target)")
    }
  }
}
